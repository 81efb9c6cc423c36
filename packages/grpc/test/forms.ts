import type { DescMessage } from "@bufbuild/protobuf";
import type { Definitions } from "../../core/test/canonical.js";
import { canonicals } from "../../core/test/canonical.js";
import * as v03 from "../src/generated/v0.3-proto/descriptors.js";
import * as v10 from "../src/generated/v1.0/descriptors.js";
import * as v11 from "../src/generated/v1.1/descriptors.js";
import type { FilledMembers } from "../src/rpc.js";

/** A version that has a gRPC binding. */
export interface Form {
  readonly folder: string;
  readonly package: string;
  /** The generated file that says so, without its ending. */
  readonly proto: string;
  /** Folders of what are examples of it. */
  readonly examples: readonly string[];
  readonly filledMembers: FilledMembers;
  readonly messages: readonly DescMessage[];
  readonly definitions: Definitions;
}

/** Everything that has been generated. */
export const forms: readonly Form[] = [
  { folder: "v1.0", ...v10 },
  { folder: "v0.3-proto", ...v03 },
  { folder: "v1.1", ...v11 },
].map(({ folder, file, filledMembers }) => {
  const { definitions = {}, examples = [] } = canonicals.find((each) => each.folder === folder) ?? {};
  const { package: name, name: path } = file.proto;
  return { folder, package: name, proto: path.replace(/\.proto$/, ""), filledMembers, messages: file.messages, definitions, examples };
});

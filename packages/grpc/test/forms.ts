import type { DescMessage } from "@bufbuild/protobuf";
import type { Definitions } from "../../core/test/canonical.js";
import { readJson } from "../../core/test/canonical.js";
import * as v03 from "../src/generated/v0.3-proto/descriptors.js";
import * as v10 from "../src/generated/v1.0/descriptors.js";
import type { FilledMembers } from "../src/rpc.js";

/** A version that has a gRPC binding. */
export interface Form {
  readonly folder: string;
  readonly package: string;
  readonly filledMembers: FilledMembers;
  readonly messages: readonly DescMessage[];
  readonly definitions: Definitions;
}

/** Everything that has been generated. */
export const forms: readonly Form[] = [
  { folder: "v1.0", ...v10 },
  { folder: "v0.3-proto", ...v03 },
].map(({ folder, file, filledMembers }) => {
  const { $defs } = readJson<{ $defs: Definitions }>(`${folder}/schema.json`);
  return { folder, package: file.proto.package, filledMembers, messages: file.messages, definitions: $defs };
});

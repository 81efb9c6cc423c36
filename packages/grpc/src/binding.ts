import type { Version } from "@a2a/core";
import type { DescFile, DescService } from "@bufbuild/protobuf";
import * as v03 from "./generated/v0.3-proto/descriptors.js";
import * as v10 from "./generated/v1.0/descriptors.js";
import * as v11 from "./generated/v1.1/descriptors.js";
import type { FilledMembers, Rpc } from "./rpc.js";

/** The binding's name in cards and reports. */
export const binding = "GRPC";

/** What protobuf says of a version. */
export interface Descriptors {
  readonly file: DescFile;
  readonly service: DescService;
  /** The rpc of each operation that the version has. */
  readonly rpcs: Readonly<Partial<Record<string, Rpc>>>;
  readonly filledMembers: FilledMembers;
}

/** The versions that have a gRPC binding. */
export const descriptors: Readonly<Partial<Record<Version, Descriptors>>> = {
  "1.0": v10,
  "0.3": v03,
  "1.1": v11,
};

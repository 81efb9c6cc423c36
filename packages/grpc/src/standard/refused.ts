import type { StatusObject } from "@grpc/grpc-js";
import { Metadata, status } from "@grpc/grpc-js";

/** A status that a call of one of gRPC's own services ends with. */
export function refused(name: "INVALID_ARGUMENT" | "NOT_FOUND" | "RESOURCE_EXHAUSTED", details: string): StatusObject {
  return { code: status[name], details, metadata: new Metadata() };
}

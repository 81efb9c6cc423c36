import type { DescFile, DescMessage } from "@bufbuild/protobuf";
import { AnySchema, file_google_protobuf_any } from "@bufbuild/protobuf/wkt";
import { describeFile, messageIn } from "./describe.js";

// How gRPC says more of an error than its status: the trailer has a google.rpc.Status, whose details are messages of several types.

/** google/rpc/status.proto */
export const statusFile: DescFile = describeFile({
  path: "google/rpc/status.proto",
  package: "google.rpc",
  messages: { Status: { code: [1, "int32"], message: [2, "string"], details: [3, AnySchema.typeName, "repeated"] } },
  imports: [file_google_protobuf_any],
});

/** Of google/rpc/error_details.proto what A2A uses. */
export const detailsFile: DescFile = describeFile({
  path: "google/rpc/error_details.proto",
  package: "google.rpc",
  messages: {
    ErrorInfo: { reason: [1, "string"], domain: [2, "string"], metadata: [3, "string", "map"] },
    RetryInfo: { retry_delay: [1, "Delay"] },
    // Protobuf's Duration has an int64 for seconds, whose bytes are the same.
    Delay: { seconds: [1, "int32"], nanos: [2, "int32"] },
    BadRequest: { field_violations: [1, "FieldViolation", "repeated"] },
    // The published file has it inside BadRequest, which its bytes do not tell.
    FieldViolation: { field: [1, "string"], description: [2, "string"] },
  },
});

export const Status: DescMessage = messageIn(statusFile, "Status");

/** The messages that the details of an error can be. */
export const details: readonly DescMessage[] = ["ErrorInfo", "RetryInfo", "BadRequest"].map((name) => messageIn(detailsFile, name));

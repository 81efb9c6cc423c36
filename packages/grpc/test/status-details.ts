import type { StatusObject } from "@grpc/grpc-js";
import protobuf from "protobufjs";

// The messages of google.rpc as they are published.
const published = protobuf.parse(
  `
  syntax = "proto3";
  package google.rpc;
  message Any { string type_url = 1; bytes value = 2; }
  message Duration { int64 seconds = 1; int32 nanos = 2; }
  message Status { int32 code = 1; string message = 2; repeated Any details = 3; }
  message ErrorInfo { string reason = 1; string domain = 2; map<string, string> metadata = 3; }
  message RetryInfo { Duration retry_delay = 1; }
  message BadRequest {
    message FieldViolation { string field = 1; string description = 2; }
    repeated FieldViolation field_violations = 1;
  }
`,
  { keepCase: true },
).root;

/** What the trailers say of an error. */
export interface Details {
  readonly code: number;
  readonly message: string;
  readonly details: readonly object[];
}

/** The `google.rpc.Status` in the trailers of a call, as one who knows the published messages reads it. */
export function detailsOf({ metadata }: StatusObject): Details | undefined {
  const [bytes] = metadata.get("grpc-status-details-bin");
  if (!(bytes instanceof Buffer)) return undefined;
  // safe: the type says so
  const { code, message, details = [] } = read("google.rpc.Status", bytes) as unknown as Packed;
  return {
    code,
    message,
    details: details.map(({ type_url: url, value }) => ({ "@type": url, ...read(url.replace(/^.*\//, ""), value) })),
  };
}

interface Packed {
  readonly code: number;
  readonly message: string;
  readonly details?: readonly { readonly type_url: string; readonly value: Uint8Array }[];
}

function read(name: string, bytes: Uint8Array): Readonly<Record<string, unknown>> {
  const type = published.lookupType(name);
  return type.toObject(type.decode(bytes), { longs: Number });
}

import { createCodecs } from "../codec/codec.js";
import { details, Status } from "./status-messages.js";

/** What a `google.rpc.Status` says; its details are as ProtoJSON has them, with their types in `@type`. */
export interface RpcStatus {
  readonly code: number;
  readonly message: string;
  readonly details: readonly object[];
}

/** Name of the trailer that has the bytes of the status: https://grpc.io/docs/guides/error/ */
export const statusTrailer = "grpc-status-details-bin";

const typePrefix = "type.googleapis.com/";

/** The type URL of `google.rpc.RetryInfo`. */
export const retryInfo: string = `${typePrefix}google.rpc.RetryInfo`;

const codecOf = createCodecs({});
const status = codecOf(Status);
const codecs = new Map(details.map((message) => [typePrefix + message.typeName, codecOf(message)]));

/** The bytes of a status. Details of other types than gRPC's own for errors are left out. */
export function encodeStatus({ code, message, details: given }: RpcStatus): Buffer {
  const packed = given.flatMap((detail: { readonly "@type"?: unknown }) => {
    const typeUrl = detail["@type"];
    const codec = typeof typeUrl === "string" ? codecs.get(typeUrl) : undefined;
    return codec ? [{ typeUrl, value: codec.encode(detail).toString("base64") }] : [];
  });
  return status.encode({ code, message, details: packed });
}

import { isObject } from "@a2a/core/internal";
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

/** The status that bytes are; undefined where they are none. Details of other types than gRPC's own for errors, and such as cannot be read, are left out. */
export function decodeStatus(bytes: Buffer): RpcStatus | undefined {
  const read = status.decode(bytes);
  if (!read.ok || !isObject(read.value)) return undefined;
  const { code = 0, message = "", details: packed = [] } = read.value;
  if (typeof code !== "number" || typeof message !== "string" || !Array.isArray(packed)) return undefined;
  return { code, message, details: packed.filter(isObject).flatMap(unpacked) };
}

function unpacked({ typeUrl, value = "" }: Readonly<Record<string, unknown>>): object[] {
  // Only what comes after the last slash is the type's name: https://protobuf.dev/programming-guides/proto3/#any
  const type = typePrefix + String(typeUrl).replace(/^.*\//, "");
  const read = codecs.get(type)?.decode(Buffer.from(String(value), "base64"));
  return read?.ok && isObject(read.value) ? [Object.assign({ "@type": type }, read.value)] : [];
}

import { Metadata } from "@grpc/grpc-js";

// What HTTP/2 itself has, or has not: RFC 9113, section 8.2.2.
const own = new Set([
  "connection",
  "content-length",
  "host",
  "http2-settings",
  "keep-alive",
  "proxy-connection",
  "te",
  "transfer-encoding",
  "upgrade",
]);

/**
 * Headers as metadata. A name that ends in `-bin` is one of bytes, given in base64.
 *
 * @throws TypeError for a header that a call cannot have; its value is in no text
 */
export function metadataOf(headers: Headers): Metadata {
  const metadata = new Metadata();
  for (const [name, value] of headers) {
    if (own.has(name) || name.startsWith("grpc-") || !/^[0-9a-z_.-]+$/.test(name))
      throw new TypeError(`a call of gRPC cannot have the header ${name}`);
    if (!/^[ -~]*$/.test(value)) throw new TypeError(`the header ${name} has characters beyond ASCII, which calls of gRPC cannot have`);
    metadata.set(name, name.endsWith("-bin") ? Buffer.from(value, "base64") : value);
  }
  return metadata;
}

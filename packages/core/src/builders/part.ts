import type { DataPart, Part, RawPart, Struct, TextPart, UrlPart } from "../generated/v1.0/types.js";
import { fromBase64, toBase64 } from "./base64.js";

/** What any part may say beside its content. */
export interface PartOptions {
  readonly filename?: string;
  readonly mediaType?: string;
  readonly metadata?: Struct;
}

/** Builds a text part. */
export function text(content: string, options: PartOptions = {}): TextPart {
  return { text: content, ...options };
}

/** Builds a part of structured data: any JSON value. */
export function data(content: unknown, options: PartOptions = {}): DataPart {
  return { data: content, mediaType: "application/json", ...options };
}

/** Builds a file part: bytes travel inside, a `URL` stays a reference. */
export function file(content: Uint8Array, options?: PartOptions): RawPart;
export function file(content: URL, options?: PartOptions): UrlPart;
export function file(content: Uint8Array | URL, options: PartOptions = {}): RawPart | UrlPart {
  return content instanceof URL ? { url: content.href, ...options } : { raw: toBase64(content), ...options };
}

/**
 * Bytes of a part that carries them: of `raw` decoded, of `text` in UTF-8; undefined for a reference or data.
 *
 * @throws TypeError where `raw` is not base64
 */
export function bytesOf(part: Part): Uint8Array<ArrayBuffer> | undefined {
  if (part.raw !== undefined) return fromBase64(part.raw);
  return part.text === undefined ? undefined : new TextEncoder().encode(part.text);
}

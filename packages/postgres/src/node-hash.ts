import { createHash } from "node:crypto";

/** A short text that stands for another one. */
export function hashOf(text: string): string {
  // UTF-16, because UTF-8 has one and the same for all halves of surrogate pairs.
  return createHash("sha256").update(text, "utf16le").digest("base64url");
}

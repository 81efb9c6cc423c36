import type { Decoded } from "../src/dialect/dialect.js";

/** What was read, without the report of what was tolerated in it. */
export function withoutReport<T>(read: Decoded<T>): Decoded<T> {
  return read.ok ? { ok: true, value: read.value } : read;
}

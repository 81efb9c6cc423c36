import type { Struct } from "../generated/v1.0/types.js";

// What an older version cannot say travels in metadata, under these keys alone, and is restored from there. They are part of what users see.

/** An object with the members that the version lacks, by their names in 1.0: `extensions`, `referenceTaskIds`, `artifactId`. */
export const carriedKey = "a2a_carried";

/** On a status message, else on the task or event: the state that the version lacks, `rejected` or `auth-required`. */
export const stateKey = "a2a_state";

/** On a data part that stands for something else: `file-reference`, a file that is only named. */
export const compatKey = "a2a_compat";

/** On a data part: true where its data is not an object and stands in the member `value`. The official SDKs do the same. */
export const wrappedKey = "data_part_compat";

/** Metadata with more keys, as a member to spread; no member where there is nothing to say. */
export function withKeys(metadata: Struct | undefined, added: Struct): { metadata?: Struct } {
  if (Object.keys(added).length > 0) return { metadata: { ...metadata, ...added } };
  return metadata ? { metadata } : {};
}

/** Metadata without some keys, as a member to spread; no member where nothing else was in it. */
export function withoutKeys(metadata: Struct | undefined, removed: readonly string[]): { metadata?: Struct } {
  if (!metadata) return {};
  if (!removed.some((key) => Object.hasOwn(metadata, key))) return { metadata };
  const rest = Object.fromEntries(Object.entries(metadata).filter(([key]) => !removed.includes(key)));
  return Object.keys(rest).length > 0 ? { metadata: rest } : {};
}

/** One of the metadata's own members: what every object inherits is none of them. */
export function keyOf(metadata: Struct | undefined, key: string): unknown {
  return metadata && Object.hasOwn(metadata, key) ? metadata[key] : undefined;
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Struct {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is a list of texts. */
export function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

// What V8 needs for an object or list and for each of its members, roughly.
const perObject = 32;
const perMember = 8;

/** About how many bytes a JSON value takes in memory: its strings by their length, the rest by its structure. */
export function roughSize(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  let size = perObject;
  // safe: key enumerates value
  for (const key in value) size += perMember + roughSize((value as Record<string, unknown>)[key]);
  return size;
}

/** Copies a JSON value in depth, so that whoever gets it may change it. Strings are shared: a copy costs what its structure does. */
export function copyJson<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  // safe: a copy has the shape of what it copies
  if (Array.isArray(value)) return value.map(copyJson) as T;
  // safe: as above; not by assignment, which would take a key named __proto__ for the prototype
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copyJson(member)])) as T;
}

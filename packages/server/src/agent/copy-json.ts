/** Copies a JSON value in depth, so that whoever gets it may change it. Strings are shared: a copy costs what its structure does. */
export function copyJson<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  // safe: a copy has the shape of what it copies
  if (Array.isArray(value)) return value.map(copyJson) as T;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) setOwn(copy, key, copyJson((value as Record<string, unknown>)[key])); // safe: key is one of its keys
  // safe: as above
  return copy as T;
}

/** Sets a member. Assignment would take a key named __proto__ for the prototype. */
function setOwn(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__") Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}

/** Copies a JSON value in depth, so that whoever gets it may change it. Strings are shared: a copy costs what its structure does. */
export function copyJson<T>(value: T): T {
  const copy = copyPlain(value, Number.POSITIVE_INFINITY);
  // safe: a copy has the shape of what it copies
  return copy as T;
}

/**
 * Copies a value that is JSON already, nested at most so deep; undefined where only JSON.stringify knows what becomes of it, if anything.
 *
 * @throws whatever a getter of it throws
 */
export function copyPlain(value: unknown, depth: number): unknown {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) ? value : undefined;
    case "object":
      if (value === null) return null;
      if (depth === 0) return undefined;
      return Array.isArray(value) ? copyList(value, depth - 1) : copyObject(value, depth - 1);
    default:
      return undefined;
  }
}

function copyList(list: readonly unknown[], depth: number): unknown[] | undefined {
  // As long as it will be: a list that grows has room for 17.
  const copies = [...list];
  for (const [at, item] of list.entries()) {
    const copy = copyPlain(item, depth);
    if (copy === undefined) return undefined;
    copies[at] = copy;
  }
  return copies;
}

function copyObject(object: object, depth: number): object | undefined {
  if (Object.getPrototypeOf(object) !== Object.prototype || "toJSON" in object) return undefined;
  const copies: Record<string, unknown> = {};
  for (const key of Object.keys(object)) {
    // safe: key is one of its keys
    const member = (object as Record<string, unknown>)[key];
    if (member === undefined) continue;
    const copy = copyPlain(member, depth);
    if (copy === undefined) return undefined;
    if (key === "__proto__") setOwn(copies, key, copy);
    else copies[key] = copy;
  }
  return copies;
}

/** Sets a member whose name assignment would take for the prototype. */
function setOwn(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

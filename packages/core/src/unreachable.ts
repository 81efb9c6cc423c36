/** Ends a `switch` over a union: compiles only when every member has its case. */
export function unreachable(value: never): never {
  throw new TypeError(`unexpected value: ${String(value)}`);
}

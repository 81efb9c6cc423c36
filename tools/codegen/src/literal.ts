/** The source of an object with these rows. */
export function literal(rows: readonly (readonly unknown[])[]): string {
  return JSON.stringify(Object.fromEntries(rows.map(([name, value]) => [String(name), value])));
}

/** The same where several rows may have one key: the first of them counts. */
export function firstOf(rows: readonly (readonly [string | number, string])[]): string {
  return literal(rows.filter(([key], at) => rows.findIndex(([each]) => each === key) === at));
}

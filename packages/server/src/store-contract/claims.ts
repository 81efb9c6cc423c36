/**
 * Claims that two values are the same JSON, members in any order.
 *
 * @throws Error with both where they are not
 */
export function equal(found: unknown, expected: unknown, what = "the answer"): void {
  const [one, other] = [spell(found), spell(expected)];
  if (one !== other) throw new Error(`${what}: expected ${shorten(other)}, found ${shorten(one)}`);
}

/** Claims that something holds. */
export function holds(condition: boolean, what: string): void {
  if (!condition) throw new Error(what);
}

/** The text of a value, the same for two that are the same JSON. */
function spell(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) => (isRecord(member) ? sorted(member) : member)) ?? "undefined";
}

function sorted(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function shorten(text: string): string {
  return text.length > 2000 ? `${text.slice(0, 2000)} … (${text.length} characters)` : text;
}

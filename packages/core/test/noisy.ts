/** The value with noise at one place, at a depth that the seed chooses. */
export function* noisy(value: unknown, noise: unknown, seed: number): Generator<unknown> {
  if (typeof value !== "object" || value === null) return;
  const keys = Object.keys(value);
  const key = keys[seed % Math.max(1, keys.length)];
  if (key === undefined) return;
  const copy = (member: unknown): unknown => {
    if (Array.isArray(value)) return value.with(Number(key), member);
    return { ...value, [key]: member };
  };
  yield copy(noise);
  // safe: key is one of the value's own
  for (const inner of noisy((value as Record<string, unknown>)[key], noise, Math.floor(seed / 7))) yield copy(inner);
}

/** One set of headers of several: a later one replaces an earlier one of the same name, written in whatever case. */
export function mergeHeaders(...sets: readonly Readonly<Record<string, string>>[]): Headers {
  const merged = new Headers();
  for (const set of sets) for (const [name, value] of Object.entries(set)) merged.set(name, value);
  return merged;
}

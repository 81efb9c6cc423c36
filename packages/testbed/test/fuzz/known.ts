/** How many tasks an input can name, as KNOWN0 and so on. */
export const knownTasks = 5;

/** A text with the ids of tasks in place of KNOWN0 and so on: so that inputs are the same whatever the ids are. */
export function withKnown(text: string, ids: readonly string[]): string {
  return text.replaceAll(/KNOWN(\d)/g, (whole, at: string) => ids[Number(at)] ?? whole);
}

import type { Change } from "./change.js";
import { bumpOf, largestBump, partyOf } from "./change.js";

/** The two sides of a comparison, as people call them. */
export interface Sides {
  readonly before: string;
  readonly after: string;
}

/** Puts changes into lines: a summary, then a block for each subject. */
export function report(changes: readonly Change[], { before, after }: Sides): string[] {
  const title = `${before} -> ${after}`;
  const bump = largestBump(changes);
  if (!bump) return [`${title}: no difference`];
  const count = (name: string, of: (change: Change) => string): string =>
    `${changes.filter((change) => of(change) === name).length} ${name}`;
  const kinds = ["added", "removed", "changed"].map((name) => count(name, ({ kind }) => kind));
  const bumps = ["major", "minor", "patch"].map((name) => count(name, bumpOf));
  const width = Math.min(80, Math.max(...changes.map(({ text }) => text.length)));
  return [
    `${title}: ${changes.length} changes (${kinds.join(", ")}), in all ${bump} (${bumps.join(", ")})`,
    ...subjectsOf(changes).flatMap(([subject, own]) => ["", subject, ...own.map((change) => lineOf(change, width))]),
  ];
}

/** What has to change with it: the code of readers, of writers or of both, and who they are. */
export function partyText(change: Change): string {
  const party = partyOf(change);
  const { usage = "both" } = change;
  if (party === "both" || usage === "both") return party;
  return `${party} (${(party === "writers") === (usage === "requests") ? "callers" : "agents"})`;
}

function lineOf(change: Change, width: number): string {
  const cells = [bumpOf(change), change.kind.padEnd(7), change.text.padEnd(width), partyText(change).padEnd(17), change.at];
  return `  ${cells.join("  ")}`;
}

function subjectsOf(changes: readonly Change[]): [subject: string, changes: Change[]][] {
  const subjects = new Map<string, Change[]>();
  for (const change of changes) subjects.set(change.subject, [...(subjects.get(change.subject) ?? []), change]);
  return [...subjects];
}

import type { Task } from "@a2a/core";
import type { LogEntry } from "@a2a/server";
import type { Phase, Stated } from "@a2a/server/internal";
import { statedBy } from "@a2a/server/internal";

/** What entries change in the row of their task; null where they do not. */
export interface Appended {
  readonly json: readonly string[];
  readonly state: Task["status"]["state"] | null;
  readonly phase: number | null;
  readonly statusAt: number | null;
  readonly turnFrom: number | null;
}

/** Sums entries up. */
export function sumUp(entries: readonly LogEntry[]): Appended {
  let stated: Stated | undefined;
  let turnFrom: number | null = null;
  for (const entry of entries) {
    stated = statedBy(entry) ?? stated;
    if (entry.endsTurn) turnFrom = entry.number + 1;
  }
  const json = entries.map((entry) => JSON.stringify(entry));
  if (!stated) return { json, state: null, phase: null, statusAt: null, turnFrom };
  const { status, phase } = stated;
  return { json, state: status.state, phase: phaseNumbers[phase], statusAt: Date.parse(status.timestamp ?? "") || 0, turnFrom };
}

/** As the column has them. */
const phaseNumbers: Readonly<Record<Phase, number>> = { works: 0, waits: 1, over: 2 };

import type { Task } from "@a2a/core";
import { isInterrupted, isTerminal } from "@a2a/core";
import type { LogEntry } from "@a2a/server";

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
  let status: Task["status"] | undefined;
  let turnFrom: number | null = null;
  for (const { number, event, endsTurn } of entries) {
    if ("statusUpdate" in event) status = event.statusUpdate.status;
    else if ("task" in event) status = event.task.status;
    if (endsTurn) turnFrom = number + 1;
  }
  const json = entries.map((entry) => JSON.stringify(entry));
  if (!status) return { json, state: null, phase: null, statusAt: null, turnFrom };
  return { json, state: status.state, phase: phaseOf(status.state), statusAt: Date.parse(status.timestamp ?? "") || 0, turnFrom };
}

/** As the column has it. */
function phaseOf(state: Task["status"]["state"]): number {
  if (isTerminal(state)) return 2;
  return isInterrupted(state) ? 1 : 0;
}

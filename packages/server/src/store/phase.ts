import { isInterrupted, isTerminal } from "@a2a/core";
import type { LogEntry } from "./store.js";

/** What becomes of a task: an agent works on it, it waits for its client and nobody works on it, or it is over. */
export type Phase = "works" | "waits" | "over";

/** What an entry makes of its task; undefined where it says no status. Where an agent asks and goes on, the task is worked on. */
export function phaseOf({ event, endsTurn }: LogEntry): Phase | undefined {
  if ("artifactUpdate" in event) return undefined;
  const { state } = ("task" in event ? event.task : event.statusUpdate).status;
  if (isTerminal(state)) return "over";
  return isInterrupted(state) && endsTurn ? "waits" : "works";
}

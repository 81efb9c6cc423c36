import type { Task } from "@a2a/core";
import { isInterrupted, isTerminal } from "@a2a/core";
import type { LogEntry } from "./store.js";

/** What becomes of a task: an agent works on it, it waits for its client and nobody works on it, or it is over. */
export type Phase = "works" | "waits" | "over";

/** A status, and what it makes of its task. */
export interface Stated {
  readonly status: Task["status"];
  readonly phase: Phase;
}

/** What an entry says of its task's status, if anything. Where an agent asks and goes on, the task is worked on. */
export function statedBy({ event, endsTurn }: LogEntry): Stated | undefined {
  if ("artifactUpdate" in event) return undefined;
  const { status } = "task" in event ? event.task : event.statusUpdate;
  if (isTerminal(status.state)) return { status, phase: "over" };
  return { status, phase: isInterrupted(status.state) && endsTurn ? "waits" : "works" };
}

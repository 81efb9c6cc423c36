import type { Message, Task } from "@a2a/core";
import type { AgentDefinition } from "../agent/agent.js";
import type { Logger } from "../logger.js";
import type { Lease, NewTask } from "../store/store.js";
import type { RunOptions } from "./task-run.js";

/** What actors share. */
export interface ActorOptions {
  readonly definition: AgentDefinition;
  readonly logger: Logger;
  /** How long a stopped turn may go on before it is closed over its head. */
  readonly stopTimeoutMs: number;
  /** How long a turn may take; absent for no limit. */
  readonly deadlineMs?: number;
  /** A turn that a shutdown stops is left to another process; where not, its task fails. */
  readonly leavesTasks: boolean;
  makeId(): string;
  now(): string;
  countTasks(of: NewTask): Promise<number>;
  /** Another task of the same caller. */
  loadTask(of: NewTask, id: string): Promise<Task | undefined>;
  onRetired(of: NewTask): void;
  /** The right to append to a task is to be given back, and could not be. */
  onUnreleased(lease: Lease): void;
}

/** How a new task is begun. */
export interface BeginOptions {
  /** Store it before the agent has yielded anything. */
  readonly atOnce: boolean;
  /** A message as first yield is the answer instead of a task; where not, it becomes a completed task. */
  readonly directReplies: boolean;
}

/** How a new task began: with the agent's direct reply instead of it, or stored. */
export type Begun = { readonly reply: Message } | { readonly reply?: never };

/** What a turn of a task is given of them. */
export function runOptions(of: NewTask, { countTasks, loadTask, makeId, now }: ActorOptions): Omit<RunOptions, "waiting"> {
  return { countTasks: () => countTasks(of), loadTask: (id) => loadTask(of, id), makeId, now };
}

import type { AgentDefinition, Turn } from "@a2a/server";

/** One message for the testbed, read. */
export interface Order {
  readonly turn: Turn;
  /** What stands behind the word of a command. */
  readonly words: string;
  /** The same as numbers, where the command takes numbers. */
  readonly numbers: readonly number[];
  /** The message goes on with a task whose first message chose this behavior. */
  readonly isFollowUp: boolean;
  /** Waits as long as is said, at the speed of the testbed; rejects once the turn is to stop, or another signal where one is given. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  /** Loses the run as if its process had died: nothing more of it reaches the task, and open streams break off. */
  lose(): void;
}

/** What the testbed does with a message. */
export interface Behavior {
  /** Report working before anything else; default: yes. */
  readonly reportsWorking?: boolean;
  /** Refuse to be canceled; default: no. */
  readonly refusesCancel?: boolean;
  run(order: Order): ReturnType<AgentDefinition["run"]>;
}

/** A behavior that is chosen by the first word of a task's first message. */
export interface Command extends Behavior {
  /** What stands behind the word. What does not fit is no command. */
  readonly takes: "nothing" | "words" | { readonly least: number; readonly most: number };
}

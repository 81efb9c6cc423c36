import type { PlainPart } from "../plain.js";

// The agent of every SDK server: it knows those of the testbed's commands that the conversation uses.

/** What an agent tells its server, in words that its SDK's events are made of. */
export interface Stage {
  /** The task as it begins, or goes on. */
  task(): void;
  status(state: StageState, words?: string): void;
  artifact(parts: readonly PlainPart[], chunk: { readonly append: boolean; readonly lastChunk: boolean }): void;
  reply(words: string): void;
}

/** The states that the agent reports. */
export type StageState = "working" | "completed" | "canceled" | "input-required";

/** Tasks that are held until they are canceled. */
export interface Holds {
  hold(taskId: string): Promise<void>;
  release(taskId: string): void;
}

/** Makes the place where tasks are held. */
export function createHolds(): Holds {
  const held = new Map<string, () => void>();
  return {
    hold: (taskId) => new Promise((resolve) => held.set(taskId, resolve)),
    release: (taskId) => held.get(taskId)?.(),
  };
}

/** One message for the agent. */
export interface Order {
  readonly taskId: string;
  readonly parts: readonly PlainPart[];
  /** The task asked before. */
  readonly isFollowUp: boolean;
  readonly holds: Holds;
  /** Passes before the agent goes on with a task that asked; default: at once. */
  readonly thought?: Promise<void>;
}

/** An agent in words of no SDK. */
export type Performer = (order: Order, stage: Stage) => Promise<void>;

/** Does what a message says. */
export async function perform({ taskId, parts, isFollowUp, holds, thought }: Order, stage: Stage): Promise<void> {
  const [first, ...others] = parts;
  const [, command = "", words = ""] = /^(\S*)\s?(.*)$/s.exec(typeof first === "string" ? first : "") ?? [];
  if (command === "message") return stage.reply(words);
  stage.task();
  if (isFollowUp) await thought;
  stage.status("working");
  if (isFollowUp) say(stage, [`got: ${first}`]);
  else if (command === "ask") return stage.status("input-required", words);
  else if (command === "hold") {
    await holds.hold(taskId);
    return stage.status("canceled");
  } else if (command === "chunks") {
    const count = Number(words);
    for (let at = 1; at <= count; at += 1) stage.artifact([`c${at}`], { append: at > 1, lastChunk: at === count });
  } else say(stage, command === "mirror" ? others : [words]);
  stage.status("completed");
}

function say(stage: Stage, parts: readonly PlainPart[]): void {
  stage.artifact(parts, { append: false, lastChunk: true });
}

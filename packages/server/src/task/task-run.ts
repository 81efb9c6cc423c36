import type { Task } from "@a2a/core";
import { copyTask } from "@a2a/core";
import type { AgentDefinition, OneYield, Turn, Yield } from "../agent/agent.js";
import { copyJson } from "../agent/copy-json.js";
import type { Inbox } from "../agent/inbox.js";
import { createInbox } from "../agent/inbox.js";
import type { TurnInput } from "../agent/turn-input.js";
import type { TaskLog } from "./task-log.js";
import type { TurnIds } from "./yield-to-event.js";

/** Why a turn is stopped before it ends by itself. */
export type StopReason = "cancel" | "deadline" | "shutdown";

/** One turn being worked on. */
export interface TaskRun {
  readonly turn: Turn;
  readonly ids: TurnIds;
  readonly inbox: Inbox<TurnInput>;
  readonly abort: AbortController;
  /** Set when the turn is stopped; the state that it then ends in follows from it. */
  stopped: StopReason | undefined;
  /** Set when the turn is over for the log; what the agent yields afterwards is refused. */
  isOver: boolean;
}

/** What a run needs besides its log. */
export interface RunOptions {
  readonly waiting: readonly TurnInput[];
  countTasks(): Promise<number>;
  /** A task of the same caller. */
  loadTask(id: string): Promise<Task | undefined>;
  makeId(): string;
  now(): string;
}

/** Prepares a turn. */
export function createRun(log: TaskLog, input: TurnInput, { waiting, countTasks, loadTask, makeId, now }: RunOptions): TaskRun {
  const inbox = createInbox(waiting);
  const abort = new AbortController();
  const { key, contextId } = log.of;
  // What an agent is given is its own: changing it changes neither the log nor what others read.
  const soFar = copyTask(log.task);
  let task: Task | undefined;
  const turn: Turn = {
    ...input,
    message: copyJson(input.message),
    get task() {
      task ??= copyJson(soFar);
      return task;
    },
    inbox: { [Symbol.asyncIterator]: () => messagesOf(inbox) },
    contextTaskCount: countTasks,
    async referenceTasks() {
      const found = await Promise.all((input.message.referenceTaskIds ?? []).map(loadTask));
      return found.filter((each) => each !== undefined);
    },
    signal: abort.signal,
  };
  const ids: TurnIds = { taskId: key.id, contextId, outputId: makeId(), outputBegun: false, makeId, now };
  return { turn, ids, inbox, abort, stopped: undefined, isOver: false };
}

/** What an agent yields in a turn, whichever of the two forms it is written in. */
export function yieldsOf(definition: AgentDefinition, turn: Turn): AsyncIterable<Yield> {
  const running = definition.run(turn);
  return Symbol.asyncIterator in running ? running : once(running);
}

async function* once(running: OneYield): AsyncGenerator<Yield, void> {
  const only = await running;
  if (only !== undefined && only !== null) yield only;
}

async function* messagesOf(inbox: Inbox<TurnInput>): AsyncGenerator<Turn["message"], void> {
  for await (const { message } of inbox.read()) yield copyJson(message);
}

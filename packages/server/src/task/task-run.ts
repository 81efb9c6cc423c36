import type { Message, Struct, Task } from "@a2a/core";
import { copyTask } from "@a2a/core";
import type { AgentDefinition, OneYield, Turn, Yield } from "../agent/agent.js";
import { copyJson } from "../agent/copy-json.js";
import { Inbox } from "../agent/inbox.js";
import type { TurnInput } from "../agent/turn-input.js";
import { LazyAbort } from "../lazy-abort.js";
import type { TaskLog } from "./task-log.js";
import type { TurnIds } from "./yield-to-event.js";

/** Why a turn is stopped before it ends by itself. */
export type StopReason = "cancel" | "deadline" | "shutdown";

/** One turn being worked on. */
export interface TaskRun {
  readonly input: TurnInput;
  readonly turn: Turn;
  readonly ids: TurnIds;
  readonly inbox: Inbox<TurnInput>;
  readonly abort: LazyAbort;
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
export function createRun(log: TaskLog, input: TurnInput, options: RunOptions): TaskRun {
  const { waiting, makeId, now } = options;
  const inbox = new Inbox<TurnInput>(waiting);
  const abort = new LazyAbort();
  const { key, contextId } = log.of;
  const turn = new RunningTurn(input, copyTask(log.task), { inbox, abort, options });
  const ids: TurnIds = { taskId: key.id, contextId, outputId: undefined, makeId, now };
  return { input, turn, ids, inbox, abort, stopped: undefined, isOver: false };
}

/** Tells a turn to stop. @returns false where it is over, or was told before */
export function stopRun(run: TaskRun, reason: StopReason): boolean {
  if (run.isOver || run.stopped) return false;
  run.stopped = reason;
  run.abort.abort(`the turn was stopped: ${reason}`);
  // An agent that waits for messages is not kept waiting. What was not read is in the history, and no turn follows.
  run.inbox.close();
  return true;
}

/** What an agent is given is its own: changing it changes neither the log nor what others read. What it does not look at is not made. */
class RunningTurn implements Turn {
  readonly text: string;
  readonly caller: Turn["caller"];
  readonly extensions: Turn["extensions"];
  readonly parameters: Turn["parameters"];
  declare readonly tenant?: string;
  declare readonly metadata?: Struct;
  declare readonly wanted?: NonNullable<Turn["wanted"]>;
  declare readonly acceptedOutputModes?: readonly string[];
  declare readonly trace?: NonNullable<Turn["trace"]>;
  readonly #input: TurnInput;
  #soFar: Task | undefined;
  readonly #of: { readonly inbox: Inbox<TurnInput>; readonly abort: LazyAbort; readonly options: RunOptions };
  // Not methods: agents take them out of the turn.
  readonly contextTaskCount: Turn["contextTaskCount"];
  readonly referenceTasks: Turn["referenceTasks"];
  #message: Message | undefined;
  #task: Task | undefined;

  constructor(
    input: TurnInput,
    soFar: Task,
    of: { readonly inbox: Inbox<TurnInput>; readonly abort: LazyAbort; readonly options: RunOptions },
  ) {
    const { tenant, metadata, wanted, acceptedOutputModes, trace } = input;
    this.text = input.text;
    this.caller = input.caller;
    this.extensions = input.extensions;
    this.parameters = input.parameters;
    if (tenant !== undefined) this.tenant = tenant;
    if (metadata) this.metadata = metadata;
    if (wanted) this.wanted = wanted;
    if (acceptedOutputModes) this.acceptedOutputModes = acceptedOutputModes;
    if (trace) this.trace = trace;
    this.#input = input;
    this.#soFar = soFar;
    this.#of = of;
    this.contextTaskCount = of.options.countTasks;
    this.referenceTasks = async () => {
      const found = await Promise.all((input.message.referenceTaskIds ?? []).map(of.options.loadTask));
      return found.filter((each) => each !== undefined).map(copyJson);
    };
  }

  get message(): Message {
    this.#message ??= copyJson(this.#input.message);
    return this.#message;
  }

  get task(): Task {
    if (this.#task) return this.#task;
    const task = copyJson(this.#soFar);
    if (!task) throw new TypeError("a turn has a task");
    this.#task = task;
    this.#soFar = undefined;
    return task;
  }

  get signal(): AbortSignal {
    return this.#of.abort.signal;
  }

  get inbox(): AsyncIterable<Message> {
    return { [Symbol.asyncIterator]: () => messagesOf(this.#of.inbox) };
  }
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

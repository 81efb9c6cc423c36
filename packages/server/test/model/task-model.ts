import type { TaskState } from "@a2a/core";
import { isTerminal } from "@a2a/core";
import type { LogEntry } from "@a2a/server";
import type { Effect, Shown } from "./agent-step.js";
import { effectOf, isLastWord, isOwnWord } from "./agent-step.js";
import type { Outline, StatusOutline } from "./outline.js";
import { artifactLine, entryLine, lineOf, outlineOf, statusLine } from "./outline.js";
import type { Deed, TurnRecord } from "./scripted-agent.js";

/** What is known of a task besides its log. */
export interface Known {
  readonly taskId: string;
  readonly firstMessage: string;
  /** The client wanted the task at once, so that it is stored before the agent has done anything. */
  readonly isAtOnce: boolean;
  /** What the agent did for it. */
  readonly turns: readonly TurnRecord[];
  /** How long the log was when each cancel of it was sent. */
  readonly cancels: readonly number[];
}

interface ModelTurn {
  readonly record: TurnRecord;
  /** Messages in its inbox, the read ones too. */
  readonly inbox: string[];
  /** Deeds of the agent that the log has shown. */
  shown: number;
  outputId?: string;
}

/**
 * The model of a task. A log is a task's if each of its entries has a cause and each cause its entries:
 * - a message of a client is a working status; where no turn runs it begins one, else it is in the inbox;
 * - what the agent does is an artifact or a status, with a working status before an artifact of a task that does not work;
 * - a deed that ends the turn: the first message in its inbox that was not read begins the next, unless the task is over;
 * - a cancel is a canceled status: at once where no turn runs, else where the turn would end without a last word, or whenever its time is up.
 */
export class TaskModel {
  readonly #log: readonly LogEntry[];
  readonly #known: Known;
  readonly #history: string[] = [];
  readonly #artifacts = new Map<string, string[]>();
  #state: TaskState | undefined;
  #words: string | undefined;
  #turn: ModelTurn | undefined;
  #turns = 0;
  #at = 0;

  constructor(log: readonly LogEntry[], known: Known) {
    this.#log = log;
    this.#known = known;
  }

  /**
   * Walks the log.
   *
   * @throws Error where an entry has no cause or a cause no entry
   */
  explain(): void {
    const { isAtOnce, turns, firstMessage } = this.#known;
    if (isAtOnce) this.#create("TASK_STATE_SUBMITTED");
    if (isAtOnce || turns.length > 0) this.#begin(firstMessage, []);
    for (let entry = this.#log[this.#at]; entry; entry = this.#log[this.#at]) this.#explain(entry);
    if (turns.length !== this.#turns) throw new Error(`${turns.length} turns began, not ${this.#turns}`);
    if (this.#isReply()) this.#turn = undefined;
    this.#assertShown(this.#turn);
  }

  /** The task that the log has to make. */
  get outline(): Outline {
    return { state: this.#state, words: this.#words, history: this.#history, artifacts: this.#artifacts };
  }

  /** Whether the agent is working on a message. */
  get isRunning(): boolean {
    return this.#turn !== undefined;
  }

  #explain(entry: LogEntry): void {
    if (this.#state && isTerminal(this.#state)) throw new Error(`after the end of the task comes ${entryLine(entry)}`);
    if (entry.received) this.#receive(entry.received.messageId);
    else if ("statusUpdate" in entry.event && entry.event.statusUpdate.status.state === "TASK_STATE_CANCELED") this.#cancel();
    else this.#doNext(entry);
  }

  #receive(messageId: string): void {
    this.#status({ state: "TASK_STATE_WORKING", received: messageId });
    if (this.#turn) this.#turn.inbox.push(messageId);
    else this.#begin(messageId, []);
  }

  /** A stopped turn that would end without a last word is canceled instead. Of what it does once its time is up, one thing, nothing is heard. */
  #cancel(): void {
    if (!this.#known.cancels.some((length) => length <= this.#at)) throw new Error("the task is canceled, and nobody had asked for that");
    const [unheard, ...more] = this.#turn?.record.deeds.slice(this.#turn.shown) ?? [];
    const isRight = !unheard || unheard.isTooLate || (endsTurn(unheard) && !isLastWord(unheard.step));
    if (!isRight || more.length > 0) throw new Error(`${unheard?.step} ${unheard?.text} is not in the log before the cancel`);
    this.#status({ state: "TASK_STATE_CANCELED", ends: true });
    this.#turn = undefined;
  }

  #doNext(entry: LogEntry): void {
    const turn = this.#turn;
    const deed = turn?.record.deeds[turn.shown];
    if (!turn || !deed) throw new Error(`nothing has caused ${entryLine(entry)}`);
    turn.shown += 1;
    const effect = effectOf(deed.step);
    if (this.#at === 0) this.#createFor(deed.step, effect);
    else if (effect.kind === "artifact" && this.#state !== "TASK_STATE_WORKING") this.#status({ state: "TASK_STATE_WORKING" });
    if (effect.kind === "artifact") this.#makeChunk(turn, deed.text, effect);
    else this.#say(turn, deed, effect);
  }

  /** A task that begins with a word of its agent's about its state is not working yet. */
  #createFor(step: Shown, { kind }: Effect): void {
    if (step === "message") throw new Error("a direct reply is in the log");
    this.#create(kind === "status" && isOwnWord(step) ? "TASK_STATE_SUBMITTED" : "TASK_STATE_WORKING");
  }

  #say(turn: ModelTurn, { step, text, isLate }: Deed, { state, words, ends }: Effect & { kind: "status" }): void {
    if (isLate && ends && !isLastWord(step)) throw new Error(`a turn that was told to stop is not canceled, but ${step}`);
    this.#status({ state, words: { own: text, none: undefined, "The agent failed.": words }[words], ends });
    if (ends) this.#end(turn);
  }

  #makeChunk(turn: ModelTurn, text: string, { of, append: wantsAppend = false, last = false }: Effect & { kind: "artifact" }): void {
    const append = of === "a" ? wantsAppend : turn.outputId !== undefined;
    if (of === "output") turn.outputId ??= this.#newArtifactId();
    const id = of === "a" ? of : (turn.outputId ?? "");
    this.#artifacts.set(id, [...((append && this.#artifacts.get(id)) || []), text]);
    this.#take(artifactLine(this.#known.taskId, { id, text, append, last }));
  }

  #end(turn: ModelTurn): void {
    this.#assertShown(turn);
    this.#turn = undefined;
    const [next, ...waiting] = turn.inbox.slice(turn.record.read.length);
    if (next === undefined || !this.#state || isTerminal(this.#state)) return;
    this.#status({ state: "TASK_STATE_WORKING" });
    this.#begin(next, waiting);
  }

  #begin(messageId: string, inbox: string[]): void {
    const record = this.#known.turns[this.#turns];
    if (record?.messageId !== messageId) throw new Error(`${messageId} begins no turn, but ${record?.messageId ?? "nothing"} does`);
    const given = lineOf(outlineOf(record.task));
    const wanted = lineOf(this.outline);
    if (this.#at > 0 && given !== wanted) throw new Error(`the turn of ${messageId} was given ${given} instead of ${wanted}`);
    this.#turns += 1;
    this.#turn = { record, inbox, shown: 0 };
  }

  #create(state: TaskState): void {
    this.#state = state;
    this.#history.push(this.#known.firstMessage);
    this.#take(`${this.#known.taskId}: task ${lineOf(this.outline)}`);
  }

  #status(status: StatusOutline): void {
    const said = [this.#words, status.received].filter((words) => words !== undefined);
    this.#history.push(...said);
    this.#state = status.state;
    this.#words = status.words;
    this.#take(statusLine(this.#known.taskId, status));
  }

  /** The server chooses the id of a turn's default artifact: any that the task has not had. */
  #newArtifactId(): string {
    const event = this.#log[this.#at]?.event;
    const id = event && "artifactUpdate" in event ? event.artifactUpdate.artifact.artifactId : "";
    return this.#artifacts.has(id) ? "an artifact of its own" : id;
  }

  #take(wanted: string): void {
    const entry = this.#log[this.#at];
    const is = entry ? entryLine(entry) : "missing";
    if (is !== wanted) throw new Error(`entry ${this.#at + 1} is\n  ${is}\ninstead of\n  ${wanted}`);
    this.#at += 1;
  }

  /** Whether the agent has answered without a task. */
  #isReply(): boolean {
    const deeds = this.#turn?.record.deeds ?? [];
    return this.#at === 0 && deeds.length === 1 && deeds[0]?.step === "message";
  }

  #assertShown(turn: ModelTurn | undefined): void {
    const lost = turn?.record.deeds[turn.shown];
    if (lost) throw new Error(`${lost.step} ${lost.text} is not in the log`);
    if (turn) assertPrefix(turn.record.read, turn.inbox);
  }
}

function endsTurn({ step }: Deed): boolean {
  const effect = effectOf(step);
  return effect.kind === "status" && effect.ends;
}

function assertPrefix(read: readonly string[], inbox: readonly string[]): void {
  const isRead = read.every((messageId, at) => inbox[at] === messageId);
  if (!isRead) throw new Error(`an agent read ${read.join(", ")} from an inbox with ${inbox.join(", ")}`);
}

// A client made by hand, which knows versions and bindings by their subject alone.

import type { Message, Part, StreamResponse, TaskState } from "@a2a/core";
import type { Operation, ParamsOf } from "@a2a/core/internal";
import type { Exchange } from "./meaning.js";
import { createEventReader, isStreaming, meaningOf } from "./meaning.js";
import type { Answer, Road, Subject, WireRequest } from "./road.js";

/** How messages are sent. */
export type Mode = "send" | "stream";

/** Told of each state that a task is seen in. */
export type OnState = (taskId: string, state: TaskState) => void;

/** How a request is made beside its params. */
export interface AskOptions {
  readonly headers?: WireRequest["headers"];
  /** Told of each event or task in the answer. */
  readonly onState?: OnState;
  /** Changes what the dialect has written, to what it would not write. */
  readonly spoil?: (wire: Members) => Members;
}

/** An object of which nothing is known. */
export type Members = Readonly<Record<string, unknown>>;

let callers = 0;

/** Holds one conversation, in a context of its own, and notes everything that comes of it. */
export class Caller {
  readonly exchanges: Exchange[] = [];
  readonly subject: Subject;
  readonly mode: Mode;
  /** Of the first task that was seen. */
  taskId: string | undefined;
  readonly #road: Road;
  readonly #name: string;
  #messages = 0;

  constructor(subject: Subject, mode: Mode, road: Road) {
    callers += 1;
    this.subject = subject;
    this.mode = mode;
    this.#road = road;
    this.#name = String(callers);
  }

  /** A message in the context of this conversation. */
  message(parts: readonly Part[], own: { readonly taskId?: string } = {}): Message {
    this.#messages += 1;
    const messageId = `message-${this.#name}-${this.#messages}`;
    return { messageId, role: "ROLE_USER", parts: [...parts], contextId: this.contextId, ...own };
  }

  get contextId(): string {
    return `context-${this.#name}`;
  }

  /** Sends a message as the mode says, and reads its answer to the end. A client that names the tasks that it starts names one. */
  async say(parts: readonly Part[], { taskId, ...options }: AskOptions & { readonly taskId?: string } = {}): Promise<void> {
    const isNamed = taskId !== undefined || this.subject.dialect.rules.clientTaskIds;
    const message = this.message(parts, isNamed ? { taskId: taskId ?? `task-${this.#name}-${this.#messages}` } : {});
    await this.ask(this.mode === "stream" ? "SendStreamingMessage" : "SendMessage", { message }, options);
  }

  /** Asks for anything, and reads the answer to its end. */
  async ask<O extends Operation>(
    operation: O,
    params: ParamsOf<O>,
    { headers = {}, onState = () => undefined, spoil = (wire) => wire }: AskOptions = {},
  ): Promise<void> {
    // safe: params are objects in every version
    const written = this.subject.dialect.encodeParams(operation, params) as Members;
    const answers: Answer[] = [];
    const exchange: Exchange = { operation, params, contextId: this.contextId, wire: spoil(written), answers };
    this.exchanges.push(exchange);
    const read = isStreaming(operation) ? createEventReader(this.subject.dialect, exchange, "own") : undefined;
    for await (const answer of this.#road.ask({ operation, wire: exchange.wire, headers })) {
      answers.push(answer);
      if (read && !answer.error) for (const event of read(answer).events) this.#note(event, onState);
    }
    if (!read) for (const event of meaningOf(this.subject.dialect, exchange, "own").events) this.#note(event, onState);
  }

  #note({ task, statusUpdate }: StreamResponse, onState: OnState): void {
    const [id, state] = [task?.id ?? statusUpdate?.taskId, (task ?? statusUpdate)?.status.state];
    this.taskId ??= id;
    if (id !== undefined && state !== undefined) onState(id, state);
  }
}

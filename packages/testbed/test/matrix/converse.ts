// A conversation with the testbed in one version, from bytes to bytes, and what its answers mean.

import type { ErrorName, Message, Part, StreamResponse, Task, TaskState } from "@a2a/core";
import { isInterrupted, isTerminal } from "@a2a/core";
import type { Dialect, Operation, ParamsOf } from "@a2a/core/internal";
import { createA2AHandler } from "@a2a/server";
import { createTestbed } from "../../src/index.js";
import type { Row, Then } from "./rows.js";

/** How messages are sent. */
export type Mode = "send" | "stream";

/** Who reads the answers: a client of this repository, or one that does not know what it makes of metadata. */
export type Reader = "own" | "foreign";

/** One JSON-RPC response or event as it came, and what asked for it. */
export interface Heard {
  readonly operation: Operation;
  /** The params that were sent. */
  readonly params: unknown;
  readonly response: Response;
}

/** A JSON-RPC response, parsed. */
export interface Response {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** What a request is answered with, in the domain model. */
export interface Meaning {
  readonly events: readonly StreamResponse[];
  readonly error?: { readonly code: ErrorName; readonly status: number };
}

/** A conversation as one version has it. */
export interface Conversation {
  /** What the first message is answered with, what is done then, and the task with its history afterwards. */
  readonly meanings: readonly Meaning[];
  /** Everything that came over the wire. */
  readonly heard: readonly Heard[];
  /** Of each stream, which of its events said that nothing follows. */
  readonly lasts: readonly (readonly boolean[])[];
}

const url = "http://testbed.test/";
const contextId = "context-1";

/** The time, which stands still. */
export function now(): Date {
  return new Date("2026-01-31T12:00:00.000Z");
}

/** What a conversation is about, and how it is held. */
export interface Asked {
  readonly row: Row;
  readonly mode: Mode;
  readonly reader: Reader;
}

/** Holds a conversation with a testbed of its own. */
export async function converse(dialect: Dialect, { row: { say, then }, mode, reader }: Asked): Promise<Conversation> {
  const testbed = createTestbed();
  const handler = createA2AHandler(testbed, { ...testbed.options, now });
  const caller = new Caller(dialect, { mode, reader }, handler.fetch);
  try {
    // A client of 0.1 names the task that it starts.
    const own = dialect.rules.clientTaskIds ? { taskId: "task-1" } : {};
    let following: Promise<Meaning> | undefined;
    const first = await caller.send(say, own, (taskId, state) => {
      if (!then || following || !isReached[then.when](state)) return;
      following = then.does === "cancel" ? caller.call("CancelTask", { id: taskId }) : caller.send(then.does, { taskId });
    });
    const meanings = [first, ...(following ? [await following] : [])];
    if (caller.taskId !== undefined) meanings.push(await caller.call("GetTask", { id: caller.taskId, historyLength: 100 }));
    return { meanings, heard: caller.heard, lasts: caller.lasts };
  } finally {
    await handler.close();
  }
}

const isReached: Readonly<Record<Then["when"], (state: TaskState) => boolean>> = {
  working: (state) => state === "TASK_STATE_WORKING",
  waiting: isInterrupted,
  over: isTerminal,
};

type OnState = (taskId: string, state: TaskState) => void;

class Caller {
  readonly heard: Heard[] = [];
  readonly lasts: boolean[][] = [];
  taskId: string | undefined;
  readonly #dialect: Dialect;
  readonly #mode: Mode;
  readonly #read: (wire: unknown) => unknown;
  readonly #fetch: (request: Request) => Promise<globalThis.Response>;
  #messages = 0;

  constructor(
    dialect: Dialect,
    { mode, reader }: Pick<Asked, "mode" | "reader">,
    fetch: (request: Request) => Promise<globalThis.Response>,
  ) {
    this.#dialect = dialect;
    this.#mode = mode;
    this.#read = reader === "own" ? (wire) => wire : withoutOurs;
    this.#fetch = fetch;
  }

  /** Sends a message, and reads its answer to the end. */
  async send(parts: readonly Part[], own: { readonly taskId?: string }, onState: OnState = () => undefined): Promise<Meaning> {
    this.#messages += 1;
    const message: Message = { messageId: `message-${this.#messages}`, role: "ROLE_USER", parts: [...parts], contextId, ...own };
    if (this.#mode === "stream") return this.#stream({ message }, onState);
    const meaning = await this.call("SendMessage", { message });
    for (const event of meaning.events) this.#note(event, onState);
    return meaning;
  }

  async call<O extends "SendMessage" | "CancelTask" | "GetTask">(operation: O, params: ParamsOf<O>): Promise<Meaning> {
    const { response, status, wire } = await this.#post(operation, params);
    const body: Response = JSON.parse(await response.text());
    this.heard.push({ operation, params: wire, response: body });
    if (body.error) return { events: [], error: { code: this.#dialect.decodeError(body.error).code, status } };
    const decoded = this.#dialect.decodeResult(operation, this.#read(body.result), params);
    if (!decoded.ok) throw new TypeError(`no ${operation} result: ${JSON.stringify(decoded.problem)}`);
    // safe: the other two answer with a task
    const value = decoded.value as StreamResponse | Task;
    return { events: ["status" in value ? { task: value } : value] };
  }

  async #stream(params: ParamsOf<"SendStreamingMessage">, onState: OnState): Promise<Meaning> {
    const operation = "SendStreamingMessage";
    const { response, status, wire } = await this.#post(operation, params);
    const decode = this.#dialect.createEventDecoder({ contextId });
    const events: StreamResponse[] = [];
    const lasts: boolean[] = [];
    for await (const body of bodiesOf(response)) {
      this.heard.push({ operation, params: wire, response: body });
      if (body.error) return { events, error: { code: this.#dialect.decodeError(body.error).code, status } };
      const decoded = decode(this.#read(body.result));
      if (!decoded.ok) throw new TypeError(`no event: ${JSON.stringify(decoded.problem)}`);
      lasts.push(decoded.value.isLast);
      for (const event of decoded.value.events) {
        events.push(event);
        this.#note(event, onState);
      }
    }
    // A direct reply is alone anyway, and has no member to say so.
    if (!events[0]?.message) this.lasts.push(lasts);
    return { events };
  }

  #note({ task, statusUpdate }: StreamResponse, onState: OnState): void {
    const [id, state] = [task?.id ?? statusUpdate?.taskId, (task ?? statusUpdate)?.status.state];
    this.taskId ??= id;
    if (id !== undefined && state !== undefined) onState(id, state);
  }

  async #post<O extends Operation>(
    operation: O,
    params: ParamsOf<O>,
  ): Promise<{ readonly response: globalThis.Response; readonly status: number; readonly wire: unknown }> {
    const { version, headers: names } = this.#dialect;
    const wire = this.#dialect.encodeParams(operation, params);
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: this.#dialect.methodOf(operation), params: wire });
    // Clients of earlier versions do not say theirs.
    const hint: Record<string, string> = version === "1.0" && names.version ? { [names.version]: version } : {};
    const headers = { "content-type": "application/json", ...hint };
    const response = await this.#fetch(new Request(url, { method: "POST", headers, body }));
    return { response, status: response.status, wire };
  }
}

/** The JSON-RPC responses of an answer: of a stream the data of its events, else the only one. */
async function* bodiesOf(response: globalThis.Response): AsyncGenerator<Response, void> {
  if (response.headers.get("content-type") !== "text/event-stream") return yield JSON.parse(await response.text());
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece, { stream: true });
    const events = text.split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) {
      const [, json] = /^data: (.*)$/m.exec(event) ?? [];
      if (json !== undefined) yield JSON.parse(json);
    }
  }
}

// What the dialects carry in metadata for their own kind: README of @a2a/core.
const ours = ["a2a_carried", "a2a_state", "a2a_compat", "data_part_compat"];

/** A value as it is to whom our keys of metadata say nothing. */
function withoutOurs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutOurs);
  if (typeof value !== "object" || value === null) return value;
  const others = Object.entries(value)
    .filter(([name]) => !ours.includes(name))
    .map(([name, member]) => [name, withoutOurs(member)] as const);
  return Object.fromEntries(others.filter(([name, member]) => name !== "metadata" || JSON.stringify(member) !== "{}"));
}

import type { Answered } from "../rpc.js";
import { answered, send } from "../rpc.js";
import type { Served } from "../subjects.js";
import type { OnStop } from "./agent-step.js";

/** What a client can ask for. A message is sent for its end, for an answer at once, or for a stream. */
export type CallKind = "send" | "send at once" | "stream" | "cancel" | "subscribe" | "get";

/** A task as its clients know it. */
export interface ClientTask {
  readonly name: string;
  readonly firstMessage: string;
  readonly isAtOnce: boolean;
  readonly onStop: OnStop;
  /** Known when the agent has begun with it. */
  id: string | undefined;
}

/** One event of a stream, and how long the log was when it was read. */
export interface Seen {
  readonly number: number | undefined;
  readonly json: string;
  readonly length: number;
}

/** What a client asks. */
export interface Ask {
  readonly name: string;
  readonly kind: CallKind;
  readonly task: ClientTask;
  readonly params: object;
  readonly messageId?: string;
  /** The message was sent before: what became of it then is what becomes of it now. */
  readonly isAgain?: boolean;
  /** How long the log was when its message was first sent, where it was sent before. */
  readonly firstFrom?: number;
  /** The number of the last event that the client has, where it comes back. */
  readonly cursor?: number;
  /** It reads its stream when it is let, not as fast as it can. */
  readonly isSlow?: boolean;
}

/** How a client goes away. */
export type Leaving = "aborts its request" | "cancels its stream";

/** One request of a client, and what it got for it. */
export interface ClientCall extends Ask {
  /** How long the log was when it was sent. */
  readonly from: number;
  /** How long the log was when it had been answered in full; undefined before. */
  readonly to: number | undefined;
  readonly answer: Answered | undefined;
  readonly events: readonly Seen[];
  readonly hasLeft: boolean;
  /** What broke on the client's side. */
  readonly failure: unknown;
  leave(how: Leaving): void;
}

/** What calls are made with. */
export interface Line {
  readonly served: Served;
  lengthOf(task: ClientTask): number;
  tick(what: string): Promise<unknown>;
  tell(what: string): void;
}

const methods: Readonly<Record<CallKind, string>> = {
  send: "SendMessage",
  "send at once": "SendMessage",
  stream: "SendStreamingMessage",
  cancel: "CancelTask",
  subscribe: "SubscribeToTask",
  get: "GetTask",
};

/** Sends a request, whose answer comes in its own time. */
export function startCall(line: Line, ask: Ask): ClientCall {
  const { name, kind, task, params, cursor, isSlow = false } = ask;
  const leaving = new AbortController();
  const events: Seen[] = [];
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  let answer: Answered | undefined;
  let failure: unknown;
  let to: number | undefined;
  let hasLeft = false;

  async function read(body: ReadableStream<Uint8Array>): Promise<void> {
    reader = body.getReader();
    const decoder = new TextDecoder();
    for (let rest = ""; ; ) {
      if (isSlow) await line.tick(`${name} reads`);
      const { done, value } = hasLeft ? { done: true } : await reader.read();
      if (hasLeft || done) return;
      const blocks = (rest + decoder.decode(value, { stream: true })).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const seen = seenIn(block, line.lengthOf(task));
        events.push(seen);
        line.tell(`${name} sees ${seen.number ?? "an event without a number"}`);
      }
    }
  }

  async function run(): Promise<void> {
    const headers = cursor === undefined ? {} : { "last-event-id": `${cursor}` };
    const response = await send(line.served, methods[kind], params, { id: name, headers, signal: leaving.signal });
    const isJson = response.headers.get("content-type") === "application/json";
    if (isJson) answer = await answered(response);
    else if (response.body) await read(response.body);
    if (isJson) line.tell(`${name} is answered ${answer?.error ? answer.error.code : ""}`);
    else line.tell(`${name} is over`);
  }

  void run()
    .catch((error: unknown) => {
      failure = error;
    })
    .finally(() => {
      to = line.lengthOf(task);
    });
  return {
    ...ask,
    from: line.lengthOf(task),
    events,
    get to() {
      return to;
    },
    get answer() {
      return answer;
    },
    get hasLeft() {
      return hasLeft;
    },
    get failure() {
      return failure;
    },
    leave(how) {
      hasLeft = true;
      line.tell(`${name} ${how}`);
      if (reader && how === "cancels its stream") void reader.cancel();
      else leaving.abort();
    },
  };
}

function seenIn(block: string, length: number): Seen {
  const number = /^id: (.*)$/m.exec(block)?.[1];
  const { result } = JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? "null");
  return { number: number === undefined ? undefined : Number(number), json: JSON.stringify(result), length };
}

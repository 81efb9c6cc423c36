import type { Message, StreamResponse, Task, TaskState } from "@a2a/core";
import { isListTasksResponse, isStreamResponse, isTask, validate } from "@a2a/core";
import { expect } from "vitest";
import type { Served } from "./subjects.js";

/** What came back for a JSON-RPC request. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly id: unknown;
  readonly result: unknown;
  readonly error: RpcFault | undefined;
}

/** The error of a response. */
export interface RpcFault {
  readonly code: number;
  readonly message: string;
  readonly data?: readonly Readonly<Record<string, unknown>>[];
}

/** One event as it came over the wire. */
export interface Received {
  readonly raw: string;
  readonly id: string | undefined;
  readonly event: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What a request may say beside its method and params. */
export interface RpcOptions {
  readonly id?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

const json = { "content-type": "application/json", "a2a-version": "1.0" };
let lastMessage = 0;

/** A client's message with an id of its own. */
export function say(text: string, more: Partial<Message> = {}): Message {
  lastMessage += 1;
  return { messageId: `message-${lastMessage}`, role: "ROLE_USER", parts: [{ text }], ...more };
}

/** Posts a body as it is and reads the answer, which has to be JSON. */
export async function post(
  served: Served,
  body: BodyInit | null,
  headers: Readonly<Record<string, string>> = json,
  path = "/",
): Promise<Answered> {
  return answered(await served.fetch(path, { method: "POST", headers, body, duplex: "half" }));
}

/** Calls a method that answers once. */
export async function call(served: Served, method: string, params: unknown, options: RpcOptions = {}): Promise<Answered> {
  return answered(await send(served, method, params, options));
}

/** Reads an answer, which has to be JSON. */
export async function answered(response: Response): Promise<Answered> {
  const text = await response.text();
  expect(response.headers.get("content-type")).toBe("application/json");
  const { id, result, error, jsonrpc } = JSON.parse(text);
  if (jsonrpc !== undefined) expect(jsonrpc).toBe("2.0");
  return { status: response.status, headers: response.headers, text, id, result, error };
}

/** Sends a message and waits for the task that it ends with. */
export async function sendFor(served: Served, message: Message, configuration: object = {}, options: RpcOptions = {}): Promise<Task> {
  const { result, text } = await call(served, "SendMessage", { message, configuration }, options);
  return taskOf(result !== null && typeof result === "object" && "task" in result ? result.task : text);
}

/** Asks for a task. */
export async function getTask(served: Served, id: string, options: RpcOptions & { readonly historyLength?: number } = {}): Promise<Task> {
  const { historyLength, ...rest } = options;
  return taskOf((await call(served, "GetTask", { id, ...(historyLength !== undefined && { historyLength }) }, rest)).result);
}

/** How many tasks the caller has. */
export async function countTasks(served: Served, options: RpcOptions = {}): Promise<number> {
  const listed = validate(isListTasksResponse, (await call(served, "ListTasks", {}, options)).result);
  if (!listed.ok) throw new TypeError(`not a page: ${listed.problem.pointer}`);
  return listed.value.totalSize;
}

/** A value that has to be a task. */
export function taskOf(value: unknown): Task {
  const outcome = validate(isTask, value);
  if (!outcome.ok) throw new TypeError(`not a task: ${outcome.problem.pointer} of ${JSON.stringify(value)}`);
  return outcome.value;
}

/** Calls a method that streams; the answer may be a refusal in JSON. */
export function send(served: Served, method: string, params: unknown, { id = 1, headers, signal }: RpcOptions = {}): Promise<Response> {
  return served.fetch("/", {
    method: "POST",
    headers: { ...json, ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", id, method, params }),
    ...(signal && { signal }),
  });
}

/** Reads a stream of events, one at a time; comments are left out. */
export async function* eventsOf(response: Response): AsyncGenerator<Received, void> {
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  for await (const block of blocksOf(response)) if (!block.startsWith(":")) yield receivedOf(block);
}

/** Reads what stands between blank lines, comments included. */
export async function* blocksOf(response: Response): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let rest = "";
  if (!response.body) throw new TypeError("no body");
  for await (const chunk of response.body) {
    rest += decoder.decode(chunk, { stream: true });
    const blocks = rest.split("\n\n");
    rest = blocks.pop() ?? "";
    yield* blocks;
  }
  expect(rest).toBe("");
}

/** All events of a stream that ends by itself. */
export async function allEvents(response: Response): Promise<Received[]> {
  const events: Received[] = [];
  for await (const event of eventsOf(response)) events.push(event);
  return events;
}

/** The event inside a streamed response. */
export function streamed({ data }: Received): StreamResponse {
  const outcome = validate(isStreamResponse, data.result);
  if (!outcome.ok) throw new TypeError(`not an event: ${outcome.problem.pointer} of ${JSON.stringify(data)}`);
  return outcome.value;
}

/** An event in few words: `task SUBMITTED`, `artifact text`, `status WORKING`. */
export function brief(event: StreamResponse): string {
  if (event.task) return `task ${stateName(event.task.status.state)}`;
  if (event.message) return `message ${event.message.parts.map(({ text }) => text).join("")}`;
  if (event.statusUpdate) return `status ${stateName(event.statusUpdate.status.state)}`;
  return `artifact ${event.artifactUpdate?.artifact.parts.map(({ text }) => text).join("")}`;
}

function stateName(state: TaskState): string {
  return state.replace("TASK_STATE_", "");
}

function receivedOf(raw: string): Received {
  const lines = raw.split("\n").map((line) => /^(\w+): (.*)$/.exec(line));
  const field = (name: string): string | undefined => lines.find((line) => line?.[1] === name)?.[2];
  return { raw, id: field("id"), event: field("event"), data: JSON.parse(field("data") ?? "null") };
}

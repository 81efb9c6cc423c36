import type { Client, SendOptions } from "@a2a/client";
import { connect } from "@a2a/client";
import type { Artifact, Message, Part, StreamResponse, Task } from "@a2a/core";
import { applyEvent, copyTask, fromBase64, message } from "@a2a/core";
import { createA2AHandler } from "@a2a/server";
import { onTestFinished } from "vitest";
import type { TestbedOptions } from "../src/index.js";
import { createTestbed } from "../src/index.js";

/** A testbed without a network, and the way to its clients. */
export interface Opened {
  connect(headers?: Readonly<Record<string, string>>): Promise<Client>;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Calls a method by hand, and answers with the whole response. */
  call(method: string, params: unknown, headers?: Readonly<Record<string, string>>): Promise<CalledByHand>;
}

/** What came back for a call by hand. */
export interface CalledByHand {
  readonly status: number;
  readonly result?: unknown;
  readonly error?: { readonly code: number };
}

/** Serves a testbed until the test is over. */
export function openTestbed(options: TestbedOptions = {}): Opened {
  const testbed = createTestbed(options);
  const handler = createA2AHandler(testbed, testbed.options);
  onTestFinished(() => handler.close());
  const url = "http://testbed.test";
  return {
    fetch: handler.fetch,
    connect: (headers = {}) => connect(url, { fetch: handler.fetch, headers }),
    async call(method, params, headers = {}) {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
      const json = { "content-type": "application/json", "a2a-version": "1.0" };
      const response = await handler.fetch(new Request(url, { method: "POST", headers: { ...json, ...headers }, body }));
      return { status: response.status, ...(await response.json()) };
    },
  };
}

/** What can be said to a testbed: a text, or a whole message made anew each time. */
export type Say = string | readonly (string | Part)[] | (() => Message);

/** A message with the id that a conformance suite would choose. */
export function withId(prefix: string): () => Message {
  return () => message("Hello", { messageId: `${prefix}-${crypto.randomUUID()}` });
}

/** What is sent for something that is said. */
export function sendable(say: Say): Parameters<Client["send"]>[0] {
  return typeof say === "function" ? say() : say;
}

/** Sends and expects a task. */
export async function sendForTask(client: Client, say: Say, options?: SendOptions): Promise<Task> {
  const answer = await client.send(sendable(say), options);
  if ("status" in answer) return answer;
  throw new TypeError(`a message instead of a task: ${parts(answer.parts)}`);
}

/** What is left of a stream, in short. */
export async function rest(events: AsyncIterable<StreamResponse>): Promise<string[]> {
  const seen: string[] = [];
  for await (const event of events) seen.push(brief(event));
  return seen;
}

/** A whole stream in short, and the task that its events make. */
export async function collect(
  events: AsyncIterable<StreamResponse>,
): Promise<{ readonly events: string[]; readonly task: Task | undefined }> {
  const seen: StreamResponse[] = [];
  for await (const event of events) seen.push(event);
  return { events: seen.map(brief), task: seen.reduce<Task | undefined>(fold, undefined) };
}

/** Reads a stream up to the first event that is `last` in short. */
export async function readUntil(events: AsyncIterator<StreamResponse>, last: string): Promise<StreamResponse> {
  for (let next = await events.next(); !next.done; next = await events.next()) if (brief(next.value) === last) return next.value;
  throw new TypeError(`the stream ended before ${last}`);
}

/** An event in short: `task SUBMITTED`, `WORKING: words`, `artifact out: "text" append last`. */
export function brief({ task, message: reply, statusUpdate, artifactUpdate }: StreamResponse): string {
  if (task) return `task ${status(task.status)}`;
  if (reply) return `message ${parts(reply.parts)}`;
  if (statusUpdate) return status(statusUpdate.status);
  if (!artifactUpdate) throw new TypeError("an event without a member");
  const { artifact, append, lastChunk } = artifactUpdate;
  return [`artifact ${artifactBrief(artifact)}`, append && "append", lastChunk && "last"].filter(Boolean).join(" ");
}

/** A task in short: its status and its artifacts. */
export function outcome(task: Task | undefined): string[] {
  return task ? [status(task.status), ...(task.artifacts ?? []).map(artifactBrief)] : [];
}

function fold(task: Task | undefined, event: StreamResponse): Task | undefined {
  if (event.task) return copyTask(event.task);
  if (event.statusUpdate) return applyEvent(task, { statusUpdate: event.statusUpdate });
  return event.artifactUpdate ? applyEvent(task, { artifactUpdate: event.artifactUpdate }) : task;
}

function status({ state, message: words }: Task["status"]): string {
  return state.replace("TASK_STATE_", "") + (words ? `: ${words.parts.map(({ text }) => text).join("")}` : "");
}

function artifactBrief(artifact: Artifact): string {
  return `${artifact.artifactId}: ${parts(artifact.parts)}`;
}

function parts(all: readonly Part[]): string {
  return all.map(partBrief).join(" + ");
}

function partBrief({ text, data, url, raw, filename, mediaType }: Part): string {
  if (text !== undefined) return JSON.stringify(text);
  const kind = [filename, mediaType].filter(Boolean).join(" ");
  if (raw !== undefined) return `${fromBase64(raw).length} bytes of ${kind}`;
  return url === undefined ? JSON.stringify(data) : `${url} ${kind}`;
}

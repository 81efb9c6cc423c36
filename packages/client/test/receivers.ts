import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import type { Push, PushReceiver, PushReceiverOptions } from "@a2a/client/push-receiver";
import { createPushReceiver } from "@a2a/client/push-receiver";
import { onTestFinished, vi } from "vitest";

/** What the receiver reported. */
export interface Report {
  readonly facts: object;
  readonly message: string;
}

/** A receiver that listens on this machine until the test is over. */
export interface OpenReceiver {
  readonly url: string;
  /** What was handed on, in order. */
  readonly pushes: readonly Push[];
  readonly reports: readonly Report[];
  /** Calls the webhook. */
  post(body: unknown, headers?: Readonly<Record<string, string>>): Promise<Answered>;
  /** Waits until so many notifications were handed on. */
  has(count: number): Promise<readonly Push[]>;
}

/** What a call was answered. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The refusal in the body, in words. */
  readonly detail: string | undefined;
}

export type Options = Partial<PushReceiverOptions>;

/** The two forms of a receiver. */
export const forms = [
  { name: "the fetch form", open: (options: Options = {}) => open(options, inFetchForm) },
  { name: "the node form", open: (options: Options = {}) => open(options, ({ node }) => node) },
] as const;

export const openReceiver = forms[0].open;

/** A status of a task, as 1.0 tells it. */
export function statusOf(state: string, taskId = "t", timestamp: string | undefined = "2026-01-31T12:00:00.000Z"): object {
  return { statusUpdate: { taskId, contextId: "c", status: { state: `TASK_STATE_${state}`, ...(timestamp && { timestamp }) } } };
}

export const token = "a secret of the task";
export const withToken = { "x-a2a-notification-token": token };

/** Listens on this machine until the test is over. */
export async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // safe: it listens on a port
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Calls a webhook and reads the answer. */
export async function post(url: string, body: unknown, headers: Readonly<Record<string, string>> = withToken): Promise<Answered> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return answered(await fetch(url, { method: "POST", headers: { "content-type": "application/a2a+json", ...headers }, body: text }));
}

/** Reads an answer. */
export async function answered(response: Response): Promise<Answered> {
  const text = await response.text();
  const isJson = response.headers.get("content-type") === "application/json";
  const detail = isJson ? JSON.parse(text).error.details[0].metadata.detail : undefined;
  return { status: response.status, headers: response.headers, text, detail };
}

async function open(
  { onPush, ...options }: Options,
  form: (receiver: PushReceiver) => (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<OpenReceiver> {
  const pushes: Push[] = [];
  const reports: Report[] = [];
  const report = (facts: object, message: string): void => void reports.push({ facts, message });
  const hasCheck = options.token ?? options.authentication ?? options.jwt ?? options.unauthenticated;
  const receiver = createPushReceiver({
    logger: { warn: report, error: report },
    ...(hasCheck === undefined && { token }),
    ...options,
    async onPush(push) {
      await onPush?.(push);
      pushes.push(push);
    },
  });
  const url = `${await listen(form(receiver))}/hook`;
  return {
    url,
    pushes,
    reports,
    post: (body, headers) => post(url, body, headers),
    async has(count) {
      await vi.waitFor(() => enough(pushes.length, count), { interval: 2, timeout: 4000 });
      return pushes;
    },
  };
}

function inFetchForm({ fetch }: PushReceiver): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (incoming, outgoing) => {
    const { method = "GET", url = "/" } = incoming;
    // safe: these are headers as they came
    const headers = incoming.headers as Record<string, string>;
    // safe: node's streams are the platform's
    const body = method === "GET" ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>);
    const init: RequestInit & { duplex: "half" } = { method, headers, body, duplex: "half" };
    const response = await fetch(new Request(`http://${incoming.headers.host}${url}`, init));
    outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text());
  };
}

function enough(found: number, wanted: number): void {
  if (found < wanted) throw new Error(`${found} of ${wanted} notifications were handed on`);
}

import type { ErrorName, Part, Struct, Version } from "@a2a/core";
import { dialects } from "@a2a/core/internal/dialects";
import type { Served } from "./subjects.js";

/** What a message says, in the terms of 1.0; where a version has no word for it, it is left out. */
export interface Wish {
  readonly taskId?: string;
  readonly contextId?: string;
  readonly messageId?: string;
  readonly referenceTaskIds?: readonly string[];
  readonly tenant?: string;
  readonly parts?: readonly Part[];
  readonly metadata?: Struct;
  readonly messageMetadata?: Struct;
  readonly acceptedOutputModes?: readonly string[];
  readonly webhook?: { readonly id?: string; readonly url: string };
  readonly headers?: Readonly<Record<string, string>>;
}

/** What was answered: the status of HTTP, the code of JSON-RPC where that was asked, and all of it. */
export interface Said {
  readonly status: number;
  readonly code: number | undefined;
  readonly retryAfter: string | null;
  readonly text: string;
}

/** A way to ask: a version over a binding. */
export interface Road {
  readonly name: string;
  readonly version: Version;
  readonly binding: "JSON-RPC" | "HTTP+JSON";
  send(served: Served, wish: Wish): Promise<Said>;
  /** Asks for a task. */
  get(served: Served, id: string, headers?: Readonly<Record<string, string>>): Promise<Said>;
  /** Cancels one. */
  cancel(served: Served, id: string): Promise<Said>;
  /** Subscribes to one. */
  subscribe(served: Served, id: string): Promise<Said>;
}

let last = 0;
const fresh = (name: string): string => {
  last += 1;
  return `${name}-${last}`;
};

const hi: readonly Part[] = [{ text: "hi" }];

function newest({ taskId, contextId, messageId = fresh("message"), referenceTaskIds, parts = hi, ...wish }: Wish): object {
  const { tenant, metadata, messageMetadata, acceptedOutputModes, webhook } = wish;
  const message = { messageId, role: "ROLE_USER", parts, taskId, contextId, referenceTaskIds, metadata: messageMetadata };
  return { tenant, metadata, message, configuration: { acceptedOutputModes, taskPushNotificationConfig: webhook } };
}

function in03({ taskId, contextId, messageId = fresh("message"), referenceTaskIds, parts = hi, ...wish }: Wish): object {
  const { metadata, messageMetadata, acceptedOutputModes, webhook } = wish;
  const own = parts.map((part) => olderPart(part, "kind"));
  const message = { kind: "message", messageId, role: "user", parts: own, taskId, contextId, referenceTaskIds, metadata: messageMetadata };
  return { metadata, message, configuration: { acceptedOutputModes, pushNotificationConfig: webhook } };
}

function in01({ taskId = fresh("task"), contextId, parts = hi, metadata, messageMetadata, webhook }: Wish): object {
  const message = { role: "user", parts: parts.map((part) => olderPart(part, "type")), metadata: messageMetadata };
  return { id: taskId, sessionId: contextId, message, metadata, pushNotification: webhook };
}

function inProto({ taskId, contextId, messageId = fresh("message"), parts = hi, ...wish }: Wish): object {
  const { metadata, messageMetadata, acceptedOutputModes, webhook } = wish;
  const message = { messageId, role: "ROLE_USER", content: parts.map(protoPart), taskId, contextId, metadata: messageMetadata };
  return { metadata, message, configuration: { acceptedOutputModes, pushNotification: webhook } };
}

function olderPart({ text, raw, url, data, mediaType: mimeType, metadata }: Part, tag: "kind" | "type"): object {
  if (text !== undefined) return { [tag]: "text", text, metadata };
  if (data !== undefined) return { [tag]: "data", data, metadata };
  return { [tag]: "file", file: { bytes: raw, uri: url, mimeType }, metadata };
}

function protoPart({ text, raw, url, data, mediaType, metadata }: Part): object {
  if (text !== undefined) return { text, metadata };
  if (data !== undefined) return { data: { data }, metadata };
  return { file: { fileWithBytes: raw, fileWithUri: url, mimeType: mediaType }, metadata };
}

async function read(response: Response): Promise<Said> {
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json");
  const body = isJson ? JSON.parse(text) : {};
  return { status: response.status, code: body.error?.code, retryAfter: response.headers.get("retry-after"), text };
}

async function rpc(served: Served, version: Version, method: string, params: object, headers = {}): Promise<Said> {
  return read(
    await served.fetch("/", {
      method: "POST",
      headers: { "content-type": "application/json", "a2a-version": version, ...headers },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    }),
  );
}

function rpcRoad(
  version: Version,
  [send, get, cancel, subscribe]: readonly [string, string, string, string],
  write: (wish: Wish) => object,
): Road {
  return {
    name: `${version} over JSON-RPC`,
    version,
    binding: "JSON-RPC",
    send: (served, wish) => rpc(served, version, send, write(wish), wish.headers),
    get: (served, id, headers) => rpc(served, version, get, { id }, headers),
    cancel: (served, id) => rpc(served, version, cancel, { id }),
    subscribe: (served, id) => rpc(served, version, subscribe, { id }),
  };
}

function restRoad(version: Version, prefix: string, write: (wish: Wish) => object): Road {
  const ask = async (served: Served, verb: string, path: string, json?: object, headers = {}): Promise<Said> =>
    read(
      await served.fetch(prefix + path, {
        method: verb,
        headers: { ...(json && { "content-type": "application/json" }), ...headers },
        ...(json && { body: JSON.stringify(json) }),
      }),
    );
  return {
    name: `${version} over HTTP+JSON`,
    version,
    binding: "HTTP+JSON",
    send: (served, wish) => ask(served, "POST", "/message:send", write(wish), wish.headers),
    get: (served, id, headers) => ask(served, "GET", `/tasks/${encodeURIComponent(id)}`, undefined, headers),
    cancel: (served, id) => ask(served, "POST", `/tasks/${encodeURIComponent(id)}:cancel`, {}),
    subscribe: (served, id) => ask(served, "GET", `/tasks/${encodeURIComponent(id)}:subscribe`),
  };
}

const slashed = ["tasks/get", "tasks/cancel", "tasks/resubscribe"] as const;

/** Every version over every binding of HTTP. */
export const roads: readonly Road[] = [
  rpcRoad("1.0", ["SendMessage", "GetTask", "CancelTask", "SubscribeToTask"], newest),
  rpcRoad("0.3", ["message/send", ...slashed], in03),
  rpcRoad("0.1", ["tasks/send", ...slashed], in01),
  restRoad("1.0", "", newest),
  restRoad("0.3", "/v1", inProto),
];

/** What is answered for an error on a road: the status of HTTP, and the code where it is JSON-RPC's. */
export function answerFor({ version, binding }: Road, name: ErrorName): Partial<Said> {
  const error = dialects.find((dialect) => dialect.version === version)?.errors[name];
  if (!error) throw new TypeError(`no ${name} in ${version}`);
  const { code, httpStatus, jsonrpcHttpStatus = 200 } = error;
  return binding === "JSON-RPC" ? { status: jsonrpcHttpStatus, code } : { status: httpStatus };
}

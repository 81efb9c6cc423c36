import type { ErrorName, Task, Version } from "@a2a/core";
import { restClientForms, restClientV11 } from "@a2a/core/internal/rest";
import { expect } from "vitest";
import type { Received } from "./rpc.js";
import { say, taskOf } from "./rpc.js";
import type { Served } from "./subjects.js";

/** What came back for a request of HTTP+JSON. */
export interface RestAnswered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Of 1.0. */
  readonly error: StatusFault | undefined;
}

/** The error of an answer: the JSON of `google.rpc.Status`, with the status of HTTP as its code. */
export interface StatusFault {
  readonly code: number;
  readonly status: string;
  readonly message: string;
  readonly details: readonly Readonly<Record<string, unknown>>[];
}

/** What a request may say beside its verb and its path. */
export interface RestOptions {
  /** What is written as JSON, */
  readonly json?: unknown;
  /** or a body as it is. */
  readonly body?: BodyInit;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Sends a request, and reads its answer later. */
export function reach(served: Served, verb: string, path: string, { json, body, headers, signal }: RestOptions = {}): Promise<Response> {
  return served.fetch(path, {
    method: verb,
    headers: { ...(json !== undefined && { "content-type": "application/json" }), ...headers },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(body !== undefined && { body, duplex: "half" }),
    ...(signal && { signal }),
  });
}

/** Sends a request and reads its answer, which has to be JSON, and the JSON of an error where it is none of success. */
export async function ask(served: Served, verb: string, path: string, options: RestOptions = {}): Promise<RestAnswered> {
  return read(await reach(served, verb, path, options));
}

/** Reads an answer, which has to be JSON, and where it is none of success the error of its version. */
export async function read(response: Response): Promise<RestAnswered> {
  const text = await response.text();
  expect(["application/json", "application/a2a+json"]).toContain(response.headers.get("content-type"));
  const body = JSON.parse(text);
  expect(body.jsonrpc).toBeUndefined();
  if (!response.ok)
    expect(Object.keys(body)).toEqual("error" in body ? ["error"] : ["code", "message", ...("data" in body ? ["data"] : [])]);
  return { status: response.status, headers: response.headers, text, body, error: body.error };
}

/** Sends a message and waits for the task that it ends with. */
export async function sendOver(served: Served, json: object, options: RestOptions = {}, path = "/message:send"): Promise<Task> {
  const { body, text } = await ask(served, "POST", path, { ...options, json });
  expect(body.task, text).toBeDefined();
  return taskOf(body.task);
}

/** A client's message with an id of its own, as protobuf's 0.3 has it. */
export function sayIn03(text: string, more: object = {}): object {
  const { messageId, role } = say(text);
  return { messageId, role, content: [{ text }], ...more };
}

/** What an error says for programs. */
export function reasonOf({ error }: Pick<RestAnswered, "error">): unknown {
  return error?.details.find((detail) => detail["@type"] === "type.googleapis.com/google.rpc.ErrorInfo")?.reason;
}

/** The error that a client of the version reads. */
export function errorIn({ status, body }: Pick<RestAnswered, "status" | "body">, version: Version): ErrorName | undefined {
  const form =
    [...restClientForms, restClientV11].find(({ dialect }) => dialect.version === version) ??
    expect.fail(`version ${version} is not spoken`);
  return form.decodeError(status, body)?.code;
}

/** The places in a request that an error says to be wrong. */
export function fieldsOf({ error }: Pick<RestAnswered, "error">): unknown[] {
  const found = error?.details.find((detail) => detail["@type"] === "type.googleapis.com/google.rpc.BadRequest")?.fieldViolations;
  return Array.isArray(found) ? found.map(({ field }) => field) : [];
}

/** An event's data without an envelope, in few words: its only member. */
export function kindOf({ data }: Received): string {
  return Object.keys(data).join();
}

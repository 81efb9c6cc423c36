// What is refused over HTTP is refused here: the rules stand behind the bindings.

import type { Authenticate } from "@a2a/server";
import { describe, expect, test } from "vitest";
import { open } from "./opened.js";
import type { Outsider } from "./outsider.js";
import { outsiderOf } from "./outsider.js";
import { facts03, facts10 } from "./published-facts.js";
import { detailsOf } from "./status-details.js";

const invalidArgument = 3;
const resourceExhausted = 8;
const notFound = 5;

const authenticate: Authenticate = ({ header }) => {
  const user = header("x-user");
  return user === undefined ? {} : { user };
};

async function openEcho(facts: { readonly package: string }, options: Parameters<typeof open>[1] = {}): Promise<Outsider> {
  const card = { name: "Tested", defaultOutputModes: ["text/plain"] };
  const { grpc } = await open(
    { card, run: async ({ text }) => (text === "wait" ? { state: "TASK_STATE_INPUT_REQUIRED" } : text) },
    options,
  );
  return outsiderOf(facts.package, grpc.url);
}

const parts = [{ text: "hi" }];

/** Messages that are refused in 1.0, and where. */
const refused: readonly (readonly [name: string, request: object, field: string])[] = [
  ["a control character in a task's id", { message: { parts, task_id: "a\nb" } }, "/message/taskId"],
  ["a control character in a context's id", { message: { parts, context_id: "a\u2028b" } }, "/message/contextId"],
  ["a control character in a message's id", { message: { parts, message_id: "a\0b" } }, "/message/messageId"],
  ["a control character in a tenant", { tenant: "a\u0085b", message: { parts } }, "/tenant"],
  ["too long an id", { message: { parts, context_id: "i".repeat(1025) } }, "/message/contextId"],
  ["too many parts", { message: { parts: Array(1001).fill({ text: "" }) } }, "/message/parts"],
  ["a file on this machine", { message: { parts: [{ url: "file:///etc/passwd" }] } }, "/message/parts/0/url"],
  ["too much metadata", { message: { parts }, metadata: { fields: { a: { stringValue: "x".repeat(2 ** 20) } } } }, "/metadata"],
];

for (const [name, { message, ...rest }, field] of refused as readonly (readonly [string, { message: object }, string])[]) {
  test(`a message with ${name} is refused at ${field}`, async () => {
    const outsider = await openEcho(facts10);
    for (const rpc of ["SendMessage", "SendStreamingMessage"]) {
      const request = { message: { message_id: "m", role: "ROLE_USER", ...message }, ...rest };
      const { status } = await outsider.ask(rpc, request);
      expect([rpc, status.code]).toEqual([rpc, invalidArgument]);
      expect(JSON.stringify(detailsOf(status)?.details)).toContain(`"${field}"`);
    }
  });
}

for (const rpc of ["GetTask", "CancelTask", "SubscribeToTask"]) {
  test(`${rpc} refuses a control character in the id`, async () => {
    const { status } = await (await openEcho(facts10)).ask(rpc, { id: "a\rb" });
    expect([status.code, JSON.stringify(detailsOf(status)?.details)]).toEqual([invalidArgument, expect.stringContaining('"/id"')]);
  });
}

test("0.3 is refused the same", async () => {
  const outsider = await openEcho(facts03);
  const message = { message_id: "m", role: "ROLE_USER", content: parts };
  const { status } = await outsider.ask("SendMessage", { request: { ...message, context_id: "a\nb" } });
  expect(status.code).toBe(invalidArgument);
  const file = { file: { file_with_uri: "file:///etc/passwd" } };
  expect((await outsider.ask("SendMessage", { request: { ...message, content: [file] } })).status.code).toBe(invalidArgument);
  expect((await outsider.ask("SendMessage", { request: message })).status.code).toBe(0);
});

test("a caller who cannot read what the agent gives is refused", async () => {
  const outsider = await openEcho(facts10);
  const message = { message_id: "m", role: "ROLE_USER", parts };
  const { status } = await outsider.ask("SendMessage", { message, configuration: { accepted_output_modes: ["audio/mpeg"] } });
  expect([status.code, JSON.stringify(detailsOf(status)?.details)]).toEqual([
    invalidArgument,
    expect.stringContaining("CONTENT_TYPE_NOT_SUPPORTED"),
  ]);
});

describe("a caller who asks for too much is told RESOURCE_EXHAUSTED", () => {
  for (const facts of [facts10, facts03]) {
    test(`operations in a second, in ${facts.package}`, async () => {
      const outsider = await openEcho(facts, { authenticate, requestsPerSecond: 2, now: () => new Date(0) });
      const name = facts === facts03 ? { name: "tasks/none" } : { id: "none" };
      const get = async (user?: string): Promise<number> =>
        (await outsider.ask("GetTask", name, user === undefined ? {} : { metadata: { "x-user": user } })).status.code;
      for (const user of ["ann", "bob", undefined]) {
        expect([user, await get(user), await get(user), await get(user)]).toEqual([user, notFound, notFound, resourceExhausted]);
      }
    });
  }

  test("streams of a user", async () => {
    const outsider = await openEcho(facts10, { authenticate, maxStreamsPerUser: 1 });
    const metadata = { "x-user": "ann" };
    const message = { message_id: "m", role: "ROLE_USER", parts: [{ text: "wait" }] };
    const { items } = await outsider.ask("SendMessage", { message }, { metadata });
    const { id } = Object(items[0]?.task);
    const first = outsider.begin("SubscribeToTask", { id }, { metadata });
    first.on("error", () => undefined);
    await new Promise((resolve) => first.once("data", resolve));
    expect((await outsider.ask("SubscribeToTask", { id }, { metadata })).status.code).toBe(resourceExhausted);
    first.cancel();
  });
});

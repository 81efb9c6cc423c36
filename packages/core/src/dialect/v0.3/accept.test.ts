import { describe, expect, test } from "vitest";
import { readJson } from "../../../test/canonical.js";
import type { Rewrite } from "../read-tolerant.js";
import { acceptAuthentication, acceptCard, acceptItem, acceptPart, acceptState, acceptTask } from "./accept.js";
import { acceptSendParams } from "./accept-params.js";

const message = { role: "user", parts: [{ kind: "text", text: "hi" }] };

describe("the tolerated examples are rewritten to what they become, word for word", () => {
  for (const [path, rewrite, member] of [
    ["AgentCard/without-protocol-version", acceptCard],
    ["CancelTask.response/cancelled-with-two-l-and-no-kind", acceptTask, "result"],
    ["FilePart/data-in-place-of-bytes", acceptPart],
    ["GetTask.response/task-without-kind", acceptTask, "result"],
    ["Part/data-tagged-type", acceptPart],
    ["Part/file-tagged-type", acceptPart],
    ["Part/text-tagged-type", acceptPart],
    ["PushNotificationAuthenticationInfo/schemes-as-text", acceptAuthentication],
    ["SendMessage.request/message-id-beside-the-message", acceptSendParams, "params"],
    ["SendMessage.request/message-without-kind", acceptSendParams, "params"],
    ["SendMessage.response/direct-message-without-role", acceptItem, "result"],
    ["SendStreamingMessage.request/file-data-in-place-of-bytes", acceptSendParams, "params"],
    ["SendStreamingMessage.request/message-without-kind", acceptSendParams, "params"],
    ["Task/history-message-without-kind", acceptTask],
    ["Task/status-message-without-kind", acceptTask],
    ["Task/without-kind", acceptTask],
    ["TaskState/cancelled-with-two-l", acceptState],
  ] as const satisfies readonly (readonly [string, Rewrite, ("params" | "result")?])[]) {
    test(path, () => {
      const { value, becomes } = readJson<{ value: unknown; becomes: unknown }>(`v0.3/examples/tolerated/${path}.json`);
      // safe: whole bodies are objects
      const inner = (body: unknown): unknown => (member ? (body as Record<string, unknown>)[member] : body);
      expect(rewrite(inner(value))).toStrictEqual(inner(becomes));
      expect(rewrite(inner(becomes))).toStrictEqual(inner(becomes));
    });
  }
});

for (const [spelled, state] of [
  ["CANCELLED", "canceled"],
  ["TASK_STATE_INPUT_REQUIRED", "input-required"],
  ["Auth_Required", "auth-required"],
  ["TASK_STATE_UNSPECIFIED", "unknown"],
  ["constructor", "constructor"],
  [5, 5],
] as const) {
  test(`the state ${spelled} is ${state}`, () => {
    expect(acceptState(spelled)).toBe(state);
  });
}

test("null is as good as absent, but not inside of metadata and data", () => {
  const parts = [{ kind: "data", data: { a: null }, metadata: null }];
  const params = {
    message: { ...message, messageId: "m", parts, taskId: null, metadata: { b: null } },
    configuration: { historyLength: null },
  };
  expect(acceptSendParams(params)).toStrictEqual({
    message: { ...message, kind: "message", messageId: "m", parts: [{ kind: "data", data: { a: null } }], metadata: { b: null } },
    configuration: {},
  });
});

test("a number is an id in an answer, and stays a number in a request", () => {
  expect(acceptTask({ id: 1, contextId: 2, status: {} })).toStrictEqual({ kind: "task", id: "1", contextId: "2", status: {} });
  expect(acceptSendParams({ message: { ...message, messageId: 1 } })).toMatchObject({ message: { messageId: 1 } });
});

test("a message in a history keeps its want of a role: nobody knows who said it", () => {
  expect(acceptTask({ history: [{ parts: [] }] })).toMatchObject({ history: [{ kind: "message", parts: [] }] });
  expect(acceptTask({ history: [{ parts: [] }] })).not.toHaveProperty("history.0.role");
});

test("what is there is not overwritten", () => {
  expect(acceptPart({ kind: "text", type: "data", text: "x" })).toStrictEqual({ kind: "text", type: "data", text: "x" });
  expect(acceptSendParams({ messageId: "outside", message: { ...message, messageId: "inside" } })).toMatchObject({
    message: { messageId: "inside" },
  });
});

test("values of the wrong type pass, to be refused for what they are", () => {
  for (const value of [null, undefined, "x", 5, [], [null]]) {
    for (const rewrite of [acceptTask, acceptItem, acceptPart, acceptSendParams, acceptCard]) expect(rewrite(value)).toBe(value);
  }
  expect(acceptTask({ status: 5, history: "x", artifacts: [7, { parts: [null] }] })).toMatchObject({ status: 5, history: "x" });
});

test("members called __proto__ stay members", () => {
  const rewritten = acceptSendParams(JSON.parse('{"__proto__":{"polluted":true},"message":{"__proto__":{"polluted":true},"role":"user"}}'));
  expect(JSON.stringify(rewritten)).toBe(
    '{"__proto__":{"polluted":true},"message":{"__proto__":{"polluted":true},"role":"user","kind":"message"}}',
  );
  expect(Object.getPrototypeOf(rewritten)).toBe(Object.prototype);
});

import { describe, expect, test } from "vitest";
import { withoutReport } from "../../../test/without-report.js";
import type { SendMessageRequest } from "../../generated/v1.0/types.js";
import { createDialectV01 } from "./index.js";

const dialect = createDialectV01(() => "message-id");
const said = { role: "user", parts: [{ type: "text", text: "Hi" }] };
const message = { messageId: "message-id", taskId: "task-1", role: "ROLE_USER" as const, parts: [{ text: "Hi" }] };
const config = { url: "https://example.com/hook" };

for (const operation of ["SendMessage", "SendStreamingMessage"] as const) {
  describe(`params of ${operation}`, () => {
    test("that say all are read and written again", () => {
      const wire = {
        id: "task-1",
        sessionId: "session-1",
        message: said,
        pushNotification: { ...config, token: "t", authentication: { schemes: ["Bearer"], credentials: "c" } },
        historyLength: 5,
        metadata: { trace: "abc" },
      };
      const value: SendMessageRequest = {
        message: { ...message, contextId: "session-1" },
        configuration: {
          taskPushNotificationConfig: { id: "task-1", ...config, token: "t", authentication: { scheme: "Bearer", credentials: "c" } },
          historyLength: 5,
        },
        metadata: { trace: "abc" },
      };
      expect(dialect.decodeParams(operation, wire)).toStrictEqual({ ok: true, value });
      expect(dialect.encodeParams(operation, value)).toStrictEqual(wire);
    });

    for (const [name, wire] of [
      ["absent", { id: "task-1", message: said }],
      ["null", { id: "task-1", sessionId: null, message: said, pushNotification: null, historyLength: null, metadata: null }],
      ["empty", { id: "task-1", sessionId: "", message: said, historyLength: 0 }],
      ["left out for the role", { id: "task-1", message: { ...said, role: null } }],
    ] as const) {
      test(`that are ${name} ask for no history and name no session`, () => {
        const value = { message, configuration: { historyLength: 0 } };
        expect(withoutReport(dialect.decodeParams(operation, wire))).toStrictEqual({ ok: true, value });
        expect(dialect.encodeParams(operation, value)).toStrictEqual({ id: "task-1", message: said });
      });
    }

    test("may have the role of the agent", () => {
      const wire = { id: "task-1", message: { ...said, role: "agent" } };
      expect(dialect.decodeParams(operation, wire)).toMatchObject({ ok: true, value: { message: { role: "ROLE_AGENT" } } });
    });

    test("leave out what 0.1 has no words for", () => {
      const configuration = { acceptedOutputModes: ["text/plain"], returnImmediately: true };
      expect(dialect.encodeParams(operation, { tenant: "t", message, configuration })).toStrictEqual({ id: "task-1", message: said });
    });

    test("cannot be written without the id of a task", () => {
      const { taskId: _, ...unnamed } = message;
      expect(() => dialect.encodeParams(operation, { message: unnamed })).toThrow(TypeError);
    });

    for (const alias of ["data", "content"]) {
      test(`may call the parts ${alias}, where it is an array and there are no parts`, () => {
        const wire = { id: "task-1", message: { role: "user", [alias]: said.parts } };
        expect(dialect.decodeParams(operation, wire)).toMatchObject({ ok: true, value: { message: { parts: message.parts } } });
        const text = { id: "task-1", message: { role: "user", [alias]: "Hi" } };
        expect(dialect.decodeParams(operation, text)).toMatchObject({ ok: false, problem: { pointer: "/message/parts" } });
      });
    }
  });
}

test("a history longer than 1.0 can count is as long as it can", () => {
  expect(dialect.decodeParams("GetTask", { id: "task-1", historyLength: 1e12 })).toMatchObject({ value: { historyLength: 2147483647 } });
});

test("params that are refused twice are reported as they came", () => {
  const wire = { id: 1, message: { parts: [{ type: "text", text: "Hi", metadata: null }] } };
  expect(dialect.decodeParams("SendMessage", wire)).toMatchObject({ ok: false, problem: { pointer: "/id", keyword: "type" } });
});

test("ids of requests stay texts", () => {
  for (const operation of ["GetTask", "CancelTask", "SubscribeToTask", "GetTaskPushNotificationConfig"] as const) {
    expect(dialect.decodeParams(operation, { id: 1 })).toMatchObject({ ok: false, problem: { pointer: "/id" } });
  }
});

describe("params that name a task", () => {
  test("ask for its history or for none", () => {
    expect(dialect.decodeParams("GetTask", { id: "task-1", metadata: {} })).toStrictEqual({
      ok: true,
      value: { id: "task-1", historyLength: 0 },
    });
    expect(dialect.encodeParams("GetTask", { id: "task-1", historyLength: 0 })).toStrictEqual({ id: "task-1" });
    expect(dialect.encodeParams("GetTask", { id: "task-1", historyLength: 2, tenant: "t" })).toStrictEqual({
      id: "task-1",
      historyLength: 2,
    });
    expect(dialect.encodeParams("GetTask", { id: "task-1" })).toStrictEqual({ id: "task-1" });
  });

  test("cancel it, with metadata", () => {
    const wire = { id: "task-1", metadata: { why: "late" } };
    expect(dialect.decodeParams("CancelTask", wire)).toStrictEqual({ ok: true, value: wire });
    expect(dialect.encodeParams("CancelTask", { ...wire, tenant: "t" })).toStrictEqual(wire);
  });

  test("subscribe to it", () => {
    expect(dialect.decodeParams("SubscribeToTask", { id: "task-1", historyLength: 3 })).toStrictEqual({
      ok: true,
      value: { id: "task-1" },
    });
    expect(dialect.encodeParams("SubscribeToTask", { id: "task-1", tenant: "t" })).toStrictEqual({ id: "task-1" });
  });
});

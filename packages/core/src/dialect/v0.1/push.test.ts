import { describe, expect, test } from "vitest";
import type { TaskPushNotificationConfig } from "../../generated/v1.0/types.js";
import { createDialectV01 } from "./index.js";

const dialect = createDialectV01();
const url = "https://example.com/hook";
const ids = { id: "task-1", taskId: "task-1" };

describe("a push configuration there and back", () => {
  const rows: readonly (readonly [string, object | null, TaskPushNotificationConfig & { metadata?: object }])[] = [
    ["of a URL alone", { url }, { ...ids, url }],
    ["with a token", { url, token: "" }, { ...ids, url, token: "" }],
    [
      "with one scheme",
      { url, authentication: { schemes: ["Bearer"], credentials: "c" } },
      { ...ids, url, authentication: { scheme: "Bearer", credentials: "c" } },
    ],
    [
      "with several schemes, of which the first is told and all are carried",
      { url, authentication: { schemes: ["Bearer", "Basic"] } },
      { ...ids, url, authentication: { scheme: "Bearer" }, metadata: { a2a_carried: { schemes: ["Bearer", "Basic"] } } },
    ],
    ["without any scheme", { url, authentication: { schemes: [] } }, { ...ids, url, metadata: { a2a_carried: { schemes: [] } } }],
    ["that is none", null, { ...ids, url: "" }],
  ];
  for (const [name, pushNotificationConfig, value] of rows) {
    test(name, () => {
      const wire = { id: "task-1", pushNotificationConfig };
      expect(dialect.decodeParams("CreateTaskPushNotificationConfig", wire)).toStrictEqual({ ok: true, value });
      expect(dialect.decodeResult("GetTaskPushNotificationConfig", wire, ids)).toStrictEqual({ ok: true, value });
      expect(dialect.encodeParams("CreateTaskPushNotificationConfig", value)).toStrictEqual(wire);
      expect(dialect.encodeResult("CreateTaskPushNotificationConfig", value)).toStrictEqual(wire);
      expect(dialect.encodeResult("GetTaskPushNotificationConfig", value)).toStrictEqual(wire);
    });
  }
});

test("the only configuration of a task is asked for by the task", () => {
  expect(dialect.decodeParams("GetTaskPushNotificationConfig", { id: "task-1", metadata: {} })).toStrictEqual({ ok: true, value: ids });
  expect(dialect.encodeParams("GetTaskPushNotificationConfig", { ...ids, id: "config-1", tenant: "t" })).toStrictEqual({ id: "task-1" });
});

test("a configuration cannot be written without its task", () => {
  expect(() => dialect.encodeParams("CreateTaskPushNotificationConfig", { url })).toThrow(TypeError);
});

test("an empty object in an answer is none, and a number names the task", () => {
  const answer = dialect.decodeResult("GetTaskPushNotificationConfig", { id: 1, pushNotificationConfig: {} }, ids);
  expect(answer).toMatchObject({ ok: true, value: { id: "1", taskId: "1", url: "" }, tolerated: { pointer: "/id" } });
});

import { describe, expect, test } from "vitest";
import { withoutReport } from "../../../test/without-report.js";
import type * as Wire from "../../generated/v0.3/types.js";
import { carriedOf } from "../carried-config.js";
import { dialectV03 as dialect } from "./index.js";
import { decodeConfig, encodeConfig } from "./push.js";

const url = "https://client.example/hook";

test("a webhook without an id has that of its task", () => {
  const wire = { taskId: "task-1", pushNotificationConfig: { url } };
  const config = { url, taskId: "task-1", id: "task-1" };
  expect(dialect.decodeParams("CreateTaskPushNotificationConfig", wire)).toStrictEqual({ ok: true, value: config });
  expect(dialect.decodeParams("GetTaskPushNotificationConfig", { id: "task-1" })).toStrictEqual({
    ok: true,
    value: { taskId: "task-1", id: "task-1" },
  });
});

test("that of a message has the id of the task that the message names, else none yet", () => {
  const message = { kind: "message", messageId: "m", role: "user", parts: [{ kind: "text", text: "hi" }] };
  const configuration = { pushNotificationConfig: { url } };
  const idOf = (taskId: object): unknown => {
    const decoded = dialect.decodeParams("SendMessage", { message: { ...message, ...taskId }, configuration });
    return decoded.ok && decoded.value.configuration?.taskPushNotificationConfig;
  };
  expect(idOf({ taskId: "task-1" })).toStrictEqual({ url, id: "task-1" });
  expect(idOf({})).toStrictEqual({ url });
});

test("the answer to setting one says both that it worked and what was set", () => {
  expect(dialect.encodeResult("CreateTaskPushNotificationConfig", { id: "c", taskId: "t", url })).toStrictEqual({
    taskId: "t",
    pushNotificationConfig: { url, id: "c" },
    success: true,
  });
});

test("an answer that says only that it worked is what was sent", () => {
  const sent = { taskId: "t", id: "c", url, token: "secret" };
  const answer = dialect.decodeResult("CreateTaskPushNotificationConfig", { success: true }, sent);
  expect(answer).toMatchObject({ ok: true, value: sent, tolerated: { keyword: "required" } });
  expect(dialect.decodeResult("CreateTaskPushNotificationConfig", { success: false }, sent)).toMatchObject({ ok: false });
});

test("deleting answers nothing", () => {
  expect(dialect.encodeResult("DeleteTaskPushNotificationConfig", {})).toBeNull();
  for (const wire of [null, {}]) {
    expect(dialect.decodeResult("DeleteTaskPushNotificationConfig", wire, { taskId: "t", id: "c" })).toMatchObject({ ok: true, value: {} });
  }
});

describe("what 1.0 cannot say is carried and restored", () => {
  const headers = { "X-Trace": "on" };
  for (const [what, wire, authentication, carried] of [
    ["one scheme", { url, authentication: { schemes: ["Bearer"], credentials: "c" } }, { scheme: "Bearer", credentials: "c" }, {}],
    ["several", { url, authentication: { schemes: ["", "A", "B"] } }, { scheme: "A" }, { schemes: ["", "A", "B"] }],
    ["no scheme", { url, authentication: { schemes: [] } }, undefined, { schemes: [] }],
    ["headers", { url, headers }, undefined, { headers }],
    ["neither", { url, token: "t" }, undefined, {}],
  ] as const) {
    test(what, () => {
      const given: Wire.PushNotificationConfig = structuredClone<unknown>(wire) as Wire.PushNotificationConfig;
      const config = decodeConfig(given);
      expect(config.authentication).toEqual(authentication);
      expect(carriedOf(config)).toEqual(carried);
      expect(encodeConfig(config)).toStrictEqual(wire);
    });
  }

  test("an Authorization header also fills scheme and credentials, unless they are given", () => {
    const authorization = { AUTHORIZATION: "Bearer a b" };
    expect(decodeConfig({ url, headers: authorization }).authentication).toEqual({ scheme: "Bearer", credentials: "a b" });
    expect(decodeConfig({ url, headers: { Authorization: "***" } }).authentication).toBeUndefined();
    const given = { schemes: ["Basic"] };
    expect(decodeConfig({ url, headers: authorization, authentication: given }).authentication).toEqual({ scheme: "Basic" });
  });

  test("nothing but headers and schemes of the right shape is taken from there", () => {
    const metadata = { a2a_carried: { headers: { a: 1 }, schemes: "Bearer" } };
    expect(carriedOf({ url, metadata })).toEqual({});
    expect(carriedOf({ url, metadata: { a2a_carried: null } })).toEqual({});
  });
});

describe("a webhook is told", () => {
  const ids = { taskId: "t", contextId: "c" };
  const status = { state: "working" };
  const read = { state: "TASK_STATE_WORKING" };
  const parts = [{ kind: "text", text: "a" }];
  const rows: readonly (readonly [string, object, object])[] = [
    ["a task", { kind: "task", id: "t", contextId: "c", status }, { task: { id: "t", contextId: "c", status: read } }],
    ["a task whose tag was forgotten", { id: "t", contextId: "c", status }, { task: { id: "t", contextId: "c", status: read } }],
    ["a status", { kind: "status-update", ...ids, status, final: true }, { statusUpdate: { ...ids, status: read } }],
    [
      "an artifact",
      { kind: "artifact-update", ...ids, artifact: { artifactId: "a", parts }, append: true },
      { artifactUpdate: { ...ids, artifact: { artifactId: "a", parts: [{ text: "a" }] }, append: true } },
    ],
    [
      "a message",
      { kind: "message", messageId: "m", role: "agent", parts },
      { message: { messageId: "m", role: "ROLE_AGENT", parts: [{ text: "a" }] } },
    ],
  ];
  for (const [name, wire, value] of rows) {
    test(name, () => {
      expect(dialect.isOwnPush(wire)).toBe(true);
      expect(withoutReport(dialect.decodePush(wire))).toStrictEqual({ ok: true, value });
    });
  }

  test("of a tag that was forgotten, what the schema refuses", () => {
    expect(dialect.decodePush({ id: "t", contextId: "c", status })).toMatchObject({ ok: true, tolerated: { pointer: "/kind" } });
  });

  test("not something with another tag", () => {
    const wire = { kind: "news", id: "t", contextId: "c", status };
    expect(dialect.isOwnPush(wire)).toBe(true);
    expect(dialect.decodePush(wire)).toMatchObject({ ok: false, problem: { pointer: "/kind" } });
  });

  test("not what 0.1 tells", () => expect(dialect.isOwnPush({ taskId: "t", id: "t", sessionId: "s", status })).toBe(false));
});

import { describe, expect, test } from "vitest";
import { withoutReport } from "../../../test/without-report.js";
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

describe("a webhook is told", () => {
  const status = { state: "working" };
  const read = { state: "TASK_STATE_WORKING" };
  const artifact = { index: 1, parts: [{ type: "text", text: "a" }] };
  const readArtifact = { artifactId: "artifact-1", parts: [{ text: "a" }] };
  const rows: readonly (readonly [string, object, object])[] = [
    [
      "what the document shows: a status, and the rest of the task is as it was",
      { eventType: "taskUpdate", taskId: "t", status, summary: "well" },
      { statusUpdate: { taskId: "t", contextId: "", status: read } },
    ],
    [
      "a status and its session",
      { taskId: "t", sessionId: "s", status, metadata: { m: 1 } },
      { statusUpdate: { taskId: "t", contextId: "s", status: read, metadata: { m: 1 } } },
    ],
    ["a task, named twice", { taskId: "t", id: "t", status }, { task: { id: "t", status: read } }],
    [
      "a task that is named beside what it has produced",
      { taskId: "t", sessionId: "s", status, artifacts: [artifact] },
      { task: { id: "t", contextId: "s", status: read, artifacts: [readArtifact] } },
    ],
    [
      "a task as every answer has it",
      { id: "t", sessionId: "s", status, artifacts: [artifact] },
      { task: { id: "t", contextId: "s", status: read, artifacts: [readArtifact] } },
    ],
    ["a task whose id is a number", { id: 7, status, history: null }, { task: { id: "7", status: read } }],
    [
      "a task named by a number, with nulls",
      { taskId: 7, status: { ...status, message: null }, artifacts: null },
      { statusUpdate: { taskId: "7", contextId: "", status: read } },
    ],
    ["an event: a status", { id: "t", status, final: false }, { statusUpdate: { taskId: "t", contextId: "", status: read } }],
    [
      "an event: an artifact",
      { id: "t", artifact: { ...artifact, append: true } },
      { artifactUpdate: { taskId: "t", contextId: "", artifact: readArtifact, append: true } },
    ],
    [
      "an event: a list of one artifact",
      { id: "t", artifact: [artifact] },
      { artifactUpdate: { taskId: "t", contextId: "", artifact: readArtifact } },
    ],
  ];
  for (const [name, wire, value] of rows) {
    test(name, () => expect(withoutReport(dialect.decodePush(wire))).toStrictEqual({ ok: true, value }));
  }

  for (const [name, wire, pointer] of [
    ["a task", { id: 7, status }, "/id"],
    ["a status", { taskId: 7, status }, "/taskId"],
    ["an event", { id: "t", artifact: [artifact] }, "/artifact"],
  ] as const) {
    test(`of ${name} that is tolerated, what the schema refuses`, () => {
      expect(dialect.decodePush(wire)).toMatchObject({ ok: true, tolerated: { pointer } });
    });
  }

  for (const [name, wire, pointer] of [
    ["a state that 0.1 does not have", { taskId: "t", status: { state: "done" } }, "/status/state"],
    ["such a state of a task", { id: "t", status: { state: "done" } }, "/status/state"],
    ["such a state of an event", { id: "t", status: { state: "done" }, final: true }, "/status/state"],
    ["nothing that names a task", { status }, "/taskId"],
    ["no status", { taskId: "t" }, "/status"],
    ["several artifacts at once, which no event of later versions can be", { id: "t", artifact: [artifact, artifact] }, "/artifact"],
  ] as const) {
    test(`not ${name}`, () => expect(dialect.decodePush(wire)).toMatchObject({ ok: false, problem: { pointer } }));
  }
});

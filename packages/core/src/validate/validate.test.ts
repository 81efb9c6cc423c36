import { describe, expect, test } from "vitest";
import { isTaskPushNotificationConfig as isConfigV01, isTaskSendParams } from "../generated/v0.1/validators.js";
import { isAgentCard, isMessageSendParams } from "../generated/v0.3/validators.js";
import { isListTasksRequest, isSendMessageRequest, isTask } from "../generated/v1.0/validators.js";
import { validate } from "./validate.js";
import type { Problem, Validator } from "./validator.js";

const message = { messageId: "m", role: "ROLE_USER", parts: [{ text: "hi" }] };
const sendParams = (...parts: unknown[]): object => ({ message: { kind: "message", messageId: "m", role: "user", parts } });
const task = (part: unknown): object => ({ id: "t", message: { role: "user", parts: [part] } });

const refused: readonly [what: string, is: Validator<unknown>, value: unknown, problem: Omit<Problem, "clause">][] = [
  ["a text for an object", isTask, "x", { pointer: "", expected: "an object", keyword: "type", type: "Task" }],
  [
    "a missing member",
    isTask,
    { id: "t" },
    { pointer: "/status", expected: 'the required member "status"', keyword: "required", type: "Task" },
  ],
  [
    "a missing member deep inside",
    isSendMessageRequest,
    { message: { ...message, messageId: undefined } },
    { pointer: "/message/messageId", expected: 'the required member "messageId"', keyword: "required", type: "Message" },
  ],
  [
    "an unknown enum value",
    isSendMessageRequest,
    { message: { ...message, role: "user" } },
    { pointer: "/message/role", expected: 'one of "ROLE_USER", "ROLE_AGENT"', keyword: "enum", type: "Role" },
  ],
  [
    "an empty list",
    isSendMessageRequest,
    { message: { ...message, parts: [] } },
    { pointer: "/message/parts", expected: "an array with at least 1 item", keyword: "minItems", type: "Message" },
  ],
  [
    "two of a union",
    isSendMessageRequest,
    { message: { ...message, parts: [{ text: "a" }, { text: "a", url: "b" }] } },
    { pointer: "/message/parts/1", expected: "exactly one of text, raw, url, data", keyword: "oneOf", type: "Part" },
  ],
  [
    "an empty identifier",
    isTask,
    { id: "", status: { state: "TASK_STATE_WORKING" } },
    { pointer: "/id", expected: "a string that is not empty", keyword: "minLength", type: "Task" },
  ],
  [
    "a bad time",
    isTask,
    { id: "t", status: { state: "TASK_STATE_WORKING", timestamp: "now" } },
    { pointer: "/status/timestamp", expected: "a date-time such as 2026-01-31T12:00:00.000Z", keyword: "format", type: "TaskStatus" },
  ],
  [
    "a number below its minimum",
    isListTasksRequest,
    { pageSize: -1 },
    { pointer: "/pageSize", expected: "an integer >= 0", keyword: "minimum", type: "ListTasksRequest" },
  ],
  [
    "a fraction",
    isListTasksRequest,
    { pageSize: 1.5 },
    { pointer: "/pageSize", expected: "an integer", keyword: "type", type: "ListTasksRequest" },
  ],
  [
    "an unknown tag",
    isMessageSendParams,
    sendParams({ kind: "video" }),
    { pointer: "/message/parts/0/kind", expected: 'one of "text", "file", "data"', keyword: "const", type: "Part" },
  ],
  [
    "a tag that is no text",
    isMessageSendParams,
    sendParams({ kind: 5 }),
    { pointer: "/message/parts/0/kind", expected: 'one of "text", "file", "data"', keyword: "const", type: "Part" },
  ],
  [
    "a missing tag",
    isMessageSendParams,
    sendParams({ text: "a" }),
    { pointer: "/message/parts/0/kind", expected: 'the required member "kind"', keyword: "required", type: "Part" },
  ],
  [
    "a wrong constant",
    isMessageSendParams,
    { message: { kind: "task", messageId: "m", role: "user", parts: [{ kind: "text", text: "a" }] } },
    { pointer: "/message/kind", expected: '"message"', keyword: "const", type: "Message" },
  ],
  [
    "both of a pair",
    isTaskSendParams,
    task({ type: "file", file: { bytes: "", uri: "u" } }),
    { pointer: "/message/parts/0/file", expected: "at most one of bytes, uri", keyword: "not", type: "FileContent" },
  ],
  [
    "one of several types",
    isTaskSendParams,
    task({ type: "data", data: 5 }),
    { pointer: "/message/parts/0/data", expected: "an object or an array", keyword: "type", type: "DataContent" },
  ],
  [
    "a text for an object or null",
    isConfigV01,
    { id: "t", pushNotificationConfig: "x" },
    { pointer: "/pushNotificationConfig", expected: "an object or null", keyword: "type", type: "TaskPushNotificationConfig" },
  ],
  [
    "a fault behind an object or null",
    isConfigV01,
    { id: "t", pushNotificationConfig: { url: 1 } },
    { pointer: "/pushNotificationConfig/url", expected: "a string", keyword: "type", type: "PushNotificationConfig" },
  ],
];

describe("validate", () => {
  test("returns a valid value as it is", () => {
    const value = { id: "t", status: { state: "TASK_STATE_WORKING" } };
    const outcome = validate(isTask, value);
    expect(outcome).toEqual({ ok: true, value });
    expect(outcome.ok && outcome.value).toBe(value);
  });

  for (const [what, is, value, problem] of refused) {
    test(`names place, expectation, keyword, type and clause of ${what}`, () => {
      const clause = is.clauses[problem.type];
      expect(clause).toMatch(/^\d\.\d, section \d/);
      expect(validate(is, value)).toEqual({ ok: false, problem: { ...problem, clause } });
    });
  }

  test("puts the base before the pointer", () => {
    expect(validate(isTask, { id: "t" }, "/params")).toMatchObject({ problem: { pointer: "/params/status" } });
  });

  test("escapes tilde and slash in a pointer", () => {
    const card = { protocolVersion: "0.3", name: "", description: "", url: "u", version: "", capabilities: {}, defaultInputModes: [] };
    const value = { ...card, defaultOutputModes: [], skills: [], securitySchemes: { "a/b~c": { type: "http" } } };
    expect(validate(isAgentCard, value)).toMatchObject({ problem: { pointer: "/securitySchemes/a~1b~0c/scheme" } });
  });

  test("takes __proto__ in parsed JSON for a member like any other", () => {
    const inherited = JSON.parse('{"__proto__":{"id":"t","status":{"state":"TASK_STATE_WORKING"}}}');
    expect(validate(isTask, inherited)).toMatchObject({ problem: { pointer: "/id", keyword: "required" } });
    const scheme = JSON.parse('{"securitySchemes":{"__proto__":{"type":"none"}}}');
    const card = { protocolVersion: "0.3", name: "", description: "", url: "u", version: "", capabilities: {}, defaultInputModes: [] };
    const value = Object.assign(scheme, card, { defaultOutputModes: [], skills: [] });
    expect(validate(isAgentCard, value)).toMatchObject({ problem: { pointer: "/securitySchemes/__proto__/type", keyword: "const" } });
    expect({}).not.toHaveProperty("type");
  });

  test("turns a stack that overflows into a problem", () => {
    const endless: Validator<unknown> = Object.assign((_: unknown): _ is unknown => endless({}), {
      typeName: "Task",
      clauses: isTask.clauses,
    });
    expect(validate(endless, {}, "/params")).toEqual({
      ok: false,
      problem: {
        pointer: "/params",
        expected: "a value that is nested less deeply",
        keyword: "type",
        type: "Task",
        clause: isTask.clauses.Task,
      },
    });
  });

  test("turns a member that throws into a problem", () => {
    const value = {
      get id(): string {
        throw new Error("secret");
      },
    };
    expect(validate(isTask, value)).toMatchObject({ ok: false, problem: { pointer: "", expected: "a plain JSON value" } });
  });

  test("keeps problems apart where reading a value validates another", () => {
    const value = {
      id: "t",
      get status(): unknown {
        expect(validate(isTask, { id: 5, status: {} })).toMatchObject({ problem: { pointer: "/id" } });
        return { state: "working" };
      },
    };
    expect(validate(isTask, value)).toMatchObject({ problem: { pointer: "/status/state", keyword: "enum" } });
  });
});

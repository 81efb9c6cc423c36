import { describe, expect, test } from "vitest";
import type { Operation } from "../../generated/v1.0/methods.js";
import { methods } from "../../generated/v1.0/methods.js";
import type { Task } from "../../generated/v1.0/types.js";
import { dialectV10 } from "./index.js";

const operations = Object.keys(methods) as Operation[]; // safe: the keys of the table are the operations
const task: Task = { id: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" } };
const message = { messageId: "m", role: "ROLE_USER" as const, parts: [{ text: "hi" }] };
const card = {
  name: "A",
  description: "a",
  version: "1",
  capabilities: {},
  defaultInputModes: [],
  defaultOutputModes: [],
  skills: [],
  supportedInterfaces: [{ url: "http://a.test", protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
};

describe("methods", () => {
  for (const operation of operations) {
    test(`${operation} is found by its name`, () => {
      expect(dialectV10.operationOf(dialectV10.methodOf(operation) ?? "")).toBe(operation);
    });
  }

  for (const name of ["", "message/send", "sendmessage", "__proto__", "constructor", "toString"]) {
    test(`"${name}" is none`, () => {
      expect(dialectV10.operationOf(name)).toBeUndefined();
    });
  }
});

describe("what is valid passes as it is, without a copy", () => {
  test("params", () => {
    const params = { message, tenant: "a", metadata: { x: "unknown" } };
    const decoded = dialectV10.decodeParams("SendMessage", params);
    expect(decoded).toEqual({ ok: true, value: params });
    expect(decoded.ok && decoded.value).toBe(params);
    expect(dialectV10.encodeParams("GetTask", { id: "t" })).toEqual({ id: "t" });
  });

  test("a result", () => {
    const decoded = dialectV10.decodeResult("GetTask", task, { id: "t" });
    expect(decoded.ok && decoded.value).toBe(task);
    expect(dialectV10.encodeResult("GetTask", task)).toBe(task);
  });

  test("an event", () => {
    const event = { task };
    expect(dialectV10.createEventDecoder({})(event)).toEqual({ ok: true, value: { events: [event], isLast: false } });
    expect(dialectV10.encodeEvent(event, { isLast: false, isCatchUp: false })[0]).toBe(event);
  });

  test("a card", () => {
    expect(dialectV10.decodeCard(card)).toEqual({ ok: true, value: card });
    expect(dialectV10.isOwnCard(card)).toBe(true);
    expect(dialectV10.isOwnCard({ url: "http://a.test" })).toBe(false);
  });
});

describe("what is not valid is refused with its place", () => {
  const rows: readonly [name: string, decoded: unknown, pointer: string][] = [
    ["params that are missing", dialectV10.decodeParams("GetTask", undefined), ""],
    ["params that are a list", dialectV10.decodeParams("GetTask", ["t"]), ""],
    [
      "params without a required member",
      dialectV10.decodeParams("SendMessage", { message: { ...message, messageId: undefined } }),
      "/message/messageId",
    ],
    ["a history length below 0", dialectV10.decodeParams("GetTask", { id: "t", historyLength: -1 }), "/historyLength"],
    ["a message without parts", dialectV10.decodeParams("SendMessage", { message: { ...message, parts: [] } }), "/message/parts"],
    [
      "a part of two kinds",
      dialectV10.decodeParams("SendMessage", { message: { ...message, parts: [{ text: "a", url: "b" }] } }),
      "/message/parts/0",
    ],
    ["a result of another operation", dialectV10.decodeResult("GetTask", { task }, { id: "t" }), "/id"],
    ["an answer that is a task and a message", dialectV10.decodeResult("SendMessage", { task, message }, { message }), ""],
    [
      "a state that there is not",
      dialectV10.decodeResult("GetTask", { ...task, status: { state: "DREAMING" } }, { id: "t" }),
      "/status/state",
    ],
    ["an event without members", dialectV10.createEventDecoder({})({}), ""],
    ["a card without an interface", dialectV10.decodeCard({ ...card, supportedInterfaces: [] }), "/supportedInterfaces"],
  ];
  for (const [name, decoded, pointer] of rows) {
    test(name, () => {
      expect(decoded).toMatchObject({ ok: false, problem: { pointer } });
    });
  }
});

describe("params may be missing where the operation takes none", () => {
  for (const wire of [undefined, null, {}]) {
    test(`${JSON.stringify(wire)} asks for the extended card`, () => {
      expect(dialectV10.decodeParams("GetExtendedAgentCard", wire)).toEqual({ ok: true, value: {} });
    });
  }
});

for (const wire of [{}, null]) {
  test(`${JSON.stringify(wire)} is the answer to a deletion`, () => {
    expect(dialectV10.decodeResult("DeleteTaskPushNotificationConfig", wire, { taskId: "t", id: "p" })).toMatchObject({ ok: true });
  });
}

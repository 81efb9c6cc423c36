import { describe, expect, test } from "vitest";
import { methods } from "../../generated/v0.3/methods.js";
import { dialectV03 as dialect } from "./index.js";

test("serves 0.3 and, as its alias, 0.2", () => {
  expect([dialect.version, ...dialect.aliases]).toEqual(["0.3", "0.2"]);
  expect(dialect.cardPaths).toEqual(["/.well-known/agent-card.json", "/.well-known/agent.json"]);
  expect(dialect.headers.extensions).toBe("X-A2A-Extensions");
});

describe("method names", () => {
  for (const [operation, { jsonrpc, jsonrpcAliases = [] }] of Object.entries(methods)) {
    for (const name of [jsonrpc, ...jsonrpcAliases]) {
      test(`${name} asks for ${operation}`, () => {
        expect(dialect.operationOf(name)).toBe(operation);
      });
    }
  }

  test("an operation is asked for by its first name", () => {
    expect(dialect.methodOf("GetExtendedAgentCard")).toBe("agent/getAuthenticatedExtendedCard");
  });

  test("names of other versions, and of what every object has, ask for nothing", () => {
    for (const name of ["SendMessage", "tasks/send", "constructor", "__proto__"]) expect(dialect.operationOf(name)).toBeUndefined();
  });

  test("there is none for listing tasks, and no way to write its params", () => {
    expect(dialect.methodOf("ListTasks")).toBeUndefined();
    expect(() => dialect.encodeParams("ListTasks", {})).toThrow(TypeError);
  });
});

describe("params", () => {
  for (const wire of [undefined, null, {}, { metadata: { trace: 1 } }]) {
    test(`${JSON.stringify(wire)} will do for the extended card`, () => {
      expect(dialect.decodeParams("GetExtendedAgentCard", wire)).toEqual({ ok: true, value: {} });
    });
  }

  test("are asked for by every other operation", () => {
    for (const wire of [undefined, null]) expect(dialect.decodeParams("GetTask", wire)).toMatchObject({ ok: false });
  });

  for (const [blocking, returnImmediately] of [
    [undefined, undefined],
    [true, false],
    [false, true],
  ] as const) {
    test(`blocking ${blocking} is returnImmediately ${returnImmediately}`, () => {
      const message = { kind: "message", messageId: "m", role: "user", parts: [{ kind: "text", text: "hi" }] };
      const configuration = blocking === undefined ? {} : { blocking };
      const decoded = dialect.decodeParams("SendMessage", { message, configuration });
      const asked = returnImmediately === undefined ? {} : { returnImmediately };
      expect(decoded).toMatchObject({ ok: true, value: { configuration: asked } });
      expect(decoded.ok && dialect.encodeParams("SendMessage", decoded.value)).toEqual({
        message,
        configuration: { ...configuration, acceptedOutputModes: [] },
      });
    });
  }

  test("a configuration without media types has an empty list of them, which is read as none", () => {
    const message = { messageId: "m", role: "ROLE_USER" as const, parts: [{ text: "hi" }] };
    const wire = dialect.encodeParams("SendMessage", { message, configuration: { historyLength: 1 } });
    expect(wire).toMatchObject({ configuration: { historyLength: 1, acceptedOutputModes: [] } });
    const configuration = { historyLength: 1 };
    expect(dialect.decodeParams("SendMessage", wire)).toStrictEqual({ ok: true, value: { message, configuration } });
    expect(dialect.encodeParams("SendMessage", { message })).not.toHaveProperty("configuration");
  });

  test("the token text is a media type", () => {
    const message = { kind: "message", messageId: "m", role: "user", parts: [{ kind: "text", text: "hi" }] };
    const decoded = dialect.decodeParams("SendMessage", { message, configuration: { acceptedOutputModes: ["text", "image/png"] } });
    expect(decoded).toMatchObject({ value: { configuration: { acceptedOutputModes: ["text/plain", "image/png"] } } });
  });

  test("a history longer than 1.0 can count is as long as it can", () => {
    expect(dialect.decodeParams("GetTask", { id: "t", historyLength: 2 ** 40 })).toMatchObject({ value: { historyLength: 2 ** 31 - 1 } });
  });

  test("the first problem is reported where rewriting does not help", () => {
    const parts = [{ kind: "text" }];
    const decoded = dialect.decodeParams("SendMessage", { message: { messageId: "m", role: "user", parts } });
    expect(decoded).toMatchObject({ ok: false, problem: { pointer: "/message/kind", keyword: "required", clause: "0.3, section 6.4" } });
  });
});

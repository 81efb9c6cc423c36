import { expect, test } from "vitest";
import { errors, refusals } from "../../generated/v0.1/errors.js";
import { card, headers, methods } from "../../generated/v0.1/methods.js";
import type { Operation } from "../../generated/v1.0/methods.js";
import { methods as allMethods } from "../../generated/v1.0/methods.js";
import { createDialectV01, dialectV01 } from "./index.js";

test("what the tables say is taken from them", () => {
  expect(dialectV01).toMatchObject({ version: "0.1", aliases: [], headers, refusals, cardPaths: [card.path] });
  expect(errors).toMatchObject(dialectV01.errors);
  expect(Object.keys(dialectV01.errors)).toEqual(Object.keys(errors));
});

test("clients name tasks, tasks answer, and streams end with the turn", () => {
  expect(dialectV01.rules).toEqual({
    bareEnvelope: true,
    clientTaskIds: true,
    directReplies: false,
    streamsBeginWithTask: false,
    anyClientRole: true,
    subscribeToTerminal: true,
    streamsEndWithTurn: true,
    tenants: false,
    pushesTask: true,
    pushIdIsTaskId: true,
    pushMayBeEmpty: true,
    reopensTerminal: false,
  });
});

// safe: the keys of the table are the operations
for (const operation of Object.keys(allMethods) as Operation[]) {
  const known = Object.entries(methods).find(([name]) => name === operation)?.[1].jsonrpc;

  test(`${operation} is ${known ?? "nothing that can be asked for"}`, () => {
    expect(dialectV01.methodOf(operation)).toBe(known);
    if (known !== undefined) expect(dialectV01.operationOf(known)).toBe(operation);
    else expect(() => dialectV01.decodeParams(operation, {})).toThrow(TypeError);
  });
}

test("names of later versions, and those that objects have, are no methods", () => {
  for (const name of ["SendMessage", "constructor", "__proto__", ""]) expect(dialectV01.operationOf(name)).toBe(undefined);
});

test("an item of a stream is no result", () => {
  expect(() => dialectV01.decodeResult("SubscribeToTask", {}, { id: "task-1" })).toThrow(TypeError);
});

test("two equal messages are two messages, and ids can be chosen", () => {
  const wire = { id: "task-1", message: { role: "user", parts: [{ type: "text", text: "yes" }] } };
  const idOf = (dialect: typeof dialectV01): unknown => {
    const read = dialect.decodeParams("SendMessage", wire);
    return read.ok && read.value.message.messageId;
  };
  expect(idOf(dialectV01)).toMatch(/^[0-9a-f-]{36}$/);
  expect(idOf(dialectV01)).not.toBe(idOf(dialectV01));
  expect(idOf(createDialectV01(() => "chosen"))).toBe("chosen");
});

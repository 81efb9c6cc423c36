import { describe, expect, test } from "vitest";
import { isRequestId, readRequest } from "./request.js";

const ask = { jsonrpc: "2.0", id: 1, method: "GetTask", params: { id: "t" } };
const withoutParams = { id: 1, method: "GetTask", params: undefined, declared: true };

const read: readonly [name: string, body: unknown, request: unknown][] = [
  ["a whole request", ask, { id: 1, method: "GetTask", params: { id: "t" }, declared: true }],
  ["no id", { jsonrpc: "2.0", method: "GetTask" }, { ...withoutParams, id: null }],
  ["the id null", { ...ask, id: null, params: undefined }, { ...withoutParams, id: null }],
  ["an empty text as id", { ...ask, id: "", params: undefined }, { ...withoutParams, id: "" }],
  ["the id 0", { ...ask, id: 0, params: undefined }, { ...withoutParams, id: 0 }],
  ["a negative id", { ...ask, id: -5, params: undefined }, { ...withoutParams, id: -5 }],
  ["the largest id", { ...ask, id: 2 ** 53 - 1, params: undefined }, { ...withoutParams, id: 2 ** 53 - 1 }],
  ["no jsonrpc, which is told", { id: 1, method: "GetTask" }, { ...withoutParams, declared: false }],
  ["params of any kind", { ...ask, params: [1] }, { ...withoutParams, params: [1] }],
  ["params null", { ...ask, params: null }, { ...withoutParams, params: null }],
  ["an empty method", { ...ask, method: "", params: undefined }, { ...withoutParams, method: "" }],
  ["members that nobody knows", { jsonrpc: "2.0", id: 1, method: "GetTask", extra: 1 }, withoutParams],
];
describe("a request is read with", () => {
  for (const [name, body, request] of read) {
    test(name, () => {
      expect(readRequest(body)).toEqual({ ok: true, request });
    });
  }
});

const batch = "batches are not supported: the body is one request object";
const noObject = "the body is not a request object";
const badId = "/id is not a string, an integer up to 2^53-1 or null";
const badVersion = '/jsonrpc is not "2.0"';
const badMethod = "/method is not a string";
const refused: readonly [name: string, body: unknown, id: unknown, detail: string][] = [
  ["a batch", [ask], null, batch],
  ["an empty batch", [], null, batch],
  ["a text", "GetTask", null, noObject],
  ["a number", 1, null, noObject],
  ["null", null, null, noObject],
  ["nothing", undefined, null, noObject],
  ["an id with a fraction", { ...ask, id: 1.5 }, null, badId],
  ["an id beyond 2^53-1", { ...ask, id: 2 ** 53 }, null, badId],
  ["an id that JSON reads as Infinity", JSON.parse('{"jsonrpc":"2.0","id":1e999,"method":"m"}'), null, badId],
  ["an object as id", { ...ask, id: {} }, null, badId],
  ["a list as id", { ...ask, id: [1] }, null, badId],
  ["true as id", { ...ask, id: true }, null, badId],
  ["another jsonrpc", { ...ask, jsonrpc: "1.0" }, 1, badVersion],
  ["jsonrpc as a number", { ...ask, jsonrpc: 2 }, 1, badVersion],
  ["jsonrpc null", { ...ask, jsonrpc: null }, 1, badVersion],
  ["no method", { jsonrpc: "2.0", id: "a" }, "a", badMethod],
  ["a number as method", { ...ask, method: 1 }, 1, badMethod],
  ["a bad id before everything else", { jsonrpc: "1.0", id: {} }, null, badId],
  ["a method inside __proto__", JSON.parse('{"jsonrpc":"2.0","id":1,"__proto__":{"method":"GetTask"}}'), 1, badMethod],
];
describe("a request is refused for", () => {
  for (const [name, body, id, detail] of refused) {
    test(name, () => {
      expect(readRequest(body)).toEqual({ ok: false, id, detail });
    });
  }
});

for (const [value, isId] of [
  ["", true],
  ["a", true],
  [0, true],
  [-1, true],
  [null, true],
  [2 ** 53 - 1, true],
  [-(2 ** 53), false],
  [0.5, false],
  [Number.NaN, false],
  [Number.POSITIVE_INFINITY, false],
  [undefined, false],
  [true, false],
  [{}, false],
  [1n, false],
] as const) {
  test(`${typeof value} ${String(value)} ${isId ? "can" : "cannot"} be the id of a request`, () => {
    expect(isRequestId(value)).toBe(isId);
  });
}

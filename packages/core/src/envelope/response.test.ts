import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeError, encodeResult, readResponse, resultFrame } from "./response.js";

const failed = { code: -32001, message: "Task not found" };
const read: readonly [name: string, body: unknown, response: unknown][] = [
  ["a result", { jsonrpc: "2.0", id: 1, result: { a: 1 } }, { id: 1, result: { a: 1 } }],
  ["the result null", { jsonrpc: "2.0", id: 1, result: null }, { id: 1, result: null }],
  ["the result false", { jsonrpc: "2.0", id: "a", result: false }, { id: "a", result: false }],
  ["no id", { jsonrpc: "2.0", result: 1 }, { id: null, result: 1 }],
  ["an error", { jsonrpc: "2.0", id: 1, error: failed }, { id: 1, error: failed }],
  ["an error with data", { jsonrpc: "2.0", id: null, error: { ...failed, data: [1] } }, { id: null, error: { ...failed, data: [1] } }],
  ["an error beside a result: the error counts", { jsonrpc: "2.0", id: 1, result: 1, error: failed }, { id: 1, error: failed }],
  ["the error null beside a result", { jsonrpc: "2.0", id: 1, result: 1, error: null }, { id: 1, result: 1 }],
  ["an empty message", { jsonrpc: "2.0", id: 1, error: { code: 0, message: "" } }, { id: 1, error: { code: 0, message: "" } }],
];
describe("a response is read with", () => {
  for (const [name, body, response] of read) {
    test(name, () => {
      expect(readResponse(body)).toEqual({ ok: true, ...Object(response) });
    });
  }
});

const noObject = "the body is not a response object";
const badError = "/error has no code and message";
const refused: readonly [name: string, body: unknown, detail: string][] = [
  ["a list", [{ jsonrpc: "2.0", id: 1, result: 1 }], noObject],
  ["a text", "ok", noObject],
  ["null", null, noObject],
  ["nothing", undefined, noObject],
  ["no jsonrpc", { id: 1, result: 1 }, '/jsonrpc is not "2.0"'],
  ["another jsonrpc", { jsonrpc: "1.0", id: 1, result: 1 }, '/jsonrpc is not "2.0"'],
  ["an object as id", { jsonrpc: "2.0", id: {}, result: 1 }, "/id is not a string, an integer or null"],
  ["an id with a fraction", { jsonrpc: "2.0", id: 1.5, result: 1 }, "/id is not a string, an integer or null"],
  ["neither result nor error", { jsonrpc: "2.0", id: 1 }, "neither result nor error"],
  ["the error null alone", { jsonrpc: "2.0", id: 1, error: null }, "neither result nor error"],
  ["a text as error", { jsonrpc: "2.0", id: 1, error: "no" }, badError],
  ["a list as error", { jsonrpc: "2.0", id: 1, error: [failed] }, badError],
  ["an error without a code", { jsonrpc: "2.0", id: 1, error: { message: "no" } }, badError],
  ["a text as code", { jsonrpc: "2.0", id: 1, error: { ...failed, code: "-32001" } }, badError],
  ["a code with a fraction", { jsonrpc: "2.0", id: 1, error: { ...failed, code: 1.5 } }, badError],
  ["an error without a message", { jsonrpc: "2.0", id: 1, error: { code: 1 } }, badError],
  ["a result inside __proto__", JSON.parse('{"jsonrpc":"2.0","id":1,"__proto__":{"result":1}}'), "neither result nor error"],
];
describe("a response is refused for", () => {
  for (const [name, body, detail] of refused) {
    test(name, () => {
      expect(readResponse(body)).toEqual({ ok: false, detail });
    });
  }
});

const ids = fc.oneof(fc.string({ unit: "binary" }), fc.maxSafeInteger(), fc.constant(null));

test("what is encoded is read again, whatever the id", () => {
  fc.assert(
    fc.property(ids, fc.jsonValue(), fc.string({ unit: "binary" }), (given, value, message) => {
      const id: unknown = JSON.parse(JSON.stringify(given));
      const result: unknown = JSON.parse(JSON.stringify(value));
      expect(readResponse(JSON.parse(encodeResult(given, value)))).toEqual({ ok: true, id, result });
      const error = { code: -32000, message, data: result };
      expect(readResponse(JSON.parse(encodeError(given, error)))).toEqual({ ok: true, id, error: JSON.parse(JSON.stringify(error)) });
    }),
  );
});

test("a frame is what stands around a result", () => {
  const [head, tail] = resultFrame('a"b');
  expect(`${head}[1]${tail}`).toBe(encodeResult('a"b', [1]));
});

import { describe, expect, test } from "vitest";
import { A2AError } from "../errors/a2a-error.js";
import { decodeBareError, encodeBareError } from "./bare-error.js";

describe("an error of 0.3 over HTTP+JSON", () => {
  test("is that of JSON-RPC, and is read again", () => {
    const error = new A2AError("TaskNotFoundError", "no task t", { metadata: { taskId: "t" } });
    const body = encodeBareError(error);
    expect(body).toEqual({ code: -32001, message: "Task not found", data: { taskId: "t", detail: "no task t" } });
    expect(decodeBareError(404, body)).toMatchObject({ code: error.code, message: error.message, metadata: error.metadata });
  });

  for (const [what, status, body, code] of [
    ["in the words of 1.0", 400, { error: { code: 400, status: "INVALID_ARGUMENT", message: "bad", details: [] } }, "InvalidParamsError"],
    ["as a bare status", 404, { code: 5, message: "not found" }, "TaskNotFoundError"],
    ["as a bare status that is HTTP's", 409, { code: 409, message: "cannot be canceled" }, "TaskNotCancelableError"],
    ["as a problem of RFC 9457", 404, { title: "not found" }, "TaskNotFoundError"],
  ] as const) {
    test(`is read ${what}`, () => expect(decodeBareError(status, body)?.code).toBe(code));
  }

  for (const body of [null, "gone", [], {}, { message: "bad" }, { code: 7 }, { code: "x", message: "bad" }]) {
    test(`is none in ${JSON.stringify(body)}`, () => expect(decodeBareError(404, body)).toBeUndefined());
  }
});

import { describe, expect, test } from "vitest";
import { A2AError } from "../errors/a2a-error.js";
import type { ErrorName } from "../generated/tables.js";
import { domain, errors } from "../generated/v1.0/errors.js";
import { decodeStatusError, encodeStatusError } from "./status-error.js";

const infoType = "type.googleapis.com/google.rpc.ErrorInfo";
const badRequestType = "type.googleapis.com/google.rpc.BadRequest";
// safe: the keys of the table are the error names
const names = Object.keys(errors) as ErrorName[];

/** What a body of an error says: its name and its text. */
function readAs(httpStatus: number, body: unknown): readonly [ErrorName, string] | undefined {
  const error = decodeStatusError(httpStatus, body);
  return error && [error.code, error.message];
}

function info(reason: string, of: string = domain): object {
  return { "@type": infoType, reason, domain: of };
}

/** The first name of the table that says the same: readers cannot tell the others from it. */
function firstAlike(name: ErrorName): ErrorName | undefined {
  return names.find((each) => errors[each].reason === errors[name].reason);
}

describe("encodeStatusError", () => {
  for (const name of names) {
    const { grpcStatus, reason, message, httpStatus } = errors[name];
    test(`says ${name} as ${httpStatus}, ${grpcStatus}, ${reason}`, () => {
      const error = new A2AError(name, "what was wrong", { metadata: { fact: "f" } });
      expect(encodeStatusError(error, httpStatus)).toEqual({
        error: {
          code: httpStatus,
          status: grpcStatus,
          message,
          details: [{ "@type": infoType, reason, domain: "a2a-protocol.org", metadata: { fact: "f", detail: "what was wrong" } }],
        },
      });
    });

    test(`is read again: ${name}`, () => {
      const violations = [{ pointer: "/message/parts", expected: "a list" }];
      const error = new A2AError(name, "what was wrong", { metadata: { fact: "f" }, violations });
      const body: unknown = JSON.parse(JSON.stringify(encodeStatusError(error, httpStatus)));
      // Of a reason that is known the status says nothing more.
      for (const status of [httpStatus, 200, 418, 599]) {
        const { code, message: text, metadata, violations: read } = decodeStatusError(status, body) ?? expect.fail("no error");
        expect({ code, text, metadata, read }).toEqual({
          code: firstAlike(name),
          text: "what was wrong",
          metadata: { fact: "f" },
          read: violations,
        });
      }
    });
  }

  test("says a status of HTTP's own where it is given one", () => {
    expect(encodeStatusError(new A2AError("InvalidRequestError", "too long"), 413)).toMatchObject({ error: { code: 413 } });
  });

  test("names the places that are wrong as google.rpc.BadRequest", () => {
    const error = new A2AError("InvalidParamsError", "no", { violations: [{ pointer: "/pageSize", expected: "at most 100" }] });
    expect(encodeStatusError(error, 400)).toMatchObject({
      error: { details: [{}, { "@type": badRequestType, fieldViolations: [{ field: "/pageSize", description: "expected at most 100" }] }] },
    });
  });
});

describe("decodeStatusError", () => {
  const rows: readonly [what: string, httpStatus: number, body: unknown, name: ErrorName | undefined, text?: string][] = [
    [
      "a reason, whatever else is said",
      500,
      { error: { code: -32001, status: "NOT_FOUND", message: "m", details: [info("TASK_NOT_CANCELABLE")] } },
      "TaskNotCancelableError",
      "m",
    ],
    [
      "a reason behind other details",
      400,
      { error: { details: [null, 7, { "@type": badRequestType }, info("VERSION_NOT_SUPPORTED")] } },
      "VersionNotSupportedError",
      "",
    ],
    [
      "the code of JSON-RPC before the status of gRPC",
      500,
      { error: { code: -32005, status: "NOT_FOUND" } },
      "ContentTypeNotSupportedError",
      "",
    ],
    ["a code of JSON-RPC that nobody knows", 404, { error: { code: -31999, message: "m" } }, "InternalError", "m"],
    [
      "a reason of another domain, and a code",
      404,
      { error: { code: -32004, details: [info("TASK_NOT_FOUND", "example.com")] } },
      "UnsupportedOperationError",
      "",
    ],
    [
      "a reason of another domain alone",
      409,
      { error: { code: 409, details: [info("TASK_NOT_FOUND", "example.com")] } },
      "TaskNotCancelableError",
      "",
    ],
    ["a reason that nobody knows", 404, { error: { code: 404, details: [info("MOON_PHASE")] } }, "TaskNotFoundError", ""],
    ["a reason that objects have anyway", 404, { error: { code: 404, details: [info("constructor")] } }, "TaskNotFoundError", ""],
    ["the status of gRPC before that of HTTP", 400, { error: { code: 400, status: "NOT_FOUND", message: "m" } }, "TaskNotFoundError", "m"],
    ["the status UNIMPLEMENTED, as 1.0.0 has it", 400, { error: { code: 400, status: "UNIMPLEMENTED" } }, "UnsupportedOperationError", ""],
    ["a status of gRPC that nobody knows", 403, { error: { code: 403, status: "ABORTED" } }, "ForbiddenError", ""],
    ["a status of gRPC that objects have anyway", 403, { error: { status: "constructor" } }, "ForbiddenError", ""],
    ["a status of gRPC that is a number", 401, { error: { code: 401, status: 16 } }, "UnauthenticatedError", ""],
    ["409, as 1.0.0 has it", 409, { error: { code: 409, message: "m" } }, "TaskNotCancelableError", "m"],
    ["415, as 1.0.0 has it", 415, { error: {} }, "ContentTypeNotSupportedError", ""],
    ["502, as 1.0.0 has it", 502, { error: {} }, "InvalidAgentResponseError", ""],
    ["400 and nothing more", 400, { error: {} }, "InvalidParamsError", ""],
    ["404 and nothing more", 404, { error: {} }, "TaskNotFoundError", ""],
    ["405 and nothing more", 405, { error: {} }, "MethodNotFoundError", ""],
    ["429 and nothing more", 429, { error: {} }, "RateLimitedError", ""],
    ["500 and nothing more", 500, { error: {} }, "InternalError", ""],
    ["503 and nothing more", 503, { error: {} }, "ResourceUnavailableError", ""],
    ["a message that is none", 404, { error: { message: 7 } }, "TaskNotFoundError", ""],
    ["details that are none", 404, { error: { message: "m", details: "nonsense" } }, "TaskNotFoundError", "m"],
    [
      "a problem of RFC 9457",
      409,
      { type: "https://a2a-protocol.org/errors/task-not-cancelable", title: "Task Not Cancelable", status: 409, detail: "it is over" },
      "TaskNotCancelableError",
      "it is over",
    ],
    ["a problem with a title alone", 404, { title: "Task Not Found" }, "TaskNotFoundError", "Task Not Found"],
    ["a problem of a status that nobody knows", 418, { title: "I'm a teapot" }, undefined],
    ["a status that nobody knows", 418, { error: { message: "m" } }, undefined],
    ["an object of another kind", 404, { message: "no such page" }, undefined],
    ["an error that is a text", 404, { error: "not found" }, undefined],
    ["nothing", 404, undefined, undefined],
    ["null", 404, null, undefined],
    ["a list", 404, [{ error: { code: -32001 } }], undefined],
    ["a page", 404, "<!DOCTYPE html>", undefined],
  ];
  for (const [what, httpStatus, body, name, text = ""] of rows) {
    test(`reads ${what}: ${name ?? "no error"}`, () => {
      expect(readAs(httpStatus, body)).toEqual(name && [name, text]);
    });
  }

  test("keeps what is said for programs, and the places that are wrong", () => {
    const details = [
      { ...info("INVALID_PARAMS"), metadata: { supportedVersions: "1.0", number: 7 } },
      { "@type": badRequestType, fieldViolations: [{ field: "message.parts", description: "is required" }, null, {}] },
    ];
    const error = decodeStatusError(400, { error: { code: 400, message: "m", details } });
    expect(error).toMatchObject({ code: "InvalidParamsError", message: "m", metadata: { supportedVersions: "1.0" } });
    expect(error?.violations).toEqual([
      { pointer: "message.parts", expected: "is required" },
      { pointer: "", expected: "" },
    ]);
  });
});

import { describe, expect, test } from "vitest";
import { A2AError } from "../../errors/a2a-error.js";
import type { ErrorName } from "../../generated/tables.js";
import { errors } from "../../generated/v0.3/errors.js";
import { decodeError, encodeError } from "./error.js";

/** Names that share their code with another, which a reader takes for it. */
const readAs: Readonly<Partial<Record<ErrorName, ErrorName>>> = {
  StreamingNotSupportedError: "UnsupportedOperationError",
  InvalidTaskStateError: "UnsupportedOperationError",
  ExtensionSupportRequiredError: "UnsupportedOperationError",
  ExtendedCardNotSupportedError: "ExtendedCardNotConfiguredError",
};

for (const [key, { code, message }] of Object.entries(errors)) {
  const name = key as ErrorName; // safe: the keys of the table are the error names
  test(`${name} is written as ${code} and read as ${readAs[name] ?? name}`, () => {
    const error = new A2AError(name, "what was wrong", { metadata: { supportedVersions: "1.0, 0.3" } });
    const wire = encodeError(error);
    expect(wire).toEqual({ code, message, data: { detail: "what was wrong", supportedVersions: "1.0, 0.3" } });
    expect(decodeError(wire)).toMatchObject({
      code: readAs[name] ?? name,
      message: "what was wrong",
      metadata: { supportedVersions: "1.0, 0.3" },
      violations: [],
    });
  });
}

test("places in the request go along", () => {
  const violations = [{ pointer: "/message/parts", expected: "an array with at least 1 item" }];
  const wire = encodeError(new A2AError("InvalidParamsError", "not valid", { violations }));
  expect(wire.data).toEqual({ detail: "not valid", violations });
  expect(decodeError(wire)).toMatchObject({ code: "InvalidParamsError", violations });
});

test("nothing of an error's own metadata stands in for its text", () => {
  expect(encodeError(new A2AError("InternalError", "mine", { metadata: { detail: "theirs" } })).data).toEqual({ detail: "mine" });
});

describe("data of others", () => {
  const { code } = errors.TaskNotFoundError;
  for (const [what, data, text, metadata] of [
    ["none", undefined, "No such task", {}],
    ["null", null, "No such task", {}],
    ["a text", "task-1", "No such task", { value: "task-1" }],
    ["a list", ["a", 1], "No such task", { value: '["a",1]' }],
    ["an object", { taskId: "task-1", tries: 3, none: null }, "No such task", { taskId: "task-1", tries: "3" }],
    ["a detail that is no text", { detail: 5 }, "No such task", { detail: "5" }],
    ["violations of another shape", { violations: ["x"] }, "No such task", { violations: '["x"]' }],
    [
      "the details of 1.0",
      [{ "@type": "t", metadata: { detail: "not 2.0", supportedVersions: "1.0" } }],
      "not 2.0",
      { supportedVersions: "1.0" },
    ],
  ] as const) {
    test(`${what} is read`, () => {
      const error = decodeError({ code, message: "No such task", data });
      expect(error).toMatchObject({ code: "TaskNotFoundError", message: text, violations: [] });
      expect(error.metadata).toEqual(metadata);
    });
  }

  test("a member called __proto__ does no harm", () => {
    const error = decodeError({ code, message: "x", data: JSON.parse('{"__proto__":{"polluted":"yes"}}') });
    expect(error.metadata).not.toHaveProperty("polluted");
    expect({}).not.toHaveProperty("polluted");
  });

  test("a code that no table knows is an internal error", () => {
    expect(decodeError({ code: 7, message: "?" })).toMatchObject({ code: "InternalError", message: "?" });
  });
});

describe("an error in the words of 1.0", () => {
  const details = (facts: object): unknown => [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", ...facts }];
  const metadata = { supportedVersions: "1.0", detail: "version 0.9 is not one of 1.0" };

  test("is the one that its reason names, whatever the code means here", () => {
    const data = details({ reason: "VERSION_NOT_SUPPORTED", domain: "a2a-protocol.org", metadata });
    const error = decodeError({ code: errors.TaskNotFoundError.code, message: "Version not supported", data });
    expect(error).toMatchObject({ code: "VersionNotSupportedError", message: metadata.detail });
    expect(error.metadata).toEqual({ supportedVersions: "1.0" });
  });

  test("is the one that A2A's reason names, with its facts, behind one of another domain", () => {
    const [own] = [details({ reason: "VERSION_NOT_SUPPORTED", domain: "a2a-protocol.org", metadata })].flat();
    const [other] = [details({ reason: "RATE_LIMITED", domain: "gateway.example", metadata: { zone: "a" } })].flat();
    const error = decodeError({ code: errors.TaskNotFoundError.code, message: "Version not supported", data: [other, own] });
    expect(error).toMatchObject({ code: "VersionNotSupportedError", message: metadata.detail });
    expect(error.metadata).toEqual({ supportedVersions: "1.0" });
  });

  for (const [name, facts] of [
    ["a reason of another domain", { reason: "VERSION_NOT_SUPPORTED", domain: "a.test" }],
    ["a reason without a domain", { reason: "VERSION_NOT_SUPPORTED" }],
    ["a reason that nobody knows", { reason: "constructor", domain: "a2a-protocol.org" }],
  ] as const) {
    test(`${name} names nothing`, () => {
      expect(decodeError({ code: errors.TaskNotFoundError.code, message: "m", data: details(facts) }).code).toBe("TaskNotFoundError");
    });
  }
});

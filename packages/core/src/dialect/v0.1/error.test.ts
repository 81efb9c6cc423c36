import { describe, expect, test } from "vitest";
import { A2AError } from "../../errors/a2a-error.js";
import type { ErrorName } from "../../generated/tables.js";
import { errors } from "../../generated/v0.1/errors.js";
import { errors as errorsOf10 } from "../../generated/v1.0/errors.js";
import { decodeError, encodeError } from "./error.js";

/** Names that share the code of another and are read as that one. */
const readAs: Readonly<Partial<Record<ErrorName, ErrorName>>> = {
  ExtensionSupportRequiredError: "UnsupportedOperationError",
  VersionNotSupportedError: "InvalidTaskStateError",
  ExtendedCardNotConfiguredError: "MethodNotFoundError",
  ExtendedCardNotSupportedError: "MethodNotFoundError",
  InvalidAgentResponseError: "InternalError",
};

for (const [key, { code, message }] of Object.entries(errors)) {
  // safe: the keys of the table are the error names
  const name = key as ErrorName;
  test(`${name} is written by its row and read as ${readAs[name] ?? name}`, () => {
    const violations = [{ pointer: "/id", expected: "a string" }];
    const wire = encodeError(new A2AError(name, "what went wrong", { metadata: { taskId: "task-1" }, violations }));
    expect(wire).toStrictEqual({ code, message, data: { taskId: "task-1", detail: "what went wrong", violations } });
    const error = decodeError(wire);
    expect(error).toMatchObject({ code: readAs[name] ?? name, message: "what went wrong", metadata: { taskId: "task-1" }, violations });
  });
}

test("places are left out where there are none", () => {
  expect(encodeError(new A2AError("InternalError", "no")).data).toStrictEqual({ detail: "no" });
});

test("a cause stays at home", () => {
  expect(JSON.stringify(encodeError(A2AError.from(new Error("secret"))))).not.toContain("secret");
});

test("a code that no table knows is an internal error with the text that came", () => {
  expect(decodeError({ code: 418, message: "teapot" })).toMatchObject({
    code: "InternalError",
    message: "teapot",
    metadata: {},
    violations: [],
  });
});

describe("foreign data is kept as metadata", () => {
  for (const [name, data, metadata] of [
    ["nothing", undefined, {}],
    ["null", null, {}],
    ["a text", "later", { value: "later" }],
    ["a number", 5, { value: "5" }],
    ["an array", [{ "@type": "x" }], { value: '[{"@type":"x"}]' }],
    [
      "an object of anything",
      { taskId: "t", after: 5, detail: 1, none: null, violations: [1] },
      { taskId: "t", after: "5", detail: "1", violations: "[1]" },
    ],
    [
      "an object with the names that objects have",
      JSON.parse('{"__proto__":{"a":1},"constructor":"c"}'),
      JSON.parse('{"__proto__":"{\\"a\\":1}","constructor":"c"}'),
    ],
  ] as const) {
    test(name, () => {
      const error = decodeError({ code: errors.TaskNotFoundError.code, message: "Task not found", data });
      expect(error).toMatchObject({ code: "TaskNotFoundError", message: "Task not found", violations: [] });
      expect(JSON.stringify(error.metadata)).toBe(JSON.stringify(metadata));
    });
  }
});

describe("an error in the words of 1.0", () => {
  const details = (facts: object): unknown => [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", ...facts }];
  const metadata = { supportedVersions: "1.0", detail: "version 0.9 is not one of 1.0" };

  test("is the one that its reason names, whatever the code means here", () => {
    const data = details({ reason: "VERSION_NOT_SUPPORTED", domain: "a2a-protocol.org", metadata });
    const error = decodeError({ code: errorsOf10.VersionNotSupportedError.code, message: "Version not supported", data });
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

import { describe, expect, test } from "vitest";
import { A2AError, isA2AError } from "./a2a-error.js";
import { LocalError } from "./local-error.js";

/** An error of another copy of this package. */
function foreign(members: Readonly<Record<string, unknown>>): Error {
  return Object.assign(new Error("from elsewhere"), {
    name: "A2AError",
    code: "TaskNotFoundError",
    violations: [],
    metadata: {},
    ...members,
  });
}

test("an error has its code, its text and nothing else unless it is given", () => {
  const error = new A2AError("TaskNotFoundError", "no task t");
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({ name: "A2AError", code: "TaskNotFoundError", message: "no task t", violations: [], metadata: {} });
  expect(error).not.toHaveProperty("cause");
  expect(String(error)).toBe("A2AError: no task t");
});

test("an error has what it is given", () => {
  const cause = new TypeError("why");
  const options = { cause, violations: [{ pointer: "/id", expected: "a string" }], metadata: { supportedVersions: "1.0" } };
  expect(new A2AError("InvalidParamsError", "", options)).toMatchObject(options);
});

test("a cause that is undefined is a cause all the same", () => {
  expect(new A2AError("InternalError", "", { cause: undefined })).toHaveProperty("cause", undefined);
});

describe("recognised as an A2AError is", () => {
  const rows: readonly [name: string, value: unknown, isOne: boolean][] = [
    ["one", new A2AError("InternalError", ""), true],
    ["one of a subclass", new (class extends A2AError {})("InternalError", ""), true],
    ["one of another copy", foreign({}), true],
    ["not a LocalError", new LocalError("TIMEOUT", ""), false],
    ["not an error with another name", foreign({ name: "Error" }), false],
    ["not one without a code", foreign({ code: undefined }), false],
    ["not one with a number as code", foreign({ code: -32001 }), false],
    ["not one without violations", foreign({ violations: undefined }), false],
    ["not one with a text as violations", foreign({ violations: "none" }), false],
    ["not one without metadata", foreign({ metadata: undefined }), false],
    ["not one with metadata null", foreign({ metadata: null }), false],
    ["not an object that is no error", { name: "A2AError", code: "InternalError", violations: [], metadata: {} }, false],
    ["not a text", "A2AError", false],
    ["not nothing", undefined, false],
  ];
  for (const [name, value, isOne] of rows) {
    test(name, () => {
      expect(isA2AError(value)).toBe(isOne);
    });
  }
});

describe("what crosses the wire of", () => {
  for (const [name, error] of [
    ["an A2AError", new A2AError("TaskNotFoundError", "no task t")],
    ["an A2AError of another copy", foreign({})],
  ] as const) {
    test(`${name} is itself`, () => {
      expect(A2AError.from(error)).toBe(error);
    });
  }

  for (const [name, thrown] of [
    ["an exception", new Error("password is 1234")],
    ["a LocalError", new LocalError("NETWORK", "password is 1234")],
    ["a text", "password is 1234"],
    ["nothing", undefined],
    ["what only looks like an A2AError", foreign({ message: "password is 1234", violations: undefined })],
  ] as const) {
    test(`${name} is InternalError, without its text and with it as cause`, () => {
      const known = A2AError.from(thrown);
      expect(known.code).toBe("InternalError");
      expect(known.message).not.toContain("password");
      expect(known.cause).toBe(thrown);
    });
  }
});

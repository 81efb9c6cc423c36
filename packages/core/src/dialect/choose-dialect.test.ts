import { describe, expect, test } from "vitest";
import { A2AError } from "../errors/a2a-error.js";
import { chooseDialects, dialectFor, minorOf } from "./choose-dialect.js";
import { dialects } from "./dialects.js";
import { dialectV03 } from "./v0.3/index.js";
import { dialectV10 } from "./v1.0/index.js";

describe("the version is", () => {
  const rows: readonly [method: string, hint: string | undefined, choices: readonly string[]][] = [
    ["SendMessage", undefined, ["1.0 SendMessage"]],
    ["SendMessage", "", ["1.0 SendMessage"]],
    ["SendMessage", "1.0", ["1.0 SendMessage"]],
    ["SendMessage", "1.0.7", ["1.0 SendMessage"]],
    ["SendMessage", " 1.0 ", ["1.0 SendMessage"]],
    ["SendMessage", "0.3", ["1.0 SendMessage"]],
    ["message/send", undefined, ["0.3 SendMessage"]],
    ["message/send", "0.2", ["0.3 SendMessage"]],
    ["message/send", "0.2.6", ["0.3 SendMessage"]],
    ["message/send", "1.0", ["0.3 SendMessage"]],
    ["tasks/send", undefined, ["0.1 SendMessage"]],
    ["tasks/send", "0.3.0", ["0.1 SendMessage"]],
    ["tasks/get", undefined, ["0.3 GetTask", "0.1 GetTask"]],
    ["tasks/get", "1.0", ["0.3 GetTask", "0.1 GetTask"]],
    ["tasks/get", "0.3", ["0.3 GetTask"]],
    ["tasks/get", "0.1", ["0.1 GetTask"]],
    ["tasks/cancel", "0.2.0", ["0.3 CancelTask"]],
    ["tasks/resubscribe", undefined, ["0.3 SubscribeToTask", "0.1 SubscribeToTask"]],
  ];
  for (const [method, hint, choices] of rows) {
    test(`${choices.join(" or ")} of ${method} with ${hint === undefined ? "no hint" : `the hint "${hint}"`}`, () => {
      const chosen = chooseDialects(dialects, method, hint);
      expect(chosen.map(({ dialect, operation }) => `${dialect.version} ${operation}`)).toEqual(choices);
    });
  }
});

describe("an extended card that is switched off is", () => {
  const own = "agent/getAuthenticatedExtendedCard";
  const rows: readonly [code: string, method: string, hint: string | undefined][] = [
    ["0.3", own, undefined],
    ["0.3", own, "0.3.0"],
    ["0.3", own, "1.0"],
    ["0.2", own, "0.2"],
    ["0.2", own, "0.2.6"],
    ["0.2", "agent/authenticatedExtendedCard", undefined],
    ["0.2", "agent/authenticatedExtendedCard", "0.3"],
  ];
  for (const [version, method, hint] of rows) {
    test(`said as in ${version} to ${method} with ${hint === undefined ? "no hint" : `the hint "${hint}"`}`, () => {
      const [{ dialect }] = chooseDialects(dialects, method, hint);
      const { ExtendedCardNotConfiguredError: notConfigured, UnsupportedOperationError: unsupported } = dialectV03.errors;
      const { code, message } = version === "0.2" ? unsupported : notConfigured;
      for (const name of ["ExtendedCardNotSupportedError", "ExtendedCardNotConfiguredError"] as const) {
        expect(dialect.encodeError(new A2AError(name, "off"))).toEqual({ code, message, data: { detail: "off" } });
        expect(dialect.errors[name].code).toBe(code);
      }
      expect(dialect.encodeError(new A2AError("TaskNotFoundError", "x")).code).toBe(dialectV03.errors.TaskNotFoundError.code);
    });
  }
});

function failureOf(method: string, hint: string | undefined): A2AError {
  try {
    chooseDialects([dialectV10, dialectV03], method, hint);
  } catch (error) {
    return error as A2AError; // safe: nothing else is thrown, and what is thrown is looked at
  }
  throw new TypeError("nothing was thrown");
}

describe("no version is chosen", () => {
  for (const hint of ["0.9", "0.1", "1.1", "2.0", "1", "v1.0", "1.0.x", "latest", "1.0, 0.3", "constructor", " "]) {
    test(`with the hint "${hint}", whatever the method`, () => {
      for (const method of ["SendMessage", "message/send", "no/such"]) {
        expect(failureOf(method, hint)).toMatchObject({
          code: "VersionNotSupportedError",
          metadata: { supportedVersions: "1.0, 0.3, 0.2" },
        });
      }
    });
  }

  for (const method of ["", "no/such", "sendMessage", "tasks/send", "__proto__", "constructor"]) {
    test(`for the method "${method}"`, () => {
      for (const hint of [undefined, "1.0", "0.3"]) expect(failureOf(method, hint).code).toBe("MethodNotFoundError");
    });
  }
});

for (const [text, minor] of [
  ["1.0", "1.0"],
  ["0.3.0", "0.3"],
  ["10.20.30", "10.20"],
  [" 1.0\t", "1.0"],
  ["01.0", "01.0"],
  ["1", undefined],
  ["1.0.0.0", undefined],
  ["1.0-beta", undefined],
  ["1,0", undefined],
  ["", undefined],
] as const) {
  test(`"${text}" is ${minor ? `version ${minor}` : "no version"}`, () => {
    expect(minorOf(text)).toBe(minor);
  });
}

test("a version is served by its dialect, or by the one that serves it as well", () => {
  expect(dialectFor(dialects, "0.2.5")).toBe(dialectV03);
  expect(dialectFor(dialects, "1.0.1")).toBe(dialectV10);
  expect(dialectFor([dialectV10], "0.3")).toBeUndefined();
});

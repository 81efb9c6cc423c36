import { expect, test } from "vitest";
import { LocalError } from "./local-error.js";

test("an error of this side has its code, its text and its cause", () => {
  const cause = new TypeError("fetch failed");
  const error = new LocalError("NETWORK", "no connection", { cause });
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({ name: "LocalError", code: "NETWORK", message: "no connection", cause });
  expect(String(error)).toBe("LocalError: no connection");
});

test("without a cause there is none", () => {
  expect(new LocalError("CLOSED", "")).not.toHaveProperty("cause");
});

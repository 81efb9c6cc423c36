import { expect, test } from "vitest";
import { mergeHeaders } from "./merge-headers.js";

test("a later header replaces an earlier one, in whatever case", () => {
  const merged = mergeHeaders({ Authorization: "one", accept: "a" }, { authorization: "two", "x-b": "b" }, { "X-B": "c" });
  expect(Object.fromEntries(merged)).toEqual({ accept: "a", authorization: "two", "x-b": "c" });
});

test("a header with a line break is a TypeError", () => {
  expect(() => mergeHeaders({ "x-a": "1\r\nx-evil: 1" })).toThrow(TypeError);
});

import { describe, expect, test } from "vitest";
import { ruleText } from "./rule-text.js";
import type { ValidatorView } from "./validator-view.js";

const text = { type: "string" };

describe("the rules of a type as a text", () => {
  const said: readonly [what: string, view: ValidatorView, text: string, references?: readonly string[]][] = [
    ["a string", text, ""],
    ["a choice of strings", { type: "string", enum: ["a", "b"] }, "|a|b"],
    ["several kinds", { type: ["object", "null"] }, "&object,null"],
    ["an object without members", { type: "object" }, "&object"],
    ["an object of any members", { type: "object", additionalProperties: true }, "{*"],
    ["a map of lists", { type: "object", additionalProperties: { type: "array", items: text } }, "{["],
    ["members and references", { type: "object", required: ["b"], properties: { a: text, b: { $ref: "B" } } }, "a b!>", ["B"]],
    ["one of two members", { type: "object", exactlyOne: ["a", "b"], properties: { a: text, b: { type: "boolean" } } }, "a^ b^?"],
    ["at most one", { type: "object", allOf: [{ atMostOne: ["a", "b"] }], properties: { a: text, b: text } }, "a,b- a b"],
  ];
  for (const [what, view, expected, references = []] of said) {
    test(`says ${what}`, () => {
      expect(ruleText(view)).toEqual({ text: expected, references });
    });
  }

  const unsaid: readonly [what: string, view: ValidatorView, message: string][] = [
    ["a keyword that it has no mark for", { type: "string", pattern: "a" }, "no text of rules can say"],
    ["a constant that is compared member by member", { const: {} }, "no text of rules can say"],
    ["a value with the mark between values", { type: "string", enum: ["a|b"] }, "no text of rules can say"],
    [
      "a value with a space in a member",
      { type: "object", properties: { a: { type: "string", enum: ["b c"] } } },
      "no text of rules can say",
    ],
    ["a name with a mark", { type: "object", properties: { "a!": text } }, "no text of rules can say"],
    ["members beside any others", { type: "object", properties: { a: text }, additionalProperties: text }, "no text of rules can say"],
    [
      "required members out of order, for the first that is missing is named",
      { type: "object", required: ["b", "a"], properties: { a: text, b: text } },
      "b, a have to be in the order in which they are members: a, b",
    ],
  ];
  for (const [what, view, message] of unsaid) {
    test(`does not say ${what}`, () => {
      expect(() => ruleText(view)).toThrow(message);
    });
  }
});

import { expect, test } from "vitest";
import type { Part as PartV03 } from "../src/generated/v0.3/types.js";
import type { Methods, Part, SendMessageResponse } from "../src/generated/v1.0/index.js";
import { isTask, params } from "../src/generated/v1.0/index.js";
import { validate } from "../src/validate/validate.js";

test("a part is told by the member that is set", () => {
  const told = (part: Part): string => {
    if (part.text !== undefined) return part.text;
    if (part.url !== undefined) return part.url;
    return part.raw ?? JSON.stringify(part.data);
  };
  expect(told({ text: "a" })).toBe("a");
  expect(told({ data: { b: 1 } })).toBe('{"b":1}');
});

test("a part with two contents or none does not compile", () => {
  // @ts-expect-error two members of the union
  const two: Part = { text: "a", url: "b" };
  // @ts-expect-error no member of the union
  const none: Part = { filename: "a" };
  expect([two, none]).toHaveLength(2);
});

test("an answer is told by the member that is set", () => {
  const idOf = (answer: SendMessageResponse): string => (answer.task ? answer.task.id : answer.message.messageId);
  expect(idOf({ message: { messageId: "m", role: "ROLE_AGENT", parts: [{ text: "a" }] } })).toBe("m");
});

test("a tagged part is told by its tag", () => {
  const told = (part: PartV03): unknown => (part.kind === "file" ? (part.file.bytes ?? part.file.uri) : part.metadata);
  expect(told({ kind: "file", file: { uri: "u" } })).toBe("u");
});

test("a validator narrows what it accepts, also one out of the table", () => {
  const value: unknown = { id: "t", status: { state: "TASK_STATE_WORKING" } };
  const id = isTask(value) ? value.id : undefined;
  const outcome = validate(params.GetTask, value);
  const wanted: Methods["GetTask"]["params"] | undefined = outcome.ok ? outcome.value : undefined;
  expect([id, wanted?.id]).toEqual(["t", "t"]);
});

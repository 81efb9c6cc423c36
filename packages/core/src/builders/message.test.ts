import { describe, expect, test } from "vitest";
import type { Artifact, Message, Part, Task } from "../generated/v1.0/types.js";
import { isStreamResponse } from "../generated/v1.0/validators.js";
import type { Content } from "./message.js";
import { artifact, message, partsOf, textOf } from "./message.js";
import { data, text } from "./part.js";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe("content is", () => {
  const rows: readonly [name: string, content: Content, parts: Part[]][] = [
    ["a text", "hi", [{ text: "hi" }]],
    ["an empty text", "", [{ text: "" }]],
    ["a part", { data: 1 }, [{ data: 1 }]],
    ["several of both, in their order", ["a", { data: 1 }, "b"], [{ text: "a" }, { data: 1 }, { text: "b" }]],
    ["an empty list", [], []],
  ];
  for (const [name, content, parts] of rows) {
    test(name, () => {
      expect(partsOf(content)).toEqual(parts);
    });
  }

  test("not changed and not shared as a list", () => {
    const content = Object.freeze([text("a")]);
    expect(partsOf(content)).not.toBe(content);
  });
});

describe("a message", () => {
  test("is the client's and has a new id", () => {
    const first = message("hi");
    expect(first).toEqual({ messageId: expect.stringMatching(uuid), role: "ROLE_USER", parts: [{ text: "hi" }] });
    expect(message("hi").messageId).not.toBe(first.messageId);
    expect(isStreamResponse({ message: first })).toBe(true);
  });

  test("takes an id from elsewhere", () => {
    expect(message("hi", {}, () => "id-1").messageId).toBe("id-1");
  });

  test("asks for no id where it has one", () => {
    expect(message("hi", { messageId: "mine" }, () => expect.unreachable()).messageId).toBe("mine");
  });

  test("takes every other member as it is", () => {
    const options = {
      role: "ROLE_AGENT",
      contextId: "c",
      taskId: "t",
      metadata: { a: 1 },
      extensions: ["e"],
      referenceTaskIds: ["r"],
    } as const;
    const built = message(["hi"], { ...options, extensions: ["e"], referenceTaskIds: ["r"] }, () => "m");
    expect(built).toEqual({ messageId: "m", parts: [{ text: "hi" }], ...options });
    expect(isStreamResponse({ message: built })).toBe(true);
  });
});

describe("an artifact", () => {
  test("has a new id", () => {
    const built = artifact("hi");
    expect(built).toEqual({ artifactId: expect.stringMatching(uuid), parts: [{ text: "hi" }] });
    expect(isStreamResponse({ artifactUpdate: { taskId: "t", contextId: "c", artifact: built } })).toBe(true);
  });

  test("takes an id from elsewhere, and other members as they are", () => {
    expect(artifact(data(1), { name: "n" }, () => "a")).toEqual({ artifactId: "a", parts: [data(1)], name: "n" });
    expect(artifact("x", { artifactId: "mine" }, () => expect.unreachable()).artifactId).toBe("mine");
  });
});

describe("the text of", () => {
  const said: Message = { messageId: "m", role: "ROLE_AGENT", parts: [text("a"), data(1), text("b")] };
  const made: Artifact = { artifactId: "a", parts: [text("c"), text("d")] };
  const state = "TASK_STATE_COMPLETED";
  const rows: readonly [name: string, source: Message | Artifact | Task, text: string][] = [
    ["a message is its text parts", said, "ab"],
    ["an artifact is its text parts", made, "cd"],
    ["what has no text is empty", { artifactId: "a", parts: [data(1)] }, ""],
    ["a task is that of its artifacts, a line each", { id: "t", status: { state, message: said }, artifacts: [made, made] }, "cd\ncd"],
    ["a task without artifacts is that of its status", { id: "t", status: { state, message: said } }, "ab"],
    ["a task with an empty list of them as well", { id: "t", status: { state, message: said }, artifacts: [] }, "ab"],
    ["a task that says nothing is empty", { id: "t", status: { state } }, ""],
  ];
  for (const [name, source, expected] of rows) {
    test(name, () => {
      expect(textOf(source)).toBe(expected);
    });
  }
});

import { isA2AError, isStreamResponse, validate } from "@a2a/core";
import { describe, expect, test } from "vitest";
import type { Yield } from "../agent/agent.js";
import type { TurnIds } from "./yield-to-event.js";
import { readYield } from "./yield-to-event.js";

const now = "2026-01-31T12:00:00.000Z";

function ids(): TurnIds {
  let last = 0;
  return {
    taskId: "task",
    contextId: "context",
    outputId: undefined,
    makeId: () => {
      last += 1;
      return `made-${last}`;
    },
    now: () => now,
  };
}

/** What any JavaScript may yield, whatever the types say. */
function anything(value: unknown): Yield {
  // safe: meant to be wrong
  return value as Yield;
}

function nested(depth: number): unknown {
  return depth === 0 ? 1 : [nested(depth - 1)];
}

const cyclic: Record<string, unknown> = { text: "a" };
cyclic.self = cyclic;
const parts = [{ text: "a" }];

describe("what the protocol allows", () => {
  const own = { taskId: "task", contextId: "context" };
  const chunk = (more: object): object => ({ artifactUpdate: { ...own, ...more } });
  const status = (state: string, message?: object): object => ({
    statusUpdate: { ...own, status: { state, ...(message && { message }), timestamp: now } },
  });
  const words = { messageId: "made-1", role: "ROLE_AGENT", parts, ...own };

  for (const [what, value, event, ends] of [
    ["a text", "a", chunk({ artifact: { artifactId: "made-1", parts } }), false],
    ["an empty text", "", chunk({ artifact: { artifactId: "made-1", parts: [{ text: "" }] } }), false],
    ["a part", { data: null }, chunk({ artifact: { artifactId: "made-1", parts: [{ data: null }] } }), false],
    ["a whole artifact", { artifact: { parts: "a" } }, chunk({ artifact: { artifactId: "made-1", parts }, lastChunk: true }), false],
    ["a first chunk", { artifact: { artifactId: "x", parts: "a" }, append: false }, chunk({ artifact: { artifactId: "x", parts } }), false],
    [
      "a chunk",
      { artifact: { artifactId: "x", parts }, append: true },
      chunk({ artifact: { artifactId: "x", parts }, append: true }),
      false,
    ],
    [
      "a last chunk",
      { artifact: { artifactId: "x", parts }, append: true, lastChunk: true },
      chunk({ artifact: { artifactId: "x", parts }, append: true, lastChunk: true }),
      false,
    ],
    ["working", { state: "TASK_STATE_WORKING", message: "a" }, status("TASK_STATE_WORKING", words), false],
    ["completed", { state: "TASK_STATE_COMPLETED" }, status("TASK_STATE_COMPLETED"), true],
    ["input-required", { state: "TASK_STATE_INPUT_REQUIRED" }, status("TASK_STATE_INPUT_REQUIRED"), true],
    ["auth-required", { state: "TASK_STATE_AUTH_REQUIRED" }, status("TASK_STATE_AUTH_REQUIRED"), true],
    ["auth-required that continues", { state: "TASK_STATE_AUTH_REQUIRED", continues: true }, status("TASK_STATE_AUTH_REQUIRED"), false],
    [
      "input-required that says it continues",
      { state: "TASK_STATE_INPUT_REQUIRED", continues: true },
      status("TASK_STATE_INPUT_REQUIRED"),
      true,
    ],
  ] as const) {
    test(`${what} becomes an event`, () => {
      const said = readYield(anything(value), ids());
      expect(said).toEqual({ kind: "event", event, ends });
      expect(validate(isStreamResponse, event).ok).toBe(true);
    });
  }

  test("the second text is appended to the first", () => {
    const turn = ids();
    readYield("a", turn);
    expect(readYield({ text: "b" }, turn)).toMatchObject({ event: { artifactUpdate: { append: true } } });
  });

  test("a message is the agent's own and the task's, whatever it says of itself", () => {
    const said = readYield({ messageId: "m", role: "ROLE_USER", parts, taskId: "another", contextId: "another" }, ids());
    expect(said).toEqual({ kind: "message", message: { messageId: "m", role: "ROLE_AGENT", parts, ...own } });
  });

  test("what is changed after it was yielded stays as it was yielded", () => {
    const part = { data: { list: [1] } };
    const said = readYield(part, ids());
    part.data.list.push(2);
    expect(said).toMatchObject({ event: { artifactUpdate: { artifact: { parts: [{ data: { list: [1] } }] } } } });
  });
});

describe("what the protocol forbids", () => {
  for (const [what, value] of [
    ["undefined", undefined],
    ["null", null],
    ["a number", 42],
    ["NaN", Number.NaN],
    ["a boolean", true],
    ["a bigint", 5n],
    ["a symbol", Symbol("s")],
    ["a function", () => "a"],
    ["a date", new Date(0)],
    ["bytes", new Uint8Array(2)],
    ["an array", ["a"]],
    ["an empty array", []],
    ["an empty object", {}],
    ["a map", new Map([["text", "a"]])],
    ["a part that refers to itself", cyclic],
    [
      "a member that throws",
      {
        get text() {
          throw new Error("secret");
        },
      },
    ],
    ["a part with two contents", { text: "a", data: 1 }],
    ["a part with text that is no text", { text: 5 }],
    ["a part with raw that is not base64", { raw: "!!!" }],
    ["a part with raw bytes", { raw: new Uint8Array(2) }],
    ["data that JSON cannot say", { data: undefined }],
    ["data nested without end", { data: nested(100) }],
    ["an unknown state", { state: "TASK_STATE_BANANA" }],
    ["a state of 0.3", { state: "completed" }],
    ["a state that is no text", { state: 3 }],
    ["submitted", { state: "TASK_STATE_SUBMITTED" }],
    ["unspecified", { state: "TASK_STATE_UNSPECIFIED" }],
    ["a state with words that are no message", { state: "TASK_STATE_WORKING", message: 5 }],
    ["a state with words null", { state: "TASK_STATE_WORKING", message: null }],
    ["a state with a message without parts", { state: "TASK_STATE_WORKING", message: { messageId: "m", role: "ROLE_AGENT", parts: [] } }],
    ["an artifact null", { artifact: null }],
    ["an artifact that is a text", { artifact: "a" }],
    ["an artifact without parts", { artifact: {} }],
    ["an artifact with empty parts", { artifact: { parts: [] } }],
    ["an artifact with a part null", { artifact: { parts: [null] } }],
    ["an artifact with parts null", { artifact: { parts: null } }],
    ["an artifact with an id that is no text", { artifact: { artifactId: 5, parts } }],
    ["append that is no boolean", { artifact: { parts }, append: "yes" }],
    ["a message without an id", { role: "ROLE_AGENT", parts }],
    ["a message with empty parts", { messageId: "m", role: "ROLE_AGENT", parts: [] }],
    ["a message with parts null", { messageId: "m", role: "ROLE_AGENT", parts: null }],
    ["a raw event of the wire", { statusUpdate: { taskId: "another", contextId: "c", status: { state: "TASK_STATE_COMPLETED" } } }],
    ["a task", { id: "task", status: { state: "TASK_STATE_COMPLETED" } }],
    ["an error", new Error("secret")],
  ] as const) {
    test(`${what} is refused as InvalidAgentResponse, with a reason for the author`, () => {
      let caught: unknown;
      try {
        readYield(anything(value), ids());
      } catch (error) {
        caught = error;
      }
      expect(isA2AError(caught) && [caught.code, caught.message.includes("secret")]).toEqual(["InvalidAgentResponseError", false]);
    });
  }
});

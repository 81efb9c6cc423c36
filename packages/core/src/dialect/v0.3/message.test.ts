import { describe, expect, test } from "vitest";
import type * as Wire from "../../generated/v0.3/types.js";
import type { Part, TaskState } from "../../generated/v1.0/types.js";
import { decodeMessage, encodeMessage } from "./message.js";
import { decodePart, encodePart } from "./part.js";
import { decodeStatus, encodeStatus } from "./status.js";
import { decodeTask, encodeTask } from "./task.js";

const states: readonly (readonly [Wire.TaskState, TaskState])[] = [
  ["submitted", "TASK_STATE_SUBMITTED"],
  ["working", "TASK_STATE_WORKING"],
  ["input-required", "TASK_STATE_INPUT_REQUIRED"],
  ["completed", "TASK_STATE_COMPLETED"],
  ["canceled", "TASK_STATE_CANCELED"],
  ["failed", "TASK_STATE_FAILED"],
  ["rejected", "TASK_STATE_REJECTED"],
  ["auth-required", "TASK_STATE_AUTH_REQUIRED"],
  ["unknown", "TASK_STATE_UNSPECIFIED"],
];

for (const [wire, state] of states) {
  test(`${wire} is ${state}`, () => {
    expect(decodeStatus({ state: wire })).toStrictEqual({ state });
    expect(encodeStatus({ state })).toStrictEqual({ state: wire });
  });
}

for (const [wire, role] of [
  ["user", "ROLE_USER"],
  ["agent", "ROLE_AGENT"],
] as const) {
  test(`${wire} is ${role}`, () => {
    expect(decodeMessage({ kind: "message", messageId: "m", role: wire, parts: [] })).toStrictEqual({ messageId: "m", role, parts: [] });
    expect(encodeMessage({ messageId: "m", role, parts: [] })).toMatchObject({ kind: "message", role: wire });
  });
}

describe("timestamps are read in any form and written in UTC with milliseconds", () => {
  for (const [text, utc] of [
    ["2025-04-02T16:59:25.331844", "2025-04-02T16:59:25.331Z"],
    ["2025-04-02T18:59:25+02:00", "2025-04-02T16:59:25.000Z"],
    ["2025-04-02T16:59:25Z", "2025-04-02T16:59:25.000Z"],
    ["2025-04-02T16:59:25.123456789Z", "2025-04-02T16:59:25.123Z"],
    ["2025-04-02T23:59:25.5-0130", "2025-04-03T01:29:25.500Z"],
  ] as const) {
    test(text, () => {
      expect(decodeStatus({ state: "working", timestamp: text })).toStrictEqual({ state: "TASK_STATE_WORKING", timestamp: utc });
      expect(encodeStatus({ state: "TASK_STATE_WORKING", timestamp: text })).toStrictEqual({ state: "working", timestamp: utc });
    });
  }

  test("what is no time is left out, for a status is worth more", () => {
    expect(decodeStatus({ state: "working", timestamp: "yesterday" })).toStrictEqual({ state: "TASK_STATE_WORKING" });
  });
});

describe("parts", () => {
  const both: readonly (readonly [what: string, part: Part, wire: Wire.Part])[] = [
    ["text", { text: "" }, { kind: "text", text: "" }],
    [
      "text of a type and with a name",
      { text: "# hi", mediaType: "text/markdown", filename: "a.md", metadata: { a: 1 } },
      { kind: "text", text: "# hi", metadata: { a: 1, mediaType: "text/markdown", filename: "a.md" } },
    ],
    [
      "bytes",
      { raw: "aGk=", filename: "a", mediaType: "b/c", metadata: { a: 1 } },
      { kind: "file", file: { bytes: "aGk=", name: "a", mimeType: "b/c" }, metadata: { a: 1 } },
    ],
    ["an address", { url: "https://x" }, { kind: "file", file: { uri: "https://x" } }],
    ["an object", { data: { a: 1 } }, { kind: "data", data: { a: 1 } }],
    ["a list", { data: [1] }, { kind: "data", data: { value: [1] }, metadata: { data_part_compat: true } }],
    ["null", { data: null }, { kind: "data", data: { value: null }, metadata: { data_part_compat: true } }],
    [
      "a number of a type",
      { data: 5, mediaType: "x/y", metadata: { a: 1 } },
      { kind: "data", data: { value: 5 }, metadata: { a: 1, mediaType: "x/y", data_part_compat: true } },
    ],
    [
      "a text that asks for an answer of a type and schema",
      { text: "list", metadata: { mediaType: "application/json", schema: {} } },
      { kind: "text", text: "list", metadata: { mediaType: "application/json", schema: {} } },
    ],
  ];
  for (const [what, part, wire] of both) {
    test(`${what} can be said in both`, () => {
      expect(encodePart(part)).toStrictEqual(wire);
      expect(decodePart(wire)).toStrictEqual(part);
    });
  }

  for (const [what, part, wire] of [
    ["the type that every text has", { text: "a", mediaType: "text/plain" }, { kind: "text", text: "a" }],
    ["the type that all data has", { data: {}, mediaType: "application/json" }, { kind: "data", data: {} }],
    ["URL-safe base64 without padding", { raw: "-_8" }, { kind: "file", file: { bytes: "+/8=" } }],
    ["the one other letter of it", { raw: "-w==" }, { kind: "file", file: { bytes: "+w==" } }],
    ["the other other letter of it", { raw: "_w" }, { kind: "file", file: { bytes: "/w==" } }],
    [
      "an address that is none",
      { url: "", filename: "a" },
      { kind: "data", data: { name: "a" }, metadata: { a2a_compat: "file-reference" } },
    ],
  ] as const) {
    test(`${what} is written in the form that 0.3 knows`, () => {
      expect(encodePart(part)).toStrictEqual(wire);
    });
  }

  test("data that only looks wrapped stays as it is", () => {
    const wire: Wire.Part = { kind: "data", data: { value: 1, more: 2 }, metadata: { data_part_compat: true } };
    expect(decodePart(wire)).toStrictEqual({ data: wire.data, metadata: wire.metadata });
  });
});

describe("tasks", () => {
  test("one without a conversation has an empty one in 0.3, and none again in 1.0", () => {
    const task = { id: "t", status: { state: "TASK_STATE_WORKING" as const } };
    const wire = encodeTask(task);
    expect(wire).toStrictEqual({ kind: "task", id: "t", contextId: "", status: { state: "working" } });
    expect(decodeTask(wire)).toStrictEqual(task);
  });

  test("empty lists are not written", () => {
    const wire = encodeTask({ id: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" }, history: [], artifacts: [] });
    expect(Object.keys(wire)).toEqual(["kind", "id", "contextId", "status"]);
  });
});

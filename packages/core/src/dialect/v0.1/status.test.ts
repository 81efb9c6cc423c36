import { describe, expect, test } from "vitest";
import type { TaskState } from "../../generated/v1.0/types.js";
import { decodeStatus, encodeStatus } from "./status.js";

const around = { taskId: "task-1", contextId: "session-1", makeId: () => "message-id" };
const message = {
  messageId: "message-id",
  contextId: "session-1",
  taskId: "task-1",
  role: "ROLE_AGENT" as const,
  parts: [{ text: "No." }],
};
const said = { role: "agent", parts: [{ type: "text", text: "No." }] };

for (const [state, wire, note] of [
  ["TASK_STATE_UNSPECIFIED", "unknown", undefined],
  ["TASK_STATE_SUBMITTED", "submitted", undefined],
  ["TASK_STATE_WORKING", "working", undefined],
  ["TASK_STATE_COMPLETED", "completed", undefined],
  ["TASK_STATE_FAILED", "failed", undefined],
  ["TASK_STATE_CANCELED", "canceled", undefined],
  ["TASK_STATE_INPUT_REQUIRED", "input-required", undefined],
  ["TASK_STATE_REJECTED", "failed", "rejected"],
  ["TASK_STATE_AUTH_REQUIRED", "input-required", "auth-required"],
] as const satisfies readonly (readonly [TaskState, string, string | undefined])[]) {
  describe(`${state} is ${wire}${note ? `, noted as ${note}` : ""}`, () => {
    const metadata = note && { metadata: { a2a_state: note } };

    test("on the message of the status", () => {
      const encoded = encodeStatus({ status: { state, message }, metadata: { step: 1 } });
      expect(encoded).toStrictEqual({ status: { state: wire, message: { ...said, ...metadata } }, metadata: { step: 1 } });
      expect(decodeStatus(encoded, around)).toStrictEqual({ status: { state, message }, metadata: { step: 1 } });
    });

    test("around a status without one", () => {
      const encoded = encodeStatus({ status: { state } });
      expect(encoded).toStrictEqual({ status: { state: wire }, ...metadata });
      expect(decodeStatus(encoded, around)).toStrictEqual({ status: { state } });
    });
  });
}

describe("a note that does not fit changes nothing", () => {
  for (const note of ["auth-required", "constructor", "", null, 1, { toString: 1, valueOf: 1 }]) {
    test(JSON.stringify(note), () => {
      const metadata = { a2a_state: note };
      expect(decodeStatus({ status: { state: "failed" }, metadata }, around)).toStrictEqual({
        status: { state: "TASK_STATE_FAILED" },
        metadata,
      });
    });
  }
});

describe("a time", () => {
  for (const [name, wire, utc] of [
    ["without a zone is taken as UTC", "2025-04-02T16:59:25.331844", "2025-04-02T16:59:25.331Z"],
    ["with an offset is moved to UTC", "2025-04-02T00:59:25+02:00", "2025-04-01T22:59:25.000Z"],
    ["that is none is left out", "yesterday", undefined],
  ] as const) {
    test(`${name}: ${wire}`, () => {
      const { status } = decodeStatus({ status: { state: "working", timestamp: wire } }, around);
      expect(status).toStrictEqual({ state: "TASK_STATE_WORKING", ...(utc && { timestamp: utc }) });
    });
  }

  test("is written in UTC with milliseconds", () => {
    const { status } = encodeStatus({ status: { state: "TASK_STATE_WORKING", timestamp: "2025-04-02T18:59:25.5+02:00" } });
    expect(status.timestamp).toBe("2025-04-02T16:59:25.500Z");
  });
});

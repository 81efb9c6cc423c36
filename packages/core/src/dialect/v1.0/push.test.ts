import { describe, expect, test } from "vitest";
import { withoutReport } from "../../../test/without-report.js";
import { dialectV10 as dialect } from "./index.js";

const ids = { taskId: "t", contextId: "c" };
const status = { state: "TASK_STATE_WORKING" };
const message = { messageId: "m", role: "ROLE_AGENT", parts: [{ text: "a" }] };
const statusUpdate = { ...ids, status };
const artifactUpdate = { ...ids, artifact: { artifactId: "a", parts: [{ text: "a" }] } };

describe("a webhook is told", () => {
  const rows: readonly (readonly [string, object, object])[] = [
    ["a task", { task: { id: "t", status } }, { task: { id: "t", status } }],
    ["a message", { message }, { message }],
    ["a status", { statusUpdate }, { statusUpdate }],
    ["an artifact", { artifactUpdate }, { artifactUpdate }],
    ["a status under the names of protobuf", { status_update: { task_id: "t", context_id: "c", status } }, { statusUpdate }],
    ["a status under a former name", { taskStatusUpdate: statusUpdate }, { statusUpdate }],
    ["an artifact under a former name", { taskArtifactUpdate: artifactUpdate }, { artifactUpdate }],
  ];
  for (const [name, wire, value] of rows) {
    test(name, () => {
      expect(dialect.isOwnPush(wire)).toBe(true);
      expect(withoutReport(dialect.decodePush(wire))).toStrictEqual({ ok: true, value });
    });
  }

  test("not what 0.3 tells", () => expect(dialect.isOwnPush({ kind: "task", id: "t", contextId: "c", status })).toBe(false));

  test("not two things at once", () => {
    expect(dialect.decodePush({ statusUpdate, artifactUpdate })).toMatchObject({ ok: false });
  });
});

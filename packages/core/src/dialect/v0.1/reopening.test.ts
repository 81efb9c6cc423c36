import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dialectV01 } from "./index.js";
import { continuedTaskId, isOwnTaskId, reopening } from "./reopening.js";

const dialect = reopening(dialectV01);
const status = { state: "TASK_STATE_WORKING" } as const;
const place = { isLast: false, isCatchUp: false };

describe("a task that continues another", () => {
  test("has an id that no caller may choose, and the next one another", () => {
    expect([continuedTaskId("t"), continuedTaskId("t~2"), continuedTaskId("t~9")]).toEqual(["t~2", "t~3", "t~10"]);
    fc.assert(
      fc.property(fc.string(), (id) => {
        const next = continuedTaskId(id);
        expect([isOwnTaskId(next), continuedTaskId(next) === next]).toEqual([false, false]);
      }),
    );
  });

  test("is seen under the id of the first, in results, events and what webhooks are sent", () => {
    expect(dialect.encodeResult("GetTask", { id: "t~2", status })).toMatchObject({ id: "t" });
    expect(dialect.encodeEvent({ task: { id: "t~2", status } }, place)).toMatchObject([{ id: "t" }]);
    expect(dialect.encodeEvent({ statusUpdate: { taskId: "t~12", contextId: "c", status } }, place)).toMatchObject([{ id: "t" }]);
    expect(dialect.encodePush({ event: { task: { id: "t~2", status } }, task: { id: "t~2", status } })).toMatchObject({
      id: "t",
      taskId: "t",
    });
    expect(dialect.encodeResult("CreateTaskPushNotificationConfig", { taskId: "t~2", url: "https://client.example/" })).toMatchObject({
      id: "t",
    });
  });
});

test("a task that continues none keeps its id", () => {
  for (const id of ["t", "t~", "~", "t~2x", "2~t"]) expect(dialect.encodeResult("GetTask", { id, status })).toMatchObject({ id });
});

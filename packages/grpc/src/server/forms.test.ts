import type { StreamItem } from "@a2a/server/internal";
import { expect, test } from "vitest";
import { grpcForms } from "./forms.js";

function itemOf(isLast: boolean): StreamItem {
  return { number: 1, event, place: { isLast, isCatchUp: false } };
}

const event: StreamItem["event"] = {
  statusUpdate: { taskId: "t", contextId: "c", status: { state: "TASK_STATE_COMPLETED", timestamp: "2026-01-31T12:00:00.000Z" } },
};

for (const { dialect, encodeEvent } of grpcForms) {
  test(`the bytes of an event of ${dialect.version} are made once for all who read it`, () => {
    const [first] = encodeEvent(itemOf(true), true);
    expect(encodeEvent(itemOf(true), true)[0]).toBe(first);
    const [alone] = encodeEvent(itemOf(true), false);
    expect(alone).not.toBe(first);
    expect(alone?.equals(first ?? new Uint8Array())).toBe(true);
  });
}

test("an event that ends one stream and not another is not the same in 0.3", () => {
  const older = grpcForms.find(({ dialect }) => dialect.version === "0.3");
  const [last, within] = [true, false].map((isLast) => older?.encodeEvent(itemOf(isLast), true)[0]);
  expect(last?.equals(within ?? new Uint8Array())).toBe(false);
});

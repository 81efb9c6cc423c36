import { afterEach, expect, test, vi } from "vitest";
import { timeOrderedId } from "./time-ordered-id.js";

afterEach(() => void vi.useRealTimers());

test("an id is a UUID of version 7, and no other is like it", () => {
  const ids = Array.from({ length: 1000 }, timeOrderedId);
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(new Set(ids).size).toBe(ids.length);
});

test("ids are in the order of their times, to the millisecond", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const times = [0, 1, 255, 65_536, 1_767_225_600_000, 1_767_225_600_001, 2 ** 48 - 1];
  const ids = times.map((time) => {
    vi.setSystemTime(time);
    return timeOrderedId();
  });
  expect(ids.toSorted()).toEqual(ids);
  expect(ids.map((id) => Number.parseInt(id.slice(0, 13).replace("-", ""), 16))).toEqual(times);
});

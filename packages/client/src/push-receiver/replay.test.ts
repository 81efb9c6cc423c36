import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createMemoryReplayStore } from "./replay.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: 0 }));
afterEach(() => void vi.useRealTimers());

const keys = ["a", "b", "c", "d", "e"];

describe("the store in memory", () => {
  test("forgets the oldest where there are too many", () => {
    const store = createMemoryReplayStore(3);
    for (const key of ["a", "b", "c", "d"]) store.add(key, 1000);
    expect(keys.filter((key) => store.has(key))).toEqual(["b", "c", "d"]);
  });

  test("counts a key that is added again as new", () => {
    const store = createMemoryReplayStore(3);
    for (const key of ["a", "b", "c", "a", "d"]) store.add(key, 1000);
    expect(keys.filter((key) => store.has(key))).toEqual(["a", "c", "d"]);
  });

  test("forgets a key when its time is over", () => {
    const store = createMemoryReplayStore();
    store.add("a", 1000);
    vi.setSystemTime(999);
    expect(store.has("a")).toBe(true);
    vi.setSystemTime(1000);
    expect(store.has("a")).toBe(false);
  });
});

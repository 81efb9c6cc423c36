import { expect, test } from "vitest";
import { frequentState, rareState, rareTasks, stateOfSample } from "./sample-tasks.js";

for (const count of [1000, 12_345]) {
  test(`of ${count} tasks as many have the rare state as of any other count, and half the frequent one`, () => {
    const states = Array.from({ length: count }, (_, at) => stateOfSample(at, count));
    expect(states.filter((state) => state === rareState)).toHaveLength(rareTasks);
    expect(states.filter((state) => state === frequentState).length / count).toBeCloseTo(0.5, 1);
    expect(states.indexOf(rareState)).toBeGreaterThan(0);
    expect(states.lastIndexOf(rareState)).toBeGreaterThan(count * 0.9);
  });
}

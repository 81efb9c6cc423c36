import fc from "fast-check";
import { afterEach, beforeEach, test, vi } from "vitest";
import { checkEnd } from "./model/check-world.js";
import { begins, happens } from "./model/commands.js";
import { createWorld } from "./model/world.js";

// How many random stories are played over each store.
const runs = Number(process.env.A2A_MODEL_RUNS ?? 60);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  // Stands still: by this clock an agent gives way to others, for a real moment that no story knows of.
  vi.spyOn(performance, "now").mockReturnValue(0);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

for (const [store, kind] of [
  ["a store that answers at once", "quick"],
  ["a store that answers in any order", "slow"],
  ["a durable store that answers in any order", "durable"],
] as const) {
  test(`over ${store}, whatever clients and their agent do, everyone gets what the model says`, {
    timeout: 60_000 + runs * 200,
  }, async () => {
    const stories = fc.commands([happens], { maxCommands: 40, size: "max" });
    const property = fc.asyncProperty(fc.scheduler(), begins, stories, async (scheduler, first, others) => {
      const world = await createWorld(scheduler, kind);
      try {
        await fc.asyncModelRun(() => ({ model: world, real: world }), [first, ...others]);
        await checkEnd(world);
      } catch (error) {
        throw new Error(`${error instanceof Error ? error.message : error}\n\nWhat happened:\n${world.story.join("\n")}\n`, {
          cause: error,
        });
      } finally {
        await world.close();
      }
    });
    await fc.assert(property, { numRuns: runs });
  });
}

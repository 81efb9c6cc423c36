import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { call, getTask, sendFor } from "./rpc.js";
import { agentOf, countingIds, gate, openFetch } from "./subjects.js";
import { versions } from "./versions.js";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});

afterEach(() => {
  vi.useRealTimers();
});

describe("a sender that has waited long enough", () => {
  for (const { version, send, params } of versions) {
    test(`is answered with the task as it is, in ${version}, and the task goes on`, async () => {
      const [begun, over] = [gate(), gate()];
      const agent = agentOf(async function* () {
        yield "half";
        begun.open();
        await over.passed;
        yield " done";
      });
      const served = await openFetch(agent, { maxBlockingMs: 1000, makeId: countingIds() });
      const answer = call(served, send, params("hi"), { headers: { "a2a-version": version } });
      await begun.passed;
      // The sender begins to wait once the task has begun.
      await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
      vi.advanceTimersByTime(999);
      expect(await Promise.race([answer, "still waiting"])).toBe("still waiting");
      vi.advanceTimersByTime(1);
      const { result } = await answer;
      const task = Reflect.get(Object(result), "task") ?? result;
      expect([task.status.state.toLowerCase(), task.artifacts[0].parts[0].text]).toEqual([expect.stringContaining("working"), "half"]);
      over.open();
      await vi.waitFor(async () => expect((await getTask(served, task.id)).status.state).toBe("TASK_STATE_COMPLETED"));
    });
  }
});

test("a sender that is answered in time leaves no timer behind", async () => {
  const served = await openFetch(
    agentOf(async function* () {
      yield "done";
    }),
  );
  await sendFor(served, { messageId: "m", role: "ROLE_USER", parts: [{ text: "hi" }] });
  expect(vi.getTimerCount()).toBe(0);
});

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { AgentDefinition, Turn } from "@a2a/server";
import { createMemoryStore } from "@a2a/server";
import { expect, test, vi } from "vitest";
import { allEvents, call, eventsOf, say, send, sendFor } from "./rpc.js";
import { around, watched } from "./stores.js";
import type { Served } from "./subjects.js";
import { agentOf, openFetch } from "./subjects.js";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

/** What an agent was given lives as long as anybody in the server still holds the turn. */
function remembering(run: AgentDefinition["run"]): { readonly definition: AgentDefinition; readonly turns: WeakRef<Turn>[] } {
  const turns: WeakRef<Turn>[] = [];
  const definition = agentOf((turn) => {
    turns.push(new WeakRef(turn));
    return run(turn);
  });
  return { definition, turns };
}

async function expectCollected(turns: readonly WeakRef<Turn>[]): Promise<void> {
  await vi.waitFor(
    () => {
      collect();
      expect(turns.filter((turn) => turn.deref() !== undefined)).toHaveLength(0);
    },
    { interval: 5, timeout: 4000 },
  );
}

const cases: readonly (readonly [string, AgentDefinition["run"], (served: Served) => Promise<unknown>])[] = [
  ["that is over", async () => "done", (served: Served) => sendFor(served, say("hi"))],
  [
    "that was streamed",
    async () => "done",
    async (served: Served) => allEvents(await send(served, "SendStreamingMessage", { message: say("hi") })),
  ],
  ["that waits for its client", async () => ({ state: "TASK_STATE_INPUT_REQUIRED" }), (served: Served) => sendFor(served, say("hi"))],
  ["that failed", () => Promise.reject(new Error("no")), (served: Served) => sendFor(served, say("hi"))],
  ["that was too slow", () => new Promise<never>(() => undefined), (served: Served) => sendFor(served, say("hi"))],
  [
    "that was none",
    async () => ({ messageId: "m", role: "ROLE_AGENT", parts: [{ text: "hi" }] }),
    (served: Served) => call(served, "SendMessage", { message: say("hi") }),
  ],
];

for (const [what, run, act] of cases) {
  test(`a task ${what} leaves none of its turn in memory`, async () => {
    const { definition, turns } = remembering(run);
    const served = await openFetch(definition, { deadlineMs: 20, stopTimeoutMs: 1 });
    for (let time = 0; time < 5; time += 1) await act(served);
    expect(turns).toHaveLength(5);
    await expectCollected(turns);
  });
}

test("a task at rest has no writer in memory: the next message takes it over from the store", async () => {
  const leases: string[] = [];
  const store = around(createMemoryStore(), {
    before: (operation) => {
      if (operation === "acquire" || operation === "release") leases.push(operation);
      return undefined;
    },
  });
  const served = await openFetch(
    agentOf(async () => ({ state: "TASK_STATE_INPUT_REQUIRED" })),
    { store },
  );
  const { id } = await sendFor(served, say("hi"));
  await sendFor(served, say("more", { taskId: id }));
  await sendFor(served, say("and more", { taskId: id }));
  // What ends a turn gives the right to append back with it.
  expect(leases).toEqual(["acquire", "acquire"]);
});

test("a request for a task that is not there leaves nothing to find: it is looked for anew each time", async () => {
  let asked = 0;
  const store = around(createMemoryStore(), {
    before: (operation) => {
      asked += operation === "load" ? 1 : 0;
      return undefined;
    },
  });
  const served = await openFetch(
    agentOf(async () => "done"),
    { store },
  );
  for (let time = 1; time < 4; time += 1) {
    await call(served, "CancelTask", { id: "unknown" });
    expect(asked).toBe(time);
  }
});

test("readers are gone when their streams are over, and when they are left", async () => {
  const { store, readers } = watched(createMemoryStore());
  const served = await openFetch(
    agentOf(async () => ({ state: "TASK_STATE_INPUT_REQUIRED" })),
    { store },
  );
  const { id } = await sendFor(served, say("hi"));
  expect(readers()).toBe(0);
  const streams = await Promise.all([1, 2, 3].map(async () => eventsOf(await send(served, "SubscribeToTask", { id }))));
  for (const stream of streams) await stream.next();
  await Promise.all(streams.map((stream) => stream.return()));
  await vi.waitFor(() => expect(readers()).toBe(0), { interval: 1 });
});

import type { Task, TaskEvent } from "@a2a/core";
import { isInterrupted, isTerminal } from "@a2a/core";
import * as V03 from "@a2a/core/v0.3";
import type { AgentDefinition } from "@a2a/server";
import { createMemoryStore } from "@a2a/server";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { getTask, say, sendFor } from "./rpc.js";
import type { Served } from "./subjects.js";
import { agentOf, countingIds } from "./subjects.js";
import type { Reaction, Told } from "./webhooks.js";
import { openPushing, openReceiver, v03 } from "./webhooks.js";

const taskId = "id-1";

/** What an agent does: says a chunk, tells of its work, or asks. */
type Step = "chunk" | "status" | "ask";

const steps = fc.array(fc.constantFrom<Step>("chunk", "chunk", "status", "ask"), { maxLength: 12 });
const reactions = fc.array(fc.constantFrom<Reaction>(200, 500, 503, "drop"), { maxLength: 12 });
/** In which turns the client names another token. */
const renewals = fc.array(fc.boolean(), { maxLength: 6 });

test("whatever an agent does and webhooks answer, each is told every event in order, at least once, without a gap, to the end", async () => {
  await fc.assert(fc.asyncProperty(steps, reactions, reactions, renewals, runOnce), { numRuns: 40 });
}, 60_000);

async function runOnce(script: Step[], newer: Reaction[], older: Reaction[], renewed: boolean[]): Promise<void> {
  const receiver = await openReceiver(({ path }) => (path === "/newer" ? newer : older).shift() ?? 200);
  const at = (path: string): string => receiver.url.replace("/hook", path);
  const store = createMemoryStore();
  const options = { makeId: countingIds(), now: tickingClock(), store, stopTimeoutMs: 8000, push: { maxAttempts: 100 } };
  const served = await openPushing(following([...script]), options);
  const webhook = (turn: number): object => ({ id: "newer", url: at("/newer"), token: renewed[turn] ? `token-${turn}` : "token" });
  await sendFor(served, say("hi"), { taskPushNotificationConfig: webhook(0), returnImmediately: true });
  expect((await v03.set(served, taskId, { url: at("/older") })).error).toBeUndefined();
  for (let turn = 1; !isTerminal((await settled(served)).status.state); turn += 1) {
    await sendFor(served, say("go on", { taskId }), { taskPushNotificationConfig: webhook(turn), returnImmediately: true });
  }
  await served.close();
  const log = await store.read({ tenant: "", owner: "", id: taskId }, 0, 1000);
  if (log === "gone") throw new TypeError("the log is gone");
  const events = log.map(({ event }) => event);
  const told = (path: string): Told[] => receiver.told.filter((one) => one.path === path);
  expectEvents(told("/newer"), events);
  expectStatuses(told("/older"), events);
}

function following(script: Step[]): AgentDefinition {
  return agentOf(async function* () {
    for (let step = script.shift(); step !== undefined; step = script.shift()) {
      if (step === "chunk") yield `chunk ${script.length}`;
      else if (step === "status") yield { state: "TASK_STATE_WORKING", message: `status ${script.length}` };
      else return yield { state: "TASK_STATE_INPUT_REQUIRED", message: `ask ${script.length}` };
    }
  });
}

/** No two events of a run are the same. */
function tickingClock(): () => Date {
  let last = Date.parse("2026-01-31T12:00:00.000Z");
  return () => {
    last += 1;
    return new Date(last);
  };
}

function settled(served: Served): Promise<Task> {
  const look = async (): Promise<Task> => {
    const task = await getTask(served, taskId);
    const { state } = task.status;
    if (!isTerminal(state) && !isInterrupted(state)) throw new Error(`the task is ${state}`);
    return task;
  };
  return vi.waitFor(look, { interval: 1, timeout: 4000 });
}

function expectEvents(told: readonly Told[], events: readonly TaskEvent[]): void {
  const texts = events.map((event) => JSON.stringify(event));
  const numbers = told.map(({ body }) => texts.indexOf(JSON.stringify(body)));
  let highest = -1;
  const byToken = new Map<unknown, number>();
  for (const [at, number] of numbers.entries()) {
    // Nothing unknown and no gap; and back only where another webhook has taken over.
    expect(number).toBeGreaterThanOrEqual(0);
    expect(number).toBeLessThanOrEqual(highest + 1);
    const token = told[at]?.headers["x-a2a-notification-token"];
    expect(number).toBeGreaterThanOrEqual(byToken.get(token) ?? 0);
    byToken.set(token, number);
    highest = Math.max(highest, number);
  }
  expect([numbers[0], highest]).toEqual([0, events.length - 1]);
}

/** A webhook that is told the whole task, from somewhere on. */
function expectStatuses(told: readonly Told[], events: readonly TaskEvent[]): void {
  const wanted = events.flatMap((event) => {
    if ("artifactUpdate" in event) return [];
    return ("task" in event ? event.task : event.statusUpdate).status.timestamp ?? "";
  });
  const seen = told.map(({ body }) => {
    expect(V03.isTask(body)).toBe(true);
    // safe: as just seen
    return (body as V03.Task).status.timestamp ?? "";
  });
  const distinct = seen.filter((time, at) => time !== seen[at - 1]);
  // Where it was registered too late, there was nothing left to tell.
  expect(distinct).toEqual(distinct.length === 0 ? [] : wanted.slice(-distinct.length));
}

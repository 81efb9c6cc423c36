import type { StreamResponse, Task } from "@a2a/core";
import { applyEvent, isInterrupted, isTerminal } from "@a2a/core";
import type { AgentDefinition, LogEntry, TaskKey, TaskStore, Yield } from "@a2a/server";
import { createMemoryStore } from "@a2a/server";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Answered, Received } from "./rpc.js";
import { allEvents, answered, call, getTask, say, send, streamed } from "./rpc.js";
import { around } from "./stores.js";
import type { Served } from "./subjects.js";
import { agentOf, countingIds, subjects } from "./subjects.js";

/** One thing that an agent does. */
type Step = Yield | "wait" | "read the inbox" | "throw" | "break the protocol" | "never end";

/** One thing that a client does. */
type Action = "send" | "stream" | "cancel" | "subscribe" | "get" | "send and leave";

/** Waits for its turn in an order that the property chooses. */
type Tick = () => Promise<void>;

const steps = fc.constantFrom<Step>(
  "chunk ",
  "chunk ",
  "wait",
  "wait",
  { text: "part" },
  { artifact: { artifactId: "a", parts: [{ text: "whole" }] } },
  { artifact: { artifactId: "a", parts: [{ text: "more" }] }, append: true },
  { messageId: "said", role: "ROLE_AGENT", parts: [{ text: "said" }] },
  { state: "TASK_STATE_WORKING", message: "working on it" },
  { state: "TASK_STATE_INPUT_REQUIRED", message: "and?" },
  { state: "TASK_STATE_AUTH_REQUIRED" },
  { state: "TASK_STATE_AUTH_REQUIRED", continues: true },
  { state: "TASK_STATE_COMPLETED" },
  { state: "TASK_STATE_REJECTED", message: "no" },
  "read the inbox",
  "throw",
  "break the protocol",
  "never end",
);
const scripts = fc.array(fc.array(steps, { maxLength: 6 }), { minLength: 1, maxLength: 3 });
const actions = fc.array(fc.constantFrom<Action>("send", "send", "stream", "cancel", "subscribe", "get", "send and leave"), {
  maxLength: 8,
});
const key: TaskKey = { tenant: "", owner: "", id: "id-1" };

test("however messages, cancels, agents and a slow store interleave, a task has one writer", { timeout: 30_000 }, async () => {
  const property = fc.asyncProperty(fc.scheduler(), scripts, fc.boolean(), actions, async (scheduler, script, obeys, wanted) => {
    const tick: Tick = () => scheduler.schedule(Promise.resolve());
    const store = createMemoryStore();
    const [fetchHandler] = subjects;
    if (!fetchHandler) throw new TypeError("no subject");
    const served = await fetchHandler.open(scripted(script, obeys, tick), {
      store: around(store, { before: tick, after: tick }),
      makeId: countingIds(),
      stopTimeoutMs: 1,
    });
    const first = perform(served, "stream", undefined, tick);
    const others = wanted.map((action) => perform(served, action, key.id, tick));
    await scheduler.waitIdle();
    const last = perform(served, "cancel", key.id, tick);
    const done = await scheduler.waitFor(Promise.all([first, ...others, last]));
    await scheduler.waitFor(check(served, await logOf(store), done));
  });
  await fc.assert(property, { numRuns: 150, timeout: 3000 });
});

/** What became of an action. */
interface Done {
  readonly action: Action;
  readonly messageId?: string;
  readonly answer?: Answered;
  readonly events?: readonly Received[];
}

async function perform(served: Served, action: Action, taskId: string | undefined, tick: Tick): Promise<Done> {
  await tick();
  if (action === "cancel") return { action, answer: await call(served, "CancelTask", { id: taskId }) };
  if (action === "get") return { action, answer: await call(served, "GetTask", { id: taskId }) };
  if (action === "subscribe") return followed({ action }, await send(served, "SubscribeToTask", { id: taskId }));
  const message = say("hi", taskId === undefined ? {} : { taskId });
  const { messageId } = message;
  if (action === "send") return { action, messageId, answer: await call(served, "SendMessage", { message }) };
  const response = await send(served, "SendStreamingMessage", { message });
  if (action === "stream") return followed({ action, messageId }, response);
  await response.body?.cancel();
  return { action, messageId };
}

async function followed(done: Done, response: Response): Promise<Done> {
  if (response.headers.get("content-type") === "application/json") return { ...done, answer: await answered(response) };
  return { ...done, events: await allEvents(response) };
}

async function check(served: Served, log: readonly LogEntry[], done: readonly Done[]): Promise<void> {
  for (const { answer } of done) if (answer?.error) expect([-32001, -32002, -32004, -32006]).toContain(answer.error.code);
  if (log.length === 0) return;
  expect(log.map(({ number }) => number)).toEqual(log.map((_, at) => at + 1));
  expect(await getTask(served, key.id)).toEqual(fold(log));
  const ends = log.filter(isEnd);
  expect(ends).toEqual([log.at(-1)]);
  for (const { events } of done) if (events) checkStream(log, events);
  for (const { action, answer } of done) if (action === "send" && answer?.result) checkSettled(answer.result);
  checkHistory(fold(log), done);
}

/** A stream is the task up to a number, then every entry after it, up to the one that ends the stream. */
function checkStream(log: readonly LogEntry[], events: readonly Received[]): void {
  const [snapshot, ...rest] = events;
  if (!snapshot || streamed(snapshot).message) return;
  const number = Number(snapshot.id);
  expect(streamed(snapshot).task).toEqual(fold(log.slice(0, number)));
  expect(rest.map((event) => [Number(event.id), event.data.result])).toEqual(
    log.slice(number, number + rest.length).map((entry) => [entry.number, entry.event]),
  );
  expect(endsStream(streamed(events.at(-1) ?? snapshot))).toBe(true);
}

function checkSettled(result: unknown): void {
  const sent: { readonly task?: Task } = result ?? {};
  const state = sent.task?.status.state ?? "TASK_STATE_COMPLETED";
  expect([state, isTerminal(state) || isInterrupted(state)]).toEqual([state, true]);
}

/** What was taken is in the history once; what was refused is not. */
function checkHistory(task: Task, done: readonly Done[]): void {
  for (const { messageId, answer } of done) {
    if (messageId === undefined) continue;
    const times = task.history?.filter((message) => message.messageId === messageId).length;
    // A fault of the agent's is answered though the message was taken.
    const isRefused = answer?.error !== undefined && answer.error.code !== -32006;
    if (answer || times === 1) expect([messageId, times]).toEqual([messageId, isRefused ? 0 : 1]);
  }
}

function endsStream({ statusUpdate }: StreamResponse): boolean {
  return statusUpdate !== undefined && (isTerminal(statusUpdate.status.state) || statusUpdate.status.state === "TASK_STATE_INPUT_REQUIRED");
}

function isEnd({ event }: LogEntry): boolean {
  return "statusUpdate" in event && isTerminal(event.statusUpdate.status.state);
}

function fold(log: readonly LogEntry[]): Task {
  let task: Task | undefined;
  for (const { event, received } of log) task = applyEvent(task, event, received);
  return task ?? expect.fail("an empty log");
}

async function logOf(store: TaskStore): Promise<readonly LogEntry[]> {
  const log = await store.read(key, 0, 10_000);
  return log === "gone" ? [] : log;
}

/** Plays its scripts turn by turn. One that obeys stops when it is told to. */
function scripted(script: readonly (readonly Step[])[], obeys: boolean, tick: Tick): AgentDefinition {
  let turns = 0;
  return agentOf(async function* ({ signal, inbox }) {
    const own = script[turns % script.length] ?? [];
    turns += 1;
    for (const step of own) {
      await tick();
      if (obeys) signal.throwIfAborted();
      if (step === "throw") throw new Error("secret");
      else if (step === "break the protocol")
        yield { text: "two", url: "contents" } as unknown as Yield; // safe: meant to be wrong
      else if (step === "never end") {
        // Without a task there is nothing to cancel.
        yield "on and on";
        await new Promise((resolve) => obeys && signal.addEventListener("abort", resolve));
      } else if (step === "read the inbox") await Promise.race([inbox[Symbol.asyncIterator]().next(), tick()]);
      else if (step !== "wait") yield step;
    }
  });
}

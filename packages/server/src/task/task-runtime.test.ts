import type { Message } from "@a2a/core";
import { describe, expect, test } from "vitest";
import type { AgentDefinition } from "../agent/agent.js";
import type { TurnContext } from "../agent/turn-input.js";
import { LazyAbort } from "../lazy-abort.js";
import { silentLogger } from "../logger.js";
import { createMemoryStore } from "../store/memory-store.js";
import type { LogEntry, NewTask, TaskKey, TaskStore } from "../store/store.js";
import type { ReadUntil } from "./task-reader.js";
import { TaskRuntime } from "./task-runtime.js";

const key: TaskKey = { tenant: "", owner: "", id: "task" };
const of: NewTask = { key, contextId: "context", version: "0.1" };
const context: TurnContext = { caller: {}, extensions: [], parameters: {} };
const options = { atOnce: false, directReplies: true };

const asking: AgentDefinition["run"] = async function* ({ text }) {
  yield { state: "TASK_STATE_INPUT_REQUIRED", message: `${text}?` };
};

function runtimeOf(run: AgentDefinition["run"], store: TaskStore = createMemoryStore()): TaskRuntime {
  let last = 0;
  return new TaskRuntime({
    definition: { card: { name: "Tested" }, run },
    store,
    logger: silentLogger,
    maxRunningTasks: 100,
    stopTimeoutMs: 1,
    makeId: () => {
      last += 1;
      return `id-${last}`;
    },
    now: () => "2026-01-31T12:00:00.000Z",
  });
}

function say(messageId: string): Message {
  return { messageId, role: "ROLE_USER", parts: [{ text: messageId }] };
}

async function read(runtime: TaskRuntime, until: ReadUntil): Promise<number[]> {
  const numbers: number[] = [];
  for await (const entries of runtime.read(key, 0, until)) numbers.push(...entries.map(({ number }: LogEntry) => number));
  return numbers;
}

describe("a new task whose id the client chose", () => {
  test("is begun once, though two messages begin it at the same moment: the second is a message to it", async () => {
    const runtime = runtimeOf(asking);
    const [first, second] = await Promise.all([
      runtime.begin(of, say("a"), context, options),
      runtime.begin(of, say("b"), context, options),
    ]);
    expect([first, second]).toMatchObject([
      { kind: "task", after: 0 },
      { kind: "task", task: { id: "task" } },
    ]);
    await runtime.close();
    const history = (await runtime.load(key))?.task.history?.map(({ messageId }) => messageId);
    expect(history?.filter((id) => id === "a" || id === "b")).toEqual(["a", "b"]);
  });

  test("takes a message as a reply where it came to be, and went to sleep or woke, since it was looked for", async () => {
    const store = createMemoryStore();
    let sleep: () => void = () => undefined;
    const asleep = new Promise<void>((resolve) => {
      sleep = resolve;
    });
    const create: TaskStore["create"] = async (task, entries, also) => {
      const outcome = await store.create(task, entries, also);
      if (also?.release) sleep();
      return outcome;
    };
    const runtime = runtimeOf(asking, { ...store, create });
    await runtime.begin(of, say("a"), context, options);
    await asleep;
    await new Promise((resolve) => setImmediate(resolve));
    const [replied, begun] = await Promise.all([runtime.reply(key, say("b"), context), runtime.begin(of, say("c"), context, options)]);
    expect([replied, begun]).toMatchObject([{ kind: "task" }, { kind: "task", task: { id: "task" } }]);
    await runtime.close();
  });

  test("can be begun again where its beginning failed, or ended in a reply without a task", async () => {
    const store = createMemoryStore();
    let creates = 0;
    const failing: TaskStore = {
      ...store,
      create(...given) {
        creates += 1;
        return creates === 1 ? Promise.reject(new Error("full")) : store.create(...given);
      },
    };
    const runtime = runtimeOf(async ({ message }) => ({ ...message, messageId: "reply" }), failing);
    await expect(runtime.begin(of, say("a"), context, { atOnce: true, directReplies: true })).rejects.toThrow("full");
    for (let time = 0; time < 2; time += 1) expect(await runtime.begin(of, say("a"), context, options)).toMatchObject({ kind: "reply" });
    expect(await runtime.begin(of, say("a"), context, { atOnce: false, directReplies: false })).toMatchObject({ kind: "task" });
    expect((await runtime.load(key))?.task.status).toMatchObject({ state: "TASK_STATE_COMPLETED", message: { messageId: "reply" } });
  });
});

describe("close", () => {
  test("ends readers at the end of the log, those that begin later too", async () => {
    const runtime = runtimeOf(asking);
    await runtime.begin(of, say("a"), context, options);
    const reading = read(runtime, {});
    await runtime.close();
    expect(await reading).toEqual([1, 2]);
    expect(await read(runtime, {})).toEqual([1, 2]);
  });

  test("refuses what would begin, go on or cancel a turn", async () => {
    const runtime = runtimeOf(asking);
    await runtime.begin(of, say("a"), context, options);
    await runtime.close();
    const code = { code: "ResourceUnavailableError" };
    await expect(runtime.begin({ ...of, key: { ...key, id: "new" } }, say("b"), context, options)).rejects.toMatchObject(code);
    await expect((async () => runtime.reply(key, say("b"), context))()).rejects.toMatchObject(code);
    await expect(runtime.cancel(key, context)).rejects.toMatchObject(code);
    expect((await runtime.load(key))?.number).toBe(2);
  });
});

describe("a reader", () => {
  test("ends at once when nobody reads on", async () => {
    const runtime = runtimeOf(asking);
    await runtime.begin(of, say("a"), context, options);
    const left = new LazyAbort();
    const reading = read(runtime, { left });
    left.abort("gone");
    expect((await reading).length).toBeLessThanOrEqual(2);
  });

  test("reads to the end of a log that is lost, and ends there", async () => {
    const runtime = runtimeOf(asking);
    await runtime.begin(of, say("a"), context, options);
    const lost = new LazyAbort();
    lost.abort("lost");
    expect(await read(runtime, { lost })).toEqual([1, 2]);
  });
});

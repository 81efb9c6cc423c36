import type { LogEntry } from "@a2a/server";
import { createMemoryStore } from "@a2a/server";
import type { Scheduler } from "fast-check";
import { vi } from "vitest";
import { say } from "../rpc.js";
import { countingIds, openFetch, stoppedClock } from "../subjects.js";
import type { OnStop } from "./agent-step.js";
import type { Ask, ClientCall, ClientTask } from "./client-call.js";
import { startCall } from "./client-call.js";
import { entryLine } from "./outline.js";
import { scheduledStore, toldStore } from "./scheduled-store.js";
import type { ScriptedAgent } from "./scripted-agent.js";
import { createScriptedAgent } from "./scripted-agent.js";

/** A served agent, its clients, and what all of them did. */
export interface World {
  readonly agent: ScriptedAgent;
  readonly tasks: readonly ClientTask[];
  readonly calls: readonly ClientCall[];
  /** What happened, in its order, in words. */
  readonly story: string[];
  /** Sends the message that a new task begins with. */
  begin(options: SendOptions & { readonly onStop: OnStop }): void;
  /** Sends one message more to a task. */
  say(task: ClientTask, options: SendOptions): void;
  /** Sends the message of a call once more. */
  sayAgain(call: ClientCall, isStream: boolean): void;
  cancel(task: ClientTask): void;
  get(task: ClientTask): void;
  subscribe(task: ClientTask, options: { readonly isSlow: boolean; readonly cursor?: number }): void;
  logOf(task: ClientTask): Promise<readonly LogEntry[]>;
  /** Lets so many of those go on that wait for their turn; the scheduler chooses which. With none, not even what waits for nothing goes on. */
  letOn(count: number): Promise<void>;
  /** Lets everything go on until nothing does. */
  rest(): Promise<void>;
  /** Lets the time pass that an agent is given to stop. */
  passTime(): Promise<void>;
  /** Ends what still goes on. */
  close(): Promise<void>;
}

/** How a message is sent. */
export interface SendOptions {
  readonly kind: "send" | "send at once" | "stream";
  readonly isSlow: boolean;
}

const stopTimeoutMs = 1000;
// More than any run needs: beyond that something goes round in circles.
const maxTicks = 10_000;
// The same for what waits for nothing: a loop without a pause would let nobody see that it never ends.
const maxReads = 1000;

/**
 * Serves a scripted agent to clients that talk JSON-RPC to its fetch handler. Fake timers have to be in use.
 *
 * @param kind what store there is: the operations of all but a quick one wait until the scheduler lets them
 */
export async function createWorld(scheduler: Scheduler, kind: "quick" | "slow" | "durable"): Promise<World> {
  const tasks: ClientTask[] = [];
  const calls: ClientCall[] = [];
  const story: string[] = [];
  const lengths = new Map<string, number>();
  let messages = 0;
  let reads = 0;
  const nameOf = (taskId: string): string => tasks.find(({ id }) => id === taskId)?.name ?? taskId;
  const tick = (what: string): Promise<unknown> => scheduler.schedule(Promise.resolve(), what);
  const store = createMemoryStore();
  const told = toldStore(store, {
    stored(taskId, entries) {
      lengths.set(taskId, entries.at(-1)?.number ?? 0);
      story.push(...entries.map((entry) => `  ${nameOf(taskId)} #${entry.number} ${entryLine(entry)}`));
    },
    read() {
      reads += 1;
      if (reads > maxReads) throw new Error("somebody reads the log round in circles");
    },
  });
  const agent = createScriptedAgent({
    stopTimeoutMs,
    began({ taskId, messageId }) {
      for (const task of tasks) if (task.firstMessage === messageId) task.id = taskId;
      story.push(`${nameOf(taskId)} agent: a turn begins with ${messageId}`);
    },
    did: ({ taskId }, what) => story.push(`${nameOf(taskId)} agent: ${what}`),
    onStopOf: (taskId) => tasks.find(({ id }) => id === taskId)?.onStop ?? "ignores it",
  });
  const served = await openFetch(agent.definition, {
    store: kind === "quick" ? told : { ...scheduledStore(told, tick), isDurable: kind === "durable" },
    makeId: countingIds(),
    now: stoppedClock,
    stopTimeoutMs,
  });
  const lengthOf = ({ id }: ClientTask): number => (id === undefined ? 0 : (lengths.get(id) ?? 0));

  function start(ask: Omit<Ask, "name">): void {
    const name = `${ask.kind} ${calls.length + 1}`;
    story.push(`${name}: ${JSON.stringify(ask.params)}${ask.cursor === undefined ? "" : ` after ${ask.cursor}`}`);
    calls.push(startCall({ served, lengthOf, tick, tell: (what) => story.push(what) }, { ...ask, name }));
  }

  function send(task: ClientTask, messageId: string, { kind, isSlow }: SendOptions): void {
    const message = say("hi", { messageId, ...(task.id !== undefined && { taskId: task.id }) });
    const params = { message, ...(kind === "send at once" && { configuration: { returnImmediately: true } }) };
    start({ kind, task, params, messageId, isSlow });
  }

  function newMessageId(): string {
    messages += 1;
    return `m${messages}`;
  }

  async function settle(): Promise<void> {
    // Who waits for what lies in the log reads it in bursts, a turn of the event loop each.
    for (const _ of [1, 2, 3, 4]) await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(1);
    reads = 0;
    await new Promise((resolve) => setImmediate(resolve));
  }

  async function letOn(count: number): Promise<void> {
    if (count === 0) return;
    await settle();
    for (let ticks = 0; ticks < count && scheduler.count() > 0; ticks += 1) {
      if (ticks >= maxTicks) throw new Error("this never comes to rest");
      await scheduler.waitOne();
      await settle();
    }
  }

  function rest(): Promise<void> {
    return letOn(Number.POSITIVE_INFINITY);
  }

  async function passTime(): Promise<void> {
    // What an agent has just said is on its way, and no timer comes before it.
    await new Promise((resolve) => setImmediate(resolve));
    story.push("time passes");
    vi.advanceTimersByTime(stopTimeoutMs);
  }

  return {
    agent,
    tasks,
    calls,
    story,
    begin({ onStop, ...options }) {
      const firstMessage = newMessageId();
      const task = { name: `t${tasks.length + 1}`, firstMessage, isAtOnce: options.kind === "send at once", onStop, id: undefined };
      tasks.push(task);
      send(task, firstMessage, options);
    },
    say: (task, options) => send(task, newMessageId(), options),
    sayAgain({ task, params, messageId = "", from, firstFrom = from }, isStream) {
      const kind = isStream ? "stream" : "configuration" in params ? "send at once" : "send";
      start({ kind, task, params, messageId, isAgain: true, firstFrom });
    },
    cancel: (task) => start({ kind: "cancel", task, params: { id: task.id } }),
    get: (task) => start({ kind: "get", task, params: { id: task.id } }),
    subscribe: (task, options) => start({ kind: "subscribe", task, params: { id: task.id }, ...options }),
    async logOf({ id = "" }) {
      const log = await store.read({ tenant: "", owner: "", id }, 0, Number.POSITIVE_INFINITY);
      return log === "gone" ? [] : log;
    },
    letOn,
    rest,
    passTime,
    async close() {
      const closed = served.close();
      await rest();
      await passTime();
      await rest();
      await closed;
    },
  };
}

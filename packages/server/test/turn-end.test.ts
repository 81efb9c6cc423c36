import type { AgentDefinition, Yield } from "@a2a/server";
import { createMemoryStore } from "@a2a/server";
import { describe, expect, test, vi } from "vitest";
import { allEvents, brief, call, countTasks, eventsOf, getTask, say, send, sendFor, streamed } from "./rpc.js";
import { failing } from "./stores.js";
import { agentOf, countingIds, echo, gate, greeter, listeningLogger, openFetch } from "./subjects.js";

const taskId = "id-1";
const never = new Promise<never>(() => undefined);

/** Says one thing and then never ends by itself. */
const deaf: AgentDefinition = agentOf(async function* () {
  yield "begun";
  await never;
});

/** Ends as soon as it is told to. */
const obedient: AgentDefinition = agentOf(async function* ({ signal }) {
  yield "begun";
  await new Promise((resolve) => signal.addEventListener("abort", resolve));
});

describe("cancel", () => {
  for (const [where, store] of [
    ["", createMemoryStore()],
    [" though its lease could not be given back", failing(createMemoryStore(), { release: "always" })],
  ] as const) {
    test(`an agent that ignores it is closed as canceled after stopTimeoutMs, and what it says later is refused${where}`, async () => {
      const late = gate();
      const left = gate();
      const agent = agentOf(async function* () {
        try {
          yield "begun";
          await late.passed;
          yield "too late";
        } finally {
          left.open();
        }
      });
      const served = await openFetch(agent, { makeId: countingIds(), stopTimeoutMs: 1, store });
      const sent = sendFor(served, say("hi"));
      const { result } = await call(served, "CancelTask", await begun(served));
      expect(result).toMatchObject({ status: { state: "TASK_STATE_CANCELED" } });
      expect(await sent).toEqual(result);
      late.open();
      await left.passed;
      expect(await getTask(served, taskId)).toEqual(result);
    });
  }

  test("while the agent's cancel hook says false, the task goes on and TaskNotCancelable is answered", async () => {
    const let_ = gate();
    const asked: unknown[] = [];
    const agent = agentOf(
      async function* () {
        yield "begun";
        await let_.passed;
      },
      { cancel: ({ message, text, task }) => asked.push([message.messageId, text, task.id]) === 0 },
    );
    const served = await openFetch(agent, { makeId: countingIds() });
    const sent = sendFor(served, say("hi", { messageId: "m" }));
    const { error } = await call(served, "CancelTask", await begun(served));
    expect(error?.code).toBe(-32002);
    expect(asked).toEqual([["m", "hi", taskId]]);
    let_.open();
    expect((await sent).status.state).toBe("TASK_STATE_COMPLETED");
  });

  test("of a task that waits, the hook is asked about the last message of the client", async () => {
    const asked: unknown[] = [];
    const served = await openFetch({ ...greeter, cancel: async ({ text }) => asked.push(text) > 0 });
    const { id } = await sendFor(served, say("hi"));
    expect((await call(served, "CancelTask", { id })).error).toBeUndefined();
    expect(asked).toEqual(["hi"]);
  });

  test("a hook that throws is an InternalError without its text, and the task goes on", async () => {
    const { logger, told } = listeningLogger();
    const hook = (): never => {
      throw new Error("secret");
    };
    const served = await openFetch({ ...greeter, cancel: hook }, { logger });
    const task = await sendFor(served, say("hi"));
    const { error, text } = await call(served, "CancelTask", { id: task.id });
    expect([error?.code, text.includes("secret")]).toEqual([-32603, false]);
    expect(String(told.map(({ facts }) => Object.values(facts)))).toContain("secret");
    expect(await getTask(served, task.id)).toEqual(task);
  });

  test("an agent that finishes its work all the same wins, and the cancel is told so", async () => {
    const agent = agentOf(async function* ({ signal }) {
      yield "begun";
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      yield { state: "TASK_STATE_COMPLETED" };
    });
    const served = await openFetch(agent, { makeId: countingIds() });
    const sent = sendFor(served, say("hi"));
    expect((await call(served, "CancelTask", await begun(served))).error?.code).toBe(-32002);
    expect((await sent).status.state).toBe("TASK_STATE_COMPLETED");
  });

  for (const [what, said] of [
    ["asks for input", { state: "TASK_STATE_INPUT_REQUIRED" }],
    ["throws", undefined],
  ] as const) {
    test(`an agent that ${what} when it is told to stop is canceled`, async () => {
      const agent = agentOf(async function* ({ signal }) {
        yield "begun";
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        if (!said) throw signal.reason;
        yield said;
      });
      const served = await openFetch(agent, { makeId: countingIds() });
      const sent = sendFor(served, say("hi"));
      expect((await call(served, "CancelTask", await begun(served))).error).toBeUndefined();
      expect((await sent).status.state).toBe("TASK_STATE_CANCELED");
    });
  }

  test("two cancels at once both find the task canceled, by one event", async () => {
    const served = await openFetch(obedient, { makeId: countingIds() });
    const stream = allEvents(await send(served, "SendStreamingMessage", { message: say("hi") }));
    const cancels = await Promise.all([1, 2].map(() => call(served, "CancelTask", { id: taskId })));
    expect(cancels.map(({ error }) => error)).toEqual([undefined, undefined]);
    expect((await stream).map((event) => brief(streamed(event)))).toEqual(["task WORKING", "artifact begun", "status CANCELED"]);
  });

  test("an agent that waits for messages is ended by it at once", async () => {
    const agent = agentOf(async function* ({ inbox }) {
      yield "begun";
      for await (const { messageId } of inbox) yield messageId;
    });
    const served = await openFetch(agent, { makeId: countingIds(), stopTimeoutMs: 60_000 });
    const sent = sendFor(served, say("hi"));
    expect((await call(served, "CancelTask", await begun(served))).error).toBeUndefined();
    expect((await sent).status.state).toBe("TASK_STATE_CANCELED");
  });
});

describe("deadline", () => {
  for (const [what, agent] of [
    ["ignores it", deaf],
    ["obeys it", obedient],
    ["has said nothing yet", agentOf(() => never)],
  ] as const) {
    test(`an agent that ${what} fails with words that say why`, async () => {
      const served = await openFetch(agent, { deadlineMs: 1, stopTimeoutMs: 1 });
      const { status } = await sendFor(served, say("hi"));
      expect([status.state, status.message?.parts]).toEqual(["TASK_STATE_FAILED", [{ text: "The agent took too long." }]]);
    });
  }

  test("a turn that ends in time is left alone", async () => {
    const served = await openFetch(greeter, { deadlineMs: 1000 });
    expect((await sendFor(served, say("hi"))).status.state).toBe("TASK_STATE_INPUT_REQUIRED");
  });
});

describe("an agent that throws", () => {
  for (const [what, run] of [
    ["in a generator", agentOf(fail).run],
    ["in an async function", async () => Promise.reject(new Error("secret"))],
    [
      "at once",
      () => {
        throw new Error("secret");
      },
    ],
    ["a text", () => Promise.reject("secret")],
    ["nothing", () => Promise.reject(undefined)],
  ] as const) {
    test(`${what} fails the task; what it threw goes to the logger and never to the client`, async () => {
      const { logger, told } = listeningLogger();
      const served = await openFetch(agentOf(run), { logger });
      const { text, result } = await call(served, "SendMessage", { message: say("hi") });
      expect(result).toMatchObject({
        task: { status: { state: "TASK_STATE_FAILED", message: { parts: [{ text: "The agent failed." }] } } },
      });
      expect(text).not.toContain("secret");
      expect(told.map(({ message }) => message)).toEqual(["the agent threw"]);
      if (what !== "nothing") expect(String(Object.values(told[0]?.facts ?? {}))).toContain("secret");
    });
  }

  test("while it cleans up after its end changes nothing", async () => {
    const agent = agentOf(async function* () {
      try {
        yield { state: "TASK_STATE_COMPLETED" };
      } finally {
        await Promise.reject(new Error("secret"));
      }
    });
    const served = await openFetch(agent);
    const task = await sendFor(served, say("hi"));
    expect(task.status.state).toBe("TASK_STATE_COMPLETED");
    expect(await getTask(served, task.id)).toEqual(task);
  });

  async function* fail(): AsyncGenerator<Yield> {
    yield "begun";
    throw new Error("secret");
  }
});

describe("a client that goes away", () => {
  for (const method of ["SendMessage", "SendStreamingMessage"]) {
    test(`does not stop the run that its ${method} started`, async () => {
      const let_ = gate();
      const agent = agentOf(async function* () {
        yield "begun";
        await let_.passed;
        yield " and done";
      });
      const served = await openFetch(agent, { makeId: countingIds() });
      const leaving = new AbortController();
      const sent = send(served, method, { message: say("hi") }, { signal: leaving.signal });
      await begun(served);
      leaving.abort();
      await sent;
      const following = await send(served, "SubscribeToTask", { id: taskId });
      let_.open();
      await allEvents(following);
      const { status, artifacts } = await getTask(served, taskId);
      expect([status.state, artifacts?.[0]?.parts]).toEqual(["TASK_STATE_COMPLETED", [{ text: "begun" }, { text: " and done" }]]);
    });
  }
});

describe("shutdown", () => {
  test("ends running turns as failed, tells whoever waits, and refuses new ones", async () => {
    const served = await openFetch(deaf, { makeId: countingIds(), stopTimeoutMs: 1 });
    const sent = sendFor(served, say("hi"));
    await begun(served);
    const stream = allEvents(await send(served, "SubscribeToTask", { id: taskId }));
    await served.close();
    const { status } = await sent;
    expect([status.state, status.message?.parts]).toEqual(["TASK_STATE_FAILED", [{ text: "The agent was shut down." }]]);
    expect(brief(streamed((await stream).at(-1) ?? expect.fail("no event")))).toBe("status FAILED");
    const refused = await call(served, "SendMessage", { message: say("more") });
    expect([refused.status, refused.error?.code]).toEqual([503, -32043]);
  });

  test("ends the streams of tasks that wait for their client", async () => {
    const served = await openFetch(greeter);
    const { id } = await sendFor(served, say("hi"));
    const events = eventsOf(await send(served, "SubscribeToTask", { id }));
    await events.next();
    await served.close();
    expect((await events.next()).value?.raw).toBe("retry: 1000");
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });

  test("of an agent that does nothing takes no time, and twice is as good as once", async () => {
    const served = await openFetch(echo);
    await sendFor(served, say("hi"));
    await served.close();
    await served.close();
  });
});

/** Waits until the first task is there, and names it as params. */
async function begun(served: Parameters<typeof countTasks>[0]): Promise<{ readonly id: string }> {
  await vi.waitFor(async () => expect(await countTasks(served)).toBe(1), { interval: 1 });
  return { id: taskId };
}

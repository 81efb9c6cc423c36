import type { Yield } from "@a2a/server";
import { describe, expect, test, vi } from "vitest";
import { allEvents, brief, call, countTasks, getTask, say, send, sendFor, streamed } from "./rpc.js";
import type { Served } from "./subjects.js";
import { agentOf, countingIds, gate, greeter, listeningLogger, openFetch } from "./subjects.js";

const taskId = "id-1";
const soon = { interval: 1 };

async function historyHas(served: Served, length: number): Promise<void> {
  await vi.waitFor(async () => expect((await getTask(served, taskId)).history).toHaveLength(length), soon);
}

describe("an agent that yields what the protocol forbids", () => {
  // safe: meant to be wrong
  const wrong = { text: "two", url: "contents" } as unknown as Yield;

  test("fails its task; a blocking sender is told InvalidAgentResponse, a stream the failed status, the logger the reason", async () => {
    const { logger, told } = listeningLogger();
    const agent = agentOf(async function* () {
      yield "begun";
      yield wrong;
    });
    const served = await openFetch(agent, { logger, makeId: countingIds() });
    const { error } = await call(served, "SendMessage", { message: say("hi") });
    expect(error?.code).toBe(-32006);
    const task = await getTask(served, taskId);
    expect([task.status.state, task.artifacts?.[0]?.parts]).toEqual(["TASK_STATE_FAILED", [{ text: "begun" }]]);
    const events = await allEvents(await send(served, "SendStreamingMessage", { message: say("hi") }));
    expect(events.map((event) => brief(streamed(event)))).toEqual(["task WORKING", "artifact begun", "status FAILED"]);
    expect(told.map(({ message }) => message)).toEqual(Array(2).fill("the agent yielded what the protocol forbids"));
    expect(JSON.stringify(told)).toContain("exactly one of");
  });

  test("as its first yield fails a task that is stored then", async () => {
    const served = await openFetch(agentOf(async () => wrong));
    expect((await call(served, "SendMessage", { message: say("hi") })).error?.code).toBe(-32006);
    expect(await countTasks(served)).toBe(1);
  });

  test("is failed before it cleans up: a cleanup that waits for the signal, or for ever, keeps nobody waiting", async () => {
    const agent = agentOf(async function* ({ signal }) {
      try {
        yield wrong;
      } finally {
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        await new Promise(() => undefined);
      }
    });
    const served = await openFetch(agent);
    expect((await call(served, "SendMessage", { message: say("hi") })).error?.code).toBe(-32006);
  });

  test("after its end is not heard at all", async () => {
    const after: string[] = [];
    const agent = agentOf(async function* () {
      try {
        yield { state: "TASK_STATE_COMPLETED", message: "done" };
        after.push("went on");
        yield "more";
      } finally {
        after.push("left");
      }
    });
    const served = await openFetch(agent);
    const task = await sendFor(served, say("hi"));
    await vi.waitFor(() => expect(after).toEqual(["left"]), soon);
    expect(await getTask(served, task.id)).toEqual(task);
    expect([task.status.state, task.artifacts]).toEqual(["TASK_STATE_COMPLETED", undefined]);
  });
});

describe("a message to a running task", () => {
  test("is recorded at once and read from the inbox, in order, also where the agent looks there twice", async () => {
    const agent = agentOf(async function* ({ inbox }) {
      yield "ready";
      for (let at = 0; at < 2; at += 1) {
        for await (const { parts } of inbox) {
          yield ` ${parts[0]?.text}`;
          break;
        }
      }
    });
    const served = await openFetch(agent, { makeId: countingIds() });
    const sent = sendFor(served, say("hi"));
    await vi.waitFor(() => getTask(served, taskId), soon);
    const more = [sendFor(served, say("one", { taskId })), sendFor(served, say("two", { taskId }))];
    const tasks = await Promise.all([sent, ...more]);
    expect(tasks.map(({ status }) => status.state)).toEqual(Array(3).fill("TASK_STATE_COMPLETED"));
    expect(tasks[0]?.artifacts?.[0]?.parts.map(({ text }) => text)).toEqual(["ready", " one", " two"]);
    expect(tasks[0]?.history?.map(({ parts }) => parts[0]?.text)).toEqual(["hi", "one", "two"]);
  });

  test("starts the next turn where it was not read and the task goes on; every message gets its turn", async () => {
    const letGo = gate();
    const turns: string[] = [];
    const agent = agentOf(async function* ({ text, task }) {
      turns.push(`${text} of ${task.history?.length}`);
      yield `${text}.`;
      await letGo.passed;
      yield { state: "TASK_STATE_INPUT_REQUIRED" };
    });
    const served = await openFetch(agent, { makeId: countingIds() });
    const first = sendFor(served, say("a"));
    await vi.waitFor(() => getTask(served, taskId), soon);
    const others = ["b", "c"].map((text) => sendFor(served, say(text, { taskId })));
    await historyHas(served, 3);
    letGo.open();
    await Promise.all([first, ...others]);
    await vi.waitFor(() => expect(turns).toEqual(["a of 1", "b of 3", "c of 3"]), soon);
    await vi.waitFor(async () => expect((await getTask(served, taskId)).status.state).toBe("TASK_STATE_INPUT_REQUIRED"), soon);
  });

  test("stays in the history where the task ends without reading it, and its sender gets the task", async () => {
    const letGo = gate();
    const agent = agentOf(async function* () {
      yield "begun";
      await letGo.passed;
    });
    const served = await openFetch(agent, { makeId: countingIds() });
    const first = sendFor(served, say("a"));
    await vi.waitFor(() => getTask(served, taskId), soon);
    const second = sendFor(served, say("b", { taskId }));
    await historyHas(served, 2);
    letGo.open();
    expect(await second).toEqual(await first);
    expect((await second).status.state).toBe("TASK_STATE_COMPLETED");
  });
});

test("a blocking sender is never answered with a task that works on: another message may have set it going", async () => {
  const letGo = gate();
  let turns = 0;
  const agent = agentOf(async function* () {
    turns += 1;
    if (turns > 1) await letGo.passed;
    yield { state: "TASK_STATE_INPUT_REQUIRED" };
  });
  const served = await openFetch(agent, { makeId: countingIds() });
  const states = await Promise.all([
    sendFor(served, say("a")),
    ...Array.from({ length: 5 }, async () => {
      await vi.waitFor(() => getTask(served, taskId), soon);
      letGo.open();
      return sendFor(served, say("b", { taskId }));
    }),
  ]);
  expect(new Set(states.map(({ status }) => status.state))).toEqual(new Set(["TASK_STATE_INPUT_REQUIRED"]));
});

test("what an agent is given is its own: changing it changes neither the task nor the log", async () => {
  const agent = agentOf(async function* ({ message, task, inbox }) {
    message.parts.push({ text: "not said" });
    message.messageId = "forged";
    task.history?.[0]?.parts.push({ text: "not said either" });
    task.history?.pop();
    task.status.state = "TASK_STATE_REJECTED";
    yield "begun";
    for await (const more of inbox) {
      more.parts.length = 0;
      break;
    }
  });
  const served = await openFetch(agent, { makeId: countingIds() });
  const sent = sendFor(served, say("a", { messageId: "m-a" }));
  await vi.waitFor(() => getTask(served, taskId), soon);
  await sendFor(served, say("b", { messageId: "m-b", taskId }));
  expect((await sent).history).toMatchObject([
    { messageId: "m-a", parts: [{ text: "a" }] },
    { messageId: "m-b", parts: [{ text: "b" }] },
  ]);
});

describe("callers", () => {
  const authenticate = ({ header }: { header(name: string): string | undefined }): { readonly user: string } => ({
    user: header("x-user") ?? "",
  });

  test("see their own tasks only: another's is not found, not listed, not followed, not canceled and takes no message", async () => {
    const served = await openFetch(greeter, { authenticate });
    const ann = { headers: { "x-user": "ann" } };
    const bob = { headers: { "x-user": "bob" } };
    const { id } = await sendFor(served, say("hi"), {}, ann);
    const tries = [
      ["GetTask", { id }],
      ["CancelTask", { id }],
      ["SubscribeToTask", { id }],
      ["SendMessage", { message: say("Bob", { taskId: id }) }],
      ["SendStreamingMessage", { message: say("Bob", { taskId: id }) }],
    ] as const;
    for (const [method, params] of tries) {
      const { error, text } = await call(served, method, params, bob);
      const unknown = await call(served, method, JSON.parse(JSON.stringify(params).replaceAll(id, "no-task")), bob);
      expect([method, error?.code, text.replaceAll(id, "no-task")]).toEqual([method, -32001, unknown.text]);
    }
    expect([await countTasks(served, bob), await countTasks(served, ann)]).toEqual([0, 1]);
    expect((await getTask(served, id, ann)).status.state).toBe("TASK_STATE_INPUT_REQUIRED");
  });

  test("of one tenant do not see another tenant's tasks", async () => {
    const served = await openFetch(greeter);
    const { result } = await call(served, "SendMessage", { message: say("hi"), tenant: "a" });
    const { id } = Object(result).task;
    expect((await call(served, "GetTask", { id, tenant: "a" })).error).toBeUndefined();
    expect((await call(served, "GetTask", { id, tenant: "b" })).error?.code).toBe(-32001);
    expect((await call(served, "GetTask", { id })).error?.code).toBe(-32001);
    expect((await call(served, "ListTasks", { tenant: "b" })).result).toMatchObject({ totalSize: 0 });
  });
});

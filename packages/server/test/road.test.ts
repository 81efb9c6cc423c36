import type { AgentDefinition } from "@a2a/server";
import { describe, expect, test } from "vitest";
import { allEvents, answered, brief, call, countTasks, eventsOf, getTask, say, send, sendFor, streamed } from "./rpc.js";
import { agentOf, echo, greeter, subjects } from "./subjects.js";

/** Replies without a task. */
const direct: AgentDefinition = agentOf(async ({ text }) => ({
  messageId: "reply",
  role: "ROLE_AGENT",
  parts: [{ text: `no task: ${text}` }],
}));

/** Counts to three, one chunk each. */
const counter: AgentDefinition = agentOf(async function* () {
  for (const number of ["one ", "two ", "three"]) yield number;
});

/** Says that it works, and goes on once it is let. */
function gated(): { readonly definition: AgentDefinition; open(): void } {
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const definition = agentOf(async function* () {
    yield "begun ";
    await gate;
    yield "done";
  });
  return { definition, open: () => open() };
}

describe.each(subjects)("$name", ({ open }) => {
  test("SendMessage answers with the finished task, its artifact and the message in its history", async () => {
    const served = await open(echo);
    const message = say("hi");
    const task = await sendFor(served, message);
    expect(task.status.state).toBe("TASK_STATE_COMPLETED");
    expect(task.artifacts?.map(({ parts }) => parts)).toEqual([[{ text: "echo: hi" }]]);
    expect(task.history).toEqual([{ ...message, taskId: task.id, contextId: task.contextId }]);
    expect(await getTask(served, task.id)).toEqual(task);
  });

  test("SendMessage answers with a message where the agent replies without a task, and stores nothing", async () => {
    const served = await open(direct);
    const { result } = await call(served, "SendMessage", { message: say("hi", { contextId: "mine" }) });
    expect(result).toEqual({ message: { messageId: "reply", role: "ROLE_AGENT", contextId: "mine", parts: [{ text: "no task: hi" }] } });
    expect(await countTasks(served)).toBe(0);
  });

  test("SendStreamingMessage streams the task first, then its events, numbered 1, 2, 3 …, and closes", async () => {
    const served = await open(counter);
    const events = await allEvents(await send(served, "SendStreamingMessage", { message: say("count") }, { id: "stream" }));
    expect(events.map(({ id }) => id)).toEqual(["1", "2", "3", "4", "5"]);
    expect(events.map((event) => brief(streamed(event)))).toEqual([
      "task WORKING",
      "artifact one ",
      "artifact two ",
      "artifact three",
      "status COMPLETED",
    ]);
    for (const { data, event } of events) expect([data.id, data.jsonrpc, event]).toEqual(["stream", "2.0", undefined]);
  });

  test("every event is an id line, one data line and a blank line, and the stream may not be cached or transformed", async () => {
    const served = await open(counter);
    const response = await send(served, "SendStreamingMessage", { message: say("count\r\nup") });
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    expect(response.headers.get("cache-control")).toBe("no-cache, no-transform");
    expect(await response.text()).toMatch(/^(?:id: \d+\ndata: \{"jsonrpc":"2\.0","id":1,"result":\{[^\n\r]*\}\}\n\n){5}$/);
  });

  test("a direct reply is the only event of its stream and has no number", async () => {
    const served = await open(direct);
    const events = await allEvents(await send(served, "SendStreamingMessage", { message: say("hi") }));
    expect(events.map((event) => brief(streamed(event)))).toEqual(["message no task: hi"]);
    expect(events[0]?.id).toBeUndefined();
  });

  test("a task waits for input, keeps its ids, and goes on with the answer", async () => {
    const served = await open(greeter);
    const asked = await sendFor(served, say("hi"));
    expect(asked.status.state).toBe("TASK_STATE_INPUT_REQUIRED");
    expect(asked.status.message?.parts).toEqual([{ text: "Who are you?" }]);
    const done = await sendFor(served, say("Ann", { taskId: asked.id }));
    expect([done.id, done.contextId, done.status.state]).toEqual([asked.id, asked.contextId, "TASK_STATE_COMPLETED"]);
    expect(done.history?.map(({ parts }) => parts[0]?.text)).toEqual(["hi", "Who are you?", "Ann"]);
    expect(done.artifacts?.[0]?.parts).toEqual([{ text: "hello, Ann" }]);
  });

  test("a stream closes where the agent waits for input, and the next one begins with the task and goes on with its numbers", async () => {
    const served = await open(greeter);
    const first = await allEvents(await send(served, "SendStreamingMessage", { message: say("hi") }));
    expect(first.map((event) => brief(streamed(event)))).toEqual(["task SUBMITTED", "status INPUT_REQUIRED"]);
    const [created] = first;
    const taskId = (created && streamed(created).task?.id) ?? "";
    const second = await allEvents(await send(served, "SendStreamingMessage", { message: say("Ann", { taskId }) }));
    expect(second.map((event) => [event.id, brief(streamed(event))])).toEqual([
      ["3", "task WORKING"],
      ["4", "artifact hello, Ann"],
      ["5", "status COMPLETED"],
    ]);
  });

  for (const [historyLength, texts] of [
    [0, undefined],
    [1, ["Ann"]],
    [2, ["Who are you?", "Ann"]],
    [99, ["hi", "Who are you?", "Ann"]],
    [undefined, ["hi", "Who are you?", "Ann"]],
  ] as const) {
    test(`historyLength ${historyLength} leaves ${texts?.length ?? "no"} messages in SendMessage, GetTask and ListTasks`, async () => {
      const served = await open(greeter);
      const asked = await sendFor(served, say("hi"));
      const configuration = historyLength === undefined ? {} : { historyLength };
      const sent = await sendFor(served, say("Ann", { taskId: asked.id }), configuration);
      const got = await getTask(served, asked.id, configuration);
      const { result } = await call(served, "ListTasks", { ...configuration, includeArtifacts: true });
      expect(sent.history?.map(({ parts }) => parts[0]?.text)).toEqual(texts);
      expect("history" in sent).toBe(texts !== undefined);
      expect(got).toEqual(sent);
      expect(result).toMatchObject({ tasks: [sent] });
    });
  }

  test("returnImmediately answers with the task before the agent has said anything", async () => {
    const { definition, open: letGo } = gated();
    const served = await open(definition);
    const task = await sendFor(served, say("hi"), { returnImmediately: true });
    expect(["TASK_STATE_SUBMITTED", "TASK_STATE_WORKING"]).toContain(task.status.state);
    const following = await send(served, "SubscribeToTask", { id: task.id });
    letGo();
    const events = await allEvents(following);
    expect(brief(streamed(events[0] ?? expect.fail("no event")))).toMatch(/^task /);
    expect((await getTask(served, task.id)).status.state).toBe("TASK_STATE_COMPLETED");
  });

  test("SubscribeToTask streams the task as it is, then what is new, until it is over", async () => {
    const { definition, open: letGo } = gated();
    const served = await open(definition);
    const first = eventsOf(await send(served, "SendStreamingMessage", { message: say("hi") }));
    const created = (await first.next()).value ?? expect.fail("no event");
    const id = streamed(created).task?.id ?? "";
    expect((await first.next()).value?.id).toBe("2");
    const second = eventsOf(await send(served, "SubscribeToTask", { id }));
    const snapshot = (await second.next()).value ?? expect.fail("no event");
    expect(snapshot.id).toBe("2");
    expect(streamed(snapshot).task?.artifacts?.[0]?.parts).toEqual([{ text: "begun " }]);
    letGo();
    for (const stream of [first, second]) {
      const rest: string[] = [];
      for await (const event of stream) rest.push(`${event.id} ${brief(streamed(event))}`);
      expect(rest).toEqual(["3 artifact done", "4 status COMPLETED"]);
    }
  });

  test("SubscribeToTask refuses a task that is over, in JSON", async () => {
    const served = await open(echo);
    const { id } = await sendFor(served, say("hi"));
    const { status, error } = await answered(await send(served, "SubscribeToTask", { id }));
    expect([status, error?.code]).toEqual([200, -32004]);
  });

  test("CancelTask ends a task that waits for input, once", async () => {
    const served = await open(greeter);
    const { id } = await sendFor(served, say("hi"));
    const { result } = await call(served, "CancelTask", { id });
    expect(result).toMatchObject({ id, status: { state: "TASK_STATE_CANCELED" } });
    expect(await getTask(served, id)).toEqual(result);
    expect((await call(served, "CancelTask", { id })).error?.code).toBe(-32002);
  });

  test("CancelTask stops a running turn and closes its streams", async () => {
    const served = await open(
      agentOf(async function* ({ signal }) {
        yield "begun";
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
      }),
    );
    const events = eventsOf(await send(served, "SendStreamingMessage", { message: say("hi") }));
    const created = (await events.next()).value ?? expect.fail("no event");
    const { result } = await call(served, "CancelTask", { id: streamed(created).task?.id });
    expect(result).toMatchObject({ status: { state: "TASK_STATE_CANCELED" } });
    const rest: string[] = [];
    for await (const event of events) rest.push(brief(streamed(event)));
    expect(rest).toEqual(["artifact begun", "status CANCELED"]);
  });

  test("a message to a task that is over is refused, and the task stays as it is", async () => {
    const served = await open(echo);
    const task = await sendFor(served, say("hi"));
    const { error } = await call(served, "SendMessage", { message: say("more", { taskId: task.id }) });
    expect(error?.code).toBe(-32004);
    expect(await getTask(served, task.id)).toEqual(task);
  });

  for (const [method, params] of [
    ["GetTask", { id: "unknown" }],
    ["CancelTask", { id: "unknown" }],
    ["SubscribeToTask", { id: "unknown" }],
    ["SendMessage", { message: say("hi", { taskId: "unknown" }) }],
    ["SendStreamingMessage", { message: say("hi", { taskId: "unknown" }) }],
  ] as const) {
    test(`${method} of an unknown task is TaskNotFound, in JSON`, async () => {
      const served = await open(echo);
      const { status, error, id } = await answered(await send(served, method, params, { id: 7 }));
      expect([status, error?.code, error?.message, id]).toEqual([200, -32001, "Task not found", 7]);
    });
  }

  for (const [method, params, code] of [
    ["CreateTaskPushNotificationConfig", { taskId: "t", url: "https://example.com/hook" }, -32003],
    ["GetTaskPushNotificationConfig", { taskId: "t", id: "c" }, -32003],
    ["ListTaskPushNotificationConfigs", { taskId: "t" }, -32003],
    ["DeleteTaskPushNotificationConfig", { taskId: "t", id: "c" }, -32003],
    ["GetExtendedAgentCard", {}, -32004],
    ["GetExtendedAgentCard", undefined, -32004],
  ] as const) {
    test(`${method} with params ${JSON.stringify(params)} is refused with ${code}, because the card does not offer it`, async () => {
      const served = await open(echo);
      expect((await call(served, method, params)).error?.code).toBe(code);
    });
  }

  for (const [method, params] of [
    ["SendStreamingMessage", { message: say("hi") }],
    ["SubscribeToTask", { id: "unknown" }],
  ] as const) {
    test(`${method} is refused where the card does not offer streams`, async () => {
      const served = await open({ ...echo, card: { name: "Plain", capabilities: { streaming: false } } });
      expect((await answered(await send(served, method, params))).error?.code).toBe(-32004);
      expect(await countTasks(served)).toBe(0);
    });
  }
});

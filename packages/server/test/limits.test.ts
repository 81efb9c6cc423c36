// How much is served at a time, who is told of it, and that nothing waits for ever.

import { A2AError } from "@a2a/core";
import type { AgentDefinition, Authenticate, HandlerOptions, OperationReport, Yield } from "@a2a/server";
import { createMemoryStore } from "@a2a/server";
import { describe, expect, test, vi } from "vitest";
import { allEvents, answered, call, countTasks, eventsOf, getTask, say, send, sendFor } from "./rpc.js";
import { failing } from "./stores.js";
import type { Served } from "./subjects.js";
import { agentOf, countingIds, echo, gate, greeter, listeningLogger, openFetch, subjects } from "./subjects.js";
import { expectNothingUnhandled } from "./unhandled.js";
import { versions } from "./versions.js";

const soon = { interval: 1 };

expectNothingUnhandled();

/** Works until it is told to stop. */
const worker: AgentDefinition = agentOf(async function* ({ text, signal }) {
  if (text === "ask") return yield { state: "TASK_STATE_INPUT_REQUIRED", message: "And?" };
  yield "begun";
  await new Promise((resolve) => signal.addEventListener("abort", resolve));
});

/** Sends a message and does not wait for what becomes of it. */
async function begin(served: Served, text = "hi"): Promise<string> {
  return (await sendFor(served, say(text), { returnImmediately: true })).id;
}

describe("maxRunningTasks", () => {
  for (const { version, send: method, stream, params } of versions) {
    test(`refuses a message of ${version} that would start one more, with 503, and stores nothing`, async () => {
      const served = await openFetch(worker, { maxRunningTasks: 2 });
      await begin(served);
      await begin(served);
      for (const asked of [method, stream]) {
        const { status, error } = await answered(await send(served, asked, params("hi")));
        expect([status, error?.code]).toEqual([503, version === "0.1" ? -32011 : -32043]);
      }
      expect(await countTasks(served)).toBe(2);
    });
  }

  // safe: meant to be wrong
  const wrong = { text: "two", url: "contents" } as unknown as Yield;
  for (const [what, run] of [
    ["is over", async () => "done"],
    ["waits for its client", async () => ({ state: "TASK_STATE_INPUT_REQUIRED" })],
    ["failed", () => Promise.reject(new Error("no"))],
    ["broke the protocol", async () => wrong],
    ["was none but a reply", async () => ({ messageId: "reply", role: "ROLE_AGENT", parts: [{ text: "hi" }] })],
  ] satisfies [string, AgentDefinition["run"]][]) {
    test(`counts no task that ${what}`, async () => {
      const served = await openFetch(agentOf(run), { maxRunningTasks: 1 });
      const codes: (number | undefined)[] = [];
      for (let time = 0; time < 3; time += 1) codes.push((await call(served, "SendMessage", { message: say("hi") })).error?.code);
      expect(codes).not.toContain(-32043);
    });
  }

  test("counts no task that could not be stored, nor one that is not there", async () => {
    const served = await openFetch(echo, { maxRunningTasks: 1, store: failing(createMemoryStore(), { create: [0, 1] }) });
    expect((await call(served, "SendMessage", { message: say("hi") })).error?.code).toBe(-32603);
    expect((await call(served, "CancelTask", { id: "unknown" })).error?.code).toBe(-32001);
    expect((await call(served, "SendMessage", { message: say("hi", { taskId: "unknown" }) })).error?.code).toBe(-32001);
    expect((await sendFor(served, say("hi"))).status.state).toBe("TASK_STATE_COMPLETED");
  });

  test("counts no task that could not be taken over, and it can be once the store is well again", async () => {
    const served = await openFetch(worker, { maxRunningTasks: 1, store: failing(createMemoryStore(), { acquire: [0] }) });
    const { id } = await sendFor(served, say("ask"));
    expect((await call(served, "CancelTask", { id })).error?.code).toBe(-32603);
    expect((await sendFor(served, say("ask"))).status.state).toBe("TASK_STATE_INPUT_REQUIRED");
    expect((await call(served, "CancelTask", { id })).error).toBeUndefined();
  });

  test("leaves room again when a task is canceled, and canceling works at the limit, of tasks that work and that wait", async () => {
    const served = await openFetch(worker, { maxRunningTasks: 1 });
    const { id: waiting } = await sendFor(served, say("ask"));
    const working = await begin(served);
    expect((await call(served, "SendMessage", { message: say("hi") })).error?.code).toBe(-32043);
    for (const id of [waiting, working])
      expect((await call(served, "CancelTask", { id })).result).toMatchObject({ status: { state: "TASK_STATE_CANCELED" } });
    expect(await begin(served)).toMatch(/./);
  });

  test("concerns no message to a task that works, but one that would wake a task up; that one is taken once there is room", async () => {
    const served = await openFetch(worker, { maxRunningTasks: 1 });
    const { id: waiting } = await sendFor(served, say("ask"));
    const working = await begin(served);
    const more = { message: say("more", { taskId: working }), configuration: { returnImmediately: true } };
    expect((await call(served, "SendMessage", more)).error).toBeUndefined();
    const refused = { message: say("more", { taskId: waiting }), configuration: { returnImmediately: true } };
    expect((await call(served, "SendMessage", refused)).error?.code).toBe(-32043);
    expect((await getTask(served, waiting)).history?.map(({ parts }) => parts[0]?.text)).toEqual(["ask"]);
    await call(served, "CancelTask", { id: working });
    expect((await call(served, "SendMessage", refused)).result).toMatchObject({ task: { id: waiting } });
  });

  test("concerns nobody who reads", async () => {
    const served = await openFetch(worker, { maxRunningTasks: 1 });
    const id = await begin(served);
    expect((await getTask(served, id)).id).toBe(id);
    const events = eventsOf(await send(served, "SubscribeToTask", { id }));
    expect((await events.next()).value?.id).toMatch(/\d/);
    await events.return();
  });
});

describe.each(subjects)("maxStreams of $name", ({ open }) => {
  test("refuses one more with 503, in JSON, and starts nothing for it", async () => {
    const served = await open(worker, { maxStreams: 1 });
    const { id } = await sendFor(served, say("ask"));
    const events = eventsOf(await send(served, "SubscribeToTask", { id }));
    await events.next();
    for (const [method, params] of [
      ["SubscribeToTask", { id }],
      ["SendStreamingMessage", { message: say("hi") }],
    ] as const) {
      const { status, error } = await answered(await send(served, method, params));
      expect([method, status, error?.code]).toEqual([method, 503, -32043]);
    }
    expect([await countTasks(served), (await sendFor(served, say("ask"))).status.state]).toEqual([1, "TASK_STATE_INPUT_REQUIRED"]);
    await events.return();
  });

  for (const [what, use] of [
    ["is over", async (served: Served) => allEvents(await send(served, "SendStreamingMessage", { message: say("ask") }))],
    ["was refused", (served: Served) => call(served, "SubscribeToTask", { id: "unknown" })],
    ["was wrongly asked for", (served: Served) => call(served, "SubscribeToTask", { id: 5 })],
    [
      "its reader has left",
      async (served: Served) => {
        const response = await send(served, "SubscribeToTask", { id: await begin(served) });
        const reader = response.body?.getReader();
        await reader?.read();
        await reader?.cancel();
      },
    ],
    [
      "its request was aborted",
      async (served: Served) => {
        const leaving = new AbortController();
        const response = await send(served, "SubscribeToTask", { id: await begin(served) }, { signal: leaving.signal });
        await response.body?.getReader().read();
        leaving.abort();
      },
    ],
  ] as const) {
    test(`counts no stream that ${what}`, async () => {
      const served = await open(worker, { maxStreams: 1 });
      const { id } = await sendFor(served, say("ask"));
      for (let time = 0; time < 3; time += 1) {
        await use(served);
        await vi.waitFor(async () => {
          const response = await send(served, "SubscribeToTask", { id });
          await response.body?.cancel();
          expect(response.status).toBe(200);
        }, soon);
        // The one that has just been tried has to be gone as well.
        await vi.waitFor(async () => expect((await send(served, "SubscribeToTask", { id: "unknown" })).status).toBe(200), soon);
      }
    });
  }
});

test("maxStreams counts no stream that failed, nor one that is a direct reply", async () => {
  const store = failing(createMemoryStore(), { read: [0, 1, 2] });
  const served = await openFetch(echo, { maxStreams: 1, store });
  for (let time = 0; time < 3; time += 1) {
    const response = await send(served, "SendStreamingMessage", { message: say("hi") });
    expect((await answered(response)).error?.code).toBe(-32603);
  }
  const direct = await openFetch(
    agentOf(async () => ({ messageId: "reply", role: "ROLE_AGENT", parts: [{ text: "hi" }] })),
    { maxStreams: 1 },
  );
  for (let time = 0; time < 3; time += 1) {
    expect(await allEvents(await send(direct, "SendStreamingMessage", { message: say("hi") }))).toHaveLength(1);
  }
});

test("maxStreams counts no stream whose request was aborted while nobody read it", async () => {
  const many = agentOf(async function* () {
    for (let at = 0; at < 100; at += 1) yield "x".repeat(10_000);
    yield { state: "TASK_STATE_INPUT_REQUIRED" };
  });
  const served = await openFetch(many, { maxStreams: 1 });
  const { id } = await sendFor(served, say("hi"));
  const leaving = new AbortController();
  await send(served, "SendStreamingMessage", { message: say("hi") }, { signal: leaving.signal });
  expect((await send(served, "SubscribeToTask", { id })).status).toBe(503);
  leaving.abort();
  expect((await send(served, "SubscribeToTask", { id })).status).toBe(200);
});

test("maxStreams counts no stream whose request was aborted before it was answered", async () => {
  const leaving = new AbortController();
  const authenticate: Authenticate = ({ header }) => {
    if (header("x-leaves")) leaving.abort();
    return {};
  };
  const served = await openFetch(greeter, { maxStreams: 1, authenticate });
  const { id } = await sendFor(served, say("hi"));
  await send(served, "SubscribeToTask", { id }, { signal: leaving.signal, headers: { "x-leaves": "yes" } });
  expect((await send(served, "SubscribeToTask", { id })).status).toBe(200);
});

test("maxStreams lets as many in as it says, and again as many once they have left", async () => {
  const served = await openFetch(greeter, { maxStreams: 3 });
  const { id } = await sendFor(served, say("hi"));
  for (let time = 0; time < 2; time += 1) {
    const streams = await Promise.all([1, 2, 3, 4, 5].map(() => send(served, "SubscribeToTask", { id })));
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 503, 503]);
    await Promise.all(streams.map((response) => response.body?.cancel()));
  }
});

test("a stream ends where its task is forgotten: nothing more can happen to it", async () => {
  let time = 0;
  const served = await openFetch(greeter, { store: createMemoryStore({ maxWaitingAgeMs: 10, now: () => time }), maxStreams: 1 });
  const { id } = await sendFor(served, say("hi"));
  const following = allEvents(await send(served, "SubscribeToTask", { id }));
  time = 11;
  const { id: other } = await sendFor(served, say("hi"));
  expect(await following).toHaveLength(1);
  expect((await answered(await send(served, "SubscribeToTask", { id }))).error?.code).toBe(-32001);
  expect((await send(served, "SubscribeToTask", { id: other })).status).toBe(200);
});

for (const name of ["maxRunningTasks", "maxStreams", "stopTimeoutMs", "heartbeatMs", "maxBodyBytes", "deadlineMs"] as const) {
  for (const value of [0, -1, Number.NaN, 2 ** 31]) {
    test(`${name} of ${value} is refused`, async () => {
      await expect(openFetch(echo, { [name]: value })).rejects.toThrow(new RegExp(`^${name} must be a number`));
    });
  }
}

describe("onOperation", () => {
  const authenticate: Authenticate = ({ header }) => {
    const user = header("x-user");
    if (user === "mallory") throw new A2AError("UnauthenticatedError", "not you");
    return user === undefined ? {} : { user };
  };
  const traceparent = `00-${"1".repeat(32)}-${"2".repeat(16)}-01`;
  const common = { version: "1.0", binding: "JSONRPC", durationMs: expect.any(Number) };

  async function openReporting(
    definition: AgentDefinition,
    options: HandlerOptions = {},
  ): Promise<{ readonly served: Served; readonly reports: OperationReport[] }> {
    const reports: OperationReport[] = [];
    const onOperation = (report: OperationReport): void => void reports.push(report);
    return { served: await openFetch(definition, { authenticate, onOperation, ...options }), reports };
  }

  test("is told of a call once it was answered: who asked what, and where it belongs; nothing of what was said", async () => {
    const { served, reports } = await openReporting(echo);
    const headers = { "x-user": "ann", traceparent };
    await call(served, "SendMessage", { message: say("secret"), tenant: "t" }, { headers });
    await call(served, "ListTasks", {});
    expect(reports).toEqual([
      { operation: "SendMessage", ...common, user: "ann", tenant: "t", trace: { traceparent } },
      { operation: "ListTasks", ...common },
    ]);
    expect(JSON.stringify(reports)).not.toContain("secret");
    expect(reports.every(({ durationMs }) => durationMs >= 0 && durationMs < 60_000)).toBe(true);
  });

  test("is told of a stream when it ends, with the number of its events", async () => {
    const { served, reports } = await openReporting(greeter);
    const { id } = await sendFor(served, say("hi"));
    const following = eventsOf(await send(served, "SubscribeToTask", { id }));
    await following.next();
    expect(reports.map(({ operation }) => operation)).toEqual(["SendMessage"]);
    await allEvents(await send(served, "SendStreamingMessage", { message: say("Ann", { taskId: id }) }));
    for await (const _ of following);
    expect(reports.slice(1)).toEqual(
      expect.arrayContaining([
        { operation: "SendStreamingMessage", ...common, events: 3 },
        { operation: "SubscribeToTask", ...common, events: 4 },
      ]),
    );
    expect(reports).toHaveLength(3);
  });

  test("is told once of a stream that its reader leaves, and that is no error", async () => {
    const { served, reports } = await openReporting(worker);
    const id = await begin(served);
    const events = eventsOf(await send(served, "SubscribeToTask", { id }));
    await events.next();
    await events.return();
    await vi.waitFor(
      () => expect(reports.slice(1)).toEqual([{ operation: "SubscribeToTask", ...common, events: expect.any(Number) }]),
      soon,
    );
  });

  for (const [what, method, params, headers, report] of [
    [
      "params that are wrong",
      "GetTask",
      { id: 5 },
      { "x-user": "ann" },
      { operation: "GetTask", error: "InvalidParamsError", user: "ann" },
    ],
    ["a task that is not there", "GetTask", { id: "t" }, {}, { operation: "GetTask", error: "TaskNotFoundError" }],
    ["a stream of none", "SubscribeToTask", { id: "t" }, {}, { operation: "SubscribeToTask", error: "TaskNotFoundError" }],
    ["what is not offered", "GetExtendedAgentCard", {}, {}, { operation: "GetExtendedAgentCard", error: "ExtendedCardNotSupportedError" }],
    ["a caller who may not", "ListTasks", {}, { "x-user": "mallory" }, { operation: "ListTasks", error: "UnauthenticatedError" }],
    [
      "a caller who may not, by a name that versions share",
      "tasks/get",
      { id: "t" },
      { "x-user": "mallory" },
      { operation: "GetTask", error: "UnauthenticatedError", version: "0.3" },
    ],
  ] as const) {
    test(`is told of a refusal: ${what}`, async () => {
      const { served, reports } = await openReporting(echo);
      await call(served, method, params, { headers });
      expect(reports).toEqual([{ ...common, ...report }]);
    });
  }

  test("is told of a stream that fails on its way", async () => {
    const { served, reports } = await openReporting(worker, { store: failing(createMemoryStore(), { read: [1, 2, 3] }) });
    await allEvents(await send(served, "SendStreamingMessage", { message: say("hi") }));
    expect(reports).toMatchObject([{ operation: "SendStreamingMessage", error: "InternalError", events: expect.any(Number) }]);
  });

  test("is not told of what is no operation", async () => {
    const { served, reports } = await openReporting(echo);
    await call(served, "NoSuchMethod", {});
    await served.fetch("/.well-known/agent-card.json");
    expect(reports).toEqual([]);
  });

  for (const [how, onOperation] of [
    [
      "throws",
      () => {
        throw new Error("broken hook");
      },
    ],
    ["rejects", () => Promise.reject(new Error("broken hook"))],
  ] as const) {
    test(`that ${how} changes no answer, and the logger is told`, async () => {
      const { logger, told } = listeningLogger();
      const served = await openFetch(greeter, { onOperation, logger });
      const task = await sendFor(served, say("hi"));
      expect(task.status.state).toBe("TASK_STATE_INPUT_REQUIRED");
      expect(await allEvents(await send(served, "SendStreamingMessage", { message: say("Ann", { taskId: task.id }) }))).toHaveLength(3);
      expect((await call(served, "GetTask", { id: "t" })).error?.code).toBe(-32001);
      await vi.waitFor(() => expect(told.map(({ message }) => message)).toEqual(Array(3).fill("onOperation threw")), soon);
    });
  }
});

describe("a cancel hook that never answers", () => {
  test("has no say: the task is canceled all the same, whether it works or waits", async () => {
    const served = await openFetch({ ...worker, cancel: () => new Promise(() => undefined) }, { stopTimeoutMs: 1 });
    const { id: waiting } = await sendFor(served, say("ask"));
    for (const id of [await begin(served), waiting])
      expect((await call(served, "CancelTask", { id })).result).toMatchObject({ status: { state: "TASK_STATE_CANCELED" } });
  });

  test("and fails later is not heard of any more", async () => {
    const late = gate();
    const hook = async (): Promise<boolean> => {
      await late.passed;
      throw new Error("too late");
    };
    const served = await openFetch({ ...worker, cancel: hook }, { stopTimeoutMs: 1, makeId: countingIds() });
    const id = await begin(served);
    expect((await call(served, "CancelTask", { id })).error).toBeUndefined();
    late.open();
    await new Promise((resolve) => setImmediate(resolve));
    expect((await getTask(served, id)).status.state).toBe("TASK_STATE_CANCELED");
  });
});

// Protocol 1.1, a preview: what a server of it says of generations, and what it does with those of its callers, over both bindings of HTTP.

import type { Task } from "@a2a/core/v1.1";
import { isStreamResponse, isTask } from "@a2a/core/v1.1";
import type { AgentDefinition, HandlerOptions } from "@a2a/server";
import { createMemoryStore } from "@a2a/server";
import { describe, expect, onTestFinished, test } from "vitest";
import { createInstances } from "./instances.js";
import { ask } from "./rest.js";
import { allEvents, call, say, send } from "./rpc.js";
import type { Operation } from "./stores.js";
import { around } from "./stores.js";
import type { Served } from "./subjects.js";
import { agentOf, countingIds, echo, gate, greeter, openFetch } from "./subjects.js";
import { openPushing, openReceiver } from "./webhooks.js";

const named = { "a2a-version": "1.1" };
const all = ["1.1", "1.0", "0.3", "0.1"] as const;

/** What a request was answered with: the result, or the error with its statuses. */
interface Answer {
  readonly result?: unknown;
  readonly error?: {
    readonly code?: number;
    readonly http?: number;
    readonly reason: unknown;
    readonly metadata: unknown;
    readonly fields: unknown;
  };
}

/** A binding, as callers of 1.1 use it. */
interface Road {
  readonly name: string;
  send(served: Served, params: object, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  get(
    served: Served,
    params: { readonly id: string; readonly [more: string]: unknown },
    options?: { signal?: AbortSignal },
  ): Promise<Answer>;
  list(served: Served): Promise<Answer>;
  cancel(served: Served, id: string): Promise<Answer>;
  stream(served: Served, params: object): Promise<Response>;
  /** The item in an event's data. */
  itemOf(data: Readonly<Record<string, unknown>>): unknown;
}

const factsOf = (
  details: readonly Readonly<Record<string, unknown>>[] = [],
): Pick<NonNullable<Answer["error"]>, "reason" | "metadata" | "fields"> => {
  const info = details.find((detail) => String(detail["@type"]).endsWith("ErrorInfo"));
  const bad = details.find((detail) => String(detail["@type"]).endsWith("BadRequest"))?.fieldViolations;
  const fields = Array.isArray(bad) ? bad.map(({ field }) => field) : [];
  return { reason: info?.reason, metadata: info?.metadata, fields };
};

async function overRpc(served: Served, method: string, params: object, headers = named, signal?: AbortSignal): Promise<Answer> {
  const { result, error } = await call(served, method, params, { headers, ...(signal && { signal }) });
  return error ? { error: { code: error.code, ...factsOf(error.data) } } : { result };
}

async function overRest(served: Served, verb: string, path: string, options: Parameters<typeof ask>[3] = {}): Promise<Answer> {
  const { status, body, error } = await ask(served, verb, path, { headers: named, ...options });
  return error ? { error: { http: status, ...factsOf(error.details) } } : { result: body };
}

const roads: readonly Road[] = [
  {
    name: "JSON-RPC",
    send: (served, params, headers) => overRpc(served, "SendMessage", params, { ...named, ...headers }),
    get: (served, params, { signal } = {}) => overRpc(served, "GetTask", params, named, signal),
    list: (served) => overRpc(served, "ListTasks", {}),
    cancel: (served, id) => overRpc(served, "CancelTask", { id }),
    stream: (served, params) => send(served, "SendStreamingMessage", params, { headers: named }),
    itemOf: ({ result }) => result,
  },
  {
    name: "HTTP+JSON",
    send: (served, json, headers) => overRest(served, "POST", "/message:send", { json, headers: { ...named, ...headers } }),
    get(served, { id, ...more }, options) {
      const query = Object.entries(more).map(([name, value]): [string, string] => [name, String(value)]);
      return overRest(served, "GET", `/tasks/${id}?${new URLSearchParams(query)}`, options);
    },
    list: (served) => overRest(served, "GET", "/tasks"),
    cancel: (served, id) => overRest(served, "POST", `/tasks/${id}:cancel`, { json: {} }),
    stream: (served, json) =>
      served.fetch("/message:stream", {
        method: "POST",
        headers: { ...named, "content-type": "application/json" },
        body: JSON.stringify(json),
      }),
    itemOf: (data) => data,
  },
];

const open = (definition: AgentDefinition, options: HandlerOptions = {}): Promise<Served> =>
  openFetch(definition, { versions: all, makeId: countingIds(), stopTimeoutMs: 20, ...options });

/** The task of an answer. */
function taskIn({ result }: Answer): Task {
  const value = typeof result === "object" && result !== null && "task" in result ? result.task : result;
  if (!isTask(value)) throw new TypeError(`no task: ${JSON.stringify(value)}`);
  return value;
}

/** Works until it is let go, chunk by chunk. */
function working(): { readonly definition: AgentDefinition; readonly steps: readonly ReturnType<typeof gate>[] } {
  const steps = [gate(), gate()] as const;
  const card = { name: "Worker", capabilities: { streaming: true, pushNotifications: true } };
  const definition = agentOf(async function* () {
    yield "one";
    await steps[0].passed;
    yield "two";
    await steps[1].passed;
  });
  onTestFinished(() => {
    for (const step of steps) step.open();
  });
  return { definition: { ...definition, card }, steps };
}

for (const road of roads) {
  describe(`over ${road.name} a caller of 1.1`, () => {
    test("is told the generation of every task", async () => {
      const served = await open(greeter);
      const asked = taskIn(await road.send(served, { message: say("hi") }));
      expect(asked).toMatchObject({ status: { state: "TASK_STATE_INPUT_REQUIRED" }, generation: 2 });
      expect(taskIn(await road.get(served, { id: asked.id })).generation).toBe(2);
      expect(await road.list(served)).toMatchObject({ result: { tasks: [{ id: asked.id, generation: 2 }] } });
      expect(taskIn(await road.cancel(served, asked.id))).toMatchObject({ status: { state: "TASK_STATE_CANCELED" }, generation: 3 });
    });

    test("is told with each event the generation that it leads to, one after another", async () => {
      const served = await open({ ...echo, card: { name: "Streams", capabilities: { streaming: true } } });
      const events = await allEvents(await road.stream(served, { message: say("hi") }));
      const generations = events.map(({ data }) => {
        const item = road.itemOf(data);
        return isStreamResponse(item) ? (item.task ?? item.statusUpdate ?? item.artifactUpdate)?.generation : undefined;
      });
      expect(generations).toEqual(events.map((_, at) => at + 1));
      expect(events.map(({ id }) => id)).toEqual(generations.map(String));
    });

    test("is answered at once where the task has another generation than it knows, or it knows none", async () => {
      const { definition } = working();
      const served = await open(definition);
      const { id, generation = 0 } = taskIn(await road.send(served, { message: say("go"), configuration: { returnImmediately: true } }));
      for (const currentGeneration of [0, generation - 1]) await road.get(served, { id, currentGeneration });
      await road.get(served, { id });
    });

    test("is held until the task goes on, and then told how it is", async () => {
      const { definition, steps } = working();
      const served = await open(definition);
      const { id } = taskIn(await road.send(served, { message: say("go"), configuration: { returnImmediately: true } }));
      const now = await settledAt(road, served, id, 3);
      const held = road.get(served, { id, currentGeneration: now });
      const other = await road.get(served, { id });
      expect(taskIn(other).generation).toBe(now);
      steps[0]?.open();
      expect(taskIn(await held).generation).toBeGreaterThan(now);
    });

    test("is held no longer than longPollMs, and then told the task as it is", async () => {
      const { definition } = working();
      const served = await open(definition, { longPollMs: 20 });
      const { id } = taskIn(await road.send(served, { message: say("go"), configuration: { returnImmediately: true } }));
      const now = await settledAt(road, served, id, 3);
      expect(taskIn(await road.get(served, { id, currentGeneration: now })).generation).toBe(now);
      expect(taskIn(await road.get(served, { id, currentGeneration: Number.MAX_SAFE_INTEGER })).generation).toBe(now);
    });

    test("is not held for a task that is over, which never goes on", async () => {
      const served = await open(echo);
      const { id, generation } = taskIn(await road.send(served, { message: say("hi") }));
      expect(taskIn(await road.get(served, { id, currentGeneration: generation })).generation).toBe(generation);
    });

    for (const [what, value] of [
      ["negative", -1],
      ["a fraction", 1.5],
      ["beyond the integers of JSON", "9007199254740993"],
      ["beyond 64 bits", "123456789012345678901234567890"],
      ["a word", "latest"],
    ] as const) {
      test(`is refused a generation that is ${what}, by its pointer`, async () => {
        const served = await open(greeter);
        const { id } = taskIn(await road.send(served, { message: say("hi") }));
        expect((await road.get(served, { id, currentGeneration: value })).error).toMatchObject({ fields: ["/currentGeneration"] });
        const message = say("Ada", { taskId: id });
        const guarded = await road.send(served, { message, configuration: { ifGenerationMatch: value } });
        expect(guarded.error).toMatchObject({ fields: ["/configuration/ifGenerationMatch"] });
      });
    }

    test("may write a generation as ProtoJSON does, as a text", async () => {
      const served = await open(greeter);
      const { id } = taskIn(await road.send(served, { message: say("hi") }));
      expect(taskIn(await road.get(served, { id, currentGeneration: "1" })).generation).toBe(2);
      const answer = await road.send(served, { message: say("Ada", { taskId: id }), configuration: { ifGenerationMatch: "2" } });
      expect(taskIn(answer).status.state).toBe("TASK_STATE_COMPLETED");
    });

    test("is refused a message for a task that has gone on, and nothing of it stays", async () => {
      const served = await open(greeter);
      const before = taskIn(await road.send(served, { message: say("hi") }));
      const refused = await road.send(served, { message: say("Ada", { taskId: before.id }), configuration: { ifGenerationMatch: 1 } });
      expect(refused.error).toMatchObject({
        ...(road.name === "JSON-RPC" ? { code: -32010 } : { http: 409 }),
        reason: "TASK_GENERATION_MISMATCH",
        metadata: { taskId: before.id, expectedGeneration: "1", currentGeneration: "2" },
      });
      expect(taskIn(await road.get(served, { id: before.id }))).toEqual(before);
    });

    test("has its guard looked at only where the message is to a task", async () => {
      const served = await open(echo);
      const answer = await road.send(served, { message: say("hi"), configuration: { ifGenerationMatch: 7 } });
      expect(taskIn(answer).status.state).toBe("TASK_STATE_COMPLETED");
    });

    test("who sends a guarded message again is answered as before, though the task has gone on by it", async () => {
      const served = await open(greeter);
      const { id } = taskIn(await road.send(served, { message: say("hi") }));
      const again = { message: say("Ada", { taskId: id }), configuration: { ifGenerationMatch: 2 } };
      const first = taskIn(await road.send(served, again));
      expect(taskIn(await road.send(served, again))).toEqual(first);
    });

    test("of two messages that go by the same generation, one is taken and the other refused, with its webhook", async () => {
      const { definition } = working();
      const served = await open(definition);
      const { id } = taskIn(await road.send(served, { message: say("go"), configuration: { returnImmediately: true } }));
      const now = await settledAt(road, served, id, 3);
      const sendOne = (name: string): Promise<Answer> => {
        const taskPushNotificationConfig = { id: name, url: `https://hook.example/${name}` };
        const configuration = { ifGenerationMatch: now, returnImmediately: true, taskPushNotificationConfig };
        return road.send(served, { message: say(name, { taskId: id }), configuration });
      };
      const answers = await Promise.all([sendOne("one"), sendOne("two")]);
      const mismatch = { reason: "TASK_GENERATION_MISMATCH", metadata: { currentGeneration: String(now + 1) } };
      expect(answers.map(({ error }) => error).filter(Boolean)).toMatchObject([mismatch]);
      const { history = [] } = taskIn(await road.get(served, { id }));
      const taken = answers[0]?.result ? "one" : "two";
      expect(history.map(({ parts }) => parts[0]?.text)).toEqual(["go", taken]);
      const { result } = await call(served, "ListTaskPushNotificationConfigs", { taskId: id }, { headers: named });
      expect(result).toMatchObject({ configs: [{ id: taken }] });
    });

    test("whose webhook replaces one is refused, and the one that was there stays", async () => {
      const { definition } = working();
      const served = await open(definition);
      const { id } = taskIn(await road.send(served, { message: say("go"), configuration: { returnImmediately: true } }));
      const now = await settledAt(road, served, id, 3);
      const first = { taskId: id, id: "mine", url: "https://hook.example/first" };
      await call(served, "CreateTaskPushNotificationConfig", first, { headers: named });
      const sendOne = (configuration: object): Promise<Answer> =>
        road.send(served, {
          message: say("more", { taskId: id }),
          configuration: { ifGenerationMatch: now, returnImmediately: true, ...configuration },
        });
      const taken = sendOne({});
      const refused = sendOne({ taskPushNotificationConfig: { id: "mine", url: "https://hook.example/second" } });
      expect((await taken).error).toBeUndefined();
      expect((await refused).error).toMatchObject({ reason: "TASK_GENERATION_MISMATCH" });
      const { result } = await call(served, "ListTaskPushNotificationConfigs", { taskId: id }, { headers: named });
      expect(result).toMatchObject({ configs: [first] });
    });

    test("leaves no webhook behind with a message that is refused", async () => {
      const { definition } = working();
      const served = await open(definition);
      const { id } = taskIn(await road.send(served, { message: say("go"), configuration: { returnImmediately: true } }));
      const taskPushNotificationConfig = { id: "mine", url: "https://hook.example/" };
      const configuration = { ifGenerationMatch: 1000, taskPushNotificationConfig };
      expect((await road.send(served, { message: say("more", { taskId: id }), configuration })).error).toBeDefined();
      const { result } = await call(served, "ListTaskPushNotificationConfigs", { taskId: id }, { headers: named });
      expect(result).toMatchObject({ configs: [] });
    });
  });

  describe(`over ${road.name} a caller who does not name 1.1`, () => {
    test("is answered in 1.0, without generations, and asks for none", async () => {
      const served = await open(greeter);
      const { id } = taskIn(await road.send(served, { message: say("hi") }));
      for (const version of ["1.0", ""]) {
        const headers = { "a2a-version": version };
        const { result } =
          road.name === "JSON-RPC"
            ? await overRpc(served, "GetTask", { id, currentGeneration: 2 }, headers)
            : await overRest(served, "GET", `/tasks/${id}?currentGeneration=2`, { headers });
        expect(result).toMatchObject({ id });
        expect(result).not.toHaveProperty("generation");
      }
    });

    test("is served 1.0 by default, and whoever names 1.1 is refused", async () => {
      const served = await openFetch(echo);
      const refused = await road.send(served, { message: say("hi") });
      expect(refused.error).toMatchObject({ reason: "VERSION_NOT_SUPPORTED", metadata: { supportedVersions: "1.0, 0.3, 0.2, 0.1" } });
    });
  });
}

/** Waits until a task's first turn has got so far. */
async function settledAt(road: Road, served: Served, id: string, atLeast: number): Promise<number> {
  let now = 0;
  while (now < atLeast) now = taskIn(await road.get(served, { id, currentGeneration: now })).generation ?? 0;
  return now;
}

test("what is refused before its method is known is refused with its reason", async () => {
  const served = await open(echo);
  const response = await served.fetch("/", { method: "POST", headers: { ...named, "content-type": "application/json" }, body: "{" });
  expect(await response.json()).toMatchObject({ error: { data: [{ reason: "INVALID_JSON" }] } });
});

for (const road of roads) {
  test(`a call over ${road.name} that is held ends when its caller leaves, and when the agent closes`, async () => {
    const { definition } = working();
    let tell = (): void => undefined;
    const served = await open(definition, { onOperation: ({ operation }) => (operation === "GetTask" ? tell() : undefined) });
    const { id } = taskIn(await road.send(served, { message: say("go"), configuration: { returnImmediately: true } }));
    const now = await settledAt(road, served, id, 3);
    const over = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const left = new AbortController();
    const held = road.get(served, { id, currentGeneration: now }, { signal: left.signal }).catch(() => undefined);
    left.abort();
    await over;
    await held;
    const other = road.get(served, { id, currentGeneration: now });
    await served.close();
    expect(taskIn(await other).id).toBe(id);
  });
}

test("another process that has the task compares the generation, and its refusal keeps its facts", async () => {
  const instances = createInstances();
  const { definition } = working();
  const [owner, other] = [await open(definition, { store: instances.open() }), await open(definition, { store: instances.open() })];
  const [road] = roads;
  if (!road) return;
  const { id } = taskIn(await road.send(owner, { message: say("go"), configuration: { returnImmediately: true } }));
  const now = await settledAt(road, owner, id, 3);
  // Both are for the task as it is when they are sent: which comes too late, the process finds out that has it.
  const sendOne = (text: string): Promise<Answer> =>
    road.send(other, { message: say(text, { taskId: id }), configuration: { ifGenerationMatch: now, returnImmediately: true } });
  const answers = await Promise.all([sendOne("one"), sendOne("two")]);
  expect(answers.filter(({ result }) => result).map((answer) => taskIn(answer).generation)).toEqual([now + 1]);
  expect(answers.flatMap(({ error }) => error ?? [])).toMatchObject([
    { code: -32010, metadata: { taskId: id, expectedGeneration: String(now), currentGeneration: String(now + 1) } },
  ]);
});

test("a webhook that 1.1 registered is told the generation of each event", async () => {
  const receiver = await openReceiver();
  const served = await openPushing(echo, { versions: all });
  const configuration = { taskPushNotificationConfig: { url: receiver.url } };
  await call(served, "SendMessage", { message: say("hi"), configuration }, { headers: named });
  const told = await receiver.has(3);
  const items = told.map(({ body }) => (isStreamResponse(body) ? (body.task ?? body.statusUpdate ?? body.artifactUpdate) : undefined));
  expect(items.map((item) => item?.generation)).toEqual([1, 2, 3]);
});

test("a message that is meant for a task as it was is refused also where what came since is being written only now", async () => {
  const [going, writing, written] = [gate(), gate(), gate()];
  let isSlow = false;
  const before = async (operation: Operation): Promise<void> => {
    if (operation !== "append" || !isSlow) return;
    writing.open();
    await written.passed;
  };
  const store = { ...around(createMemoryStore(), { before }), isDurable: true };
  const agent = agentOf(async function* () {
    yield "one ";
    await going.passed;
    yield "two ";
    await new Promise(() => undefined);
  });
  const served = await openFetch(agent, { store, versions: all, makeId: countingIds(), stopTimeoutMs: 1 });
  const configuration = { returnImmediately: true };
  await overRpc(served, "SendMessage", { message: say("hi"), configuration });
  await expect.poll(() => overRpc(served, "GetTask", { id: "id-1" }), { interval: 1 }).toMatchObject({ result: { artifacts: [{}] } });
  const { result } = await overRpc(served, "GetTask", { id: "id-1" });
  const { generation } = Object(result);
  isSlow = true;
  going.open();
  await writing.passed;
  const late = { message: say("more", { taskId: "id-1" }), configuration: { ...configuration, ifGenerationMatch: generation } };
  const answer = overRpc(served, "SendMessage", late);
  await new Promise((resolve) => setImmediate(resolve));
  written.open();
  expect((await answer).error?.reason).toBe("TASK_GENERATION_MISMATCH");
  await served.close();
});

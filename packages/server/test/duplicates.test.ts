// A message that is sent again, because its answer was lost, becomes what it has become already.

import type { Message } from "@a2a/core";
import type { AgentDefinition, HandlerOptions } from "@a2a/server";
import { createMemoryStore } from "@a2a/server";
import { describe, expect, test } from "vitest";
import type { RpcOptions } from "./rpc.js";
import { allEvents, call, countTasks, getTask, say, send, sendFor, streamed } from "./rpc.js";
import { failing } from "./stores.js";
import type { Served } from "./subjects.js";
import { agentOf, countingIds, gate, openFetch } from "./subjects.js";
import { versions } from "./versions.js";

/** An agent that counts its turns, and is served. */
async function openCounting(
  run: AgentDefinition["run"],
  options: HandlerOptions = {},
): Promise<{ readonly served: Served; turns(): number }> {
  let turns = 0;
  const counting = agentOf((turn) => {
    turns += 1;
    return run(turn);
  });
  return { served: await openFetch(counting, options), turns: () => turns };
}

const speaker: AgentDefinition["run"] = async () => "said";
const asker: AgentDefinition["run"] = async () => ({ state: "TASK_STATE_INPUT_REQUIRED", message: "And?" });

async function streamedTo(served: Served, params: object): Promise<string | undefined> {
  const [first] = await allEvents(await send(served, "SendStreamingMessage", params));
  return first && streamed(first).task?.id;
}

/** Id of the task that some params lead to. */
async function idFor(served: Served, params: object, options: RpcOptions = {}): Promise<string> {
  return Object((await call(served, "SendMessage", params, options)).result).task.id;
}

describe("a message that is sent again", () => {
  for (const [how, configuration] of [
    ["by a sender who waits", {}],
    ["by a sender who does not wait", { returnImmediately: true }],
  ] as const) {
    test(`${how} gets the same task, and the agent runs once`, async () => {
      const { served, turns } = await openCounting(speaker);
      const params = { message: say("hi"), configuration };
      const first = await idFor(served, params);
      expect([await idFor(served, params), await countTasks(served), turns()]).toEqual([first, 1, 1]);
      expect((await getTask(served, first)).history).toHaveLength(1);
    });
  }

  test("by a sender who streams gets the same task, and the agent runs once", async () => {
    const { served, turns } = await openCounting(speaker);
    const params = { message: say("hi") };
    const first = await streamedTo(served, params);
    expect([await streamedTo(served, params), await countTasks(served), turns()]).toEqual([first, 1, 1]);
  });

  test("by another method than before gets the same task too", async () => {
    const { served, turns } = await openCounting(speaker);
    const params = { message: say("hi") };
    const first = await streamedTo(served, params);
    expect([await idFor(served, params), await countTasks(served), turns()]).toEqual([first, 1, 1]);
  });

  test("after a direct reply gets that reply, by either method, and the agent runs once", async () => {
    const { served, turns } = await openCounting(async () => ({ messageId: "reply", role: "ROLE_AGENT", parts: [{ text: "hello" }] }));
    const params = { message: say("hi") };
    const { result } = await call(served, "SendMessage", params);
    expect(result).toMatchObject({ message: { parts: [{ text: "hello" }] } });
    expect((await call(served, "SendMessage", params)).result).toEqual(result);
    const events = await allEvents(await send(served, "SendStreamingMessage", params));
    expect([events.map(({ data }) => data.result), turns()]).toEqual([[result], 1]);
  });

  test("to a task is in its history once, and starts one turn, though the task is over meanwhile", async () => {
    const { served, turns } = await openCounting(async ({ text }) => (text === "hi" ? { state: "TASK_STATE_INPUT_REQUIRED" } : "done"));
    const { id } = await sendFor(served, say("hi"));
    const params = { message: say("more", { taskId: id }) };
    expect([await idFor(served, params), await idFor(served, params), turns()]).toEqual([id, id, 2]);
    expect((await getTask(served, id)).history?.map(({ parts }) => parts[0]?.text)).toEqual(["hi", "more"]);
  });

  test("after its agent broke the protocol is answered so again", async () => {
    // safe: meant to be wrong
    const { served, turns } = await openCounting(async () => ({ text: "two", url: "contents" }) as unknown as string);
    const params = { message: say("hi") };
    const codes = [await call(served, "SendMessage", params), await call(served, "SendMessage", params)].map(({ error }) => error?.code);
    expect([codes, turns()]).toEqual([[-32006, -32006], 1]);
  });

  for (const method of ["SendMessage", "SendStreamingMessage"]) {
    test(`by ${method} at the same moment is one message`, async () => {
      const letGo = gate();
      const { served, turns } = await openCounting(async () => {
        await letGo.passed;
        return "said";
      });
      const params = { message: say("hi") };
      const answers = [1, 2, 3].map(async () => (await send(served, method, params)).text());
      letGo.open();
      const ids = (await Promise.all(answers)).map((text) => /"id":"([^"]+)","contextId"/.exec(text)?.[1]);
      expect([new Set(ids).size, await countTasks(served), turns()]).toEqual([1, 1, 1]);
    });
  }

  test("is the same whatever the order of its members", async () => {
    const { served, turns } = await openCounting(speaker);
    const message = say("hi", { metadata: { a: [1, { b: 2, c: null }], d: "e" } });
    const { messageId, role, parts } = message;
    const first = await idFor(served, { message, metadata: {} });
    const again = { metadata: {}, message: { metadata: { d: "e", a: [1, { c: null, b: 2 }] }, parts, role, messageId } };
    expect([await idFor(served, again), turns()]).toEqual([first, 1]);
  });

  for (const { version, send: method, params } of versions.filter((each) => each.version !== "1.0")) {
    test(`in ${version} is ${version === "0.1" ? "another message, for 0.1 has no ids for them" : "the same message"}`, async () => {
      const { served, turns } = await openCounting(asker);
      const sent = params("hi");
      await call(served, method, sent);
      await call(served, method, sent);
      expect([await countTasks(served), turns()]).toEqual([1, version === "0.1" ? 2 : 1]);
    });
  }
});

describe("a message with the id of another", () => {
  const message = say("hi", { metadata: { list: [1, 2], more: { a: 1 } } });
  const changed = (more: Partial<Message>): object => ({ message: { ...message, ...more } });
  for (const [what, params] of [
    ["another text", changed({ parts: [{ text: "ho" }] })],
    ["one part more", changed({ parts: [{ text: "hi" }, { text: "hi" }] })],
    ["no metadata", changed({ metadata: {} })],
    ["another order in a list", changed({ metadata: { list: [2, 1], more: { a: 1 } } })],
    ["an object for a list", changed({ metadata: { list: { 0: 1, 1: 2 }, more: { a: 1 } } })],
    ["null for an object", changed({ metadata: { list: [1, 2], more: null } })],
    ["a member of another name", changed({ metadata: { list: [1, 2], more: { b: 1 } } })],
    ["a context", changed({ contextId: "c" })],
    ["a configuration", { message, configuration: { historyLength: 1 } }],
    ["metadata of the request", { message, metadata: { a: 1 } }],
  ] as const) {
    test(`and ${what} is a new one`, async () => {
      const { served, turns } = await openCounting(speaker);
      const first = await idFor(served, { message });
      expect(await idFor(served, params)).not.toBe(first);
      expect([await countTasks(served), turns()]).toEqual([2, 2]);
    });
  }

  for (const [whose, params, options] of [
    ["another caller", { message }, { headers: { "x-user": "bob" } }],
    ["another tenant", { message, tenant: "t" }, {}],
  ] as const) {
    test(`from ${whose} is a new one`, async () => {
      const authenticate: HandlerOptions["authenticate"] = ({ header }) => ({ user: header("x-user") ?? "ann" });
      const { served, turns } = await openCounting(speaker, { authenticate });
      const first = await idFor(served, { message });
      expect(await idFor(served, params, options)).not.toBe(first);
      // Nor does it make the first one forgotten.
      expect([await idFor(served, { message }), turns()]).toEqual([first, 2]);
    });
  }
});

describe("a message is remembered", () => {
  for (const [ms, isKnown] of [
    [600_000, true],
    [600_001, false],
  ] as const) {
    test(`${isKnown ? "for ten minutes" : "no longer than that"}`, async () => {
      let time = Date.UTC(2026, 0, 31);
      const { served, turns } = await openCounting(speaker, { now: () => new Date(time) });
      const params = { message: say("hi") };
      await call(served, "SendMessage", params);
      time += ms;
      await call(served, "SendMessage", params);
      expect(turns()).toBe(isKnown ? 1 : 2);
    });
  }

  test("from its latest sending on that was a new message", async () => {
    let time = Date.UTC(2026, 0, 31);
    const { served, turns } = await openCounting(speaker, { now: () => new Date(time), duplicateWindowMs: 10 });
    const params = { message: say("hi") };
    for (const wait of [0, 11, 10, 11]) {
      time += wait;
      await call(served, "SendMessage", params);
    }
    expect(turns()).toBe(3);
  });

  test("not at all where duplicateWindowMs is 0, not even for a moment", async () => {
    const { served, turns } = await openCounting(speaker, { duplicateWindowMs: 0, now: () => new Date(0) });
    const params = { message: say("hi") };
    await Promise.all([call(served, "SendMessage", params), call(served, "SendMessage", params)]);
    expect([await countTasks(served), turns()]).toEqual([2, 2]);
  });

  test("not where it was refused: it is tried anew", async () => {
    const { served, turns } = await openCounting(speaker, { store: failing(createMemoryStore(), { create: [0, 1] }) });
    const params = { message: say("hi") };
    expect((await call(served, "SendMessage", params)).error?.code).toBe(-32603);
    expect(await idFor(served, params)).toMatch(/./);
    expect(turns()).toBe(2);
  });

  test("not where no task of its name was there: it is looked for anew", async () => {
    const { served } = await openCounting(asker, { makeId: countingIds() });
    const params = { message: say("hi", { taskId: "id-1" }) };
    expect((await call(served, "SendMessage", params)).error?.code).toBe(-32001);
    expect((await sendFor(served, say("begin"))).id).toBe("id-1");
    expect(await idFor(served, params)).toBe("id-1");
  });

  test("no longer than its task: it is a new one then, and one however many send it at the same moment", async () => {
    const { served, turns } = await openCounting(speaker, { store: createMemoryStore({ maxFinishedTasks: 1 }) });
    const params = { message: say("hi") };
    const first = await idFor(served, params);
    await sendFor(served, say("another"));
    const ids = await Promise.all([1, 2, 3].map(() => idFor(served, params)));
    expect([new Set(ids).size, ids.includes(first), turns()]).toEqual([1, false, 3]);
  });
});

test("a message of 0.3 whose turn asked for credentials is streamed again as the task is, and that stream ends", async () => {
  const agent = agentOf(async function* () {
    yield { state: "TASK_STATE_AUTH_REQUIRED", message: "log in" };
  });
  const served = await openFetch(agent);
  const message = { kind: "message", messageId: "m", role: "user", parts: [{ kind: "text", text: "hi" }] };
  const streamed = async (): Promise<unknown[]> =>
    (await allEvents(await send(served, "message/stream", { message }, { headers: { "a2a-version": "0.3" } }))).map(
      ({ data }) => data.result,
    );
  expect((await streamed()).at(-1)).toMatchObject({ kind: "status-update", final: true });
  expect(await streamed()).toMatchObject([{ kind: "task", status: { state: "auth-required" } }]);
});

// Streams of HTTP+JSON: events without an envelope, their numbers, readers who come back, and streams that fail.

import { isStreamResponse, validate } from "@a2a/core";
import { createMemoryStore } from "@a2a/server";
import { describe, expect, test } from "vitest";
import { ask, fieldsOf, kindOf, reach, read, reasonOf } from "./rest.js";
import type { Received } from "./rpc.js";
import { allEvents, countTasks, eventsOf, getTask, say, send, sendFor } from "./rpc.js";
import { failing } from "./stores.js";
import type { Served } from "./subjects.js";
import { agentOf, countingIds, echo, gate, greeter, openFetch, stoppedClock, subjects } from "./subjects.js";

/** Says three words and is done: a log of five entries. */
const talker = agentOf(async function* () {
  yield "one ";
  yield "two ";
  yield "three";
});

function idsOf(events: readonly Received[]): unknown[] {
  return events.map(({ id }) => id);
}

/** The id of the task that a stream begins with. */
function taskIn(event: Received | undefined): string {
  const task: { id?: unknown } = Object(event?.data.task);
  return String(task.id);
}

function hello(): { readonly json: object } {
  return { json: { message: say("hi") } };
}

async function streamOf(served: Served, options: object = hello()): Promise<Received[]> {
  return allEvents(await reach(served, "POST", "/message:stream", options));
}

describe.each(subjects)("a stream at $name", ({ open }) => {
  test("is of events without an envelope, each with its number, and ends with the task", async () => {
    const served = await open(talker);
    const events = await streamOf(served);
    expect(events.map(kindOf)).toEqual(["task", "artifactUpdate", "artifactUpdate", "artifactUpdate", "statusUpdate"]);
    expect(idsOf(events)).toEqual(["1", "2", "3", "4", "5"]);
    expect(events.map(({ event }) => event)).toEqual(Array(5).fill(undefined));
    for (const { data } of events) expect(validate(isStreamResponse, data).ok).toBe(true);
    expect((await getTask(served, taskIn(events[0]))).status.state).toBe("TASK_STATE_COMPLETED");
  });

  test("of a direct reply is that message", async () => {
    const served = await open(agentOf(async () => ({ messageId: "r", role: "ROLE_AGENT", parts: [{ text: "no task" }] })));
    const events = await streamOf(served);
    expect(events.map(kindOf)).toEqual(["message"]);
  });

  test("has the headers of a stream", async () => {
    const response = await reach(await open(talker), "POST", "/message:stream", { ...hello(), headers: { accept: "text/event-stream" } });
    expect(["content-type", "cache-control", "x-accel-buffering"].map((name) => response.headers.get(name))).toEqual([
      "text/event-stream",
      "no-cache, no-transform",
      "no",
    ]);
    await response.text();
  });

  for (const verb of ["GET", "POST"]) {
    test(`is followed by ${verb} :subscribe (ruling C26), from the task as it is to its end`, async () => {
      const letGo = gate();
      const served = await open(
        agentOf(async function* () {
          yield "one ";
          await letGo.passed;
          yield "two";
        }),
      );
      const task = await sendFor(served, say("hi"), { returnImmediately: true });
      const reading = eventsOf(await reach(served, verb, `/tasks/${task.id}:subscribe`));
      const first = (await reading.next()).value ?? expect.fail("ended");
      expect([kindOf(first), taskIn(first)]).toEqual(["task", task.id]);
      letGo.open();
      const rest: Received[] = [];
      for await (const event of reading) rest.push(event);
      expect(rest.at(-1)?.data).toMatchObject({ statusUpdate: { status: { state: "TASK_STATE_COMPLETED" } } });
    });

    for (let cut = 0; cut <= 4; cut += 1) {
      test(`is told again from ${cut} on to who comes back by ${verb} with Last-Event-ID`, async () => {
        const served = await open(talker);
        const events = await streamOf(served);
        const headers = { "last-event-id": String(cut) };
        const again = await allEvents(await reach(served, verb, `/tasks/${taskIn(events[0])}:subscribe`, { headers }));
        expect(again.map(({ raw }) => raw)).toEqual(events.slice(cut).map(({ raw }) => raw));
      });
    }

    test(`of a task that is over is refused to ${verb} without Last-Event-ID, and that of a task that is not there`, async () => {
      const served = await open(talker);
      const id = taskIn((await streamOf(served))[0]);
      for (const [path, status, reason] of [
        [`/tasks/${id}:subscribe`, 400, "UNSUPPORTED_OPERATION"],
        ["/tasks/nowhere:subscribe", 404, "TASK_NOT_FOUND"],
        [`/acme/tasks/${id}:subscribe`, 404, "TASK_NOT_FOUND"],
      ] as const) {
        const answer = await ask(served, verb, path);
        expect([path, answer.status, reasonOf(answer)]).toEqual([path, status, reason]);
      }
    });
  }

  test("that is asked for again by the same message goes on where it was left", async () => {
    const served = await open(talker);
    const options = hello();
    const events = await streamOf(served, options);
    const again = await streamOf(served, { ...options, headers: { "last-event-id": "3" } });
    expect(again.map(({ raw }) => raw)).toEqual(events.slice(3).map(({ raw }) => raw));
    expect(await countTasks(served)).toBe(1);
  });

  test("that cannot begin is refused as JSON, and nothing is stored", async () => {
    const served = await open({ ...echo, card: { name: "Bare", capabilities: { streaming: false } } });
    const none = await ask(served, "POST", "/message:stream", hello());
    expect([none.status, reasonOf(none)]).toEqual([400, "UNSUPPORTED_OPERATION"]);
    const empty = await ask(await open(echo), "POST", "/message:stream", { json: { message: { ...say("hi"), parts: [] } } });
    expect([empty.status, fieldsOf(empty)]).toEqual([400, ["/message/parts"]]);
    expect(await countTasks(served)).toBe(0);
  });

  test("that fails ends with an event named error, whose data is the body of the error", async () => {
    const store = failing(createMemoryStore(), { append: "always" });
    const events = await streamOf(await open(talker, { store }));
    const last = events.at(-1);
    expect([last?.event, last?.id]).toEqual(["error", undefined]);
    expect(events.slice(0, -1).every(({ event }) => event === undefined)).toBe(true);
    expect(last?.data).toMatchObject({ error: { code: 500, status: "INTERNAL", details: [{ reason: "INTERNAL" }] } });
    expect(last?.raw).not.toContain("secret");
  });

  test("over the limit of open streams is refused with 503, and once there is room it is not", async () => {
    const served = await open(greeter, { maxStreams: 1 });
    const { id } = await sendFor(served, say("hi"));
    const open1 = eventsOf(await reach(served, "GET", `/tasks/${id}:subscribe`));
    await open1.next();
    const refused = await ask(served, "POST", `/tasks/${id}:subscribe`);
    expect([refused.status, reasonOf(refused), refused.headers.get("retry-after")]).toEqual([503, "RESOURCE_UNAVAILABLE", "1"]);
    await ask(served, "POST", `/tasks/${id}:cancel`);
    for await (const _ of open1);
    expect((await read(await reach(served, "POST", `/tasks/${id}:subscribe`))).status).toBe(400);
  });
});

test("the events of a task are the same, to the byte, over JSON-RPC within its envelope", async () => {
  const served = await openFetch(talker, { makeId: countingIds(), now: stoppedClock });
  const events = await streamOf(served);
  const id = taskIn(events[0]);
  const enveloped = await allEvents(await send(served, "SubscribeToTask", { id }, { headers: { "last-event-id": "0" } }));
  expect(enveloped.map(({ raw }) => raw.replace(/data: \{"jsonrpc":"2.0","id":1,"result":(.*)\}$/, "data: $1"))).toEqual(
    events.map(({ raw }) => raw),
  );
});

test("readers of both bindings follow one task, and a reader who leaves stops nothing", async () => {
  const letGo = gate();
  const served = await openFetch(
    agentOf(async function* () {
      yield "one ";
      await letGo.passed;
      yield "two";
    }),
  );
  const leaving = eventsOf(await reach(served, "POST", "/message:stream", hello()));
  const id = taskIn((await leaving.next()).value ?? undefined);
  const overRest = reach(served, "GET", `/tasks/${id}:subscribe`);
  const overRpc = send(served, "SubscribeToTask", { id });
  const responses = await Promise.all([overRest, overRpc]);
  await leaving.return();
  letGo.open();
  const [rest = [], rpc = []] = await Promise.all(responses.map(allEvents));
  expect(rest.slice(1).map(({ data }) => data)).toEqual(rpc.slice(1).map(({ data }) => data.result));
  expect((await getTask(served, id)).status.state).toBe("TASK_STATE_COMPLETED");
});

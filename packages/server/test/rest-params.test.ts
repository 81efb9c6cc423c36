// What HTTP+JSON reads of a path, a query and a body, and which of them is believed.

import type { Task } from "@a2a/core";
import { describe, expect, test } from "vitest";
import type { RestAnswered } from "./rest.js";
import { ask, fieldsOf, reasonOf, sendOver } from "./rest.js";
import { countTasks, say } from "./rpc.js";
import type { Served } from "./subjects.js";
import { agentOf, countingIds, echo, greeter, listeningLogger, openFetch, stoppedClock, subjects } from "./subjects.js";
import { openPushing } from "./webhooks.js";

/** A server with three tasks: two that are over, the second of them in a context of its own, and one that asks. */
async function withTasks(): Promise<Served> {
  const served = await openFetch(
    agentOf(async function* ({ text }) {
      if (text === "ask") yield { state: "TASK_STATE_INPUT_REQUIRED", message: "What?" };
      else yield `said ${text}`;
    }),
    { makeId: countingIds(), now: stoppedClock },
  );
  await sendOver(served, { message: say("one") });
  await sendOver(served, { message: say("two", { contextId: "a b+c&d/é" }) });
  await sendOver(served, { message: say("ask") });
  return served;
}

function tasksOf({ body: { tasks }, text }: RestAnswered): Task[] {
  if (!Array.isArray(tasks)) throw new TypeError(`no page: ${text}`);
  return tasks;
}

describe.each(subjects)("a query at $name", ({ open }) => {
  test("is a text, a number or a truth, as the table says", async () => {
    const served = await open(echo);
    await sendOver(served, { message: say("one") });
    await sendOver(served, { message: say("two", { contextId: "a b+c&d/é" }) });
    const context = encodeURIComponent("a b+c&d/é");
    const { body } = await ask(served, "GET", `/tasks?contextId=${context}&pageSize=7&historyLength=0&includeArtifacts=true`);
    expect(body).toMatchObject({ totalSize: 1, pageSize: 7, tasks: [{ contextId: "a b+c&d/é", artifacts: [{}] }] });
    expect(JSON.stringify(body)).not.toContain('"history"');
  });
});

describe("the query of a list", () => {
  for (const [query, found, artifacts] of [
    ["", 3, false],
    ["?", 3, false],
    ["?status=TASK_STATE_INPUT_REQUIRED", 1, false],
    ["?status=TASK_STATE_UNSPECIFIED", 3, false],
    ["?status=input-required", 1, false],
    ["?contextId=a+b%2Bc%26d%2F%C3%A9", 1, false],
    ["?context_id=a%20b%2bc%26d%2f%c3%a9", 1, false],
    ["?page_size=2", 2, false],
    ["?pageSize=0", 3, false],
    ["?pageSize=1&pageSize=2", 2, false],
    ["?include_artifacts=true", 3, true],
    ["?includeArtifacts=false", 3, false],
    ["?statusTimestampAfter=2026-01-31T12:00:00.000Z", 3, false],
    ["?status_timestamp_after=2026-01-31T12%3A00%3A00.001Z", 0, false],
    ["?statusTimestampAfter=2026-01-31T14:00:00.000%2B02:00", 3, false],
    ["?statusTimestampAfter=2016-12-31T23:59:60Z", 3, false],
    ["?statusTimestampAfter=2126-12-31T23:59:60.5Z", 0, false],
    ["?historyLength=1&nonsense=1&__proto__=1&constructor=x&toString=", 3, false],
    ["?tenant=", 3, false],
    ["?tenant=acme", 0, false],
  ] as const) {
    test(`"${query}" finds ${found} tasks${artifacts ? " with their artifacts" : ""}`, async () => {
      const tasks = tasksOf(await ask(await withTasks(), "GET", `/tasks${query}`));
      expect(tasks.length).toBe(found);
      expect(tasks.every((task) => "artifacts" in task)).toBe(artifacts || found === 0);
    });
  }

  test("takes a page after the other", async () => {
    const served = await withTasks();
    const first = await ask(served, "GET", "/tasks?pageSize=2");
    expect([tasksOf(first).length, first.body.totalSize]).toEqual([2, 3]);
    const second = await ask(served, "GET", `/tasks?pageSize=2&pageToken=${encodeURIComponent(String(first.body.nextPageToken))}`);
    expect([tasksOf(second).length, second.body.nextPageToken]).toEqual([1, ""]);
  });

  for (const [query, field] of [
    ["pageSize=101", "/pageSize"],
    ["pageSize=-1", "/pageSize"],
    ["pageSize=two", "/pageSize"],
    ["pageSize=1.5", "/pageSize"],
    ["pageSize=1e1", "/pageSize"],
    ["pageSize=0x10", "/pageSize"],
    ["pageSize=%201", "/pageSize"],
    ["pageSize=", "/pageSize"],
    ["pageSize=99999999999999999999", "/pageSize"],
    ["page_size=101", "/pageSize"],
    ["historyLength=-1", "/historyLength"],
    ["historyLength=3000000000", "/historyLength"],
    ["includeArtifacts=True", "/includeArtifacts"],
    ["includeArtifacts=1", "/includeArtifacts"],
    ["includeArtifacts", "/includeArtifacts"],
    ["status=6", "/status"],
    ["status=TASK_STATE_DANCING", "/status"],
    ["status=99", "/status"],
    ["statusTimestampAfter=yesterday", "/statusTimestampAfter"],
    ["pageToken=nonsense", "/pageToken"],
  ] as const) {
    test(`"${query}" is refused with 400 and a BadRequest that names ${field}`, async () => {
      const answer = await ask(await withTasks(), "GET", `/tasks?${query}`);
      expect([answer.status, answer.error?.status, fieldsOf(answer)]).toEqual([400, "INVALID_ARGUMENT", [field]]);
    });
  }
});

describe("the query of a task", () => {
  for (const [query, length] of [
    ["", 3],
    ["?historyLength=0", undefined],
    ["?history_length=0", undefined],
    ["?historyLength=1", 1],
    ["?historyLength=2", 2],
    ["?historyLength=100", 3],
  ] as const) {
    test(`"${query}" shows ${length === undefined ? "no history at all" : `the newest ${length} messages`}`, async () => {
      const served = await openFetch(greeter);
      const { id } = await sendOver(served, { message: say("hi") });
      await sendOver(served, { message: say("Ann", { taskId: id }) });
      const { body } = await ask(served, "GET", `/tasks/${id}${query}`);
      expect("history" in body).toBe(length !== undefined);
      expect(Array.isArray(body.history) ? body.history.length : undefined).toBe(length);
    });
  }

  for (const query of ["historyLength=-1", "historyLength=", "historyLength=all", "history_length=-1"]) {
    test(`"${query}" is refused with a BadRequest that names the field`, async () => {
      const answer = await ask(await openFetch(echo), "GET", `/tasks/t?${query}`);
      expect([answer.status, fieldsOf(answer)]).toEqual([400, ["/historyLength"]]);
    });
  }
});

describe("historyLength of a message", () => {
  test("of 0 leaves out the history of the task that is answered", async () => {
    const served = await openFetch(echo);
    expect("history" in (await sendOver(served, { message: say("hi"), configuration: { historyLength: 0 } }))).toBe(false);
    expect("history" in (await sendOver(served, { message: say("hi"), configuration: { history_length: 1 } }))).toBe(true);
  });
});

describe("what path and body or query say of the same", () => {
  test("is what the path says: a webhook's task", async () => {
    const served = await openPushing(greeter, { push: { fetch: async () => new Response() } });
    const [one, other] = [await sendOver(served, { message: say("hi") }), await sendOver(served, { message: say("hi") })];
    for (const [at, wrong] of [{ taskId: other.id }, { task_id: other.id }, { taskId: 7 }, { taskId: null }].entries()) {
      const { body } = await ask(served, "POST", `/tasks/${one.id}/pushNotificationConfigs`, {
        json: { ...wrong, id: `w-${at}`, url: "https://client.example/" },
      });
      expect(body).toMatchObject({ taskId: one.id, id: `w-${at}` });
    }
    expect((await ask(served, "GET", `/tasks/${other.id}/pushNotificationConfigs`)).body.configs ?? []).toEqual([]);
  });

  test("is what the path says: the task that is canceled", async () => {
    const served = await openFetch(greeter);
    const [one, other] = [await sendOver(served, { message: say("hi") }), await sendOver(served, { message: say("hi") })];
    const { body } = await ask(served, "POST", `/tasks/${one.id}:cancel`, { json: { id: other.id } });
    expect(body).toMatchObject({ id: one.id, status: { state: "TASK_STATE_CANCELED" } });
    expect((await ask(served, "GET", `/tasks/${other.id}?id=${one.id}`)).body).toMatchObject({ id: other.id });
  });

  test("is what the path says: the tenant (ruling C41), whose tasks no other finds", async () => {
    const served = await openFetch(greeter);
    const json = { message: say("hi"), tenant: "body" };
    const { id } = await sendOver(served, json, {}, "/path/message:send");
    for (const [path, status] of [
      [`/path/tasks/${id}`, 200],
      [`/path/tasks/${id}?tenant=query`, 200],
      [`/tasks/${id}?tenant=path`, 200],
      [`/body/tasks/${id}`, 404],
      [`/tasks/${id}`, 404],
      [`/tasks/${id}?tenant=body`, 404],
      [`/other/tasks/${id}?tenant=path`, 404],
    ] as const)
      expect([path, (await ask(served, "GET", path)).status]).toEqual([path, status]);
    for (const [path, found] of [
      ["/path/tasks", 1],
      ["/tasks?tenant=path", 1],
      ["/other/tasks?tenant=path", 0],
      ["/tasks", 0],
    ] as const)
      expect([path, tasksOf(await ask(served, "GET", path)).length]).toEqual([path, found]);
    expect((await ask(served, "POST", `/other/tasks/${id}:cancel`, { json: { tenant: "path" } })).status).toBe(404);
    expect((await ask(served, "POST", `/tasks/${id}:cancel`, { json: { tenant: "path" } })).status).toBe(200);
  });

  test("is told to the logger where it is not the same (ruling C41)", async () => {
    const { logger, told } = listeningLogger();
    const served = await openFetch(greeter, { logger });
    const { id } = await sendOver(served, { message: say("hi"), tenant: "path" }, {}, "/path/message:send");
    expect(told).toEqual([]);
    await ask(served, "GET", `/path/tasks/${id}?tenant=query`);
    await ask(served, "POST", `/path/tasks/${id}:cancel`, { json: { tenant: "body" } });
    expect(told.map(({ facts }) => facts)).toEqual([{ name: "tenant" }, { name: "tenant" }]);
  });

  test("is what the body says where the path says nothing: a query is read with GET and DELETE alone", async () => {
    const served = await openFetch(greeter);
    const { id } = await sendOver(served, { message: say("hi"), tenant: "body" }, {}, "/message:send?tenant=query&message=x");
    expect((await ask(served, "GET", `/body/tasks/${id}`)).status).toBe(200);
  });
});

describe("a tenant in the path", () => {
  for (const name of ["acme", "a%20b", "%C3%A9", "a%2Fb", "tasks", "message:send", "extendedAgentCard", "..%2F.."]) {
    test(`may be ${name}`, async () => {
      const served = await openFetch(greeter);
      const { id } = await sendOver(served, { message: say("hi") }, {}, `/${name}/message:send`);
      expect((await ask(served, "GET", `/${name}/tasks/${id}`)).body).toMatchObject({ id });
      expect((await ask(served, "GET", `/tasks/${id}?tenant=${name}`)).body).toMatchObject({ id });
      expect((await ask(served, "GET", `/tasks/${id}`)).status).toBe(404);
    });
  }
});

describe("names as protobuf spells them", () => {
  test("are read in a body (ruling C36), and never written", async () => {
    const served = await openFetch(greeter);
    const message = { message_id: "m", role: 1, parts: [{ text: "hi", media_type: "text/plain" }], context_id: "c-1" };
    const answer = await ask(served, "POST", "/message:send", { json: { message, configuration: { return_immediately: false } } });
    expect(answer.body).toMatchObject({ task: { contextId: "c-1", history: [{ messageId: "m", role: "ROLE_USER" }] } });
    expect(answer.text).not.toMatch(/"\w+_\w+":/);
  });

  for (const [what, message, field] of [
    ["a role of no such number", { role: 7 }, "/message/role"],
    ["a role of no such name", { role: "ROLE_KING" }, "/message/role"],
    ["a role that no client has", { role: "ROLE_AGENT" }, "/message/role"],
    ["parts that are missing", { parts: undefined }, "/message/parts"],
    ["no parts", { parts: [] }, "/message/parts"],
    ["a part of nothing", { parts: [{}] }, "/message/parts/0"],
    ["a part of two kinds", { parts: [{ text: "a", url: "https://a.example" }] }, "/message/parts/0"],
    ["no id", { messageId: undefined }, "/message/messageId"],
  ] as const) {
    test(`${what}: refused with 400 and the field, and nothing is stored`, async () => {
      const served = await openFetch(echo);
      const answer = await ask(served, "POST", "/message:send", { json: { message: { ...say("hi"), ...message } } });
      expect([answer.status, reasonOf(answer), fieldsOf(answer)]).toEqual([400, "INVALID_PARAMS", [field]]);
      expect(await countTasks(served)).toBe(0);
    });
  }

  test("members that nobody knows are ignored, whatever they are called", async () => {
    const served = await openFetch(echo);
    for (const unknown of ['"foo":1', '"constructor":{"a":1}', '"__proto__":{"tenant":"acme"}']) {
      const body = `{${unknown},${JSON.stringify({ message: say("hi") }).slice(1)}`;
      const { status } = await ask(served, "POST", "/message:send", { body, headers: { "content-type": "application/json" } });
      expect([unknown, status]).toEqual([unknown, 200]);
    }
    expect(await countTasks(served)).toBe(3);
  });

  test("a message is none that stands in a prototype", async () => {
    const served = await openFetch(echo);
    const body = `{"__proto__":${JSON.stringify({ message: say("hi") })}}`;
    const answer = await ask(served, "POST", "/message:send", { body, headers: { "content-type": "application/json" } });
    expect([answer.status, fieldsOf(answer)]).toEqual([400, ["/message"]]);
    expect(await countTasks(served)).toBe(0);
  });
});

describe.each(subjects)("an id in a path at $name", ({ open }) => {
  for (const id of ["a/b", "a:b", "a:cancel", ":cancel", "t:subscribe", "a b", "é…🙂", "%", "a?b#c", "..a", "tasks", "a+b", "__proto__"]) {
    test(`may be ${id}`, async () => {
      const served = await open(greeter);
      // Only clients of 0.1 choose ids.
      const params = { id, message: { role: "user", parts: [{ type: "text", text: "hi" }] } };
      const sent = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tasks/send", params });
      await served.fetch("/", { method: "POST", headers: { "content-type": "application/json" }, body: sent });
      const path = `/tasks/${encodeURIComponent(id)}`;
      expect((await ask(served, "GET", path)).body).toMatchObject({ id });
      expect((await ask(served, "POST", `${path}:cancel`)).body).toMatchObject({ id, status: { state: "TASK_STATE_CANCELED" } });
      expect((await ask(served, "POST", `${path}:cancel`)).status).toBe(400);
    });
  }

  for (const path of ["/tasks/nowhere", "/tasks/%F0%9F%99%82", `/tasks/${"x".repeat(1000)}`, "/tasks/%2e%2e%2fcard", "/tasks/a%3Acancel"]) {
    test(`that nobody has is refused with 404: ${path.slice(0, 40)}`, async () => {
      const answer = await ask(await open(echo), "GET", path);
      expect([answer.status, answer.error?.status, reasonOf(answer)]).toEqual([404, "NOT_FOUND", "TASK_NOT_FOUND"]);
    });
  }

  for (const path of ["/tasks/%00", "/tasks/a%0Ab", `/tasks/${"x".repeat(5000)}`]) {
    test(`that no task may have is refused with 400: ${path.slice(0, 40)}`, async () => {
      const answer = await ask(await open(echo), "GET", path);
      expect([answer.status, answer.error?.status, fieldsOf(answer)]).toEqual([400, "INVALID_ARGUMENT", ["/id"]]);
    });
  }
});

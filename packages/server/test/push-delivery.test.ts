import type { StreamResponse } from "@a2a/core";
import { isStreamResponse, validate } from "@a2a/core";
import * as V01 from "@a2a/core/v0.1";
import * as V03 from "@a2a/core/v0.3";
import { describe, expect, test } from "vitest";
import type { RpcOptions } from "./rpc.js";
import { allEvents, brief, call, getTask, say, send, sendFor, streamed } from "./rpc.js";
import { agentOf, countingIds, gate } from "./subjects.js";
import type { Told } from "./webhooks.js";
import { as, openPushing, openReceiver, v01, v03, v10 } from "./webhooks.js";

const taskId = "id-1";
const all = ["task WORKING", "artifact one", "artifact two", "status COMPLETED"];

/** Says two things; asked to wait, it waits before it is done. */
const twice = agentOf(async function* ({ text }) {
  yield "one";
  yield "two";
  if (text === "wait") yield { state: "TASK_STATE_INPUT_REQUIRED" };
});

function events(told: readonly Told[]): StreamResponse[] {
  return told.map(({ body }) => valid(isStreamResponse, body));
}

function briefs(told: readonly Told[]): string[] {
  return events(told).map(brief);
}

function valid<T>(is: Parameters<typeof validate<T>>[0], body: unknown): T {
  const outcome = validate(is, body);
  if (!outcome.ok) throw new TypeError(`${outcome.problem.pointer} of ${JSON.stringify(body)}`);
  return outcome.value;
}

type Asked = readonly [method: string, params: object, options: RpcOptions];

/** A first message with a webhook, as older versions send it. */
const old: Readonly<Record<"0.3" | "0.1", (url: string) => Asked>> = {
  "0.3": (url) => ["message/send", { message: older("hi"), configuration: { pushNotificationConfig: { url } } }, as("0.3")],
  "0.1": (url) => {
    const message = { role: "user", parts: [{ type: "text", text: "hi" }] };
    return ["tasks/send", { id: taskId, message, pushNotification: { url } }, as("0.1")];
  },
};

function older(text: string): object {
  return { kind: "message", messageId: `m-${text}`, role: "user", parts: [{ kind: "text", text }] };
}

describe("a webhook that comes with a message", () => {
  for (const method of ["SendMessage", "SendStreamingMessage"]) {
    test(`is told everything, once and in order: ${method}`, async () => {
      const receiver = await openReceiver();
      const served = await openPushing(twice);
      const authentication = { scheme: "Bearer", credentials: "c" };
      const configuration = { taskPushNotificationConfig: { url: receiver.url, token: "t", authentication } };
      const answer = await send(served, method, { message: say("hi"), configuration });
      const streamedTo = method === "SendMessage" ? undefined : (await allEvents(answer)).map(streamed);
      await served.close();
      expect(briefs(receiver.told)).toEqual(all);
      if (streamedTo) expect(events(receiver.told)).toEqual(streamedTo);
      for (const { headers, verb, path } of receiver.told) {
        expect([verb, path]).toEqual(["POST", "/hook"]);
        expect(headers).toMatchObject({ "content-type": "application/a2a+json", "x-a2a-notification-token": "t" });
        expect(headers).toMatchObject({ authorization: "Bearer c", "a2a-version": "1.0" });
      }
    });
  }

  test("without token and credentials is told none", async () => {
    const receiver = await openReceiver();
    const served = await openPushing(twice);
    const configuration = { taskPushNotificationConfig: { url: receiver.url, token: "", authentication: { scheme: "Bearer" } } };
    await sendFor(served, say("hi"), configuration);
    await served.close();
    expect(receiver.told).toHaveLength(4);
    for (const { headers } of receiver.told) {
      expect(headers).not.toHaveProperty("x-a2a-notification-token");
      expect(headers).not.toHaveProperty("authorization");
    }
  });

  test("to a task that exists is told what the message causes, and nothing before", async () => {
    const receiver = await openReceiver();
    const served = await openPushing(twice, { makeId: countingIds() });
    await sendFor(served, say("wait"));
    await sendFor(served, say("hi", { taskId }), { taskPushNotificationConfig: { url: receiver.url } });
    await served.close();
    expect(briefs(receiver.told)).toEqual(["status WORKING", "artifact one", "artifact two", "status COMPLETED"]);
  });

  test("is not called for a direct reply, which makes no task", async () => {
    const receiver = await openReceiver();
    const agent = agentOf(async () => ({ messageId: "m", role: "ROLE_AGENT", parts: [{ text: "hi" }] }));
    const served = await openPushing(agent);
    const configuration = { taskPushNotificationConfig: { url: receiver.url } };
    expect((await call(served, "SendMessage", { message: say("hi"), configuration })).result).toHaveProperty("message");
    await served.close();
    expect(receiver.told).toEqual([]);
  });

  test("of 0.3 is told the task with its kind, history and all", async () => {
    const receiver = await openReceiver();
    const served = await openPushing(twice, { makeId: countingIds() });
    expect((await call(served, ...old["0.3"](receiver.url))).error).toBeUndefined();
    await served.close();
    const tasks = receiver.told.map(({ body }) => valid(V03.isTask, body));
    expect(tasks.at(-1)).toEqual((await call(served, "tasks/get", { id: taskId }, as("0.3"))).result);
    for (const task of tasks) expect(task).toMatchObject({ kind: "task", id: taskId, history: [{ messageId: "m-hi" }] });
    for (const { headers } of receiver.told) expect(headers).toMatchObject({ "content-type": "application/json", "a2a-version": "0.3" });
  });

  test("of 0.1 is told the task, named twice, and what happened to it", async () => {
    const receiver = await openReceiver();
    const served = await openPushing(twice);
    expect((await call(served, ...old["0.1"](receiver.url))).error).toBeUndefined();
    await served.close();
    const tasks = receiver.told.map(({ body }) => valid(V01.isTaskPushNotification, body));
    const task = (await call(served, "tasks/get", { id: taskId }, as("0.1"))).result;
    expect(tasks.at(-1)).toEqual({ ...Object(task), taskId, eventType: "taskUpdate" });
    for (const one of tasks) expect(one).not.toHaveProperty("history");
    for (const { headers } of receiver.told) expect(headers).toMatchObject({ "content-type": "application/json", "a2a-version": "0.1" });
  });
});

describe("a webhook that is registered later", () => {
  test("is told what comes then, in the version that registered it, whichever created the task", async () => {
    const receiver = await openReceiver();
    const served = await openPushing(twice, { makeId: countingIds() });
    await sendFor(served, say("wait"));
    const url = receiver.url.replace("/hook", "");
    await v10.set(served, taskId, { url: `${url}/new`, id: "new" });
    await v03.set(served, taskId, { url: `${url}/older`, id: "older" });
    await v01.set(served, taskId, { url: `${url}/oldest` });
    await sendFor(served, say("hi", { taskId }));
    await served.close();
    const of = (path: string): Told[] => receiver.told.filter((one) => one.path === path);
    expect(briefs(of("/new"))).toEqual(["status WORKING", "artifact one", "artifact two", "status COMPLETED"]);
    const states = of("/older").map(({ body }) => valid(V03.isTask, body).status.state);
    expect([states[0], states.at(-1)]).toEqual(["working", "completed"]);
    const oldest = of("/oldest").map(({ body }) => valid(V01.isTaskPushNotification, body).status.state);
    expect([oldest[0], oldest.at(-1)]).toEqual(["working", "completed"]);
  });

  test("in 1.0 on a task of 0.3 is told in 1.0", async () => {
    const receiver = await openReceiver();
    const served = await openPushing(twice, { makeId: countingIds() });
    await call(served, "message/send", { message: older("wait") }, as("0.3"));
    await v10.set(served, taskId, { url: receiver.url });
    await call(served, "message/send", { message: { ...older("hi"), taskId } }, as("0.3"));
    await served.close();
    expect(briefs(receiver.told)).toEqual(["status WORKING", "artifact one", "artifact two", "status COMPLETED"]);
  });

  test("on a task that is over is told nothing", async () => {
    const receiver = await openReceiver();
    const served = await openPushing(twice, { makeId: countingIds() });
    await sendFor(served, say("hi"));
    expect((await v10.set(served, taskId, { url: receiver.url })).error).toBeUndefined();
    await served.close();
    expect(receiver.told).toEqual([]);
  });

  test("while its task is worked on is told from then on, as it happens", async () => {
    const goOn = [gate(), gate()];
    const agent = agentOf(async function* () {
      yield "one";
      await goOn[0]?.passed;
      yield "two";
      await goOn[1]?.passed;
    });
    const receiver = await openReceiver();
    const served = await openPushing(agent, { makeId: countingIds() });
    const stream = allEvents(await send(served, "SendStreamingMessage", { message: say("hi") }));
    await v10.set(served, taskId, { url: receiver.url });
    goOn[0]?.open();
    expect(briefs(await receiver.has(1))).toEqual(["artifact two"]);
    goOn[1]?.open();
    expect(briefs(await receiver.has(2))).toEqual(["artifact two", "status COMPLETED"]);
    await stream;
  });
});

describe("a webhook that is told the whole task", () => {
  const words = agentOf(async function* () {
    for (const text of ["a", "b", "c"]) {
      yield { state: "TASK_STATE_WORKING", message: text };
      yield `${text}1`;
      yield `${text}2`;
    }
  });

  for (const version of ["0.3", "0.1"] as const) {
    test(`in ${version} is told every status, each with the task as it was then`, async () => {
      const over = gate();
      // Nothing is answered until everything has happened.
      const receiver = await openReceiver(() => over.passed.then(() => 200));
      const served = await openPushing(words, { makeId: countingIds() });
      await call(served, ...old[version](receiver.url));
      const last = await getTask(served, taskId);
      expect(last.status.state).toBe("TASK_STATE_COMPLETED");
      over.open();
      await served.close();
      const seen = receiver.told.map(({ body }) => {
        // safe: validated above in each version
        const { status, artifacts = [] } = body as V03.Task;
        const text = status.message?.parts.map((part) => (part.kind === "text" || "text" in part ? part.text : "")).join("");
        const parts = artifacts.flatMap((artifact) => artifact.parts.map((part) => ("text" in part ? part.text : "")));
        return [text ?? status.state, parts.join(" ")] as const;
      });
      const statuses = seen.filter(([text], at) => text !== seen[at - 1]?.[0]);
      expect(statuses).toEqual([
        ["submitted", ""],
        ["a", ""],
        ["b", "a1 a2"],
        ["c", "a1 a2 b1 b2"],
        ["completed", "a1 a2 b1 b2 c1 c2"],
      ]);
      const lengths = seen.map(([, parts]) => parts.length);
      expect(lengths).toEqual(lengths.toSorted((one, other) => one - other));
    });
  }

  test("is told of chunks that have piled up at once", async () => {
    const over = gate();
    const receiver = await openReceiver(() => over.passed.then(() => 200));
    const agent = agentOf(async function* () {
      for (let at = 0; at < 200; at += 1) yield `${at} `;
    });
    const served = await openPushing(agent);
    await call(served, ...old["0.3"](receiver.url));
    over.open();
    await served.close();
    const { artifacts, status } = valid(V03.isTask, receiver.told.at(-1)?.body);
    expect([artifacts?.[0]?.parts.length, status.state, receiver.told.length < 10]).toEqual([200, "completed", true]);
  });
});

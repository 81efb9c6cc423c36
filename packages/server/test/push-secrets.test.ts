import { createMemoryStore } from "@a2a/server";
import { describe, expect, test } from "vitest";
import { call, countTasks, getTask, say, sendFor } from "./rpc.js";
import { around } from "./stores.js";
import type { Served } from "./subjects.js";
import { agentOf, countingIds } from "./subjects.js";
import type { Webhook } from "./webhooks.js";
import { as, older, openPushing, openReceiver, v01, v03, v10 } from "./webhooks.js";

const url = "https://client.example/hook";
const taskId = "id-1";
const waiting = agentOf(async ({ text }) => (text === "end" ? undefined : { state: "TASK_STATE_INPUT_REQUIRED" as const }));

async function withTask(options: Parameters<typeof openPushing>[1] = {}): Promise<Served> {
  const served = await openPushing(waiting, { makeId: countingIds(), ...options });
  await sendFor(served, say("hi"));
  return served;
}

/** Webhooks that are refused, and where what is wrong stands. */
const refused: readonly (readonly [name: string, webhook: Webhook & { headers?: object }, pointer: string])[] = [
  ["on this machine", { url: "https://localhost/" }, "/url"],
  ["without https", { url: "http://client.example/" }, "/url"],
  ["in the metadata of a cloud", { url: "https://169.254.169.254/" }, "/url"],
  ["in a file", { url: "file:///etc/passwd" }, "/url"],
  ["with another line in its token", { url, token: "a\r\nX-Evil: 1" }, "/token"],
  ["with a line feed in its token", { url, token: "a\nX-Evil: 1" }, "/token"],
  ["with a zero in its token", { url, token: "a\0b" }, "/token"],
  ["with a token that is not Latin", { url, token: "ключ" }, "/token"],
  ["with another line in its credentials", { url, authentication: { scheme: "Bearer", credentials: "a\r\nX-Evil: 1" } }, "/authentication"],
  ["at too long an address", { url: `${url}?${"x".repeat(8000)}` }, "/url"],
  ["with too long a token", { url, token: "x".repeat(6001) }, "/token"],
  ["with too long credentials", { url, authentication: { scheme: "Bearer", credentials: "x".repeat(6000) } }, "/authentication"],
  ["with another line in its scheme", { url, authentication: { scheme: "Bearer\r\nX-Evil: 1", credentials: "a" } }, "/authentication"],
];

const refusedHeaders: readonly (readonly [name: string, headers: object])[] = [
  ["with another line in a header", { "X-Mine": "a\r\nX-Evil: 1" }],
  ["with another line in a header's name", { "X-Mine: a\r\nX-Evil": "1" }],
  ["with a header without a name", { "": "1" }],
  ["with too long a header", { "X-Mine": "x".repeat(6000) }],
  ["with too many headers", Object.fromEntries(Array.from({ length: 700 }, (_, at) => [`X-Mine-${at}`, "1"]))],
  ["with a space in a header's name", { "X Mine": "1" }],
];

describe("a webhook is refused, and nothing is kept of it", () => {
  for (const [name, webhook, pointer] of refused) {
    for (const { version, set } of [v10, v03, v01]) {
      test(`${name}, in ${version}`, async () => {
        const served = await withTask();
        const { error } = await set(served, taskId, webhook);
        expect([error?.code, JSON.stringify(error)]).toEqual([-32602, expect.stringContaining(pointer)]);
        expect((await v10.list(served, taskId)).result).toMatchObject({ configs: [] });
      });
    }

    test(`${name}, with a message, which is not taken either`, async () => {
      const served = await openPushing(waiting);
      const configuration = { taskPushNotificationConfig: webhook };
      const { error } = await call(served, "SendMessage", { message: say("hi"), configuration });
      const expected = expect.stringContaining(`/configuration/taskPushNotificationConfig${pointer}`);
      expect([error?.code, JSON.stringify(error)]).toEqual([-32602, expected]);
      expect(await countTasks(served)).toBe(0);
    });
  }

  for (const [name, headers] of refusedHeaders) {
    test(`${name}, in 0.3`, async () => {
      const served = await withTask();
      const { error } = await v03.set(served, taskId, { url, headers });
      expect([error?.code, JSON.stringify(error)]).toEqual([-32602, expect.stringContaining("/headers")]);
      expect((await v10.list(served, taskId)).result).toMatchObject({ configs: [] });
    });
  }
});

describe("a task", () => {
  test("that comes with a message, and is one too many, refuses the message", async () => {
    const served = await withTask({ push: { maxPerTask: 1 } });
    await v10.set(served, taskId, { url });
    const before = await getTask(served, taskId);
    const configuration = { taskPushNotificationConfig: { url: `${url}/other` } };
    const { error } = await call(served, "SendMessage", { message: say("more", { taskId }), configuration });
    expect(error?.code).toBe(-32042);
    expect(await getTask(served, taskId)).toEqual(before);
  });

  test("has as many webhooks as it may; those that it has may still be replaced", async () => {
    const served = await withTask({ push: { maxPerTask: 2 } });
    for (const id of ["a", "b"]) await v10.set(served, taskId, { url, id });
    expect((await v10.set(served, taskId, { url, id: "c" })).error?.message).toMatch(/rate limit/i);
    expect((await v10.set(served, taskId, { url, id: "b", token: "new" })).error).toBeUndefined();
    expect((await v10.list(served, taskId)).result).toMatchObject({ configs: [{ id: "a" }, { id: "b", token: "new" }] });
  });

  test("has no more of them where many are registered at once", async () => {
    const served = await withTask({ push: { maxPerTask: 3 }, store: around(createMemoryStore(), {}) });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => v10.set(served, taskId, { url, id: `w${at}` })));
    expect(answers.filter(({ error }) => error === undefined)).toHaveLength(3);
    expect(Object((await v10.list(served, taskId)).result).configs).toHaveLength(3);
  });

  test("has one webhook, whose client names it with every message, without an id", async () => {
    const receiver = await openReceiver();
    const served = await withTask();
    const configuration = { taskPushNotificationConfig: { url: receiver.url } };
    await sendFor(served, say("again", { taskId }), configuration);
    await sendFor(served, say("end", { taskId }), configuration);
    expect((await v10.list(served, taskId)).result).toMatchObject({ configs: [{ url: receiver.url }] });
    await served.close();
    const states = receiver.told.map(({ body }) => JSON.stringify(body).match(/TASK_STATE_\w+/)?.[0]);
    expect(states).toEqual(["WORKING", "INPUT_REQUIRED", "WORKING", "COMPLETED"].map((state) => `TASK_STATE_${state}`));
  });
});

test("a task has one webhook, whose client names it without an id with several messages at once", async () => {
  const receiver = await openReceiver();
  const served = await withTask({ store: around(createMemoryStore(), {}) });
  const configuration = { taskPushNotificationConfig: { url: receiver.url } };
  await Promise.all(["one", "two", "three", "four"].map((text) => sendFor(served, say(text, { taskId }), configuration)));
  expect(Object((await v10.list(served, taskId)).result).configs).toHaveLength(1);
});

describe("headers of a webhook of 0.3", () => {
  const authorization = "Bearer secret-1";
  const own = { "X-Mine": "secret-2", Authorization: authorization };
  const forbidden = {
    Host: "evil.example",
    "Content-Length": "1",
    "Transfer-Encoding": "chunked",
    Connection: "close, x-mine",
    "Keep-Alive": "timeout=1",
    TE: "trailers",
    Trailer: "x",
    Upgrade: "websocket",
    "Proxy-Connection": "keep-alive",
    "Proxy-Authorization": "Basic x",
    Expect: "100-continue",
    "content-type": "text/html",
    "X-A2A-Notification-Token": "theirs",
    "A2A-Version": "9.9",
  };

  test("are sent with every call, but for those that are HTTP's own", async () => {
    const receiver = await openReceiver();
    const served = await withTask();
    await v03.set(served, taskId, { url: receiver.url, token: "mine", headers: { ...forbidden, ...own } });
    await sendFor(served, say("end", { taskId }));
    const told = await receiver.has(2);
    for (const { headers } of told) {
      expect(headers).toMatchObject({ "x-mine": "secret-2", authorization, "x-a2a-notification-token": "mine", "a2a-version": "0.3" });
      expect(headers).toMatchObject({ host: new URL(receiver.url).host, "content-type": "application/json" });
      for (const name of ["te", "trailer", "upgrade", "proxy-connection", "proxy-authorization", "expect"])
        expect(headers).not.toHaveProperty(name);
      expect([headers["transfer-encoding"], headers["keep-alive"], Number(headers["content-length"]) > 1]).toEqual([
        undefined,
        undefined,
        true,
      ]);
      expect(headers.connection).not.toContain("x-mine");
    }
  });

  test("are read without their values, also where the credentials among them stand elsewhere", async () => {
    const served = await withTask();
    const set = await v03.set(served, taskId, { url, headers: own });
    const answers = [
      set,
      await v03.get(served, taskId),
      await v03.list(served, taskId),
      await v10.get(served, taskId),
      await v10.list(served, taskId),
    ];
    for (const { text, error } of answers) expect([error, text.includes("secret")]).toEqual([undefined, false]);
    expect((await v03.get(served, taskId)).result).toMatchObject({
      pushNotificationConfig: { url, headers: { "X-Mine": "***", Authorization: "***" } },
    });
    const sent = { kind: "message", messageId: "m", role: "user", taskId, parts: [{ kind: "text", text: "again" }] };
    const { error } = await call(
      served,
      "message/send",
      { message: sent, configuration: { pushNotificationConfig: { url, headers: own } } },
      as("0.3"),
    );
    expect(error).toBeUndefined();
  });

  test("are nothing that 1.0 knows of", async () => {
    const served = await withTask();
    await v03.set(served, taskId, { url, headers: { "X-Mine": "secret" } });
    const config = { url, id: taskId, taskId };
    expect((await v10.get(served, taskId)).result).toEqual(config);
    expect((await v10.list(served, taskId)).result).toEqual({ configs: [config], nextPageToken: "" });
  });

  test("are absent where none were given", async () => {
    const served = await withTask();
    await v03.set(served, taskId, { url });
    expect((await v03.get(served, taskId)).result).toEqual({ taskId, pushNotificationConfig: { url, id: taskId } });
  });

  test("are not for a client of 1.0 to bring in", async () => {
    const receiver = await openReceiver();
    const served = await withTask();
    const metadata = { a2a_carried: { headers: { "X-Mine": "1" } } };
    const webhook = { url: receiver.url, metadata };
    expect((await v10.set(served, taskId, { ...webhook, id: "a" })).result).not.toHaveProperty("metadata");
    await sendFor(served, say("end", { taskId }), { taskPushNotificationConfig: { ...webhook, id: "b" } });
    await served.close();
    expect(receiver.told).toHaveLength(4);
    for (const { headers } of receiver.told) expect(headers).not.toHaveProperty("x-mine");
  });
});

test("all schemes of an older version are kept; the first is the one of 1.0", async () => {
  const served = await withTask();
  const authentication = { schemes: ["Bearer", "Basic"], credentials: "c" };
  const pushNotificationConfig = { url, authentication };
  await call(served, "tasks/pushNotificationConfig/set", { taskId, pushNotificationConfig }, as("0.3"));
  expect((await v10.get(served, taskId)).result).toEqual({
    id: taskId,
    taskId,
    ...older({ url }),
    authentication: { scheme: "Bearer", credentials: "c" },
  });
  expect((await v01.get(served, taskId)).result).toEqual({ id: taskId, pushNotificationConfig });
});

// A webhook is asked whether it is one before it is kept, where the agent wants to know.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createPushReceiver } from "@a2a/client/push-receiver";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { call, countTasks, getTask, say, sendFor } from "./rpc.js";
import { agentOf, countingIds } from "./subjects.js";
import { expectNothingUnhandled } from "./unhandled.js";
import { older, openPushing, openReceiver, v01, v03, v10 } from "./webhooks.js";

expectNothingUnhandled();

const taskId = "id-1";
const push = { challenge: true, timeoutMs: 200 };
const waiting = agentOf(async ({ text }) => (text === "end" ? undefined : { state: "TASK_STATE_INPUT_REQUIRED" as const }));

interface Asked {
  readonly verb: string;
  readonly query: URLSearchParams;
  readonly secrets: readonly (string | undefined)[];
}

/** How somebody answers a token; undefined for never. */
type Reply = (token: string) => { readonly status?: number; readonly location?: string; readonly body: string } | undefined;

/** Somebody's server on this machine, until the test is over. */
async function open(reply: Reply): Promise<{ readonly url: string; readonly asked: readonly Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const { authorization, "x-a2a-notification-token": token } = request.headers;
    const query = new URL(request.url ?? "/", "http://hook.example").searchParams;
    asked.push({ verb: request.method ?? "", query, secrets: [authorization, String(token ?? "") || undefined] });
    request.resume();
    const said = request.method === "GET" ? reply(query.get("validationToken") ?? "") : { body: "" };
    if (said) response.writeHead(said.status ?? 200, said.location ? { location: said.location } : {}).end(said.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // safe: it listens on a port
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, asked };
}

const echoing: Reply = (token) => ({ body: token });

/** Webhooks that are none, and why. */
const wrong: readonly (readonly [why: string, reply: Reply])[] = [
  ["says nothing", () => ({ body: "" })],
  ["says something else", () => ({ body: "hello" })],
  ["says the token and more", (token) => ({ body: `${token}!` })],
  ["says more without end", (token) => ({ body: token + "x".repeat(1e6) })],
  ["says the token as JSON", (token) => ({ body: JSON.stringify(token) })],
  ["says the token with an error", (token) => ({ status: 405, body: token })],
  ["sends elsewhere", (token) => ({ status: 307, location: `/other?validationToken=${token}`, body: token })],
  ["never answers", () => undefined],
];

describe("a webhook that is asked", () => {
  for (const { version, set } of [v10, v03, v01]) {
    test(`is kept where it echoes the token, in ${version}; no secret is sent along`, async () => {
      const { url, asked } = await open(echoing);
      const served = await openPushing(waiting, { makeId: countingIds(), push });
      await sendFor(served, say("hi"));
      const secrets = { token: "secret", authentication: { scheme: "Bearer", credentials: "secret" } };
      expect((await set(served, taskId, { url: `${url}?a=%20b`, ...secrets })).error).toBeUndefined();
      expect((await v10.list(served, taskId)).result).toMatchObject({ configs: [{ url: `${url}?a=%20b` }] });
      expect(asked).toMatchObject([{ verb: "GET", secrets: [undefined, undefined] }]);
      expect([...(asked[0]?.query ?? [])]).toEqual([
        ["a", " b"],
        ["validationToken", expect.stringMatching(/^[\da-f-]{36}$/)],
      ]);
      await call(served, "SendMessage", { message: say("end", { taskId }) });
      await vi.waitFor(() => expect(asked.map(({ verb }) => verb)).toEqual(["GET", "POST", "POST"]), { interval: 1 });
    });

    for (const [why, reply] of wrong) {
      test(`is refused where it ${why}, in ${version}`, async () => {
        const { url, asked } = await open(reply);
        const served = await openPushing(waiting, { makeId: countingIds(), push });
        await sendFor(served, say("hi"));
        const { error } = await set(served, taskId, { url });
        expect([error?.code, JSON.stringify(error)]).toEqual([-32602, expect.stringContaining("/url")]);
        expect((await v10.list(served, taskId)).result).toMatchObject({ configs: [] });
        expect(asked.map(({ verb }) => verb)).toEqual(["GET"]);
      });
    }
  }

  for (const [version, method, message, configuration] of [
    ["1.0", "SendMessage", say("hi"), (url: string) => ({ taskPushNotificationConfig: { url } })],
    [
      "0.3",
      "message/send",
      { kind: "message", messageId: "m", role: "user", parts: [{ kind: "text", text: "hi" }] },
      (url: string) => ({ pushNotificationConfig: older({ url }) }),
    ],
  ] as const) {
    test(`with a message refuses the message where it is none, in ${version}; the same message is taken once it is one`, async () => {
      let isMeant = false;
      const { url } = await open((token) => (isMeant ? { body: token } : { body: "" }));
      const served = await openPushing(waiting, { push });
      const params = { message, configuration: configuration(url) };
      const { error } = await call(served, method, params);
      expect([error?.code, JSON.stringify(error)]).toEqual([-32602, expect.stringContaining("ushNotificationConfig/url")]);
      expect(await countTasks(served)).toBe(0);
      isMeant = true;
      expect((await call(served, method, params)).error).toBeUndefined();
      expect(await countTasks(served)).toBe(1);
    });
  }

  test("with a message to a task that goes on refuses the message, and the task stays as it is", async () => {
    const { url } = await open(() => ({ body: "" }));
    const served = await openPushing(waiting, { push });
    const task = await sendFor(served, say("hi"));
    const configuration = { taskPushNotificationConfig: { url } };
    expect((await call(served, "SendMessage", { message: say("more", { taskId: task.id }), configuration })).error?.code).toBe(-32602);
    expect(await getTask(served, task.id)).toEqual(task);
  });

  test("is asked once by a message that is sent twice at a time", async () => {
    const { url, asked } = await open(echoing);
    const served = await openPushing(waiting, { push });
    const params = { message: say("hi"), configuration: { taskPushNotificationConfig: { url } } };
    await Promise.all([call(served, "SendMessage", params), call(served, "SendMessage", params)]);
    expect([asked.filter(({ verb }) => verb === "GET").length, await countTasks(served)]).toEqual([1, 1]);
  });

  test("is not asked where its URL is refused already", async () => {
    const { url, asked } = await open(echoing);
    const served = await openPushing(waiting, { makeId: countingIds(), push: { ...push, allowedHosts: [] } });
    await sendFor(served, say("hi"));
    expect((await v10.set(served, taskId, { url })).error?.code).toBe(-32602);
    expect(asked).toEqual([]);
  });

  for (const form of ["fetch", "node"] as const) {
    test(`answers by itself where it is the client's receiver, in its ${form} form`, async () => {
      const pushes: string[] = [];
      const receiver = createPushReceiver({ unauthenticated: true, onPush: ({ status }) => void pushes.push(status?.state ?? "") });
      const server = createServer(async (request, response) => {
        if (form === "node") return receiver.node(request, response);
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk);
        const { method = "GET", url = "/" } = request;
        const body = method === "GET" ? null : Buffer.concat(chunks);
        const headers = { "content-type": request.headers["content-type"] ?? "" };
        const answer = await receiver.fetch(new Request(`http://hook.example${url}`, { method, headers, body }));
        response.writeHead(answer.status).end(await answer.text());
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      onTestFinished(() => void server.close());
      // safe: it listens on a port
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
      const served = await openPushing(waiting, { push: { challenge: true } });
      expect((await sendFor(served, say("hi"), { taskPushNotificationConfig: { url } })).id).toMatch(/./);
      await vi.waitFor(() => expect(pushes).toContain("TASK_STATE_INPUT_REQUIRED"), { interval: 1 });
    });
  }
});

test("a webhook is not asked where the agent does not want to know", async () => {
  const receiver = await openReceiver();
  const served = await openPushing(waiting);
  await sendFor(served, say("hi"), { taskPushNotificationConfig: { url: receiver.url } });
  expect((await receiver.has(2)).map(({ verb }) => verb)).toEqual(["POST", "POST"]);
});

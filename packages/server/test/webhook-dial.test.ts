// Where a webhook's name leads is looked at when it is called, by the handlers that have sockets of their own.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { AgentDefinition, HandlerOptions, PushOptions } from "@a2a/server";
import { createA2AHandler } from "@a2a/server";
import { createGuardedFetch, serve, toNodeHandler } from "@a2a/server/node";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { call, say } from "./rpc.js";
import type { Served } from "./subjects.js";
import { echo, listeningLogger } from "./subjects.js";
import { local, openReceiver, pushing } from "./webhooks.js";

type Open = (definition: AgentDefinition, options: HandlerOptions) => Promise<Served>;

const openServe: Open = async (definition, options) => {
  const listening = await serve({ definition }, { ...options, port: 0 });
  onTestFinished(() => listening.close());
  return { url: listening.url, fetch: (path, init) => fetch(listening.url + path, init), close: () => listening.close() };
};

const openMounted: Open = async (definition, options) => {
  const handler = toNodeHandler({ definition }, options);
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    await handler.close();
    server.closeAllConnections();
    server.close();
  });
  // safe: it listens on a port
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, fetch: (path, init) => fetch(url + path, init), close: () => handler.close() };
};

const openFetch: Open = async (definition, options) => {
  const handler = createA2AHandler({ definition }, options);
  onTestFinished(() => handler.close());
  const url = "http://agent.test";
  return { url, fetch: (path, init) => handler.fetch(new Request(url + path, init)), close: () => handler.close() };
};

/** Has a webhook called that does not take it, and tells why, all causes together. */
async function failureOf(open: Open, url: string, push: PushOptions): Promise<string> {
  const { logger, told } = listeningLogger();
  const served = await open(pushing(echo), { logger, push: { maxAttempts: 1, ...push } });
  const configuration = { taskPushNotificationConfig: { url } };
  expect((await call(served, "SendMessage", { message: say("hi"), configuration })).error).toBeUndefined();
  const given = await vi.waitFor(() => told.find(({ message }) => message.includes("given up")) ?? expect.fail("not yet"), { interval: 1 });
  const { error }: { error?: unknown } = given.facts;
  const reasons: string[] = [];
  for (let reason = error; reason instanceof Error; reason = reason.cause) reasons.push(reason.message);
  return reasons.join("; ");
}

describe.each([
  { name: "serve", open: openServe },
  { name: "toNodeHandler", open: openMounted },
])("$name", ({ open }) => {
  test("keeps a webhook whose name looks public, and does not dial it where it leads to a private network", async () => {
    const reason = await failureOf(open, "https://hook.example/", { lookup: async () => ["10.0.0.1"] });
    expect(reason).toMatch(/hook\.example, which leads to 10\.0\.0\.1, is not on the public internet/);
  });

  test("calls webhooks that are allowed", async () => {
    const receiver = await openReceiver();
    const served = await open(pushing(echo), { push: local });
    await call(served, "SendMessage", { message: say("hi"), configuration: { taskPushNotificationConfig: { url: receiver.url } } });
    expect((await receiver.has(3)).map(({ verb }) => verb)).toEqual(["POST", "POST", "POST"]);
  });

  test("does not follow a redirect", async () => {
    const other = await openReceiver();
    const receiver = await openReceiver(() => ({ location: other.url }));
    expect(await failureOf(open, receiver.url, local)).toMatch(/answered 307/);
    expect(other.told).toEqual([]);
  });

  test("leaves where webhooks lead to the fetch that it is given", async () => {
    const urls: string[] = [];
    const served = await open(pushing(echo), {
      push: {
        fetch: async (url) => {
          urls.push(url);
          return new Response();
        },
        lookup: () => expect.fail("it is not this one's"),
      },
    });
    const configuration = { taskPushNotificationConfig: { url: "https://hook.example/" } };
    await call(served, "SendMessage", { message: say("hi"), configuration });
    await vi.waitFor(() => expect(urls).toHaveLength(3), { interval: 1 });
  });
});

test("the fetch handler does not dial a private network either, where it is given the guard", async () => {
  const push = { fetch: createGuardedFetch({ lookup: async () => ["10.0.0.1"] }) };
  expect(await failureOf(openFetch, "https://hook.example/", push)).toMatch(/leads to 10\.0\.0\.1, is not on the public internet/);
});

test("the fetch handler calls webhooks with the global fetch, whose sockets it cannot see", async () => {
  const urls: unknown[] = [];
  const spy = vi.spyOn(globalThis, "fetch").mockImplementation(async (url) => {
    urls.push(url);
    return new Response();
  });
  onTestFinished(() => spy.mockRestore());
  const served = await openFetch(pushing(echo), {});
  const configuration = { taskPushNotificationConfig: { url: "https://hook.example/" } };
  await call(served, "SendMessage", { message: say("hi"), configuration });
  await vi.waitFor(() => expect(urls).toEqual(Array(3).fill("https://hook.example/")), { interval: 1 });
});

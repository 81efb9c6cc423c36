import { createA2AHandler, createMemoryStore } from "@a2a/server";
import { serve } from "@a2a/server/node";
import { expect, onTestFinished, test } from "vitest";
import { agentOf, listeningLogger } from "./subjects.js";

const definition = agentOf(async () => "hi");

test("a server of its own says that it lives and takes work", async () => {
  const server = await serve({ definition }, { port: 0 });
  onTestFinished(() => server.close());
  for (const path of ["/healthz", "/readyz"]) {
    const response = await fetch(server.url + path);
    expect([response.status, response.headers.get("cache-control"), await response.json()]).toEqual([200, "no-store", { status: "ok" }]);
    const head = await fetch(server.url + path, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect((await fetch(server.url + path, { method: "POST" })).status).toBe(405);
  }
});

test("a mounted handler answers for its health only where it is asked to, below its base path", async () => {
  const asked = createA2AHandler({ definition }, { health: true, basePath: "/agent" });
  const silent = createA2AHandler({ definition });
  onTestFinished(() => Promise.all([asked.close(), silent.close()]).then(() => undefined));
  expect((await asked.fetch(new Request("http://agent.test/agent/readyz"))).status).toBe(200);
  expect((await asked.fetch(new Request("http://agent.test/readyz"))).status).toBe(404);
  expect((await silent.fetch(new Request("http://agent.test/readyz"))).status).toBe(404);
});

test("an agent whose store cannot be reached lives, and takes no work; why is for the logger", async () => {
  const { logger, told } = listeningLogger();
  const store = { ...createMemoryStore(), ping: () => Promise.reject(new Error("secret: no route to the database")) };
  const handler = createA2AHandler({ definition }, { health: true, store, logger });
  onTestFinished(() => handler.close());
  expect((await handler.fetch(new Request("http://agent.test/healthz"))).status).toBe(200);
  const ready = await handler.fetch(new Request("http://agent.test/readyz"));
  expect([ready.status, await ready.text()]).toEqual([503, '{"status":"unavailable"}']);
  expect(told.map(({ message }) => message)).toContain("the store cannot be reached");
});

test("an agent that is shut down takes no work", async () => {
  const handler = createA2AHandler({ definition }, { health: true });
  await handler.close();
  expect((await handler.fetch(new Request("http://agent.test/readyz"))).status).toBe(503);
});

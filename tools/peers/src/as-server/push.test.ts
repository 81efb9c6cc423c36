// The official SDK as a server that tells our webhook receiver of a task: 1.3.0 in 1.0 and in 0.3, where each webhook gets single events, and 0.3.14,
// which sends the task. 0.2.5 has no push notifications.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Push, PushReceiverOptions } from "@a2a/client/push-receiver";
import { createPushReceiver } from "@a2a/client/push-receiver";
import type { Task } from "@a2a/core";
import { applyEvent, textOf } from "@a2a/core";
import * as Sdk03 from "sdk-0.3/server";
import * as Express03 from "sdk-0.3/server/express";
import { createLegacyAwarePushNotificationSender } from "sdk-1.3/compat/v0_3/server";
import * as Sdk13 from "sdk-1.3/server";
import * as Express13 from "sdk-1.3/server/express";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { caseCard, caseOrder, caseStage } from "./case-stage.js";
import { createKindExecutor, kindCard } from "./kind-stage.js";
import type { PeerServer } from "./open-server.js";
import { openServer } from "./open-server.js";
import { createHolds, perform } from "./perform.js";

// Both SDKs tell the console of every call, and of every one that fails.
beforeEach(() => {
  for (const level of ["info", "warn", "error"] as const) vi.spyOn(console, level).mockImplementation(() => undefined);
});
afterEach(() => void vi.restoreAllMocks());

function serve13(): Promise<PeerServer> {
  const holds = createHolds();
  const executor: Sdk13.AgentExecutor = {
    execute: (context, bus) =>
      perform(
        caseOrder(context, holds),
        caseStage(context, (event) => bus.publish(event)),
      ),
    cancelTask: async (taskId) => holds.release(taskId),
  };
  const legacyCompat = { enabled: true };
  return openServer((app, url) => {
    const card = {
      ...caseCard("SDK 1.3", url, ["1.0", "0.3"]),
      capabilities: { streaming: true, pushNotifications: true, extensions: [] },
    };
    const store = new Sdk13.InMemoryPushNotificationStore();
    const sender = createLegacyAwarePushNotificationSender(store);
    const tasks = new Sdk13.InMemoryTaskStore();
    const requestHandler = new Sdk13.DefaultRequestHandler(card, tasks, executor, undefined, store, sender);
    app.use("/", Express13.jsonRpcHandler({ requestHandler, userBuilder: Express13.UserBuilder.noAuthentication, legacyCompat }));
  });
}

function serve03(): Promise<PeerServer> {
  return openServer((app, url) => {
    const card = { ...kindCard("SDK 0.3", url), protocolVersion: "0.3.0", capabilities: { pushNotifications: true } };
    const requestHandler = new Sdk03.DefaultRequestHandler(card, new Sdk03.InMemoryTaskStore(), createKindExecutor());
    app.use("/", Express03.jsonRpcHandler({ requestHandler, userBuilder: Express03.UserBuilder.noAuthentication }));
  });
}

/** What a client sends to have a message answered to a webhook. */
const requests = {
  "1.0": (webhook: object) => ({
    method: "SendMessage",
    params: {
      message: { messageId: "m", role: "ROLE_USER", parts: [{ text: "echo hi" }] },
      configuration: { taskPushNotificationConfig: webhook },
    },
  }),
  "0.3": (webhook: object) => ({
    method: "message/send",
    params: {
      message: { kind: "message", messageId: "m", role: "user", parts: [{ kind: "text", text: "echo hi" }] },
      configuration: { pushNotificationConfig: webhook, blocking: true },
    },
  }),
} as const;

/** A receiver that listens until the test is over, what was handed on, and what was refused. */
async function openReceiver(options: Partial<PushReceiverOptions>): Promise<{ url: string; pushes: Push[]; refused: object[] }> {
  const pushes: Push[] = [];
  const refused: object[] = [];
  const report = (facts: object): void => void refused.push(facts);
  const receiver = createPushReceiver({ onPush: (push) => void pushes.push(push), logger: { warn: report, error: report }, ...options });
  const server = createServer(receiver.node);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // safe: it listens on a port
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, pushes, refused };
}

/** Has a server tell a webhook of a task. */
async function tell(serve: () => Promise<PeerServer>, version: keyof typeof requests, webhook: object): Promise<void> {
  const { url, close } = await serve();
  onTestFinished(close);
  const headers = { "content-type": "application/json", "a2a-version": version };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, ...requests[version](webhook) });
  expect(await (await fetch(url, { method: "POST", headers, body })).json()).not.toHaveProperty("error");
}

/** What the events make of the task. */
function taskOf(pushes: readonly Push[]): Task | undefined {
  return pushes.reduce<Task | undefined>((task, { event }) => (event.message ? task : applyEvent(task, event)), undefined);
}

for (const [name, serve, version] of [
  ["SDK 1.3 in 1.0", serve13, "1.0"],
  ["SDK 1.3 in 0.3", serve13, "0.3"],
  ["SDK 0.3", serve03, "0.3"],
] as const) {
  test(`${name} tells our receiver of a task until it is over`, async () => {
    const { url, pushes, refused } = await openReceiver({ token: "t-1" });
    await tell(serve, version, { url, token: "t-1" });
    await vi.waitFor(() => expect(pushes.at(-1)?.status?.state).toBe("TASK_STATE_COMPLETED"), { interval: 5, timeout: 4000 });
    const task = taskOf(pushes);
    expect(task && textOf(task)).toBe("hi");
    for (const push of pushes) expect(push).toMatchObject({ taskId: task?.id, version });
    expect(refused).toEqual([]);
  });

  test(`${name} is refused with another token`, async () => {
    const { url, pushes, refused } = await openReceiver({ token: "t-1" });
    await tell(serve, version, { url, token: "t-2" });
    await vi.waitFor(() => expect(refused.length).toBeGreaterThan(2), { interval: 5, timeout: 4000 });
    expect(refused[0]).toMatchObject({ code: "UnauthenticatedError" });
    expect(pushes).toEqual([]);
  });
}

test("SDK 1.3 is known by the credentials that were agreed, in place of which it sends no token", async () => {
  const authentication = { scheme: "Bearer", credentials: "c" };
  const { url, pushes, refused } = await openReceiver({ authentication });
  await tell(serve13, "1.0", { url, token: "t-1", authentication });
  await vi.waitFor(() => expect(pushes.at(-1)?.status?.state).toBe("TASK_STATE_COMPLETED"), { interval: 5, timeout: 4000 });
  expect(pushes[0]?.headers.get("x-a2a-notification-token")).toBeNull();
  expect(refused).toEqual([]);
});

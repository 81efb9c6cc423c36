import type { IncomingHttpHeaders } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { AgentDefinition, HandlerOptions, PushOptions } from "@a2a/server";
import { onTestFinished, vi } from "vitest";
import type { Answered, RpcOptions } from "./rpc.js";
import { call } from "./rpc.js";
import type { Served } from "./subjects.js";
import { openFetch } from "./subjects.js";

/** One call of a webhook. */
export interface Told {
  readonly verb: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** How a webhook answers a call: with a status, a redirect, by breaking the connection, or never. */
export type Reaction = number | { readonly location: string } | "drop" | "hang";

/** Somebody's webhooks, all that is below one address. */
export interface Receiver {
  readonly url: string;
  /** What was told so far, in the order in which it came, whatever it was answered. */
  readonly told: readonly Told[];
  /** Waits until so many calls have come. */
  has(count: number): Promise<readonly Told[]>;
}

/** Listens on this machine until the test is over. */
export async function openReceiver(react: (told: Told, at: number) => Reaction | Promise<Reaction> = () => 200): Promise<Receiver> {
  const told: Told[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const one = {
      verb: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      body: JSON.parse(Buffer.concat(chunks).toString("utf8")),
    };
    const reaction = await react(one, told.push(one) - 1);
    if (reaction === "drop") request.socket.destroy();
    else if (typeof reaction === "object") response.writeHead(307, { location: reaction.location }).end();
    else if (reaction !== "hang") response.writeHead(reaction).end("thanks");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // safe: it listens on a port
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    told,
    async has(count) {
      await vi.waitFor(() => enough(told.length, count), { interval: 1, timeout: 4000 });
      return told;
    },
  };
}

function enough(found: number, wanted: number): void {
  if (found < wanted) throw new Error(`${found} of ${wanted} calls have come`);
}

/** The agent, offering push notifications. */
export function pushing(definition: AgentDefinition): AgentDefinition {
  return { ...definition, card: { ...definition.card, capabilities: { pushNotifications: true } } };
}

/** Serves an agent that offers push notifications, to webhooks on this machine. */
export function openPushing(definition: AgentDefinition, { push, ...options }: HandlerOptions = {}): Promise<Served> {
  return openFetch(pushing(definition), { stopTimeoutMs: 4000, ...options, push: { ...local, ...push } });
}

/** Webhooks on this machine, tried again at once. */
export const local: PushOptions = { allowedHosts: ["127.0.0.1"], firstRetryMs: 1, maxRetryMs: 4 };

/** A webhook as 1.0 writes it. */
export interface Webhook {
  readonly id?: string;
  readonly url: string;
  readonly token?: string;
  readonly authentication?: { readonly scheme: string; readonly credentials?: string };
}

/** The operations of webhooks, as a version has them. */
export interface Speaking {
  readonly version: string;
  set(served: Served, taskId: string, webhook: Webhook & { readonly headers?: object }, options?: RpcOptions): Promise<Answered>;
  get(served: Served, taskId: string, id?: string, options?: RpcOptions): Promise<Answered>;
  list(served: Served, taskId: string, options?: RpcOptions): Promise<Answered>;
  delete(served: Served, taskId: string, id: string, options?: RpcOptions): Promise<Answered>;
}

export const v10: Speaking = {
  version: "1.0",
  set: (served, taskId, webhook, options) => call(served, "CreateTaskPushNotificationConfig", { taskId, ...webhook }, options),
  get: (served, taskId, id = taskId, options = {}) => call(served, "GetTaskPushNotificationConfig", { taskId, id }, options),
  list: (served, taskId, options) => call(served, "ListTaskPushNotificationConfigs", { taskId }, options),
  delete: (served, taskId, id, options) => call(served, "DeleteTaskPushNotificationConfig", { taskId, id }, options),
};

export const v03: Speaking = {
  version: "0.3",
  set: (served, taskId, webhook, options) =>
    call(served, "tasks/pushNotificationConfig/set", { taskId, pushNotificationConfig: older(webhook) }, as("0.3", options)),
  get: (served, taskId, id, options) =>
    call(served, "tasks/pushNotificationConfig/get", { id: taskId, ...(id && { pushNotificationConfigId: id }) }, as("0.3", options)),
  list: (served, taskId, options) => call(served, "tasks/pushNotificationConfig/list", { id: taskId }, as("0.3", options)),
  delete: (served, taskId, id, options) =>
    call(served, "tasks/pushNotificationConfig/delete", { id: taskId, pushNotificationConfigId: id }, as("0.3", options)),
};

export const v01: Pick<Speaking, "version" | "set" | "get"> = {
  version: "0.1",
  set: (served, taskId, webhook, options) =>
    call(served, "tasks/pushNotification/set", { id: taskId, pushNotificationConfig: older(webhook) }, as("0.1", options)),
  get: (served, taskId, _, options) => call(served, "tasks/pushNotification/get", { id: taskId }, as("0.1", options)),
};

/** Options of a request in another version. */
export function as(version: string, options: RpcOptions = {}): RpcOptions {
  return { ...options, headers: { ...options.headers, "a2a-version": version } };
}

/** A webhook as versions before 1.0 write it. */
export function older({ authentication, ...webhook }: Webhook & { readonly headers?: object }): object {
  if (!authentication) return webhook;
  const { scheme, ...rest } = authentication;
  return { ...webhook, authentication: { schemes: [scheme], ...rest } };
}

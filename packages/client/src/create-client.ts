import type { AgentCard, AgentInterface, CardFinding, Message, Task } from "@a2a/core";
import type { Operation, ParamsOf, ResultOf } from "@a2a/core/internal";
import { isA2AError, LocalError } from "@a2a/core/internal";
import type { Client } from "./client.js";
import type { Following } from "./create-following.js";
import type { CallLimit } from "./http/call-limit.js";
import { createCallLimit, defaultTimeoutMs, within } from "./http/call-limit.js";
import { onceMade } from "./http/once-made.js";
import { loadPart } from "./load-part.js";
import type { Sendable, SendOptions } from "./request.js";
import { messageOf } from "./request.js";
import type { Errand } from "./route/route.js";
import type { SessionOptions } from "./session.js";
import type { Start } from "./stream/follow.js";
import { createTaskHandle } from "./task-handle.js";
import { tenantOf } from "./transport/tenant-of.js";
import type { CallOptions, TransportCall } from "./transport/transport.js";

/** What a client is made of. */
export interface ClientParts extends SessionOptions, Pick<Client, "download"> {
  readonly card: AgentCard;
  readonly interfaces: readonly [AgentInterface, ...AgentInterface[]];
  readonly findings: readonly CardFinding[];
  /** Whom errors name. */
  readonly url: string;
}

/** Makes a client. */
export function createClient(parts: ClientParts): Client {
  const { route, card, interfaces, findings, url, download } = parts;

  /** Calls what an agent can answer at once. */
  async function call<O extends Operation>(
    errand: Errand,
    operation: O,
    params: ParamsOf<O>,
    { signal, timeoutMs = defaultTimeoutMs, ...options }: TransportCall = {},
  ): Promise<ResultOf<O>> {
    const { signal: limit, stop } = createCallLimit({ signal, timeoutMs, url });
    const bounded = { ...options, timeoutMs, signal: limit };
    const called = route.over(errand, (transport) => transport.call(operation, { ...tenantOf(transport), ...params }, bounded), bounded);
    return within(limit, called).finally(stop);
  }

  const begin = following(parts);

  /** Sends a message as it is now, whatever its caller does with it next. */
  async function send(content: Sendable, given: SendOptions, start: Pick<Start, "until" | "isStreamed">): Promise<Task | Message> {
    const said = messageOf(content);
    const options = { ...given };
    const { follower, limit } = await begin(options);
    return follower.send(said, options, limit, start);
  }

  const client: Client = {
    card,
    interfaces,
    findings,
    send: (content, options = {}) => send(content, options, { until: options.returnImmediately ? "answer" : "turn" }),
    run: (content, options = {}) => send(content, options, { until: "turn", isStreamed: true }),
    async *stream(content, options = {}) {
      const said = messageOf(content);
      const { follower, limit } = await begin(options);
      yield* follower.stream(said, options, limit);
    },
    async *subscribe(id, options = {}) {
      const { follower, limit } = await begin(options);
      yield* follower.subscribe(id, options, limit);
    },
    task: (id) =>
      createTaskHandle(id, client, async (options) => {
        const { follower, limit } = await begin(options);
        return follower.wait(id, options, limit);
      }),
    getTask: (id, { historyLength, ...options } = {}) =>
      call({ kind: "task", id, isRead: true }, "GetTask", { id, ...(historyLength !== undefined && { historyLength }) }, options),
    listTasks: (query = {}, options) => pagesOf((page) => call({ kind: "agent" }, "ListTasks", { ...query, ...page }, options), "tasks"),
    async cancelTask(id, { metadata, ...options } = {}) {
      try {
        return await call({ kind: "task", id }, "CancelTask", { id, ...(metadata && { metadata }) }, options);
      } catch (error) {
        // Somebody else was quicker: that it is canceled is what was asked for.
        if (!isA2AError(error) || error.code !== "TaskNotCancelableError") throw error;
        const task = await client.getTask(id, options).catch(ifAnswered);
        if (task?.status.state !== "TASK_STATE_CANCELED") throw error;
        return task;
      }
    },
    createPushConfig: (config, options) => call({ kind: "task", id: config.taskId }, "CreateTaskPushNotificationConfig", config, options),
    getPushConfig: (taskId, id, options) => call({ kind: "task", id: taskId }, "GetTaskPushNotificationConfig", { taskId, id }, options),
    listPushConfigs: (taskId, options) =>
      pagesOf((page) => call({ kind: "task", id: taskId }, "ListTaskPushNotificationConfigs", { taskId, ...page }, options), "configs"),
    async deletePushConfig(taskId, id, options) {
      await call({ kind: "task", id: taskId }, "DeleteTaskPushNotificationConfig", { taskId, id }, options);
    },
    getExtendedCard: (options) => call({ kind: "agent" }, "GetExtendedAgentCard", {}, options),
    download,
  };
  return client;
}

/** What follows tasks, and the limit of a call that does: one for all that it takes. */
interface Begun {
  readonly follower: Following;
  readonly limit: CallLimit;
}

/** Begins calls that follow tasks: what they take is loaded with the first. */
function following(parts: ClientParts): (options: CallOptions) => Promise<Begun> {
  const made = onceMade(async (): Promise<Following> => {
    const { createFollowing } = await loadPart("follows tasks", () => import("./create-following.js"));
    return createFollowing(parts);
  });
  return async ({ signal, timeoutMs }) => {
    const limit = createCallLimit({ signal, timeoutMs, url: parts.url });
    try {
      return { follower: await made(limit.signal), limit };
    } catch (error) {
      limit.stop();
      throw error;
    }
  };
}

/** All items of all pages. @throws LocalError `BAD_RESPONSE` where a page leads back to one before */
async function* pagesOf<K extends string, T>(
  getPage: (page: { pageToken?: string }) => Promise<{ [key in K]?: T[] } & { nextPageToken?: string }>,
  key: K,
): AsyncGenerator<T, void> {
  const seen = new Set<string>();
  let pageToken: string | undefined;
  do {
    const page: { [key in K]?: T[] } & { nextPageToken?: string } = await getPage(pageToken ? { pageToken } : {});
    yield* page[key] ?? [];
    pageToken = page.nextPageToken;
    if (pageToken && seen.has(pageToken)) throw new LocalError("BAD_RESPONSE", "a page leads back to one before");
    if (pageToken) seen.add(pageToken);
  } while (pageToken);
}

/** An agent that does not show the task leaves it with the error before. */
function ifAnswered(error: unknown): undefined {
  if (!isA2AError(error)) throw error;
}

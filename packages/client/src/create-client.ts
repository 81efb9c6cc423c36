import type { AgentCard, AgentInterface, CardFinding } from "@a2a/core";
import type { Operation, ParamsOf, ResultOf } from "@a2a/core/internal";
import { isA2AError, LocalError } from "@a2a/core/internal";
import type { Client } from "./client.js";
import type { Following } from "./following.js";
import { defaultTimeoutMs } from "./http/call-limit.js";
import { onceMade } from "./http/once-made.js";
import { loadPart } from "./load-part.js";
import type { Errand } from "./route/route.js";
import type { SessionOptions } from "./session.js";
import { createTaskHandle } from "./task-handle.js";
import { tenantOf } from "./transport/get-whole.js";
import type { CallOptions, TransportCall } from "./transport/transport.js";

/** What a client is made of. */
export interface ClientParts extends SessionOptions, Pick<Client, "download"> {
  readonly card: AgentCard;
  readonly interfaces: readonly [AgentInterface, ...AgentInterface[]];
  readonly findings: readonly CardFinding[];
}

/** Makes a client. */
export function createClient(parts: ClientParts): Client {
  const { route, card, interfaces, findings, download } = parts;

  /** Calls what an agent can answer at once. */
  function call<O extends Operation>(errand: Errand, operation: O, params: ParamsOf<O>, options: TransportCall = {}): Promise<ResultOf<O>> {
    const bounded = { ...options, timeoutMs: options.timeoutMs ?? defaultTimeoutMs };
    return route.over(errand, (transport) => transport.call(operation, { ...tenantOf(transport), ...params }, bounded), bounded);
  }

  const following = onceMade(async (): Promise<Following> => {
    const { createFollowing } = await loadPart("follows tasks", () => import("./following.js"));
    return createFollowing(parts);
  });
  const follower = ({ signal, timeoutMs }: CallOptions): Promise<Following> =>
    following({ signal, timeoutMs, url: "this client", toDo: "load what follows tasks" });

  const client: Client = {
    card,
    interfaces,
    findings,
    async send(content, options = {}) {
      return (await follower(options)).send(content, options, { until: options.returnImmediately ? "answer" : "turn" });
    },
    async run(content, options = {}) {
      return (await follower(options)).send(content, options, { until: "turn", isStreamed: true });
    },
    async *stream(content, options = {}) {
      yield* (await follower(options)).stream(content, options);
    },
    async *subscribe(id, options = {}) {
      yield* (await follower(options)).subscribe(id, options);
    },
    task: (id) => createTaskHandle(id, client, async (options) => (await follower(options)).wait(id, options)),
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

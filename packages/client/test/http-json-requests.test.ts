import type { Client } from "@a2a/client";
import { connect } from "@a2a/client";
import { message } from "@a2a/core";
import { describe, expect, test } from "vitest";
import type { Peer } from "./peers.js";
import { address, cardOf, collect, event, failureOf, json, peerOf, sse, taskIn } from "./peers.js";

const done = taskIn("TASK_STATE_COMPLETED");
const config = { taskId: "task-1", id: "mine", url: "https://hook.example/" };

/** A peer of HTTP+JSON that says yes to everything. */
function willing(): Peer {
  return peerOf((request) => {
    const path = new URL(request.url).pathname;
    if (path.endsWith(":stream") || path.endsWith(":subscribe")) return sse([event({ task: done })]).response;
    if (path.endsWith(":send")) return json({ task: done });
    if (request.method === "DELETE") return json({});
    if (path.endsWith("/pushNotificationConfigs")) return json(request.method === "POST" ? config : { configs: [config] });
    if (path.includes("/pushNotificationConfigs/")) return json(config);
    if (path.endsWith("/tasks")) return json({ tasks: [], nextPageToken: "", pageSize: 50, totalSize: 0 });
    return json(path.endsWith("/extendedAgentCard") ? cardOf() : done);
  });
}

type Interface = Parameters<typeof cardOf>[1];

async function connected(more: Interface = {}, options: object = {}): Promise<{ client: Client; peer: Peer }> {
  const peer = willing();
  const card = cardOf("1.0", { protocolBinding: "HTTP+JSON", ...more });
  return { peer, client: await connect(card, { fetch: peer.fetch, ...options }) };
}

const said = message("hi", { messageId: "m-1", taskId: "task-1" });

/** Each operation: what is called, the request line, and the body where there is one. */
const rows: readonly (readonly [string, (client: Client, options?: object) => Promise<unknown>, string, object?])[] = [
  [
    "SendMessage",
    (client, options) => client.send(said, { metadata: { a: 1 }, ...options }),
    "POST /message:send",
    { message: said, metadata: { a: 1 } },
  ],
  ["SendStreamingMessage", (client, options) => collect(client.stream(said, options)), "POST /message:stream", { message: said }],
  ["GetTask", (client, options) => client.getTask("task-1", { historyLength: 0, ...options }), "GET /tasks/task-1?historyLength=0"],
  [
    "ListTasks",
    (client, options) =>
      collect(client.listTasks({ contextId: "c d", status: "TASK_STATE_WORKING", pageSize: 2, includeArtifacts: false }, options)),
    "GET /tasks?contextId=c+d&status=TASK_STATE_WORKING&pageSize=2&includeArtifacts=false",
  ],
  [
    "CancelTask",
    (client, options) => client.cancelTask("task-1", { metadata: { why: "late" }, ...options }),
    "POST /tasks/task-1:cancel",
    { metadata: { why: "late" } },
  ],
  ["SubscribeToTask", (client, options) => collect(client.subscribe("task-1", options)), "POST /tasks/task-1:subscribe", {}],
  [
    "CreateTaskPushNotificationConfig",
    (client, options) => client.createPushConfig(config, options),
    "POST /tasks/task-1/pushNotificationConfigs",
    { id: "mine", url: "https://hook.example/" },
  ],
  [
    "GetTaskPushNotificationConfig",
    (client, options) => client.getPushConfig("task-1", "mine", options),
    "GET /tasks/task-1/pushNotificationConfigs/mine",
  ],
  [
    "ListTaskPushNotificationConfigs",
    (client, options) => collect(client.listPushConfigs("task-1", options)),
    "GET /tasks/task-1/pushNotificationConfigs",
  ],
  [
    "DeleteTaskPushNotificationConfig",
    (client, options) => client.deletePushConfig("task-1", "mine", options),
    "DELETE /tasks/task-1/pushNotificationConfigs/mine",
  ],
  ["GetExtendedAgentCard", (client, options) => client.getExtendedCard(options), "GET /extendedAgentCard"],
];

/** Verb, path and query of the only request, and its body. */
async function lineOf({ requests: [request, ...others] }: Peer): Promise<readonly [string, unknown]> {
  if (!request || others.length > 0) throw new Error("expected one request");
  const { pathname, search } = new URL(request.url);
  const body = await request.text();
  return [`${request.method} ${pathname}${search}`, body === "" ? undefined : JSON.parse(body)];
}

for (const [operation, call, line, body] of rows) {
  describe(`${operation} over HTTP+JSON`, () => {
    test(`is ${line}`, async () => {
      const { client, peer } = await connected();
      await call(client);
      expect(await lineOf(peer)).toEqual([line, body]);
    });

    test("has the tenant of the interface before its path, and not in its body or query", async () => {
      const { client, peer } = await connected({ url: "http://peer.test/a2a/", tenant: "a b/c" });
      await call(client);
      expect(await lineOf(peer)).toEqual([line.replace(" ", " /a2a/a%20b%2Fc"), body]);
    });

    test("says what it sends and what it can read, its version, extensions, trace and headers", async () => {
      const { client, peer } = await connected({}, { headers: { Authorization: "Bearer one", "x-client": "1" } });
      const trace = { traceparent: "00-1", tracestate: "a=1" };
      await call(client, { headers: { authorization: "Bearer two" }, extensions: ["urn:a", "urn:b"], trace });
      expect(Object.fromEntries(peer.requests[0]?.headers ?? [])).toEqual({
        accept: "application/a2a+json, application/json, text/event-stream",
        "a2a-version": "1.0",
        "a2a-extensions": "urn:a, urn:b",
        authorization: "Bearer two",
        "x-client": "1",
        ...trace,
        ...(body && { "content-type": "application/a2a+json" }),
      });
    });
  });
}

describe("an address over HTTP+JSON", () => {
  for (const [url, expected] of [
    ["http://peer.test", "http://peer.test/tasks/t?historyLength=1"],
    ["http://peer.test/", "http://peer.test/tasks/t?historyLength=1"],
    ["http://peer.test/a%20b/agent", "http://peer.test/a%20b/agent/tasks/t?historyLength=1"],
    ["http://peer.test/agent/?key=k#top", "http://peer.test/agent/tasks/t?key=k&historyLength=1"],
  ] as const) {
    test(`of ${url} has the path below it, and its query before that of the call`, async () => {
      const { client, peer } = await connected({ url });
      await client.getTask("t", { historyLength: 1 });
      expect(peer.requests[0]?.url.replace(/#.*/, "")).toBe(expected);
    });
  }

  for (const [id, segment] of [
    ["a/b?c#d", "a%2Fb%3Fc%23d"],
    ["ü %2e", "%C3%BC%20%252e"],
    ["a:cancel", "a%3Acancel"],
  ] as const) {
    test(`has the id ${id} in one segment`, async () => {
      const { client, peer } = await connected();
      await client.getTask(id);
      expect(new URL(peer.requests[0]?.url ?? "").pathname).toBe(`/tasks/${segment}`);
    });
  }

  test("has no query for what is not asked for", async () => {
    const { client, peer } = await connected();
    // safe: what callers without types, or with looser ones, write
    await collect(client.listTasks({ contextId: undefined, pageSize: 0 } as object));
    expect(peer.requests[0]?.url).toBe(`${address}tasks?pageSize=0`);
  });

  test("has a tenant that no path says in the query, and in the body where there is one", async () => {
    const { client, peer } = await connected({ tenant: ".." });
    await client.getTask("t");
    await client.cancelTask("t");
    expect(peer.requests.map(({ url }) => url)).toEqual([`${address}tasks/t?tenant=..`, `${address}tasks/t:cancel`]);
    expect(await peer.requests[1]?.json()).toEqual({ tenant: ".." });
  });

  for (const [what, call, code, pointer] of [
    ["no id", (client: Client) => client.getTask(""), "InvalidParamsError", "/id"],
    ["no id to subscribe to", (client: Client) => collect(client.subscribe("")), "InvalidParamsError", "/id"],
    ["no id of a webhook", (client: Client) => client.getPushConfig("t", ""), "InvalidParamsError", "/id"],
    ["no id of a webhook's task", (client: Client) => client.deletePushConfig("", "c"), "InvalidParamsError", "/taskId"],
    ["an id that URLs take for a step up", (client: Client) => client.getTask(".."), "TaskNotFoundError", undefined],
  ] as const) {
    test(`is not made of ${what}: the answer is ${code}, as agents give it`, async () => {
      const { client, peer } = await connected();
      const error = await failureOf(call(client));
      expect(error).toMatchObject({ name: "A2AError", code, violations: pointer ? [{ pointer }] : [] });
      expect(peer.requests).toEqual([]);
    });
  }
});

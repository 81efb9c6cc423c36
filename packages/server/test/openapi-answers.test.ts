// Real answers of a served agent, held against the OpenAPI document that it serves.

import { A2AError } from "@a2a/core";
import type { HandlerOptions } from "@a2a/server";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { allEvents, say } from "./rpc.js";
import type { Served } from "./subjects.js";
import { agentOf, openFetch } from "./subjects.js";

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly responses: Readonly<Record<string, Answer>> };
}

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name?: string; readonly in?: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> };
  readonly responses: Readonly<Record<string, Answer>>;
}

interface Answer {
  readonly $ref?: string;
  readonly headers?: object;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

interface Asked {
  /** Members of the path and of the query. */
  readonly parameters?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const agent = agentOf(
  async function* ({ text }) {
    if (text === "ask") yield { state: "TASK_STATE_INPUT_REQUIRED", message: "What?" };
    else yield `echo: ${text}`;
  },
  { card: { name: "Tested", capabilities: { pushNotifications: true } }, extendedCard: { description: "More." } },
);

const url = "https://hook.example/";

/** Calls operations by their ids, as a client that is generated from the document does, and holds the answers against it. */
async function callerOf(
  served: Served,
  version = "1.0",
): Promise<(operationId: string, asked?: Asked) => Promise<[status: number, body: unknown]>> {
  const document: Document = await (await served.fetch("/openapi.json", { headers: { "a2a-version": version } })).json();
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  const assertValid = (schema: object, value: unknown): void => {
    const check = ajv.compile({ ...schema, components: document.components });
    expect(check(value) ? null : check.errors).toBeNull();
  };
  return async (operationId, { parameters = {}, body, headers } = {}) => {
    const [path, verb, operation] = findOperation(document, operationId);
    const media = { "content-type": "application/json" };
    const given = operation.requestBody?.content["application/json"];
    if (given && body !== undefined && headers === undefined) assertValid(given.schema, body);
    const response = await served.fetch(fill(path, operation, parameters), {
      method: verb.toUpperCase(),
      headers: { ...(body !== undefined && media), ...headers },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const documented = operation.responses[response.status] ?? expect.fail(`${operationId} has no answer ${response.status}`);
    const answer = documented.$ref ? document.components.responses[documented.$ref.split("/").at(-1) ?? ""] : documented;
    const mediaType = response.headers.get("content-type") ?? "";
    const { schema } = answer?.content?.[mediaType] ?? expect.fail(`${operationId} ${response.status} has no ${mediaType}`);
    for (const name of Object.keys(answer?.headers ?? {})) expect(response.headers.has(name), name).toBe(true);
    const values = mediaType === "text/event-stream" ? (await allEvents(response)).map(({ data }) => data) : [await response.json()];
    expect(values.length).toBeGreaterThan(0);
    for (const value of values) assertValid(schema, value);
    return [response.status, values.at(-1)];
  };
}

function findOperation({ paths }: Document, id: string): [path: string, verb: string, operation: Operation] {
  const all = Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]): [string, string, Operation] => [path, verb, operation]),
  );
  return all.find(([, , { operationId }]) => operationId === id) ?? expect.fail(`no operation ${id}`);
}

function fill(path: string, { parameters }: Operation, values: Readonly<Record<string, string | number>>): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const [name, value] of Object.entries(values)) {
    const place = parameters.find((each) => each.name === name)?.in ?? expect.fail(`no parameter ${name}`);
    if (place === "path") filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    else query.set(name, String(value));
  }
  return query.size > 0 ? `${filled}?${query}` : filled;
}

async function open(options: HandlerOptions = {}): Promise<Awaited<ReturnType<typeof callerOf>>> {
  return callerOf(await openFetch(agent, { openApi: true, ...options }));
}

/** Sends a message and gives the id of its task. */
async function begin(ask: Awaited<ReturnType<typeof callerOf>>, text: string): Promise<string> {
  const [, answer] = await ask("SendMessage", { body: { message: say(text) } });
  expect(answer).toHaveProperty("task.id");
  return String(Reflect.get(Object(Reflect.get(Object(answer), "task")), "id"));
}

describe("an answer is what the document says", () => {
  test("of every operation that works on tasks", async () => {
    const ask = await open();
    const id = await begin(ask, "ask");
    expect((await ask("GetTask", { parameters: { id, historyLength: 0 } }))[0]).toBe(200);
    expect((await ask("ListTasks", { parameters: { pageSize: 1, status: "TASK_STATE_INPUT_REQUIRED" } }))[0]).toBe(200);
    expect((await ask("SendStreamingMessage", { body: { message: say("hi") } }))[0]).toBe(200);
    expect((await ask("CancelTask", { parameters: { id }, body: { metadata: { why: "over" } } }))[0]).toBe(200);
  });

  test("of both ways to subscribe", async () => {
    for (const operationId of ["SubscribeToTask", "SubscribeToTaskByGet"]) {
      const served = await openFetch(agent, { openApi: true });
      const plain = await callerOf(served);
      const id = await begin(plain, "ask");
      const subscribing = await callerOf({
        ...served,
        async fetch(path, init) {
          const response = await served.fetch(path, init);
          // The stream has begun: it ends with the task.
          if (path.endsWith(":subscribe")) await plain("CancelTask", { parameters: { id } });
          return response;
        },
      });
      expect((await subscribing(operationId, { parameters: { id } }))[0]).toBe(200);
    }
  });

  test("of every operation on webhooks", async () => {
    const ask = await open();
    const taskId = await begin(ask, "ask");
    const config = { id: "c", url, authentication: { scheme: "Bearer", credentials: "secret" } };
    expect((await ask("CreateTaskPushNotificationConfig", { parameters: { taskId }, body: config }))[0]).toBe(200);
    expect((await ask("GetTaskPushNotificationConfig", { parameters: { taskId, id: "c" } }))[0]).toBe(200);
    expect((await ask("ListTaskPushNotificationConfigs", { parameters: { taskId, pageSize: 5 } }))[0]).toBe(200);
    expect((await ask("DeleteTaskPushNotificationConfig", { parameters: { taskId, id: "c" } }))[0]).toBe(200);
  });

  test("of the extended card", async () => {
    expect((await (await open({ authenticate: () => ({ user: "ann" }) }))("GetExtendedAgentCard"))[0]).toBe(200);
  });

  for (const [what, status, operationId, asked, options] of [
    ["params that are wrong", 400, "ListTasks", { parameters: { pageSize: 1000 } }, {}],
    ["what is no JSON", 400, "SendMessage", { body: "{", headers: { "content-type": "application/json" } }, {}],
    ["a version that is not served", 400, "ListTasks", { headers: { "a2a-version": "9.9" } }, {}],
    ["a task that is not there", 404, "GetTask", { parameters: { id: "none" } }, {}],
    ["a body that is too long", 413, "SendMessage", { body: { message: say("hi") } }, { maxBodyBytes: 10 }],
    ["a media type that is none", 415, "SendMessage", { body: "hi", headers: { "content-type": "text/plain" } }, {}],
    ["a caller who is nobody", 401, "ListTasks", {}, { authenticate: () => refuse("UnauthenticatedError") }],
    ["a caller who may not", 403, "ListTasks", {}, { authenticate: () => refuse("ForbiddenError") }],
    ["a caller who is too fast", 429, "ListTasks", {}, { authenticate: () => refuse("RateLimitedError") }],
    ["a server that has no place", 503, "ListTasks", {}, { authenticate: () => refuse("ResourceUnavailableError") }],
    ["a server that fails", 500, "ListTasks", {}, { authenticate: () => JSON.parse("{") }],
  ] satisfies [string, number, string, Asked, HandlerOptions][]) {
    test(`to ${what}`, async () => {
      expect((await (await open(options))(operationId, asked))[0]).toBe(status);
    });
  }

  test("in the media type of 1.0, to those who know it", async () => {
    const ask = await open();
    expect((await ask("ListTasks", { headers: { accept: "application/a2a+json" } }))[0]).toBe(200);
    expect((await ask("GetTask", { parameters: { id: "none" }, headers: { accept: "application/a2a+json" } }))[0]).toBe(404);
  });

  test("below a tenant, where the document has its second server", async () => {
    const served = await openFetch(agent, { openApi: true, tenants: ["a"] });
    const tenants: Served = {
      ...served,
      fetch: (path, init) => served.fetch(path === "/openapi.json" ? path : `/a${path}`, init),
    };
    expect((await (await callerOf(tenants))("ListTasks"))[0]).toBe(200);
  });
});

describe("an answer of 0.3 is what its document says", () => {
  const message = (text: string): object => ({ message: { messageId: "m", role: "ROLE_USER", content: [{ text }] } });

  test("of every operation", async () => {
    const ask = await callerOf(await openFetch(agent, { openApi: true, authenticate: () => ({ user: "ann" }) }), "0.3");
    const [status, sent] = await ask("SendMessage", { body: message("ask") });
    expect([status, sent]).toMatchObject([200, { task: { status: { state: "TASK_STATE_INPUT_REQUIRED" } } }]);
    const taskId = String(Reflect.get(Object(Reflect.get(Object(sent), "task")), "id"));
    const pushNotificationConfigId = "c";
    const config = { name: `tasks/${taskId}/pushNotificationConfigs/c`, pushNotificationConfig: { id: "c", url } };
    for (const [operationId, asked] of [
      ["GetTask", { parameters: { taskId, historyLength: 1 } }],
      ["CreateTaskPushNotificationConfig", { parameters: { taskId, configId: "c" }, body: config }],
      ["GetTaskPushNotificationConfig", { parameters: { taskId, pushNotificationConfigId } }],
      ["ListTaskPushNotificationConfigs", { parameters: { taskId } }],
      ["DeleteTaskPushNotificationConfig", { parameters: { taskId, pushNotificationConfigId } }],
      ["CancelTask", { parameters: { taskId } }],
      ["SubscribeToTask", { parameters: { taskId } }],
      ["SendStreamingMessage", { body: message("hi") }],
      ["GetExtendedAgentCard", {}],
    ] satisfies [string, Asked][]) {
      expect([operationId, (await ask(operationId, asked))[0]]).toEqual([operationId, 200]);
    }
  });

  for (const [what, status, operationId, asked] of [
    ["params that are wrong", 400, "SendMessage", { body: "{}", headers: { "content-type": "application/json" } }],
    ["a task that is not there", 404, "GetTask", { parameters: { taskId: "none" } }],
    ["a media type that is none", 415, "SendMessage", { body: "hi", headers: { "content-type": "text/plain" } }],
  ] satisfies [string, number, string, Asked][]) {
    test(`to ${what}`, async () => {
      expect((await (await callerOf(await openFetch(agent, { openApi: true }), "0.3"))(operationId, asked))[0]).toBe(status);
    });
  }
});

function refuse(code: ConstructorParameters<typeof A2AError>[0]): never {
  throw new A2AError(code, "no");
}

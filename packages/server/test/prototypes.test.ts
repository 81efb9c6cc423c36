// Names that objects of JavaScript have by themselves are names like any other: they change no prototype, in whatever member they come.

import { describe, expect, test } from "vitest";
import type { Served } from "./subjects.js";
import { agentOf, openFetch, subjects } from "./subjects.js";
import { expectNothingUnhandled } from "./unhandled.js";
import { local, pushing } from "./webhooks.js";

expectNothingUnhandled();

const evil = '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"prototype":{"polluted":true}';

/** Says back what it is told in every place that an agent can, and waits for more. */
const parrot = pushing(
  agentOf(async function* ({ message, metadata }) {
    yield { artifact: { parts: message.parts, ...(metadata && { metadata }) } };
    yield { state: "TASK_STATE_INPUT_REQUIRED", message: { ...message, role: "ROLE_AGENT" } };
  }),
);

type Json = { readonly [name: string]: Json } | readonly Json[] | string | number | boolean | null;

/** Writes a value with evil members in the object at a path, or in every one. Paths are counted as they come. */
function poisoned(value: Json, at: number | "all"): string {
  let objects = 0;
  function write(each: Json): string {
    if (typeof each !== "object" || each === null) return JSON.stringify(each);
    if (Array.isArray(each)) return `[${each.map(write).join()}]`;
    const isChosen = at === "all" || at === objects;
    objects += 1;
    const members = Object.entries(each).map(([name, member]) => `${JSON.stringify(name)}:${write(member)}`);
    return `{${[...(isChosen ? [evil] : []), ...members].join()}}`;
  }
  return write(value);
}

function countObjects(value: Json): number {
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((sum: number, member: Json) => sum + countObjects(member), Array.isArray(value) ? 0 : 1);
}

interface Asked {
  readonly name: string;
  readonly verb: "POST" | "GET";
  readonly path: string;
  readonly version: string;
  readonly body: Json;
}

const url = "http://127.0.0.1:9/hook";
const metadata = { a: { b: {} } };
const webhook = { url, authentication: { scheme: "Bearer", credentials: "x" } };
const olderPlain = { url, authentication: { schemes: ["Bearer"], credentials: "x" } };
const older = { ...olderPlain, headers: { "X-Mine": "1" } };
const parts = [
  { text: "hi", metadata },
  { data: { c: {} }, metadata },
  { raw: "aGk=", mediaType: "text/plain", metadata },
];

function partsOf(tag: "kind" | "type"): Json {
  return [
    { [tag]: "text", text: "hi", metadata },
    { [tag]: "data", data: { c: {} }, metadata },
    { [tag]: "file", file: { bytes: "aGk=", mimeType: "text/plain" }, metadata },
  ];
}

function rpc(version: string, method: string, params: Json): Asked {
  return { name: `${method} in ${version}`, verb: "POST", path: "/", version, body: { jsonrpc: "2.0", id: 1, method, params } };
}

function rest(version: string, path: string, body: Json): Asked {
  return { name: `POST ${path} in ${version}`, verb: "POST", path, version, body };
}

const message = { messageId: "m", role: "ROLE_USER", parts, metadata };
const message03 = { kind: "message", messageId: "m", role: "user", parts: partsOf("kind"), metadata };
const content = [{ text: "hi", metadata }, { data: { data: { c: {} } } }, { file: { fileWithBytes: "aGk=", mimeType: "text/plain" } }];
const messageProto = { messageId: "m", role: "ROLE_USER", content, metadata };

const sends: readonly Asked[] = [
  rpc("1.0", "SendMessage", { message, metadata, configuration: { taskPushNotificationConfig: webhook } }),
  rpc("0.3", "message/send", { message: message03, metadata, configuration: { pushNotificationConfig: olderPlain } }),
  rpc("0.1", "tasks/send", {
    id: "t",
    message: { role: "user", parts: partsOf("type"), metadata },
    metadata,
    pushNotification: olderPlain,
  }),
  rest("1.0", "/message:send", { message, metadata, configuration: { taskPushNotificationConfig: webhook } }),
  rest("0.3", "/v1/message:send", { message: messageProto, metadata, configuration: { pushNotification: olderPlain } }),
];

const others: readonly Asked[] = [
  rpc("1.0", "GetTask", { id: "t" }),
  rpc("1.0", "ListTasks", { contextId: "c" }),
  rpc("1.0", "CancelTask", { id: "t", metadata }),
  rpc("1.0", "SubscribeToTask", { id: "t" }),
  rpc("1.0", "CreateTaskPushNotificationConfig", { taskId: "t", ...webhook }),
  rpc("1.0", "DeleteTaskPushNotificationConfig", { taskId: "t", id: "c" }),
  rpc("0.3", "tasks/get", { id: "t", metadata }),
  rpc("0.3", "tasks/cancel", { id: "t", metadata }),
  rpc("0.3", "tasks/pushNotificationConfig/set", { taskId: "t", pushNotificationConfig: older }),
  rpc("0.1", "tasks/pushNotification/set", { id: "t", pushNotificationConfig: older }),
  rest("1.0", "/tasks/t:cancel", { metadata }),
  rest("1.0", "/tasks/t/pushNotificationConfigs", webhook),
  rest("0.3", "/v1/tasks/t/pushNotificationConfigs", { config: { pushNotificationConfig: older } }),
];

async function ask(served: Served, { verb, path, version }: Asked, body: string): Promise<string> {
  const headers = { "content-type": "application/json", "a2a-version": version };
  return (await served.fetch(path, { method: verb, headers, body })).text();
}

/** What the prototypes of everything have. */
function prototypes(): unknown {
  return [Object.prototype, Array.prototype, Function.prototype, String.prototype, Map.prototype, Promise.prototype].map((each) =>
    Reflect.ownKeys(each),
  );
}

/** Does something, and looks that it changes no prototype. */
async function expectUnpolluted(act: () => Promise<unknown>): Promise<void> {
  const before = prototypes();
  try {
    await act();
    expect(prototypes()).toEqual(before);
    expect("polluted" in {}).toBe(false);
  } finally {
    // No other test is to see it.
    Reflect.deleteProperty(Object.prototype, "polluted");
  }
}

const failure = /-32603|"code":500|INTERNAL/;

describe("evil members change no prototype, and break nothing", () => {
  for (const asked of [...sends, ...others]) {
    test(`in any object of ${asked.name}, alone and all together`, async () => {
      await expectUnpolluted(async () => {
        for (let at = 0; at < countObjects(asked.body); at += 1) {
          const served = await openFetch(parrot, { push: { ...local, fetch: async () => new Response() } });
          expect([at, await ask(served, asked, poisoned(asked.body, at))]).not.toEqual([at, expect.stringMatching(failure)]);
        }
        const served = await openFetch(parrot, { push: { ...local, fetch: async () => new Response() } });
        expect(await ask(served, asked, poisoned(asked.body, "all"))).not.toMatch(failure);
      });
    });
  }
});

describe("evil members of metadata and data are kept, and come back as they were", () => {
  for (const asked of sends) {
    test(`in ${asked.name}`, async () => {
      await expectUnpolluted(async () => {
        const served = await openFetch(parrot, { push: { ...local, fetch: async () => new Response() } });
        const text = await ask(served, asked, poisoned(asked.body, "all"));
        // In the metadata of the artifact, which are those of the request, and in the data of its parts.
        expect(text).toContain(`"a":{${evil},"b":{${evil}}}`);
        expect(text).toContain(`"c":{${evil}}`);
      });
    });
  }
});

const names = ["__proto__", "constructor", "prototype", "hasOwnProperty", "toString", "__defineGetter__"];

describe.each(subjects)("$name takes such names wherever a text is one", ({ open }) => {
  test("as the id of a task, its context, tenant, message, webhook and user", async () => {
    await expectUnpolluted(async () => {
      const authenticate = ({ header }: { header(name: string): string | undefined }): { user: string } => ({
        user: header("x-user") ?? "",
      });
      const served = await open(parrot, { authenticate, push: { ...local, fetch: async () => new Response() }, fileUrls: "any" });
      for (const name of names) {
        const headers = { "content-type": "application/json", "x-user": name, "a2a-version": "0.1" };
        const post = async (
          method: string,
          params: object,
          version: string,
        ): Promise<{ readonly result?: unknown; readonly error?: unknown }> =>
          (
            await served.fetch("/", {
              method: "POST",
              headers: { ...headers, "a2a-version": version },
              body: JSON.stringify({ jsonrpc: "2.0", id: name, method, params }),
            })
          ).json();
        const role = { role: "user", parts: [{ type: "text", text: "hi" }] };
        expect(await post("tasks/send", { id: name, sessionId: name, message: role }, "0.1")).toMatchObject({
          id: name,
          result: { id: name },
        });
        expect(await post("CreateTaskPushNotificationConfig", { taskId: name, id: name, url }, "1.0")).toMatchObject({
          result: { id: name },
        });
        expect(await post("GetTask", { id: name }, "1.0")).toMatchObject({ result: { id: name, contextId: name } });
        expect(await post("GetTask", { id: name, tenant: name }, "1.0")).toMatchObject({ error: { code: -32001 } });
        expect(await post(name, {}, "1.0")).toMatchObject({ error: { code: -32601 } });
      }
    });
  });

  test("in headers and in the query", async () => {
    await expectUnpolluted(async () => {
      const served = await open(parrot);
      for (const name of names) {
        for (const query of [`${name}=1`, `${name}[polluted]=1`, `${name}.polluted=1`, `constructor[prototype][polluted]=1`]) {
          const headers = { [name]: "x", [`a2a-${name}`]: "x", "a2a-extensions": name, cookie: `${name}=1` };
          expect((await served.fetch(`/tasks?${query}`, { headers })).status).toBe(200);
          expect((await served.fetch(`/.well-known/agent-card.json?${query}`, { headers })).status).toBe(200);
        }
        expect((await served.fetch(`/${name}`)).status).toBe(404);
        expect((await served.fetch(`/tasks/${name}`)).status).toBe(404);
      }
    });
  });
});

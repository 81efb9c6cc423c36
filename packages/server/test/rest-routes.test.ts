// Every path of HTTP+JSON that the tables name, and none besides.

import { connect } from "node:net";
import type { RestRoute } from "@a2a/core/internal";
import { dialects } from "@a2a/core/internal/dialects";
import { restForms } from "@a2a/core/internal/rest";
import type { OperationReport } from "@a2a/server";
import { createA2AHandler } from "@a2a/server";
import { beforeEach, describe, expect, test } from "vitest";
import { ask, errorIn, reach, read, reasonOf, sayIn03 } from "./rest.js";
import { allEvents, call, say, sendFor } from "./rpc.js";
import type { Served } from "./subjects.js";
import { agentOf, countingIds, echo, openFetch, subjects } from "./subjects.js";
import { openPushing } from "./webhooks.js";

const webhook = "https://client.example/hook";

const bodiesOfNewest: Partial<Record<RestRoute["operation"], () => unknown>> = {
  SendMessage: () => ({ message: say("hi") }),
  SendStreamingMessage: () => ({ message: say("hi") }),
  CreateTaskPushNotificationConfig: () => ({ url: webhook }),
};

/** Bodies of requests that have one, by version and operation. */
const bodies: Readonly<Record<string, typeof bodiesOfNewest>> = {
  "1.1": bodiesOfNewest,
  "1.0": bodiesOfNewest,
  "0.3": {
    SendMessage: () => ({ message: sayIn03("hi") }),
    SendStreamingMessage: () => ({ message: sayIn03("hi") }),
    CreateTaskPushNotificationConfig: () => ({ pushNotificationConfig: { url: webhook } }),
  },
};

/** An agent that offers everything. It works on what it is told first until it is stopped. */
const everything = agentOf(
  async function* ({ text, signal }) {
    yield { state: "TASK_STATE_WORKING" };
    if (text === "hold") await new Promise((resolve) => signal.addEventListener("abort", resolve));
  },
  { extendedCard: { description: "more" } },
);

const versions = dialects.map(({ version }) => version);

/** Previews share their paths with what they are of: their callers name them. */
const namedIn = (version: string): Readonly<Record<string, string>> => (version === "1.1" ? { "a2a-version": version } : {});

const node = subjects.find(({ name }) => name === "the Node handler") ?? expect.fail("no such subject");

const reports: OperationReport[] = [];

beforeEach(() => {
  reports.length = 0;
});

interface Stage {
  readonly served: Served;
  readonly task: string;
  readonly tenant: string | undefined;
}

/** A server with a task that works, and a webhook of it. */
async function open(tenant?: string): Promise<Stage> {
  const served = await openPushing(everything, {
    makeId: countingIds(),
    versions,
    authenticate: () => ({ user: "ann" }),
    push: { fetch: async () => new Response() },
    onOperation: (report) => void reports.push(report),
  });
  const { id } = await sendFor(served, say("hold"), { returnImmediately: true, taskPushNotificationConfig: { id: "w", url: webhook } });
  const task = tenant === undefined ? id : await taskOfTenant(served, tenant);
  reports.length = 0;
  return { served, task, tenant };
}

async function taskOfTenant(served: Served, tenant: string): Promise<string> {
  const configuration = { returnImmediately: true, taskPushNotificationConfig: { id: "w", url: webhook } };
  const { body } = await ask(served, "POST", `/${tenant}/message:send`, { json: { message: say("hold"), configuration } });
  // safe: it was answered with a task
  return (body.task as { id: string }).id;
}

/** Ends the task that a stream follows. */
function end({ served, task, tenant }: Stage): Promise<unknown> {
  return call(served, "CancelTask", { id: task, ...(tenant && { tenant }) });
}

/** A path with these in place of its parameters, in their order. */
function filled(template: string, values: readonly string[]): string {
  let at = -1;
  return template.replaceAll(/\{\w+=?([^}]*)\}/g, (_, inner: string) =>
    (inner || "*").replaceAll("*", () => {
      at += 1;
      return values[at] ?? expect.fail(`too little for ${template}`);
    }),
  );
}

describe.each(restForms)("of $dialect.version", ({ dialect: { version }, table }) => {
  const { prefix, tenantPrefix, routes } = table;
  const tenants = tenantPrefix === undefined ? [undefined] : [undefined, "acme"];

  for (const { operation, verb, path, streaming } of routes) {
    for (const tenant of tenants) {
      const template = (tenant === undefined ? "" : tenantPrefix) + prefix + path;
      test(`${verb} ${template} does ${operation}`, async () => {
        const stage = await open(tenant);
        const { served } = stage;
        const json = bodies[version]?.[operation]?.();
        const at = filled(template, [...(tenant === undefined ? [] : [tenant]), stage.task, "w"]);
        const response = await reach(served, verb, at, {
          headers: namedIn(version),
          ...(verb === "POST" && json !== undefined && { json }),
        });
        expect([response.status, response.headers.get("content-type")]).toEqual([
          200,
          streaming ? "text/event-stream" : "application/json",
        ]);
        if (operation === "SubscribeToTask") await end(stage);
        if (streaming) expect((await allEvents(response)).length).toBeGreaterThan(0);
        else expect(await response.json()).toBeTypeOf("object");
        const own = reports.find((report) => report.binding === "HTTP+JSON");
        expect(own).toMatchObject({ operation, version, binding: "HTTP+JSON", user: "ann" });
        expect([own?.tenant, own?.error]).toEqual([tenant, undefined]);
      });
    }
  }

  const verbs = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
  for (const path of new Set(routes.map((route) => route.path))) {
    const allowed = routes.filter((route) => route.path === path).map((route) => route.verb);
    for (const verb of verbs.filter((each) => !allowed.some((one) => one === each))) {
      test(`${verb} ${prefix}${path} is refused with 405 and Allow: ${allowed.join(", ")}`, async () => {
        const served = await openFetch(echo, { versions });
        const response = await reach(served, verb, filled(prefix + path, ["x", "y"]), { headers: namedIn(version) });
        expect([response.status, response.headers.get("allow")]).toEqual([405, allowed.join(", ")]);
        if (verb === "HEAD") return expect(await response.text()).toBe("");
        expect(errorIn(await read(response), version)).toBe("MethodNotFoundError");
      });
    }
  }
});

describe.each(subjects)("of nothing that is served, at $name", ({ open: openAt }) => {
  for (const [verb, path] of [
    ["GET", "/nowhere"],
    ["POST", "/nowhere"],
    ["DELETE", "/nowhere"],
    ["GET", "/tasks/"],
    ["GET", "/tasks/a/b"],
    ["GET", "/tasks/%zz"],
    ["GET", "/tasks/%ff"],
    ["GET", "//tasks"],
    ["GET", "/tasks/t/pushNotificationConfigs/"],
    ["POST", "/message"],
    ["POST", "/message:sent"],
    ["POST", "/message:send/"],
    ["POST", "/a/b/message:send"],
    ["GET", "/__proto__"],
    ["GET", "/favicon.ico"],
    ["GET", "/index.html"],
  ] as const) {
    test(`${verb} ${path} is refused with 404, as JSON`, async () => {
      const served = await openAt(echo);
      const answer = await ask(served, verb, path);
      expect([answer.status, answer.error?.code, answer.error?.status, reasonOf(answer)]).toEqual([
        404,
        404,
        "UNIMPLEMENTED",
        "METHOD_NOT_FOUND",
      ]);
    });
  }

  test("HEAD is refused with 404 and without a body", async () => {
    const response = await reach(await openAt(echo), "HEAD", "/nowhere");
    expect([response.status, await response.text()]).toEqual([404, ""]);
  });
});

describe("a path as it came, which no client has put in order", () => {
  for (const [path, status, reason] of [
    ["/tasks/..", 404, "TASK_NOT_FOUND"],
    ["/tasks/.", 404, "TASK_NOT_FOUND"],
    ["/tasks/%2e%2e", 404, "TASK_NOT_FOUND"],
    ["/tasks/../tasks", 404, "METHOD_NOT_FOUND"],
    ["/../tasks", 200, undefined],
    ["/./tasks", 200, undefined],
    ["/tasks?", 200, undefined],
    ["/tasks#part", 404, "METHOD_NOT_FOUND"],
    ["/tasks;a=b", 404, "METHOD_NOT_FOUND"],
    ["/tasks/a\\b", 404, "TASK_NOT_FOUND"],
    ["http://other.test/tasks?pageSize=1", 200, undefined],
  ] as const) {
    test(`is answered with ${status}, as JSON: ${path}`, async () => {
      const served = await node.open(echo);
      const { port } = new URL(served.url);
      const answer = await new Promise<{ readonly status: number | undefined; readonly body: string }>((resolve, reject) => {
        const socket = connect(Number(port), "127.0.0.1", () =>
          socket.end(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`, "latin1"),
        );
        let text = "";
        socket.on("data", (chunk) => {
          text += chunk;
        });
        socket.once("error", reject);
        socket.once("close", () => resolve({ status: Number(text.split(" ")[1]), body: text.split("\r\n\r\n")[1] ?? "" }));
      });
      expect([answer.status, reasonOf(JSON.parse(answer.body))]).toEqual([status, reason]);
    });
  }
});

describe("the option bindings", () => {
  test("that names JSON-RPC alone leaves no path below the agent's", async () => {
    const served = await openFetch(echo, { bindings: ["JSONRPC"] });
    expect((await call(served, "SendMessage", { message: say("hi") })).error).toBeUndefined();
    expect((await reach(served, "POST", "/message:send", { json: { message: say("hi") } })).status).toBe(404);
    expect(new Set(await bindingsOf(served))).toEqual(new Set(["JSONRPC"]));
  });

  test("that names HTTP+JSON alone leaves nothing at the agent's own path, and says so as HTTP+JSON does", async () => {
    const served = await openFetch(echo, { bindings: ["HTTP+JSON"] });
    expect((await ask(served, "POST", "/message:send", { json: { message: say("hi") } })).status).toBe(200);
    expect((await ask(served, "POST", "/", { json: {} })).status).toBe(404);
    expect(new Set(await bindingsOf(served))).toEqual(new Set(["HTTP+JSON"]));
  });
});

async function bindingsOf(served: Served): Promise<unknown[]> {
  const card = await (await served.fetch("/.well-known/agent-card.json", { headers: { "a2a-version": "1.0" } })).json();
  return card.supportedInterfaces.map(({ protocolBinding }: { readonly protocolBinding: unknown }) => protocolBinding);
}

test("below a base path everything is found there and nothing besides", async () => {
  const served = await openFetch(echo, { basePath: "/agents/echo" });
  expect((await ask(served, "POST", "/agents/echo/message:send", { json: { message: say("hi") } })).status).toBe(200);
  expect((await ask(served, "GET", "/agents/echo/acme/tasks")).status).toBe(200);
  for (const path of ["/message:send", "/agents/message:send", "/agents/echomessage:send", "/agents/echo/agents/echo/message:send"])
    expect([path, (await reach(served, "POST", path, { json: { message: say("hi") } })).status]).toEqual([path, 404]);
});

test("the interface of the card is the address to which the paths are added", async () => {
  for (const basePath of ["", "/agents/echo"]) {
    const served = await openFetch(echo, { basePath });
    const card = await (await served.fetch(`${basePath}/.well-known/agent-card.json`, { headers: { "a2a-version": "1.0" } })).json();
    const found = card.supportedInterfaces.find((each: Record<string, unknown>) => each.protocolBinding === "HTTP+JSON");
    const { pathname } = new URL(`${found.url}/tasks`);
    expect((await ask(served, "GET", pathname)).body).toMatchObject({ tasks: [] });
  }
});

describe("a tenant", () => {
  const reserved = restForms.flatMap(({ table: { prefix } }) => (prefix === "" ? [] : [prefix.slice(1)]));
  for (const name of reserved) {
    test(`is not named ${name}, because paths that begin so are another version's`, () => {
      expect(() => createA2AHandler({ definition: echo }, { tenants: [name, "acme"] })).toThrow(/tenants must not be named/);
      expect(() => createA2AHandler({ definition: echo }, { tenants: [name], bindings: ["JSONRPC"] })).not.toThrow();
    });
  }

  test("that is not served is refused for what is wrong, whichever path it stands in", async () => {
    const served = await openFetch(echo, { tenants: ["acme"] });
    expect((await ask(served, "GET", "/acme/tasks")).status).toBe(200);
    for (const path of ["/tasks", "/other/tasks", "/tasks?tenant=other"]) {
      const answer = await ask(served, "GET", path);
      expect([path, answer.status, reasonOf(answer)]).toEqual([path, 400, "INVALID_PARAMS"]);
    }
  });
});

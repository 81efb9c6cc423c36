// Pages of other origins, as browsers ask for them: Fetch standard, section 3.3.

import { A2AError } from "@a2a/core";
import type { AgentCardInput, CorsOptions } from "@a2a/server";
import { defineAgent } from "@a2a/server";
import { toNodeHandler } from "@a2a/server/node";
import { describe, expect, test } from "vitest";
import { mounts, open as openMount } from "./mounts.js";
import { allEvents, say, send } from "./rpc.js";
import type { Served } from "./subjects.js";
import { agentOf, echo, subjects } from "./subjects.js";

const page = "https://app.example";
const stranger = "https://evil.example";
const cors: CorsOptions = { origins: [page, "http://localhost:5173"] };
const cardPath = "/.well-known/agent-card.json";

interface Preflight {
  readonly status: number;
  readonly allow: string | null;
  readonly origin: string | null;
  readonly methods: string | null;
  readonly headers: readonly string[];
  readonly credentials: string | null;
  readonly maxAge: string | null;
  readonly vary: string | null;
}

/** What a browser asks before a call that a form could not make. */
async function preflight(served: Served, path = "/", origin = page, method = "POST"): Promise<Preflight> {
  const asked = { origin, "access-control-request-method": method, "access-control-request-headers": "a2a-version,content-type" };
  const { status, headers } = await served.fetch(path, { method: "OPTIONS", headers: asked });
  const value = (name: string): string | null => headers.get(name);
  return {
    status,
    allow: value("allow"),
    origin: value("access-control-allow-origin"),
    methods: value("access-control-allow-methods"),
    headers: value("access-control-allow-headers")?.split(", ") ?? [],
    credentials: value("access-control-allow-credentials"),
    maxAge: value("access-control-max-age"),
    vary: value("vary"),
  };
}

function across({ headers }: Response): (string | null)[] {
  return ["access-control-allow-origin", "access-control-allow-credentials", "vary"].map((name) => headers.get(name));
}

function ask(served: Served, path = "/", origin: string | undefined = page, body = "{"): Promise<Response> {
  const headers = { "content-type": "application/json", ...(origin && { origin }) };
  return served.fetch(path, { method: "POST", headers, body });
}

describe.each(subjects)("pages of other origins, by $name", ({ open }) => {
  for (const path of [cardPath, "/.well-known/agent.json", "/openapi.json"]) {
    test(`may read ${path}, ask for a version of it and know its tag`, async () => {
      const served = await open(echo, { openApi: true });
      const asked = await preflight(served, path, stranger, "GET");
      expect(asked).toMatchObject({ status: 204, origin: "*", methods: "GET, HEAD", credentials: null, vary: null, maxAge: "7200" });
      expect(asked.headers).toEqual(expect.arrayContaining(["a2a-version", "authorization", "if-none-match", "if-modified-since"]));
      const answer = await served.fetch(path, { headers: { origin: stranger } });
      expect(across(answer)).toEqual(["*", null, "A2A-Version"]);
      expect(answer.headers.get("access-control-expose-headers")).toBe("etag");
    });
  }

  test("may call nothing by default", async () => {
    const served = await open(echo);
    for (const path of ["/", "/message:send", "/tasks/1"]) {
      expect(await preflight(served, path)).toMatchObject({ status: 405, origin: null, methods: null, headers: [] });
    }
    expect(across(await ask(served))).toEqual([null, null, null]);
  });

  test("may call where they are allowed to, in every binding", async () => {
    const served = await open(echo, { cors });
    for (const [path, methods] of [
      ["/", "POST"],
      ["/message:send", "POST"],
      ["/tasks/1", "GET"],
      ["/tasks/1:subscribe", "POST, GET"],
      ["/tenant/tasks/1/pushNotificationConfigs/2", "GET, DELETE"],
      ["/agent/authenticatedExtendedCard", "GET, HEAD"],
    ] as const) {
      expect([path, await preflight(served, path)]).toMatchObject([
        path,
        { status: 204, origin: page, methods, credentials: null, vary: "Origin", maxAge: "7200" },
      ]);
    }
  });

  test("may send the headers of HTTP, of traces and of every version, and the keys of the card", async () => {
    const card: AgentCardInput = {
      name: "Keyed",
      securitySchemes: {
        one: { apiKeySecurityScheme: { location: "header", name: "X-API-Key" } },
        two: { apiKeySecurityScheme: { location: "query", name: "key" } },
      },
    };
    const served = await open({ ...echo, card }, { authenticate: () => ({}), cors: { ...cors, headers: ["X-Request-Id"] } });
    expect((await preflight(served)).headers).toEqual([
      ...["authorization", "content-type", "last-event-id", "traceparent", "tracestate", "baggage"],
      ...["a2a-version", "a2a-extensions", "x-a2a-extensions"],
      ...["if-none-match", "if-modified-since", "x-api-key", "x-request-id"],
    ]);
  });

  test("may read answers, refusals and the headers of both", async () => {
    const served = await open(echo, { cors });
    const exposed = "a2a-version, a2a-extensions, x-a2a-extensions, etag, www-authenticate, retry-after";
    const params = JSON.stringify({ message: say("hi") });
    for (const [path, body, status] of [
      ["/", JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params: JSON.parse(params) }), 200],
      ["/", "{", 200],
      ["/message:send", params, 200],
      ["/message:send", "{", 400],
      ["/nowhere", "{}", 404],
      ["/tasks/1", "{}", 405],
    ] as const) {
      const answer = await ask(served, path, page, body);
      expect([path, answer.status, ...across(answer)]).toEqual([path, status, page, null, "Origin"]);
      expect(answer.headers.get("access-control-expose-headers")).toBe(exposed);
    }
  });

  test("may read streams", async () => {
    const served = await open(echo, { cors });
    const response = await send(served, "SendStreamingMessage", { message: say("hi") }, { headers: { origin: page } });
    expect(across(response)).toEqual([page, null, "Origin"]);
    expect((await allEvents(response)).length).toBe(3);
  });

  test("may read that the agent has failed, or does not know them", async () => {
    const told = ["UnauthenticatedError", "InternalError"] as const;
    for (const code of told) {
      const served = await open(agentOf(echo.run), {
        cors,
        authenticate() {
          throw new A2AError(code, "no");
        },
      });
      const answer = await served.fetch("/tasks", { headers: { origin: page } });
      expect([code, answer.ok, ...across(answer)]).toEqual([code, false, page, null, "Origin"]);
    }
  });

  for (const [who, origin] of [
    ["another origin", stranger],
    ["the same host with another port", "https://app.example:8443"],
    ["an origin that begins like one", "https://app.example.evil.example"],
    ["an origin in other letters", "HTTPS://APP.EXAMPLE"],
    ["no origin", "null"],
  ] as const) {
    test(`may not call from ${who}, and caches know that it depends on that`, async () => {
      const served = await open(echo, { cors });
      expect(await preflight(served, "/", origin)).toMatchObject({ status: 405, origin: null, methods: null, vary: "Origin" });
      expect(across(await ask(served, "/", origin))).toEqual([null, null, "Origin"]);
    });
  }

  test("are not asked for by callers that are no browsers, whose answers say what they depend on all the same", async () => {
    const served = await open(echo, { cors });
    expect(across(await ask(served, "/", ""))).toEqual([null, null, "Origin"]);
  });

  test("are any with *, and then no answer depends on it", async () => {
    const served = await open(echo, { cors: { origins: "*", maxAgeSeconds: 0 } });
    expect(await preflight(served, "/", stranger)).toMatchObject({ status: 204, origin: "*", credentials: null, vary: null, maxAge: "0" });
    expect(across(await ask(served, "/", stranger))).toEqual(["*", null, null]);
  });

  test("send cookies where that is allowed, but not to read a card", async () => {
    const served = await open(echo, { cors: { ...cors, credentials: true } });
    expect(await preflight(served)).toMatchObject({ status: 204, origin: page, credentials: "true" });
    expect(across(await ask(served))).toEqual([page, "true", "Origin"]);
    expect(await preflight(served, cardPath)).toMatchObject({ origin: "*", credentials: null });
  });

  test("are not told of paths at which nothing is", async () => {
    const served = await open(echo, { cors });
    expect(await preflight(served, "/nowhere")).toMatchObject({ status: 404, methods: null });
  });

  test("that ask without being a page are refused like any other verb", async () => {
    const served = await open(echo, { cors });
    const response = await served.fetch("/", { method: "OPTIONS", headers: { origin: page } });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
  });
});

describe.each(mounts)("$name", (mount) => {
  test("lets the browser of an allowed page ask and call", async () => {
    const served = await openMount(mount, echo, { cors });
    expect(await preflight(served)).toMatchObject({ status: 204, origin: page, methods: "POST" });
    expect(across(await ask(served, "/", page, "{}"))).toEqual([page, null, "Origin"]);
    expect(await preflight(served, cardPath, stranger, "GET")).toMatchObject({ status: 204, origin: "*" });
  });
});

for (const [what, options, message] of [
  ["credentials for every origin", { origins: "*", credentials: true }, "cors.credentials needs cors.origins that are named"],
  ["an origin with a slash at its end", { origins: ["https://app.example/"] }, "https://app.example/"],
  ["an origin with its usual port", { origins: ["https://app.example:443"] }, "https://app.example:443"],
  ["an origin without a scheme", { origins: ["app.example"] }, "app.example"],
  ["a * among origins", { origins: ["*"] }, "*"],
  ["an age below nothing", { origins: "*", maxAgeSeconds: -1 }, "cors.maxAgeSeconds"],
] satisfies [string, CorsOptions, string][]) {
  test(`${what} is a TypeError that says so`, () => {
    expect(() => toNodeHandler(defineAgent(echo), { cors: options })).toThrow(TypeError);
    expect(() => toNodeHandler(defineAgent(echo), { cors: options })).toThrow(message);
  });
}

test("origins of apps have schemes of their own", () => {
  const origins = ["capacitor://localhost", "chrome-extension://abcdefgh", "http://[::1]:3000"];
  expect(() => toNodeHandler(defineAgent(echo), { cors: { origins } })).not.toThrow();
});

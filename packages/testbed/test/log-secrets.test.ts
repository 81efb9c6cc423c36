// Credentials are planted wherever a request can carry one, and everything is made to go wrong that is reported: no report has any of them.

import { inspect } from "node:util";
import type { AgentCard } from "@a2a/core";
import { message } from "@a2a/core";
import type { Operation } from "@a2a/core/internal";
import type { AgentDefinition, HandlerOptions, Logger, Security } from "@a2a/server";
import { createMemoryStore } from "@a2a/server";
import { apiKey, basic, opaqueBearer } from "@a2a/server/auth";
import { jwtBearer } from "@a2a/server/jwt";
import { describe, expect, test, vi } from "vitest";
import type { RawRoad } from "./raw-road.js";
import { serveEverywhere } from "./raw-road.js";

const schemes: NonNullable<AgentCard["securitySchemes"]> = {
  token: { httpAuthSecurityScheme: { scheme: "Bearer" } },
  jwt: { openIdConnectSecurityScheme: { openIdConnectUrl: "https://id.example" } },
  login: { httpAuthSecurityScheme: { scheme: "Basic" } },
  header: { apiKeySecurityScheme: { location: "header", name: "X-Key" } },
  query: { apiKeySecurityScheme: { location: "query", name: "key" } },
  cookie: { apiKeySecurityScheme: { location: "cookie", name: "key" } },
};

const jwt = [{ alg: "ES256", kid: "xyzzy-jwt-kid" }, { sub: "xyzzy-jwt-sub" }, "xyzzy-jwt-signature"].map((part) =>
  Buffer.from(typeof part === "string" ? part : JSON.stringify(part)).toString("base64url"),
);

/** What a request is sent with, each in turn. */
const credentials: readonly Readonly<Record<string, string>>[] = [
  {},
  { authorization: "Bearer xyzzy-right" },
  { authorization: "Bearer xyzzy-wrong" },
  { authorization: "Bearer xyzzy-two xyzzy-words" },
  { authorization: `Bearer ${jwt.join(".")}` },
  { authorization: `Basic ${btoa("ann:xyzzy-password")}` },
  { authorization: `Basic ${btoa("xyzzy-without-colon")}` },
  { authorization: "xyzzy-scheme xyzzy-rest" },
  { "x-key": "xyzzy-key" },
  { "x-key": "xyzzy-key-wrong" },
  { cookie: "key=xyzzy-cookie; other=xyzzy-other" },
  { authorization: "Bearer xyzzy-right", "x-key": "xyzzy-key", cookie: "key=xyzzy-cookie", "proxy-authorization": "Basic xyzzy-proxy" },
  { authorization: "Bearer xyzzy-right", "a2a-version": "9.9" },
  { authorization: "Bearer xyzzy-right", "last-event-id": "1" },
];

const planted = ["xyzzy", ...jwt, btoa("ann:xyzzy-password"), btoa("xyzzy-without-colon")];

const agent: AgentDefinition = {
  card: { name: "Leaky", capabilities: { pushNotifications: true }, securitySchemes: schemes },
  extendedCard: () => Promise.reject(new Error("no card today")),
  async *run({ text }) {
    if (text === "throw") throw new Error("the agent failed");
    yield { artifact: { artifactId: "a", name: "n", parts: { data: [1] } } };
    if (text === "ask") yield { state: "TASK_STATE_INPUT_REQUIRED" };
  },
};

const security: Security = {
  token: opaqueBearer({ ann: "xyzzy-right" }),
  jwt: jwtBearer({ issuer: "https://id.example", audience: "agent", jwksUrl: "http://127.0.0.1:9/keys" }),
  login: basic({ ann: "xyzzy-password" }),
  header: apiKey({ ann: "xyzzy-key" }),
  query: apiKey(() => {
    throw new Error("the keys are not there");
  }),
  cookie: apiKey({ ann: "xyzzy-cookie" }),
};

const webhook = {
  url: "https://hook.example/path",
  id: "c",
  token: "xyzzy-push-token",
  authentication: { scheme: "Bearer", credentials: "xyzzy-push-credentials" },
};

/** A logger whose every level is kept, with all that an inspection shows of it. */
function keepAll(): { readonly logger: Logger; readonly kept: string[] } {
  const kept: string[] = [];
  const level =
    (name: string): Logger["error"] =>
    (facts, words) => {
      kept.push(`${name} ${words} ${inspect(facts, { depth: Number.POSITIVE_INFINITY, maxStringLength: null, maxArrayLength: null })}`);
    };
  return {
    logger: { debug: level("debug"), info: level("info"), warn: level("warn"), error: level("error"), isLevelEnabled: () => true },
    kept,
  };
}

/** Asks for everything with everything. */
async function askAll(roads: readonly RawRoad[], fetch: (request: Request) => Promise<Response>): Promise<void> {
  for (const road of roads) {
    for (const headers of credentials) {
      for (const word of ["ask", "throw"]) {
        const id = `t-${crypto.randomUUID()}`;
        const told = { ...message(word), ...(road.dialect.rules.clientTaskIds && { taskId: id }) };
        await ask(road, "SendMessage", { message: told, configuration: { taskPushNotificationConfig: webhook } }, headers);
      }
      for (const operation of ["GetTask", "CancelTask", "SubscribeToTask"] as const) await ask(road, operation, { id: "nowhere" }, headers);
      await ask(road, "CreateTaskPushNotificationConfig", { ...webhook, taskId: "nowhere" }, headers);
      await ask(
        road,
        "CreateTaskPushNotificationConfig",
        { ...webhook, url: "http://xyzzy-user:xyzzy-pass@127.0.0.1/", taskId: "nowhere" },
        headers,
      );
      await ask(road, "GetExtendedAgentCard", {}, headers);
    }
  }
  for (const path of [
    "/tasks?key=xyzzy-query",
    "/?key=xyzzy-query",
    "/nowhere?key=xyzzy-query",
    "/tasks/a?key=xyzzy-query&id=b",
    "/tasks?pageToken=xyzzy-page",
  ]) {
    for (const verb of ["GET", "POST"]) {
      const body = '{"jsonrpc":"2.0","id":1,"method":"xyzzy-method","params":{"xyzzy":1},"broken';
      await fetch(
        new Request(`http://agent.test${path}`, {
          method: verb,
          ...(verb === "POST" && { body, headers: { "content-type": "application/json" } }),
        }),
      );
    }
  }
}

async function ask(
  { dialect, ask: send }: RawRoad,
  operation: Operation,
  params: object,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  if (dialect.methodOf(operation) === undefined) return;
  // safe: written as the dialect's own params are
  await send(operation, dialect.encodeParams(operation, params as never), { headers, leavesEarly: true });
}

describe("no report has a credential in it", () => {
  const givenUp = "error a webhook did not take a call, which is given up";
  for (const [what, report, options] of [
    ["where webhooks refuse", givenUp, { push: { maxAttempts: 1, fetch: () => Promise.resolve(new Response("no", { status: 400 })) } }],
    ["where webhooks cannot be reached", givenUp, { push: { maxAttempts: 1, fetch: () => Promise.reject(new Error("no network")) } }],
    ["where the store fails", "error a request failed", { store: failing() }],
    ["where it takes too long to find out who calls", "error it took too long", { authenticateTimeoutMs: 1 }],
  ] satisfies readonly (readonly [string, string, Partial<HandlerOptions>])[]) {
    test(what, async () => {
      const { logger, kept } = keepAll();
      const onOperation = vi.fn((report: object) => logger.info(report, "an operation"));
      const slow: Security =
        "authenticateTimeoutMs" in options ? { ...security, header: apiKey(() => new Promise(() => undefined)) } : security;
      const { roads, fetch } = await serveEverywhere(agent, {
        push: { fetch: () => Promise.resolve(new Response()) },
        ...options,
        security: slow,
        logger,
        onOperation,
      });
      await askAll(roads, fetch);
      for (const expected of [report, "error a verifier failed", "error the agent threw", "error a call failed", "info an operation"]) {
        await vi.waitFor(() => expect(kept.map((each) => each.slice(0, expected.length))).toContain(expected));
      }
      expect(kept.filter((each) => planted.some((secret) => each.includes(secret)))).toEqual([]);
    }, 60_000);
  }
});

/** A store that keeps no webhooks. */
function failing(): HandlerOptions["store"] & object {
  const store = createMemoryStore();
  return { ...store, push: { ...store.push, put: () => Promise.reject(new Error("the disk is full")) } };
}

// Credentials as callers send them, and as nobody should.

import type { AgentCard, SecurityScheme } from "@a2a/core";
import { A2AError } from "@a2a/core";
import type { AgentDefinition, Caller, HandlerOptions, Security } from "@a2a/server";
import { apiKey, basic, httpCredentials, opaqueBearer } from "@a2a/server/auth";
import { describe, expect, test, vi } from "vitest";
import { answered, call, say, sendFor } from "./rpc.js";
import type { Served, Subject } from "./subjects.js";
import { agentOf, listeningLogger, openNode, subjects } from "./subjects.js";

const whoami = agentOf(async ({ caller }) => JSON.stringify(caller));

function guarded(securitySchemes: AgentCard["securitySchemes"], more: Partial<AgentCard> = {}): AgentDefinition {
  const securityRequirements = [{ schemes: Object.fromEntries(Object.keys(securitySchemes ?? {}).map((name) => [name, {}])) }];
  return { ...whoami, card: { name: "Guarded", securitySchemes: securitySchemes ?? {}, securityRequirements, ...more } };
}

/** Serves an agent that asks for one scheme. */
function openWith(
  open: Subject["open"],
  scheme: SecurityScheme,
  security: Security[string],
  options: HandlerOptions = {},
): Promise<Served> {
  return open(guarded({ it: scheme }), { security: { it: security }, ...options });
}

/** Who is answered; nobody who is refused. */
async function callerOf(served: Served, headers: Readonly<Record<string, string>> = {}, path = "/"): Promise<Caller | undefined> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params: { message: say("hi") } });
  const init = { method: "POST", headers: { "content-type": "application/json", "a2a-version": "1.0", ...headers }, body };
  const { status, result } = await answered(await served.fetch(path, init));
  if (status === 401) return undefined;
  expect(status).toBe(200);
  return JSON.parse(Object(result).task.artifacts[0].parts[0].text);
}

const bearerScheme: SecurityScheme = { httpAuthSecurityScheme: { scheme: "bearer" } };
const basicScheme: SecurityScheme = { httpAuthSecurityScheme: { scheme: "Basic" } };
const encoded = (pair: string): string => Buffer.from(pair).toString("base64");
const long = "a".repeat(100_000);

describe.each(subjects)("$name", ({ open, name }) => {
  describe("a Bearer token", () => {
    for (const [what, authorization, user] of [
      ["is taken", "Bearer right", "ann"],
      ["is taken whatever the case of Bearer", "bEARER right", "ann"],
      ["is taken behind several spaces", "Bearer   right", "ann"],
      ["has a case of its own", "Bearer Right", undefined],
      ["is more than its beginning", "Bearer righ", undefined],
      ["is no more than it is", "Bearer rightt", undefined],
      ["is not empty", "Bearer ", undefined],
      ["stands behind Bearer", "right", undefined],
      ["stands behind Bearer alone", "Basic right", undefined],
      ["stands behind a space", "Bearerright", undefined],
      ["is one word", "Bearer right right", undefined],
      ["is one of a header", "Bearer wrong, Bearer right", undefined],
      ["is not quoted", 'Bearer "right"', undefined],
      ["has no characters beyond ASCII", "Bearer right\u00e9", undefined],
      ["has no name of a member of objects", "Bearer constructor", undefined],
    ] as const) {
      test(what, async () => {
        const served = await openWith(open, bearerScheme, opaqueBearer({ ann: "right", ben: "other" }));
        expect(await callerOf(served, { authorization })).toEqual(user && { user });
      });
    }
  });

  test("nobody asks a verifier about what cannot be a token", async () => {
    const verify = vi.fn(() => ({ user: "ann" }));
    const served = await openWith(open, bearerScheme, opaqueBearer(verify));
    for (const authorization of ["Bearer", "Bearer ", "Bearer a b", "Bearer a,b", "Basic a", ", Bearer a"]) {
      expect([authorization, await callerOf(served, { authorization })]).toEqual([authorization, undefined]);
    }
    expect(verify).not.toHaveBeenCalled();
  });

  describe("a name and its password", () => {
    for (const [what, authorization, user] of [
      ["are taken", `Basic ${encoded("ann:p:a:ss")}`, "ann"],
      ["are taken in UTF-8", `Basic ${encoded("änn:пароль")}`, "änn"],
      ["are not those of two", `Basic ${encoded("ann:пароль")}`, undefined],
      ["are not without a colon", `Basic ${encoded("ann")}`, undefined],
      ["are not without a password", `Basic ${encoded("ann:")}`, undefined],
      ["are base64", "Basic ann:p:a:ss", undefined],
      ["are not nothing", "Basic ", undefined],
      ["are text", `Basic ${Buffer.from([0xff, 0x3a, 0xff]).toString("base64")}`, undefined],
      ["are no token", "Bearer ann", undefined],
    ] as const) {
      test(what, async () => {
        const served = await openWith(open, basicScheme, basic({ ann: "p:a:ss", änn: "пароль" }));
        expect(await callerOf(served, { authorization })).toEqual(user && { user });
      });
    }

    test("are looked at by a verifier as they are", async () => {
      const verify = vi.fn(() => ({ user: "ann" }));
      const served = await openWith(open, basicScheme, basic(verify));
      expect(await callerOf(served, { authorization: `Basic ${encoded(":a:b")}` })).toEqual({ user: "ann" });
      for (const pair of ["ann:a\nb", "a\u0000n:b", "ann", ""]) {
        expect(await callerOf(served, { authorization: `Basic ${encoded(pair)}` })).toBeUndefined();
      }
      expect(verify).toHaveBeenCalledExactlyOnceWith({ username: "", password: "a:b" });
    });
  });

  describe("an API key", () => {
    for (const [location, key, headers, path, user] of [
      ["header", "X-Key", { "x-key": "right" }, "/", "ann"],
      ["Header", "X-Key", { "x-key": "right" }, "/", "ann"],
      ["header", "X-Key", { "x-key": "wrong" }, "/", undefined],
      ["header", "X-Key", { "x-key": "" }, "/", undefined],
      ["header", "X-Key", { "x-key": "right, right" }, "/", undefined],
      ["header", "X-Key", {}, "/?X-Key=right", undefined],
      ["header", "Authorization", { authorization: "right" }, "/", "ann"],
      ["query", "key", {}, "/?key=right", "ann"],
      ["query", "key", {}, "/?a=b&key=%72ight", "ann"],
      ["query", "key", {}, "/?key=right&key=right", undefined],
      ["query", "key", {}, "/?key=wrong&key=right", undefined],
      ["query", "key", {}, "/?key=", undefined],
      ["query", "key", {}, "/?Key=right", undefined],
      ["query", "key", { key: "right" }, "/", undefined],
      ["cookie", "key", { cookie: "key=right" }, "/", "ann"],
      ["cookie", "key", { cookie: 'a=b;  key="right"; c=d' }, "/", "ann"],
      ["cookie", "key", { cookie: "key=wrong; key=right" }, "/", undefined],
      ["cookie", "key", { cookie: "akey=right; keya=right; key; =right" }, "/", undefined],
      ["cookie", "key", { cookie: "key=" }, "/", undefined],
    ] as const) {
      test(`named ${key} in a ${location} is ${user ? "found" : "not found"} at ${path} with ${JSON.stringify(headers)}`, async () => {
        const served = await openWith(open, { apiKeySecurityScheme: { location, name: key } }, apiKey({ ann: "right" }));
        expect(await callerOf(served, headers, path)).toEqual(user && { user });
      });
    }
  });

  test("another scheme of HTTP is given what follows its name, which has no case", async () => {
    const verify = vi.fn(() => ({ user: "ann" }));
    const served = await openWith(open, { httpAuthSecurityScheme: { scheme: "Signature" } }, httpCredentials(verify));
    expect(await callerOf(served, { authorization: 'signature keyId="k", sig="a=b"' })).toEqual({ user: "ann" });
    expect(await callerOf(served, { authorization: "Bearer b" })).toBeUndefined();
    expect(verify).toHaveBeenCalledExactlyOnceWith('keyId="k", sig="a=b"');
  });

  describe("what is not required", () => {
    const optional = (): Promise<Served> =>
      open(
        guarded(
          { token: bearerScheme, key: { apiKeySecurityScheme: { location: "header", name: "X-Key" } } },
          { securityRequirements: [] },
        ),
        {
          security: { token: opaqueBearer({ ann: "right" }), key: apiKey({ ben: "key" }) },
        },
      );
    for (const [what, headers, caller] of [
      ["need not be there", {}, {}],
      ["tells who calls", { authorization: "Bearer right" }, { user: "ann" }],
      ["tells who calls, by any scheme", { "x-key": "key" }, { user: "ben" }],
      ["is of no harm beside what is valid", { authorization: "Bearer wrong", "x-key": "key" }, { user: "ben" }],
      ["is not passed over where it is wrong: its sender does not mean to be anonymous", { authorization: "Bearer wrong" }, undefined],
    ] as const) {
      test(what, async () => expect(await callerOf(await optional(), headers)).toEqual(caller));
    }
  });

  test("an empty requirement among others lets in who presents nothing", async () => {
    const definition = guarded({ token: bearerScheme }, { securityRequirements: [{ schemes: { token: {} } }, {}] });
    const served = await open(definition, { security: { token: opaqueBearer({ ann: "right" }) } });
    expect(await callerOf(served)).toEqual({});
    expect(await callerOf(served, { authorization: "Bearer right" })).toEqual({ user: "ann" });
    expect(await callerOf(served, { authorization: "Bearer wrong" })).toBeUndefined();
  });

  test("credentials that name no user do for those that come with them, and not alone", async () => {
    const schemes = { app: { apiKeySecurityScheme: { location: "header", name: "X-App" } }, token: bearerScheme };
    const security = {
      app: apiKey(() => ({ claims: { app: "one" } })),
      token: opaqueBearer(() => ({ user: "ann", claims: { team: "blue" } })),
    };
    const { logger, told } = listeningLogger();
    const both = await open(guarded(schemes), { security });
    expect(await callerOf(both, { "x-app": "a", authorization: "Bearer b" })).toEqual({
      user: "ann",
      claims: { app: "one", team: "blue" },
    });
    const alone = await open(guarded({ app: schemes.app }), { security: { app: security.app }, logger });
    const { error, text } = await call(alone, "SendMessage", { message: say("hi") }, { headers: { "x-app": "a" } });
    expect([error?.code, text.includes("verifier")]).toEqual([-32603, false]);
    expect(told.map(({ facts }) => String(Object(facts).error))).toEqual(["TypeError: no verifier of app says which user it is"]);
  });

  test("a verifier is asked once about a request, also where it takes the task to know the version", async () => {
    const verify = vi.fn(() => ({ user: "ann" }));
    const served = await openWith(open, bearerScheme, opaqueBearer(verify));
    const headers = { authorization: "Bearer a" };
    const { id } = await sendFor(served, say("hi"), {}, { headers });
    verify.mockClear();
    await call(served, "tasks/get", { id }, { headers: { ...headers, "a2a-version": "" } });
    expect(verify).toHaveBeenCalledOnce();
  });

  for (const [what, caller] of [
    ["scopes in one text, of which another is a part", { user: "ann", scopes: "readonly" }],
    ["a user who is a number", { user: 5, scopes: ["read"] }],
  ] as const) {
    test(`a verifier that answers with ${what} lets nobody in`, async () => {
      const { logger, told } = listeningLogger();
      // safe: what JavaScript lets through
      const security = { it: opaqueBearer(() => caller as unknown as Caller) };
      const served = await open(guarded({ it: bearerScheme }, { securityRequirements: [{ schemes: { it: { list: ["read"] } } }] }), {
        security,
        logger,
      });
      const { error } = await call(served, "SendMessage", { message: say("hi") }, { headers: { authorization: "Bearer a" } });
      expect([error?.code, told.length]).toEqual([-32603, 1]);
    });
  }

  for (const [code, status, isTold] of [
    ["UnauthenticatedError", 401, true],
    ["ForbiddenError", 403, false],
    ["RateLimitedError", 429, false],
    ["ResourceUnavailableError", 503, false],
  ] as const) {
    test(`a verifier that throws ${code} is heard: ${status}`, async () => {
      const { logger, told } = listeningLogger();
      const verify = (): never => {
        throw new A2AError(code, "the token was taken back");
      };
      const served = await openWith(open, bearerScheme, opaqueBearer(verify), { logger });
      const answer = await call(served, "SendMessage", { message: say("hi") }, { headers: { authorization: "Bearer a" } });
      expect([answer.status, answer.text.includes("the token was taken back")]).toEqual([status, true]);
      expect(answer.headers.get("www-authenticate")).toBe(isTold ? 'Bearer realm="Guarded", error="invalid_token"' : null);
      expect(told).toEqual([]);
    });
  }

  test("an author's own way that never ends does not hold the request for ever", async () => {
    const { logger, told } = listeningLogger();
    const served = await open(whoami, { logger, authenticateTimeoutMs: 1, authenticate: () => new Promise(() => undefined) });
    const { status, headers } = await call(served, "SendMessage", { message: say("hi") });
    expect([status, headers.get("retry-after")]).toEqual([503, "1"]);
    expect(told.map(({ message }) => message)).toEqual(["it took too long to find out who calls"]);
  });

  if (name === "the fetch handler") {
    for (const [what, headers] of [
      ["token", { authorization: `Bearer ${long}` }],
      ["scheme", { authorization: `${long} a` }],
      ["row of spaces", { authorization: `Bearer a${" ".repeat(100_000)}b` }],
      ["row of commas", { authorization: `Bearer ${",".repeat(100_000)}` }],
    ] as const) {
      test(`a ${what} of 100 kB is refused and looked at by nobody`, async () => {
        const verify = vi.fn(() => ({ user: "ann" }));
        const served = await openWith(open, bearerScheme, opaqueBearer(verify));
        expect(await callerOf(served, headers)).toBeUndefined();
        expect(verify).not.toHaveBeenCalled();
      });
    }
  }
});

describe("headers that came more than once are nobody's, over a socket:", () => {
  for (const [what, scheme, verifier, headers] of [
    [
      "two that say who calls",
      bearerScheme,
      opaqueBearer({ ann: "right" }),
      ["Authorization: Bearer right", "authorization: Bearer right"],
    ],
    [
      "two of which the second is right",
      bearerScheme,
      opaqueBearer({ ann: "right" }),
      ["Authorization: Bearer wrong", "Authorization: Bearer right"],
    ],
    [
      "two API keys",
      { apiKeySecurityScheme: { location: "header", name: "X-Key" } },
      apiKey({ ann: "right" }),
      ["X-Key: right", "X-Key: right"],
    ],
    [
      "two cookies",
      { apiKeySecurityScheme: { location: "cookie", name: "key" } },
      apiKey({ ann: "right" }),
      ["Cookie: key=right", "Cookie: key=wrong"],
    ],
  ] as const) {
    test(what, async () => {
      const served = await openNode(guarded({ it: scheme }), { security: { it: verifier } });
      expect(await statusOver(served, headers)).toBe(401);
      expect(await statusOver(served, headers.slice(0, 1))).toBe(what.includes("second") ? 401 : 200);
    });
  }

  test("a line that would end a header is one that Node refuses", async () => {
    const served = await openNode(guarded({ it: bearerScheme }), { security: { it: opaqueBearer({ ann: "right" }) } });
    expect(await statusOver(served, ["Authorization: Bearer wrong\r X: \nAuthorization: Bearer right"])).toBe(400);
  });
});

/** The status of a message that is sent with header lines as they are. */
async function statusOver(served: Served, lines: readonly string[]): Promise<number> {
  const { connect } = await import("node:net");
  const { text } = await import("node:stream/consumers");
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params: { message: say("hi") } });
  const own = [
    "POST / HTTP/1.1",
    "Host: localhost",
    "Connection: close",
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
  ];
  const socket = connect(Number(new URL(served.url).port), "127.0.0.1");
  socket.write(`${[...own, ...lines].join("\r\n")}\r\n\r\n${body}`);
  return Number(/^HTTP\/1.1 (\d+)/.exec(await text(socket))?.[1]);
}

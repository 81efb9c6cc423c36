import type { AgentCard, SecurityScheme } from "@a2a/core";
import { LocalError } from "@a2a/core";
import { describe, expect, test } from "vitest";
import { createAuthorize } from "../src/auth/authorize.js";
import type { CredentialNeed, Credentials } from "../src/auth/credential.js";
import type { Authorize } from "../src/http/fetch-exchange.js";
import { everythingOf } from "./oauth-server.js";
import { address, cardOf, failureOf } from "./peers.js";

const schemes = {
  key: { apiKeySecurityScheme: { location: "header", name: "X-Key" } },
  query: { apiKeySecurityScheme: { location: "Query", name: "api key" } },
  cookie: { apiKeySecurityScheme: { location: "cookie", name: "session" } },
  odd: { apiKeySecurityScheme: { location: "header", name: "not a name" } },
  bearer: { httpAuthSecurityScheme: { scheme: "BEARER" } },
  basic: { httpAuthSecurityScheme: { scheme: "basic" } },
  vapid: { httpAuthSecurityScheme: { scheme: "vapid" } },
  oauth: { oauth2SecurityScheme: { flows: { clientCredentials: { tokenUrl: "https://idp.test/token", scopes: {} } } } },
  openId: { openIdConnectSecurityScheme: { openIdConnectUrl: "https://idp.test/.well-known/openid-configuration" } },
  cert: { mtlsSecurityScheme: {} },
} satisfies Record<string, SecurityScheme>;

type Name = keyof typeof schemes;

const { signal } = new AbortController();
const ownSignal = (): AbortSignal => new AbortController().signal;
const refused = new Response();

/** A card that asks for one of these sets of schemes. */
function cardThatAsks(...alternatives: readonly (readonly Name[])[]): AgentCard {
  const securityRequirements = alternatives.map((names) => ({ schemes: Object.fromEntries(names.map((name) => [name, {}])) }));
  return { ...cardOf(), securitySchemes: schemes, securityRequirements };
}

function authorizeOf(card: AgentCard, credentials: Credentials): Authorize {
  return createAuthorize(card, credentials, { fetch: () => Promise.reject(new Error("no network")), allowUrl: () => true });
}

function plain(headers: Record<string, string> = {}, url: string = address): { url: string; headers: Headers } {
  return { url, headers: new Headers(headers) };
}

/** What a request gets: its headers, and its address where that is another. */
async function added(card: AgentCard, credentials: Credentials, request = plain()): Promise<Record<string, string>> {
  const sent = await authorizeOf(card, credentials)(request, { signal });
  if (!sent) throw new Error("expected a request");
  return Object.fromEntries([...sent.headers, ...(sent.url === request.url ? [] : [["url", sent.url]])]);
}

describe("a credential goes where its scheme wants it:", () => {
  const places: readonly [Name, string, Record<string, string>][] = [
    ["key", "k 1", { "x-key": "k 1" }],
    ["query", "k&1", { url: `${address}?api+key=k%261` }],
    ["cookie", "abc==", { cookie: "session=abc==" }],
    ["bearer", "token", { authorization: "Bearer token" }],
    ["basic", "me:pässword:1", { authorization: `Basic ${Buffer.from("me:pässword:1").toString("base64")}` }],
    ["basic", "bWU6cGFzcw==", { authorization: "Basic bWU6cGFzcw==" }],
    ["vapid", 't="a", k=b', { authorization: 'vapid t="a", k=b' }],
    ["oauth", "token", { authorization: "Bearer token" }],
    ["openId", "token", { authorization: "Bearer token" }],
    ["cert", "presented by fetch", {}],
  ];
  for (const [name, value, expected] of places) {
    test(`${name} ${value}`, async () => {
      expect(await added(cardThatAsks([name]), { [name]: value })).toEqual(expected);
      expect(await added(cardThatAsks([name]), { [name]: async () => value })).toEqual(expected);
    });
  }

  test("user name and password are those of Basic, in UTF-8", async () => {
    const expected = { authorization: `Basic ${Buffer.from("jürgen:geheim:€").toString("base64")}` };
    expect(await added(cardThatAsks(["basic"]), { basic: { username: "jürgen", password: "geheim:€" } })).toEqual(expected);
  });

  test("a query that is there stays as it is, and what follows it goes", async () => {
    const request = plain({}, `${address}?a=b%20c#part`);
    expect(await added(cardThatAsks(["query"]), { query: "k" }, request)).toEqual({ url: `${address}?a=b%20c&api+key=k` });
  });

  test("a cookie comes after those that are there", async () => {
    expect(await added(cardThatAsks(["cookie"]), { cookie: "k" }, plain({ cookie: "a=b" }))).toEqual({ cookie: "a=b; session=k" });
  });

  test("a header that the caller set by hand stays, and no source is asked", async () => {
    const source = (): never => {
      throw new Error("asked");
    };
    const request = plain({ authorization: "Mine", "x-key": "mine" });
    expect(await added(cardThatAsks(["bearer", "key"]), { bearer: source, key: source }, request)).toEqual({
      authorization: "Mine",
      "x-key": "mine",
    });
  });

  test("the request that is given stays as it is", async () => {
    const request = plain();
    await added(cardThatAsks(["key", "query"]), { key: "k", query: "q" }, request);
    expect([request.url, ...request.headers]).toEqual([address]);
  });
});

describe("of a card's requirements", () => {
  test("the first is chosen whose schemes all have a credential", async () => {
    const card = cardThatAsks(["bearer", "cert"], ["key", "cookie"], ["basic"]);
    expect(await added(card, { basic: "YTpi", cookie: "c", key: "k" })).toEqual({ "x-key": "k", cookie: "session=c" });
  });

  test("one that asks for nothing is passed over", async () => {
    expect(await added(cardThatAsks([], ["key"]), { key: "k" })).toEqual({ "x-key": "k" });
    expect(await added(cardThatAsks([]), { key: "k" })).toEqual({ "x-key": "k" });
  });

  test("none is chosen that lacks a credential: the request goes without", async () => {
    expect(await added(cardThatAsks(["key", "cookie"]), { key: "k" })).toEqual({});
  });

  test("those of skills count after the card's", async () => {
    const skill = { id: "s", name: "S", description: "d", tags: [], securityRequirements: [{ schemes: { key: {} } }] };
    expect(await added({ ...cardThatAsks(["bearer"]), skills: [skill] }, { key: "k" })).toEqual({ "x-key": "k" });
    expect(await added({ ...cardThatAsks(["bearer"]), skills: [skill] }, { key: "k", bearer: "t" })).toEqual({ authorization: "Bearer t" });
  });

  test("there may be none: everything that is given is sent", async () => {
    expect(await added(cardThatAsks(), { key: "k", bearer: "t" })).toEqual({ "x-key": "k", authorization: "Bearer t" });
  });

  test("names of every object's members are no credentials", async () => {
    const hostile = { schemes: Object.fromEntries(["constructor", "toString"].map((name) => [name, {}])) };
    const card = { ...cardThatAsks(), securityRequirements: [hostile, { schemes: { key: {} } }] };
    expect(await added(card, { key: "k" })).toEqual({ "x-key": "k" });
  });

  test("scopes are told to the source", async () => {
    const needs: CredentialNeed[] = [];
    const card = { ...cardThatAsks(), securityRequirements: [{ schemes: { oauth: { list: ["read", "write"] } } }] };
    await added(card, { oauth: (need) => `t${needs.push(need)}` });
    expect(needs[0]).toMatchObject({ name: "oauth", scheme: schemes.oauth, scopes: ["read", "write"], rejected: undefined });
  });
});

describe("a mistake of the programmer's is a TypeError:", () => {
  test("credentials for a scheme that the card does not have", () => {
    const card = { ...cardThatAsks(), securitySchemes: { key: schemes.key, cert: schemes.cert } };
    expect(() => authorizeOf(card, { key: "k", toString: "t" })).toThrow(
      new TypeError("credentials for key, toString: the schemes of the card are key, cert"),
    );
    expect(() => authorizeOf(cardOf(), { key: "k" })).toThrow("credentials for key: the schemes of the card are none");
  });

  for (const [name, username] of [
    ["bearer", "me"],
    ["key", "me"],
    ["basic", "m:e"],
  ] as const) {
    test(`the user name ${username} for ${name}`, () => {
      expect(() => authorizeOf(cardThatAsks([name]), { [name]: { username, password: "geheim" } })).toThrow(TypeError);
    });
  }
});

describe("what cannot be sent is UNAUTHORIZED, and nobody is told what it was:", () => {
  const values: readonly [Name, unknown][] = [
    ...(["key", "query", "cookie", "bearer", "basic"] as const).flatMap((name): [Name, unknown][] => [
      [name, ""],
      [name, "geheim\r\nx-evil: 1"],
      [name, "geheim\n"],
      [name, "gehe\u0000im"],
      [name, "geheim€"],
      [name, undefined],
    ]),
    ["basic", "me:geheim\n"],
    ["cookie", "geheim; other=1"],
    ["odd", "geheim"],
  ];
  for (const [name, value] of values) {
    test(`${name} ${JSON.stringify(value)}`, async () => {
      // safe: a program in JavaScript can give anything
      const error = await failureOf(added(cardThatAsks([name]), { [name]: (() => value) as () => string }));
      expect(error).toBeInstanceOf(LocalError);
      expect(error).toMatchObject({ code: "UNAUTHORIZED", message: `no valid credential for ${name}` });
      expect(everythingOf(error)).not.toContain("gehe");
    });
  }

  test("a source that fails is the cause", async () => {
    const cause = new Error("vault is sealed");
    const source = (): never => {
      throw cause;
    };
    expect(await failureOf(added(cardThatAsks(["key"]), { key: source }))).toMatchObject({ code: "UNAUTHORIZED", cause });
  });

  test("a source's LocalError is itself", async () => {
    const error = new LocalError("TIMEOUT", "late");
    expect(await failureOf(added(cardThatAsks(["key"]), { key: () => Promise.reject(error) }))).toBe(error);
  });

  test("giving up is no failure of a source that takes no notice", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const source = (): Promise<string> => {
      controller.abort(reason);
      return new Promise(() => undefined);
    };
    const authorize = authorizeOf(cardThatAsks(["key"]), { key: source });
    expect(await failureOf(authorize(plain(), { signal: controller.signal }))).toBe(reason);
  });
});

describe("after a refusal", () => {
  test("a fixed credential is all there is", async () => {
    const authorize = authorizeOf(cardThatAsks(["key", "basic"]), { key: "k", basic: { username: "u", password: "p" } });
    const request = plain();
    await authorize(request, { signal });
    expect(await authorize(request, { refused, signal })).toBeUndefined();
  });

  test("without a credential there is nothing to offer", async () => {
    const authorize = authorizeOf(cardThatAsks(["key"]), {});
    const request = plain();
    expect((await authorize(request, { signal }))?.url).toBe(address);
    expect(await authorize(request, { refused, signal })).toBeUndefined();
  });

  test("the source is asked once more and told what was refused", async () => {
    const asked: (string | undefined)[] = [];
    const source = ({ rejected }: CredentialNeed): string => {
      asked.push(rejected);
      return `t${asked.length}`;
    };
    const authorize = authorizeOf(cardThatAsks(["key", "oauth"]), { key: "k", oauth: source });
    const request = plain();
    await authorize(request, { signal });
    const again = await authorize(request, { refused, signal });
    expect(Object.fromEntries(again?.headers ?? [])).toEqual({ "x-key": "k", authorization: "Bearer t2" });
    expect(asked).toEqual([undefined, "t1"]);
  });

  test("a source that has nothing else leaves it at that", async () => {
    const authorize = authorizeOf(cardThatAsks(["oauth"]), { oauth: () => "t" });
    const request = plain();
    await authorize(request, { signal });
    expect(await authorize(request, { refused, signal })).toBeUndefined();
  });

  test("requests with the same token make one renewal, and a late one gets what there is now", async () => {
    const asked: (string | undefined)[] = [];
    let token = "t1";
    const source = async ({ rejected }: CredentialNeed): Promise<string> => {
      asked.push(rejected);
      await Promise.resolve();
      if (rejected !== undefined) token = `${rejected}'`;
      return token;
    };
    const authorize = authorizeOf(cardThatAsks(["oauth"]), { oauth: source });
    const requests = Array.from({ length: 11 }, () => plain());
    await Promise.all(requests.map((request) => authorize(request, { signal: ownSignal() })));
    const renewed = await Promise.all(requests.slice(1).map((request) => authorize(request, { refused, signal: ownSignal() })));
    const late = await authorize(requests[0] ?? plain(), { refused, signal });
    expect(asked.filter((rejected) => rejected !== undefined)).toEqual(["t1"]);
    for (const each of [...renewed, late]) expect(each?.headers.get("authorization")).toBe("Bearer t1'");
  });

  test("one that gives up does not end the renewal for the others; the last one does", async () => {
    const limits: AbortSignal[] = [];
    let give: (token: string) => void = () => undefined;
    const source = ({ rejected, signal: limit }: CredentialNeed): string | Promise<string> => {
      if (rejected === undefined) return "t1";
      limits.push(limit);
      return new Promise((resolve) => {
        give = resolve;
      });
    };
    const authorize = authorizeOf(cardThatAsks(["oauth"]), { oauth: source });
    const requests = [plain(), plain()] as const;
    for (const request of requests) await authorize(request, { signal });
    const controllers = [new AbortController(), new AbortController()] as const;
    const first = failureOf(authorize(requests[0], { refused, signal: controllers[0].signal }));
    const second = authorize(requests[1], { refused, signal: controllers[1].signal });
    controllers[0].abort(new Error("enough"));
    expect(await first).toEqual(new Error("enough"));
    expect(limits.map(({ aborted }) => aborted)).toEqual([false]);
    give("t2");
    expect((await second)?.headers.get("authorization")).toBe("Bearer t2");

    const third = failureOf(authorize(requests[1], { refused, signal: controllers[1].signal }));
    controllers[1].abort(new Error("me too"));
    expect(await third).toEqual(new Error("me too"));
    expect(limits[1]?.aborted).toBe(true);
  });
});

// How cards are answered: caches, versions that the agent does not speak, and the extended card by a plain GET.

import type { AgentCard } from "@a2a/core";
import { A2AError } from "@a2a/core";
import type { AgentCardInput, AgentDefinition, HandlerOptions, OperationReport } from "@a2a/server";
import { describe, expect, test } from "vitest";
import { answered, call } from "./rpc.js";
import type { Served } from "./subjects.js";
import { echo, listeningLogger, openFetch, subjects } from "./subjects.js";

const newPath = "/.well-known/agent-card.json";
const oldPath = "/.well-known/agent.json";
const extendedPath = "/agent/authenticatedExtendedCard";
const publicUrl = "https://agent.example/";

/** A clock that a test moves. */
function clockFrom(start: string): { readonly now: () => Date; forward(ms: number): void } {
  let time = Date.parse(start);
  return {
    now: () => new Date(time),
    forward(ms) {
      time += ms;
    },
  };
}

function get(served: Served, path: string, headers: Readonly<Record<string, string>> = {}, method = "GET"): Promise<Response> {
  return served.fetch(path, { method, headers });
}

/** What a cache looks at. */
function forCaches({ headers }: Response): (string | null)[] {
  return ["etag", "last-modified", "cache-control", "vary", "access-control-allow-origin"].map((name) => headers.get(name));
}

describe.each(subjects)("the card for caches, by $name", ({ open }) => {
  test("says how long it may be kept, which version it depends on, its tag and when it was made", async () => {
    const clock = clockFrom("2026-01-31T12:00:00.900Z");
    const served = await open(echo, { now: clock.now });
    expect(forCaches(await get(served, newPath))).toEqual([
      expect.stringMatching(/^"[\w+/]{43}="$/),
      "Sat, 31 Jan 2026 12:00:00 GMT",
      "public, max-age=60",
      "A2A-Version",
      "*",
    ]);
  });

  test("stays the same while the agent is served, whatever the clock says", async () => {
    const clock = clockFrom("2026-01-31T12:00:00Z");
    const served = await open(echo, { now: clock.now });
    const first = forCaches(await get(served, newPath));
    clock.forward(3_600_000);
    expect(forCaches(await get(served, newPath))).toEqual(first);
  });

  test("has a tag for each of its representations, that of its SHA-256, and the same in another process", async () => {
    const tags: (string | null)[] = [];
    for (const [path, version] of [
      [newPath, ""],
      [newPath, "1.0"],
      [newPath, "0.3"],
      [oldPath, ""],
      [oldPath, "0.1"],
    ] as const) {
      const answers = await Promise.all(
        [await open(echo, { publicUrl }), await open(echo, { publicUrl })].map((each) => get(each, path, { "a2a-version": version })),
      );
      const [body] = await Promise.all(answers.map((each) => each.text()));
      const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(body));
      expect(answers.map(({ headers }) => headers.get("etag"))).toEqual(Array(2).fill(`"${Buffer.from(digest).toString("base64")}"`));
      tags.push(answers[0]?.headers.get("etag") ?? null);
    }
    expect(new Set(tags).size).toBe(tags.length);
  });

  test("is another one where the card is another one", async () => {
    const tagOf = async (card: AgentCardInput): Promise<string | null> =>
      (await get(await open({ ...echo, card }, { publicUrl }), newPath)).headers.get("etag");
    expect(await tagOf({ name: "One" })).not.toBe(await tagOf({ name: "Two" }));
  });

  for (const [what, condition, status] of [
    ["its tag", (tag: string) => ({ "if-none-match": tag }), 304],
    ["its tag as a weak one", (tag: string) => ({ "if-none-match": `W/${tag}` }), 304],
    ["its tag in a list", (tag: string) => ({ "if-none-match": `"a,b" , W/"c",${tag}` }), 304],
    ["any tag", () => ({ "if-none-match": " * " }), 304],
    ["another tag", () => ({ "if-none-match": '"other"' }), 200],
    ["its tag without quotes", (tag: string) => ({ "if-none-match": tag.replaceAll('"', "") }), 200],
    ["an empty list of tags", () => ({ "if-none-match": "," }), 200],
    ["the second that it was made in", () => ({ "if-modified-since": "Sat, 31 Jan 2026 12:00:00 GMT" }), 304],
    ["a later second", () => ({ "if-modified-since": "Sun, 01 Feb 2026 12:00:00 GMT" }), 304],
    ["the second before", () => ({ "if-modified-since": "Sat, 31 Jan 2026 11:59:59 GMT" }), 200],
    ["what is no date of HTTP", () => ({ "if-modified-since": "2027-01-01" }), 200],
    ["a date on the wrong day of the week", () => ({ "if-modified-since": "Mon, 01 Feb 2027 12:00:00 GMT, x" }), 200],
    ["another tag, and a later second", () => ({ "if-none-match": '"other"', "if-modified-since": "Sun, 01 Feb 2026 12:00:00 GMT" }), 200],
    [
      "its tag, and an earlier second",
      (tag: string) => ({ "if-none-match": tag, "if-modified-since": "Sat, 31 Jan 2026 11:59:59 GMT" }),
      304,
    ],
  ] as const) {
    test(`is answered with ${status} to a reader that has ${what}`, async () => {
      const served = await open(echo, { now: clockFrom("2026-01-31T12:00:00.900Z").now });
      const whole = await get(served, newPath);
      const tag = whole.headers.get("etag") ?? "";
      for (const verb of ["GET", "HEAD"]) {
        const answer = await get(served, newPath, condition(tag), verb);
        expect([verb, answer.status, forCaches(answer)]).toEqual([verb, status, forCaches(whole)]);
        if (status === 304) {
          expect([await answer.text(), answer.headers.get("content-type")]).toEqual(["", null]);
          // Zero would be the length of the card, which it is not: RFC 9110, section 8.6.
          expect(answer.headers.get("content-length")).toBeNull();
        } else expect((await answer.text()).length > 0).toBe(verb === "GET");
      }
    });
  }

  test("is not answered with 304 for the tag of another representation", async () => {
    const served = await open(echo);
    const tag = (await get(served, newPath, { "a2a-version": "0.3" })).headers.get("etag") ?? "";
    expect((await get(served, newPath, { "a2a-version": "1.0", "if-none-match": tag })).status).toBe(200);
    expect((await get(served, newPath, { "a2a-version": "0.3", "if-none-match": tag })).status).toBe(304);
  });
});

describe("a card without interfaces of a version", () => {
  const at = (...versions: string[]): AgentDefinition => ({
    ...echo,
    card: {
      name: "Choosy",
      supportedInterfaces: versions.map((protocolVersion) => ({ url: publicUrl, protocolBinding: "JSONRPC", protocolVersion })),
    },
  });

  for (const [versions, path, hint] of [
    [["1.0"], oldPath, ""],
    [["1.0"], oldPath, "0.1"],
    [["1.0"], oldPath, "0.3"],
    [["2.0"], oldPath, "1.0"],
  ] as const) {
    test(`${versions.join()} is not found at ${path} by readers of ${hint || "any version"}, and says so as JSON`, async () => {
      const served = await openFetch(at(...versions));
      const response = await get(served, path, { "a2a-version": hint });
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      expect(response.headers.has("etag")).toBe(false);
      const { status, error, id } = await answered(response);
      expect([status, error?.code, id]).toEqual([404, -32601, null]);
    });
  }

  for (const [versions, path, hint, members] of [
    [["1.0"], newPath, "0.3", { supportedInterfaces: true, protocolVersion: false }],
    [["1.0"], newPath, "", { supportedInterfaces: true, protocolVersion: false }],
    [["1.0", "0.3"], newPath, "0.3", { supportedInterfaces: false, protocolVersion: true }],
    [["0.1"], oldPath, "0.3", { url: true, protocolVersion: false }],
    [["0.3"], oldPath, "0.1", { url: true, protocolVersion: true }],
    [["1.0", "0.1"], newPath, "0.1", { supportedInterfaces: true, url: false }],
  ] as const) {
    test(`${versions.join()} is shown at ${path} to a reader of ${hint || "any version"} as the versions say it that it has`, async () => {
      const card = await (await get(await openFetch(at(...versions)), path, { "a2a-version": hint })).json();
      expect(Object.fromEntries(Object.keys(members).map((name) => [name, Object.hasOwn(card, name)]))).toEqual(members);
    });
  }
});

describe("the extended card by a plain GET", () => {
  const authenticate: HandlerOptions["authenticate"] = (request) => {
    const user = request.header("x-user");
    if (user === "mallory") throw new A2AError("ForbiddenError", "not you");
    return user === undefined ? {} : { user };
  };
  const ann = { "x-user": "ann" };
  const securitySchemes: NonNullable<AgentCard["securitySchemes"]> = { token: { httpAuthSecurityScheme: { scheme: "Bearer" } } };
  const definition: AgentDefinition = {
    ...echo,
    card: { name: "Tested", securitySchemes },
    extendedCard: ({ user }) => ({ description: `For ${user}.` }),
  };

  for (const { name, open } of subjects) {
    test(`is that of the caller, as 0.3 says it, and not for caches, by ${name}`, async () => {
      const served = await open(definition, { authenticate });
      const response = await get(served, extendedPath, ann);
      expect([response.status, response.headers.get("content-type"), response.headers.get("cache-control")]).toEqual([
        200,
        "application/json",
        "private, no-store",
      ]);
      expect(["etag", "last-modified", "access-control-allow-origin"].filter((each) => response.headers.has(each))).toEqual([]);
      const card = await response.json();
      expect(card).toMatchObject({ protocolVersion: "0.3.0", description: "For ann.", supportsAuthenticatedExtendedCard: true });
      expect((await call(served, "agent/authenticatedExtendedCard", undefined, { headers: ann })).result).toEqual(card);
      const head = await get(served, extendedPath, ann, "HEAD");
      expect([head.status, await head.text()]).toEqual([200, ""]);
    });
  }

  type Change = Omit<Partial<AgentDefinition>, "extendedCard"> & { readonly extendedCard?: AgentDefinition["extendedCard"] | undefined };
  const refused: readonly (readonly [what: string, more: Change, headers: Record<string, string>, status: number, code: number])[] = [
    ["an anonymous caller", {}, {}, 401, -32040],
    ["an anonymous caller, where there is none", { extendedCard: undefined }, {}, 401, -32040],
    ["a caller who may not", {}, { "x-user": "mallory" }, 403, -32041],
    ["a caller, where it is not offered", { extendedCard: undefined }, ann, 404, -32601],
    ["anybody, where nobody can authenticate", { card: { name: "Open" }, extendedCard: undefined }, {}, 404, -32601],
    [
      "a caller, where it is offered but not there",
      { extendedCard: undefined, card: { name: "Tested", securitySchemes, capabilities: { extendedAgentCard: true } } },
      ann,
      404,
      -32601,
    ],
    [
      "a caller who does not activate what is required",
      { card: { name: "Tested", securitySchemes, capabilities: { extensions: [{ uri: "urn:x", required: true }] } } },
      ann,
      400,
      -32004,
    ],
    ["a caller for whom it cannot be made", { extendedCard: () => Promise.reject(new Error("a secret")) }, ann, 500, -32603],
  ];

  for (const [what, more, headers, status, code] of refused) {
    test(`is refused to ${what} with ${status}, as JSON and not for caches`, async () => {
      const { logger, told } = listeningLogger();
      const { extendedCard, ...rest } = { ...definition, ...more };
      const served = await openFetch({ ...rest, ...(extendedCard && { extendedCard }) }, { authenticate, logger });
      const response = await get(served, extendedPath, headers);
      expect(response.headers.get("cache-control")).toBe("private, no-store");
      expect(response.headers.get("www-authenticate")).toBe(status === 401 ? 'Bearer realm="Tested"' : null);
      const { status: got, error, text } = await answered(response);
      expect([got, error?.code, text.includes("secret"), told.length]).toEqual([status, code, false, status === 500 ? 1 : 0]);
    });
  }

  test("is found in the directory of the endpoint's URL, written with a slash at its end or without", async () => {
    const served = await openFetch(definition, { authenticate, basePath: "/agents/echo" });
    const { url }: { url: string } = await (await get(served, `/agents/echo${newPath}`, { "a2a-version": "0.3" })).json();
    for (const base of [url, `${url}/`]) {
      const { pathname } = new URL(`.${extendedPath}`, base);
      expect([pathname, (await get(served, pathname, ann)).status]).toEqual([pathname, 200]);
    }
    expect((await get(served, extendedPath, ann)).status).toBe(404);
  });

  test("takes no other verb", async () => {
    const served = await openFetch(definition, { authenticate });
    const response = await get(served, extendedPath, ann, "DELETE");
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  test("is nowhere where no served version fetches it so", async () => {
    expect((await get(await openFetch(definition, { authenticate, tenants: ["a"] }), extendedPath, ann)).status).toBe(404);
  });

  test("is an operation like every other to whoever watches them", async () => {
    const reports: OperationReport[] = [];
    const served = await openFetch(definition, { authenticate, onOperation: (report) => void reports.push(report) });
    await get(served, extendedPath, ann);
    await get(served, extendedPath);
    expect(reports.map(({ operation, version, user, error }) => [operation, version, user, error])).toEqual([
      ["GetExtendedAgentCard", "0.3", "ann", undefined],
      ["GetExtendedAgentCard", "0.3", undefined, "UnauthenticatedError"],
    ]);
  });
});

describe("a caller who is not known", () => {
  const refuseAll = (): never => {
    throw new A2AError("UnauthenticatedError", "who are you?");
  };

  for (const { name, open } of subjects) {
    for (const method of ["SendMessage", "SendStreamingMessage", "message/send", "message/stream", "tasks/send", "tasks/get"]) {
      test(`is told how to authenticate when it calls ${method}, by ${name}`, async () => {
        const card: AgentCardInput = {
          name: 'A "quoted" \\ 名',
          securitySchemes: {
            web: { oauth2SecurityScheme: { flows: { clientCredentials: { tokenUrl: "https://id.example/token", scopes: {} } } } },
            old: { httpAuthSecurityScheme: { scheme: "basic" } },
          },
        };
        const served = await open({ ...echo, card }, { authenticate: refuseAll });
        const { status, headers } = await call(served, method, { id: "t" }, { headers: { "a2a-version": "" } });
        const realm = 'realm="A \\"quoted\\" \\\\ %e5%90%8d"';
        expect([status, headers.get("www-authenticate")]).toEqual([401, `Bearer ${realm}, Basic ${realm}, charset="UTF-8"`]);
      });
    }
  }

  test("is not told so of any other error", async () => {
    const served = await openFetch(echo, {
      authenticate: () => {
        throw new A2AError("ForbiddenError", "not you");
      },
    });
    const { status, headers } = await call(served, "GetTask", { id: "t" });
    expect([status, headers.has("www-authenticate")]).toEqual([403, false]);
  });
});

import { connect } from "@a2a/client";
import type { AgentCard, Version } from "@a2a/core";
import { createA2AHandler } from "@a2a/server";
import { describe, expect, onTestFinished, test } from "vitest";
import { address, cardOf, failureOf, json, localErrorOf, peerOf } from "./peers.js";

const newPath = "/.well-known/agent-card.json";
const oldPath = "/.well-known/agent.json";

const oldCard = {
  name: "Old",
  url: "http://old.test/rpc",
  version: "1.0.0",
  capabilities: { streaming: true },
  skills: [{ id: "echo", name: "Echo" }],
};

/** Serves documents by their path, and 404 elsewhere. */
function siteOf(documents: Readonly<Record<string, unknown>>) {
  const site = peerOf((request) => {
    const { pathname } = new URL(request.url);
    return Object.hasOwn(documents, pathname) ? json(documents[pathname]) : new Response("not here", { status: 404 });
  });
  return { ...site, paths: () => site.requests.map(({ url }) => new URL(url).pathname) };
}

describe("where the card comes from", () => {
  test("a card object is used without a request", async () => {
    const peer = peerOf(() => json({}));
    const client = await connect(cardOf(), { fetch: peer.fetch });
    expect(client.card).toEqual(cardOf());
    expect(peer.requests).toEqual([]);
  });

  test("a card object of an older version is translated", async () => {
    // safe: an older version's card is what the test is about
    const client = await connect(oldCard as unknown as AgentCard, { fetch: peerOf(() => json({})).fetch });
    expect(client.card).toMatchObject({ name: "Old", supportedInterfaces: [{ url: "http://old.test/rpc", protocolBinding: "JSONRPC" }] });
  });

  const rows: readonly (readonly [string, string | URL, Record<string, unknown>, readonly string[]])[] = [
    ["an origin leads to the well-known path", "http://peer.test", { [newPath]: cardOf() }, [newPath]],
    ["a URL object does as well", new URL("http://peer.test/"), { [newPath]: cardOf() }, [newPath]],
    ["a path leads to the well-known path below it", "http://peer.test/a/b", { [`/a/b${newPath}`]: cardOf() }, [`/a/b${newPath}`]],
    ["a slash at the path's end counts once", "http://peer.test/a/b/", { [`/a/b${newPath}`]: cardOf() }, [`/a/b${newPath}`]],
    ["a path without a card leads to the origin", "http://peer.test/a", { [newPath]: cardOf() }, [`/a${newPath}`, newPath]],
    [
      "a path with two slashes stays at its host",
      "http://peer.test//evil.test",
      { [newPath]: cardOf() },
      [`//evil.test${newPath}`, newPath],
    ],
    [
      "the address of a JSON document is the card's",
      "http://peer.test/cards/one.json",
      { "/cards/one.json": cardOf() },
      ["/cards/one.json"],
    ],
    ["an old agent's card is found at its old path", "http://peer.test", { [oldPath]: oldCard }, [newPath, oldPath]],
    ["below a path too", "http://peer.test/a", { [`/a${oldPath}`]: oldCard }, [`/a${newPath}`, newPath, `/a${oldPath}`]],
  ];
  for (const [name, target, documents, paths] of rows) {
    test(name, async () => {
      const site = siteOf(documents);
      const client = await connect(target, { fetch: site.fetch });
      expect(site.paths()).toEqual(paths);
      expect(new Set(site.requests.map(({ url }) => new URL(url).host))).toEqual(new Set(["peer.test"]));
      expect(["Peer", "Old"]).toContain(client.card.name);
    });
  }

  test("a query of a card's own address is kept", async () => {
    const site = siteOf({ "/card.json": cardOf() });
    await connect("http://peer.test/card.json?key=1", { fetch: site.fetch });
    expect(site.requests[0]?.url).toBe("http://peer.test/card.json?key=1");
  });

  test("the request for a card carries the client's headers, and accepts JSON unless they say otherwise", async () => {
    const site = siteOf({ [newPath]: cardOf() });
    await connect(address, { fetch: site.fetch, headers: { authorization: "Bearer x" } });
    await connect(address, { fetch: site.fetch, headers: { Accept: "application/a2a+json" } });
    expect(site.requests.map(({ headers }) => [headers.get("authorization"), headers.get("accept")])).toEqual([
      ["Bearer x", "application/json"],
      [null, "application/a2a+json"],
    ]);
  });
});

describe("a card that cannot be used is LocalError BAD_RESPONSE", () => {
  const { name: _, ...nameless } = cardOf();
  const rows: readonly (readonly [string, unknown, RegExp])[] = [
    ["no JSON object", 7, /agent-card\.json is not valid: it must be/],
    ["null", null, /is not valid/],
    ["a 1.0 card without its name", nameless, /\/name must be/],
    ["a skill that is no object", { ...cardOf(), skills: [7] }, /\/skills\/0 must be/],
    ["no interface at all", { ...cardOf(), supportedInterfaces: [] }, /offers|\/supportedInterfaces/],
    ["gRPC alone", cardOf("1.0", { protocolBinding: "GRPC" }), /offers GRPC 1\.0; this client speaks JSONRPC 1\.0/],
    [
      "a version of the future",
      { ...cardOf(), supportedInterfaces: [{ ...cardOf().supportedInterfaces[0], protocolVersion: "7.0" }] },
      /7\.0/,
    ],
    ["an interface of another scheme", cardOf("1.0", { url: "file:///etc/passwd" }), /no http or https URL: file:/],
    ["an interface without a scheme", cardOf("1.0", { url: "peer.test/rpc" }), /no http or https URL/],
  ];
  for (const [what, card, message] of rows) {
    test(what, async () => {
      const error = await localErrorOf(connect(address, { fetch: siteOf({ [newPath]: card }).fetch }));
      expect(error.code).toBe("BAD_RESPONSE");
      expect(error.message).toMatch(message);
    });
  }

  test("a card that is nowhere: every place is named", async () => {
    const error = await localErrorOf(connect("http://peer.test/a", { fetch: siteOf({}).fetch }));
    expect(error.code).toBe("BAD_RESPONSE");
    for (const path of [`/a${newPath}`, newPath, `/a${oldPath}`, oldPath]) expect(error.message).toContain(`http://peer.test${path}`);
  });

  test("another refusal than 404 ends the search", async () => {
    const peer = peerOf(() => new Response("who are you?", { status: 401 }));
    const message = `http://peer.test${newPath} answered 401`;
    expect(await failureOf(connect(address, { fetch: peer.fetch }))).toMatchObject({ code: "UnauthenticatedError", message });
    expect(peer.requests).toHaveLength(1);
  });

  test("a card longer than maxResponseBytes", async () => {
    const error = await localErrorOf(connect(address, { fetch: siteOf({ [newPath]: cardOf() }).fetch, maxResponseBytes: 100 }));
    expect([error.code, error.message]).toEqual(["BAD_RESPONSE", expect.stringContaining("more than 100 bytes")]);
  });
});

describe("what the programmer gets wrong is a TypeError", () => {
  const rows: readonly (readonly [string, string | URL, object])[] = [
    ["a scheme that is not http", "ftp://peer.test/", {}],
    ["a file", new URL("file:///card.json"), {}],
    ["no URL", "peer", {}],
    ["credentials in the address", "http://me:secret@peer.test/", {}],
    ["no version", address, { versions: [] }],
    ["a version that there is not", address, { versions: ["9.9"] }],
    ["no bytes to read", address, { maxResponseBytes: 0 }],
    ["no time", address, { timeoutMs: 0 }],
    ["a negative time", address, { timeoutMs: -1 }],
    ["more time than a timer takes", address, { timeoutMs: 2 ** 31 }],
    ["a time that is no number", address, { timeoutMs: Number.NaN }],
  ];
  for (const [what, target, options] of rows) {
    test(what, async () => {
      const peer = siteOf({ [newPath]: cardOf() });
      const error = await failureOf(connect(target, { fetch: peer.fetch, ...options }));
      expect(error).toBeInstanceOf(TypeError);
      expect(String(error)).not.toContain("secret");
      expect(peer.requests).toEqual([]);
    });
  }
});

describe("versions", () => {
  const rows: readonly (readonly [readonly Version[] | undefined, string, string])[] = [
    [undefined, "SendMessage", "1.0"],
    [["1.0"], "SendMessage", "1.0"],
    [["0.3"], "message/send", "0.3"],
    [["0.1"], "tasks/send", "0.1"],
    [["0.1", "0.3"], "message/send", "0.3"],
  ];
  for (const [versions, method, version] of rows) {
    test(`${versions?.join(" and ") ?? "no option"} speaks ${version} with one of our agents`, async () => {
      const handler = createA2AHandler({ definition: { card: { name: "Echo" }, run: async ({ text }) => `echo: ${text}` } }, {});
      onTestFinished(() => handler.close());
      const peer = peerOf((request) => handler.fetch(request));
      const client = await connect(address, { fetch: peer.fetch, ...(versions && { versions }) });
      await client.send("hi");
      expect(await peer.requests.at(-1)?.json()).toMatchObject({ method });
    });
  }
});

describe("an agent that does not answer", () => {
  test("a network failure is LocalError NETWORK, with its cause", async () => {
    const cause = new TypeError("fetch failed");
    const error = await localErrorOf(connect(address, { fetch: () => Promise.reject(cause), retry: { attempts: 1 } }));
    expect([error.code, error.cause]).toEqual(["NETWORK", cause]);
  });

  test("a fetch that throws at once is NETWORK too", async () => {
    const cause = new TypeError("no network here");
    const fetch = (): never => {
      throw cause;
    };
    const error = await localErrorOf(connect(address, { fetch, retry: { attempts: 1 } }));
    expect([error.code, error.cause]).toEqual(["NETWORK", cause]);
  });

  test("the platform's fetch is used by default: a closed port is NETWORK", async () => {
    const error = await localErrorOf(connect("http://127.0.0.1:1/", { retry: { attempts: 1 } }));
    expect([error.code, error.cause]).toEqual(["NETWORK", expect.any(Error)]);
  });

  const silent: readonly (readonly [string, (request: Request) => Promise<Response>])[] = [
    ["a fetch that honours the signal", (request) => new Promise((_, reject) => listen(request, reject))],
    ["a fetch that takes no notice of it", () => new Promise(() => undefined)],
    ["a body that never ends", async () => new Response(new ReadableStream({}), { headers: { "content-type": "application/json" } })],
  ];
  for (const [what, fetch] of silent) {
    test(`timeoutMs ends ${what}: LocalError TIMEOUT`, async () => {
      const error = await localErrorOf(connect(address, { fetch, timeoutMs: 20 }));
      expect([error.code, error.message]).toEqual(["TIMEOUT", "http://peer.test/ did not answer within 20 ms"]);
    });

    test(`signal ends ${what}: its reason comes out`, async () => {
      const controller = new AbortController();
      const reason = new Error("changed my mind");
      const failure = failureOf(connect(address, { fetch, signal: controller.signal }));
      controller.abort(reason);
      expect(await failure).toBe(reason);
    });
  }
});

function listen({ signal }: Request, reject: (reason: unknown) => void): void {
  signal.addEventListener("abort", () => reject(signal.reason), { once: true });
}

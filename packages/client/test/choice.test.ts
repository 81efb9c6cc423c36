import type { Interceptor } from "@a2a/client";
import { connect, createCardCache } from "@a2a/client";
import { lintCard } from "@a2a/core";
import { describe, expect, test } from "vitest";
import { address, cardOf, collect, event, failureOf, json, localErrorOf, peerOf, resultOf, sse, taskIn } from "./peers.js";

const done = taskIn("TASK_STATE_COMPLETED");
const quick = { attempts: 1 };
const at = (host: string, protocolVersion = "1.0") => ({ url: `http://${host}/`, protocolBinding: "JSONRPC", protocolVersion });

describe("an agent with several interfaces", () => {
  /** An agent of which only some hosts can be reached. */
  const reachable = (...hosts: readonly string[]) =>
    peerOf((request, { id, method }) => {
      if (!hosts.includes(new URL(request.url).host)) throw new TypeError("unreachable");
      return method?.includes("tasks/") || method === "GetTask" ? json(resultOf(id, done)) : json(resultOf(id, { task: done }));
    });
  const card = { ...cardOf(), supportedInterfaces: [at("one"), at("two"), at("three", "0.3")] };
  const hostsOf = ({ requests }: { requests: readonly Request[] }): string[] => requests.map(({ url }) => new URL(url).host);

  test("is reached over the next one where nothing answers, and stays there", async () => {
    const peer = reachable("two");
    const client = await connect(card, { fetch: peer.fetch, retry: quick });
    await client.send("hi");
    await client.send("hi");
    expect(hostsOf(peer)).toEqual(["one", "two", "two"]);
    expect(client.interfaces.map(({ url }) => url)).toEqual(["http://one/", "http://two/", "http://three/"]);
  });

  test("is reached in another version where that is all that answers, but not below the versions that may be spoken", async () => {
    const peer = reachable("three");
    expect(await (await connect(card, { fetch: peer.fetch, retry: quick })).getTask("t")).toMatchObject({ id: "task-1" });
    const strict = await connect(card, { fetch: peer.fetch, retry: quick, versions: ["1.0"] });
    expect((await localErrorOf(strict.getTask("t"))).code).toBe("NETWORK");
  });

  test("is found in a version that may be spoken also where its card is of another", async () => {
    const only = await connect(card, { fetch: reachable("three").fetch, versions: ["0.3"] });
    expect(only.interfaces.map(({ url }) => url)).toEqual(["http://three/"]);
  });

  test("that has answered once is not left", async () => {
    let isUp = true;
    const peer = peerOf((request, { id }) => {
      if (!isUp && new URL(request.url).host === "one") throw new TypeError("unreachable");
      return json(resultOf(id, done));
    });
    const client = await connect(card, { fetch: peer.fetch, retry: quick });
    await client.getTask("t");
    isUp = false;
    expect((await localErrorOf(client.getTask("t"))).code).toBe("NETWORK");
    expect(hostsOf(peer)).toEqual(["one", "one"]);
  });

  test("is not sent a message over a second one by a client that does not resend, but is asked there", async () => {
    const peer = reachable("two");
    const once = { fetch: peer.fetch, retry: { ...quick, resend: false } };
    const client = await connect(card, once);
    expect((await localErrorOf(client.send("hi"))).code).toBe("NETWORK");
    expect(hostsOf(peer)).toEqual(["one"]);
    expect((await client.getTask("t")).id).toBe("task-1");
    expect(hostsOf(peer)).toEqual(["one", "one", "two"]);
  });

  test("is spoken to in its own order, or in the newest version", async () => {
    const older = { ...card, supportedInterfaces: [at("old", "0.3"), at("new")] };
    expect((await connect(older, { fetch: reachable().fetch })).interfaces[0].url).toBe("http://old/");
    expect((await connect(older, { fetch: reachable().fetch, prefer: "newest" })).interfaces[0].url).toBe("http://new/");
  });

  test("is not called where the caller's policy says no: the next one is", async () => {
    const asked: string[] = [];
    const allowUrl = (url: URL, purpose: string): boolean => {
      asked.push(`${purpose} ${url.host}`);
      return url.host !== "one";
    };
    const client = await connect(card, { fetch: reachable("two").fetch, allowUrl });
    expect(client.interfaces.map(({ url }) => url)).toEqual(["http://two/", "http://three/"]);
    expect(asked).toEqual(["interface one", "interface two", "interface three"]);
    expect((await localErrorOf(connect(card, { allowUrl: () => false }))).code).toBe("REFUSED_URL");
  });
});

describe("a card that is kept", () => {
  /** A site whose card says how it may be kept. */
  function site(headers: Record<string, string>) {
    return peerOf((request) =>
      request.headers.get("if-none-match") === '"1"' ? new Response(null, { status: 304, headers }) : json(cardOf(), { headers }),
    );
  }
  const peers = (headers: Record<string, string>) => {
    const peer = site(headers);
    // What the shared answer forgets: headers of the card.
    const fetch = async (request: Request): Promise<Response> => {
      const response = await peer.fetch(request);
      const all = new Headers(response.headers);
      for (const [name, value] of Object.entries(headers)) all.set(name, value);
      return new Response(response.body, { status: response.status, headers: all });
    };
    return { ...peer, fetch };
  };

  test("is used without asking as long as its agent allows", async () => {
    const peer = peers({ "cache-control": "public, max-age=60" });
    const cardCache = createCardCache();
    for (const _ of [1, 2, 3]) expect((await connect(address, { fetch: peer.fetch, cardCache })).card.name).toBe("Peer");
    expect(peer.requests).toHaveLength(1);
  });

  for (const control of ["max-age=60", "no-cache"]) {
    test(`is kept as it came, whatever is done to what a client shows: ${control}`, async () => {
      const peer = peers({ etag: '"1"', "cache-control": control });
      const options = { fetch: peer.fetch, cardCache: createCardCache() };
      for (const _ of [1, 2, 3]) {
        const { card } = await connect(address, options);
        expect(card.name).toBe("Peer");
        card.name = "another";
      }
    });
  }

  test("is asked for with its tag after that, and used again where it has not changed", async () => {
    const peer = peers({ etag: '"1"', "cache-control": "no-cache" });
    const cardCache = createCardCache();
    for (const _ of [1, 2]) expect((await connect(address, { fetch: peer.fetch, cardCache })).card.name).toBe("Peer");
    expect(peer.requests.map(({ headers }) => headers.get("if-none-match"))).toEqual([null, '"1"']);
  });

  for (const [what, headers] of [
    ["the agent forbids it", { "cache-control": "no-store, max-age=60", etag: '"1"' }],
    ["the agent says nothing", {}],
    ["it was old when it came", { "cache-control": "max-age=60", age: "60" }],
  ] as const) {
    test(`is fetched anew where ${what}`, async () => {
      const peer = peers(headers);
      const cardCache = createCardCache();
      for (const _ of [1, 2]) await connect(address, { fetch: peer.fetch, cardCache });
      expect(peer.requests.map((each) => each.headers.get("if-none-match"))).toEqual([null, null]);
    });
  }

  test("makes room for another, the longest unused first", async () => {
    const peer = peers({ "cache-control": "max-age=60" });
    const cardCache = createCardCache({ maxCards: 2 });
    for (const host of ["a", "b", "a", "c", "a", "b"]) await connect(`http://${host}.test`, { fetch: peer.fetch, cardCache });
    expect(peer.requests.map(({ url }) => new URL(url).host)).toEqual(["a.test", "b.test", "c.test", "b.test"]);
  });
});

describe("what the schema refuses and everybody understands", () => {
  const loose = { ...done, contextId: null };

  test("is read, and told of", async () => {
    const deviations: unknown[] = [];
    const peer = peerOf((_, { id }) => json(resultOf(id, loose)));
    const client = await connect(cardOf(), { fetch: peer.fetch, onDeviation: (each) => deviations.push(each) });
    expect(await client.getTask("t")).toMatchObject({ id: "task-1" });
    expect(deviations).toMatchObject([{ version: "1.0", of: "GetTask", problem: { pointer: "/contextId", keyword: "type" } }]);
  });

  test("is refused by a strict client, which names the place", async () => {
    const peer = peerOf((_, { id, method }) =>
      method === "GetTask" ? json(resultOf(id, loose)) : sse([event(resultOf(id, { task: loose }))]).response,
    );
    const client = await connect(cardOf(), { fetch: peer.fetch, strict: true });
    for (const call of [client.getTask("t"), collect(client.stream("hi"))]) {
      expect(await localErrorOf(call)).toMatchObject({ code: "BAD_RESPONSE", problem: { expected: "a string" } });
    }
    const card = { ...cardOf(), iconUrl: null };
    expect((await localErrorOf(connect(card as never, { strict: true }))).code).toBe("BAD_RESPONSE"); // safe: what the wire may bring
  });

  test("findings about a card stand beside it; a strict client refuses errors", async () => {
    const card = { ...cardOf(), version: "one" };
    const client = await connect(card, { checkCard: lintCard });
    expect(client.findings.map(({ rule }) => rule)).toContain("version-not-semantic");
    const wrong = { ...cardOf(), supportedInterfaces: [at("peer.test"), { ...at("x"), url: "no url" }] };
    expect(await localErrorOf(connect(wrong, { checkCard: lintCard, strict: true }))).toMatchObject({
      code: "BAD_RESPONSE",
      message: expect.stringContaining("interface-url"),
    });
  });
});

describe("interceptors", () => {
  const peer = peerOf((request, { id, method }) => {
    if (request.headers.get("x-fail")) return json({ jsonrpc: "2.0", id, error: { code: -32001, message: "none" } });
    return method === "SendStreamingMessage"
      ? sse([event(resultOf(id, { task: done }))]).response
      : json(resultOf(id, method === "GetTask" ? done : { task: done }));
  });

  test("see each call before and after, and each event, the last one first on the way back", async () => {
    const seen: string[] = [];
    const named = (name: string): Interceptor => ({
      before: ({ operation, version, url }) => void seen.push(`${name} before ${operation} ${version} ${url}`),
      after: (_, outcome) => void seen.push(`${name} after ${"error" in outcome ? "error" : "result"}`),
      event: (_, { task }) => void seen.push(`${name} event ${task?.id}`),
    });
    const client = await connect(cardOf(), { fetch: peer.fetch, interceptors: [named("1"), named("2")] });
    await client.getTask("t");
    await collect(client.stream("hi"));
    expect(seen.filter((each) => !each.includes("GetTask") || seen.indexOf(each) < 2)).toEqual([
      "1 before GetTask 1.0 http://peer.test/",
      "2 before GetTask 1.0 http://peer.test/",
      "2 after result",
      "1 after result",
      "1 before SendStreamingMessage 1.0 http://peer.test/",
      "2 before SendStreamingMessage 1.0 http://peer.test/",
      "2 event task-1",
      "1 event task-1",
      "2 after result",
      "1 after result",
    ]);
  });

  test("can add headers, change what is sent, and see the error", async () => {
    const errors: unknown[] = [];
    const interceptor: Interceptor = {
      before(call) {
        call.headers["x-fail"] = "yes";
        call.params = { ...call.params, id: "changed" };
      },
      after: (_, outcome) => void errors.push(outcome),
    };
    const client = await connect(cardOf(), { fetch: peer.fetch, interceptors: [interceptor] });
    const before = peer.requests.length;
    expect(await failureOf(client.getTask("t"))).toMatchObject({ code: "TaskNotFoundError" });
    const sent = await peer.requests[before]?.json();
    expect(sent?.params).toEqual({ id: "changed" });
    expect(errors).toMatchObject([{ error: { code: "TaskNotFoundError" } }]);
  });

  test("that throw end the call, before anything is sent", async () => {
    const client = await connect(cardOf(), {
      fetch: peer.fetch,
      interceptors: [{ before: () => Promise.reject(new Error("not today")) }],
    });
    const before = peer.requests.length;
    await expect(client.getTask("t")).rejects.toThrow("not today");
    await expect(collect(client.stream("hi"))).rejects.toThrow("not today");
    expect(peer.requests).toHaveLength(before);
  });
});

test("a call says which trace it belongs to", async () => {
  const peer = peerOf((_, { id }) => json(resultOf(id, done)));
  const client = await connect(cardOf(), { fetch: peer.fetch });
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  await client.getTask("t", { trace: { traceparent, tracestate: "a=b" } });
  await client.getTask("t");
  expect(peer.requests.map(({ headers }) => [headers.get("traceparent"), headers.get("tracestate")])).toEqual([
    [traceparent, "a=b"],
    [null, null],
  ]);
});

for (const [option, words] of [
  [{ idleTimeoutMs: 0 }, "idleTimeoutMs must be a number above 0: 0"],
  [{ maxResponseBytes: Number.NaN }, "maxResponseBytes must be a number above 0: NaN"],
  [{ retry: { attempts: 0 } }, "attempts must be a number above 0: 0"],
  [{ retry: { firstDelayMs: -1 } }, "firstDelayMs must not be negative: -1"],
  [{ retry: { maxDelayMs: -0.5 } }, "maxDelayMs must not be negative: -0.5"],
] as const) {
  test(`${JSON.stringify(option)} is a TypeError`, async () => {
    await expect(connect(cardOf(), option)).rejects.toEqual(new TypeError(words));
  });
}

test("a binding for what is preferred is a TypeError that says what there is", async () => {
  // safe: meant to be wrong
  const options = { prefer: "HTTP+JSON" as "newest" };
  await expect(connect(cardOf(), options)).rejects.toEqual(new TypeError("prefer must be agent or newest: HTTP+JSON"));
});

test("members of retry that are undefined have their defaults", async () => {
  let asked = 0;
  const peer = peerOf((_, { id }) => {
    asked += 1;
    if (asked === 1) throw new TypeError("connection reset");
    return json(resultOf(id, { task: done }));
  });
  // safe: what TypeScript lets through without exactOptionalPropertyTypes
  const retry = { attempts: undefined, firstDelayMs: 0, resend: undefined } as unknown as { readonly attempts: number };
  const client = await connect(cardOf(), { fetch: peer.fetch, retry });
  expect(await client.send("hi")).toMatchObject({ id: "task-1" });
});

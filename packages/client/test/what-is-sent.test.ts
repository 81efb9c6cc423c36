import type { Client } from "@a2a/client";
import { connect } from "@a2a/client";
import type { AgentCard, Version } from "@a2a/core";
import { message, text } from "@a2a/core";
import { describe, expect, test } from "vitest";
import type { Peer, RpcBody } from "./peers.js";
import { cardOf, collect, event, json, peerOf, resultOf, sse, taskIn } from "./peers.js";

const done = taskIn("TASK_STATE_COMPLETED");

/** A peer of version 1.0 that says yes to everything. */
function willing(): Peer {
  return peerOf((_, { id, method }) => {
    if (method === "SendMessage") return json(resultOf(id, { task: done }));
    if (method === "GetTask" || method === "CancelTask") return json(resultOf(id, done));
    return sse([event(resultOf(id, { task: done }))]).response;
  });
}

async function connected(options: object = {}, card: AgentCard = cardOf()): Promise<{ client: Client; peer: Peer }> {
  const peer = willing();
  return { peer, client: await connect(card, { fetch: peer.fetch, ...options }) };
}

const calls: readonly (readonly [string, (client: Client, options?: object) => Promise<unknown>])[] = [
  ["SendMessage", (client, options) => client.send("hi", options)],
  ["SendStreamingMessage", (client, options) => collect(client.stream("hi", options))],
  ["SubscribeToTask", (client, options) => collect(client.subscribe("task-1", options))],
  ["GetTask", (client, options) => client.getTask("task-1", options)],
  ["CancelTask", (client, options) => client.cancelTask("task-1", options)],
];

async function bodyOf(peer: Peer): Promise<RpcBody> {
  return peer.requests.at(-1)?.json();
}

describe("every request", () => {
  for (const [method, call] of calls) {
    test(`${method} is a JSON-RPC request in a POST of JSON to the interface's address`, async () => {
      const { client, peer } = await connected();
      await call(client);
      const [request] = peer.requests;
      expect([request?.method, request?.url, request?.headers.get("content-type")]).toEqual([
        "POST",
        "http://peer.test/",
        "application/json",
      ]);
      expect(await bodyOf(peer)).toMatchObject({ jsonrpc: "2.0", id: 1, method });
    });

    test(`${method} carries the tenant of the interface`, async () => {
      const { client, peer } = await connected({}, cardOf("1.0", { tenant: "acme" }));
      await call(client);
      expect((await bodyOf(peer)).params).toMatchObject({ tenant: "acme" });
    });

    test(`${method} carries no tenant where the interface has none`, async () => {
      for (const card of [cardOf(), cardOf("1.0", { tenant: "" })]) {
        const { client, peer } = await connected({}, card);
        await call(client);
        expect((await bodyOf(peer)).params).not.toHaveProperty("tenant");
      }
    });

    test(`${method} carries A2A-Version, the extensions, and the headers of client and call, of which the call's count more`, async () => {
      const { client, peer } = await connected({ headers: { Authorization: "Bearer one", "x-client": "1" } });
      await call(client, { headers: { authorization: "Bearer two", "X-Call": "2" }, extensions: ["urn:a", "urn:b"] });
      const headers = peer.requests[0]?.headers;
      expect(headers?.get("a2a-version")).toBe("1.0");
      expect(headers?.get("a2a-extensions")).toBe("urn:a, urn:b");
      expect(headers?.get("authorization")).toBe("Bearer two");
      expect([headers?.get("x-client"), headers?.get("x-call")]).toEqual(["1", "2"]);
    });
  }

  test("it has an id of its own", async () => {
    const { client, peer } = await connected();
    await Promise.all([client.send("one"), client.send("two"), client.getTask("task-1")]);
    const ids = await Promise.all(peer.requests.map(async (request) => ((await request.json()) as RpcBody).id));
    expect(new Set(ids).size).toBe(3);
  });

  test("it asks for no extensions where none are wanted", async () => {
    const { client, peer } = await connected();
    await client.send("hi", { extensions: [] });
    expect(peer.requests[0]?.headers.has("a2a-extensions")).toBe(false);
  });

  const versions: readonly Version[] = ["1.0", "0.3", "0.1"];
  for (const version of versions) {
    // Older servers do not know it; one of many versions tells by it whose names `tasks/get` and its like are.
    test(`in version ${version} A2A-Version says so`, async () => {
      const peer = peerOf((_, { id }) => json({ jsonrpc: "2.0", id, error: { code: -32001, message: "none" } }));
      const client = await connect(cardOf(version), { fetch: peer.fetch });
      await client.getTask("t").catch(() => undefined);
      expect(peer.requests[0]?.headers.get("a2a-version")).toBe(version);
    });
  }

  test("an interface of a patch version is spoken to", async () => {
    const { client, peer } = await connected(
      {},
      { ...cardOf("1.0"), supportedInterfaces: [{ url: "http://peer.test/", protocolBinding: "JSONRPC", protocolVersion: "1.0.2" }] },
    );
    await client.send("hi");
    expect(peer.requests[0]?.headers.get("a2a-version")).toBe("1.0");
  });
});

describe("a message", () => {
  const rows: readonly (readonly [string, Parameters<Client["send"]>, object])[] = [
    ["a text", ["hi"], { message: { role: "ROLE_USER", parts: [{ text: "hi" }] } }],
    ["parts", [[text("a"), text("b")]], { message: { parts: [{ text: "a" }, { text: "b" }] } }],
    ["a message of its own", [message("hi", { taskId: "t" })], { message: { taskId: "t", parts: [{ text: "hi" }] } }],
    ["taskId and contextId", ["hi", { taskId: "t", contextId: "c" }], { message: { taskId: "t", contextId: "c" } }],
    ["metadata", ["hi", { metadata: { a: 1 } }], { metadata: { a: 1 } }],
    [
      "the configuration",
      ["hi", { acceptedOutputModes: ["text/plain"], historyLength: 0, returnImmediately: false }],
      { configuration: { acceptedOutputModes: ["text/plain"], historyLength: 0, returnImmediately: false } },
    ],
  ];
  for (const [what, args, params] of rows) {
    test(`${what} is sent`, async () => {
      const { client, peer } = await connected();
      await client.send(...args);
      expect((await bodyOf(peer)).params).toMatchObject(params);
    });
  }

  test("nothing is made up: no configuration, no task, no context", async () => {
    const { client, peer } = await connected();
    await client.send("hi");
    const { params } = await bodyOf(peer);
    expect(Object.keys(params ?? {})).toEqual(["message"]);
    expect(Object.keys(Object(params?.message)).toSorted()).toEqual(["messageId", "parts", "role"]);
  });

  test("the caller's message is not changed", async () => {
    const { client } = await connected();
    const said = Object.freeze(message("hi"));
    const before = structuredClone(said);
    await client.send(said, { taskId: "t" });
    expect(said).toEqual(before);
  });

  test("getTask asks for as much history as it is told, none included", async () => {
    const { client, peer } = await connected();
    await client.getTask("task-1", { historyLength: 0 });
    expect((await bodyOf(peer)).params).toEqual({ id: "task-1", historyLength: 0 });
  });

  test("cancelTask carries its metadata", async () => {
    const { client, peer } = await connected();
    await client.cancelTask("task-1", { metadata: { why: "late" } });
    expect((await bodyOf(peer)).params).toEqual({ id: "task-1", metadata: { why: "late" } });
  });
});

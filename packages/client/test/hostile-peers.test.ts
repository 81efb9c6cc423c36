import type { Client } from "@a2a/client";
import { connect } from "@a2a/client";
import { A2AError } from "@a2a/core";
import { describe, expect, test } from "vitest";
import type { RpcBody } from "./peers.js";
import { address, cardOf, failureOf, json, localErrorOf, peerOf, resultOf, taskIn } from "./peers.js";

const done = taskIn("TASK_STATE_COMPLETED");

/** A client of a peer that answers so. */
function clientOf(answer: (request: Request, body: RpcBody) => Response | Promise<Response>, maxResponseBytes?: number): Promise<Client> {
  return connect(cardOf(), {
    fetch: peerOf(answer).fetch,
    retry: { attempts: 1 },
    ...(maxResponseBytes !== undefined && { maxResponseBytes }),
  });
}

describe("what is no answer is LocalError BAD_RESPONSE", () => {
  const html = (status: number) => () => new Response("<html>Oh no</html>", { status, headers: { "content-type": "text/html" } });
  const rows: readonly (readonly [string, (request: Request, body: RpcBody) => Response, RegExp])[] = [
    [
      "no JSON",
      () => new Response("{", { headers: { "content-type": "application/json" } }),
      /^http:\/\/peer\.test\/ answered 200 .*not JSON/,
    ],
    ["HTML with status 500", html(500), /answered 500 .*not JSON/],
    ["HTML with status 200", html(200), /answered 200 .*not JSON/],
    ["nothing", () => new Response(null), /not JSON: empty/],
    ["status 204", () => new Response(null, { status: 204 }), /answered 204 .*not JSON: empty/],
    ["bytes that are not UTF-8", () => new Response(Uint8Array.of(0x22, 0xff, 0x22)), /not UTF-8/],
    ["a number", () => json(7), /not a response object/],
    ["an array", (_, { id }) => json([resultOf(id, done)]), /not a response object/],
    ["no jsonrpc", (_, { id }) => json({ id, result: { task: done } }), /\/jsonrpc/],
    ["another JSON-RPC", (_, { id }) => json({ jsonrpc: "1.0", id, result: { task: done } }), /\/jsonrpc/],
    ["another id", (_, { id = 0 }) => json(resultOf(id + 1, { task: done })), /answered request 2, not 1/],
    ["its id as a string", (_, { id }) => json({ ...resultOf(id, { task: done }), id: String(id) }), /answered request 1, not 1/],
    ["no id", () => json({ jsonrpc: "2.0", result: { task: done } }), /answered request null, not 1/],
    ["an id that is none", () => json({ jsonrpc: "2.0", id: {}, result: { task: done } }), /\/id/],
    ["neither result nor error", (_, { id }) => json({ jsonrpc: "2.0", id }), /neither result nor error/],
    ["an error without a code", (_, { id }) => json({ jsonrpc: "2.0", id, error: { message: "no" } }), /\/error/],
    ["an error that is a text", (_, { id }) => json({ jsonrpc: "2.0", id, error: "no" }), /\/error/],
    ["null for a result", (_, { id }) => json(resultOf(id, null)), /the peer's SendMessage breaks the protocol/],
    ["a result without members", (_, { id }) => json(resultOf(id, {})), /the peer's SendMessage breaks the protocol/],
    [
      "a task without an id",
      (_, { id }) => json(resultOf(id, { task: { status: { state: "TASK_STATE_WORKING" } } })),
      /\/task\/id must be/,
    ],
    [
      "a state that there is not",
      (_, { id }) => json(resultOf(id, { task: taskIn("TASK_STATE_DREAMING") })),
      /\/task\/status\/state must be/,
    ],
    [
      "an artifact that is a text",
      (_, { id }) => json(resultOf(id, { task: { ...done, artifacts: ["x"] } })),
      /\/task\/artifacts\/0 must be/,
    ],
    ["a task and a message", (_, { id }) => json(resultOf(id, { task: done, message: { messageId: "m" } })), /breaks the protocol/],
  ];
  for (const [what, answer, message] of rows) {
    test(what, async () => {
      const error = await localErrorOf((await clientOf(answer)).send("hi"));
      expect([error.code, error.message]).toEqual(["BAD_RESPONSE", expect.stringMatching(message)]);
    });
  }

  test("an invalid answer to getTask names its place", async () => {
    const client = await clientOf((_, { id }) => json(resultOf(id, { ...done, history: [{}] })));
    expect((await localErrorOf(client.getTask("task-1"))).message).toMatch(/the peer's GetTask .*\/history\/0/);
  });
});

describe("how long an answer may be", () => {
  const spaced = (id: number | undefined, length: number): string => JSON.stringify(resultOf(id, { task: done })).padEnd(length);

  test("maxResponseBytes are read", async () => {
    const client = await clientOf((_, { id }) => new Response(spaced(id, 1000)), 1000);
    expect(await client.send("hi")).toEqual(done);
  });

  test("one more is LocalError BAD_RESPONSE", async () => {
    const client = await clientOf((_, { id }) => new Response(spaced(id, 1001)), 1000);
    const error = await localErrorOf(client.send("hi"));
    expect([error.code, error.message]).toEqual(["BAD_RESPONSE", "http://peer.test/ answered with more than 1000 bytes"]);
  });

  test("an answer without an end is cancelled as soon as it is too long", async () => {
    let served = 0;
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        served += 1;
        controller.enqueue(new Uint8Array(100));
      },
      cancel: () => {
        isCancelled = true;
      },
    });
    const error = await localErrorOf((await clientOf(() => new Response(body), 1000)).send("hi"));
    expect(error.code).toBe("BAD_RESPONSE");
    expect(isCancelled).toBe(true);
    expect(served).toBeLessThan(20);
  });

  test("a body that breaks off is LocalError NETWORK, with its cause", async () => {
    const cause = new TypeError("terminated");
    const client = await clientOf(() => new Response(new ReadableStream({ pull: (controller) => controller.error(cause) })));
    const error = await localErrorOf(client.send("hi"));
    expect([error.code, error.cause]).toEqual(["NETWORK", cause]);
  });
});

describe("redirects", () => {
  for (const status of [301, 302, 303, 307, 308]) {
    test(`${status} is refused, and names where it leads`, async () => {
      const peer = peerOf(() => new Response(null, { status, headers: { location: "http://evil.test/" } }));
      const client = await connect(cardOf(), { fetch: peer.fetch });
      const error = await localErrorOf(client.send("hi"));
      expect([error.code, error.message]).toEqual(["BAD_RESPONSE", expect.stringContaining("redirects to http://evil.test/")]);
      expect(peer.requests).toHaveLength(1);
    });
  }

  test("a request forbids the platform to follow them", async () => {
    const peer = peerOf((_, { id }) => json(resultOf(id, { task: done })));
    await (await connect(cardOf(), { fetch: peer.fetch })).send("hi");
    expect(peer.requests[0]?.redirect).toBe("manual");
  });

  test("a redirect of a card is refused too", async () => {
    const peer = peerOf(() => new Response(null, { status: 302, headers: { location: "http://evil.test/" } }));
    expect((await localErrorOf(connect(address, { fetch: peer.fetch }))).code).toBe("BAD_RESPONSE");
    expect(peer.requests).toHaveLength(1);
  });
});

describe("errors of the protocol", () => {
  const rows: readonly (readonly [string, number, string])[] = [
    ["-32001", -32001, "TaskNotFoundError"],
    ["-32002", -32002, "TaskNotCancelableError"],
    ["-32601", -32601, "MethodNotFoundError"],
    ["-32602", -32602, "InvalidParamsError"],
    ["a code that nobody knows", -31999, "InternalError"],
    ["a positive code", 1, "InternalError"],
  ];
  for (const [what, code, name] of rows) {
    test(`${what} is A2AError ${name}`, async () => {
      const client = await clientOf((_, { id }) => json({ jsonrpc: "2.0", id, error: { code, message: "no" } }));
      const error = await failureOf(client.send("hi"));
      expect(error).toBeInstanceOf(A2AError);
      expect(error).toMatchObject({ code: name });
    });
  }

  test("one that could not tell the request's id, with an HTTP status of its own, is understood", async () => {
    const client = await clientOf(() => json({ jsonrpc: "2.0", id: null, error: { code: -32700, message: "what?" } }, { status: 400 }));
    expect(await failureOf(client.send("hi"))).toMatchObject({ name: "A2AError", code: "JSONParseError" });
  });
});

describe("giving up", () => {
  const silent = (): Promise<Response> => new Promise(() => undefined);

  test("the reason of the caller's signal comes out, also of a stream", async () => {
    const client = await clientOf(silent);
    const reason = new Error("changed my mind");
    const controller = new AbortController();
    const failures = [
      client.send("hi", { signal: controller.signal }),
      client.getTask("t", { signal: controller.signal }),
      client.cancelTask("t", { signal: controller.signal }),
      client.stream("hi", { signal: controller.signal }).next(),
      client.subscribe("t", { signal: controller.signal }).next(),
    ].map(failureOf);
    controller.abort(reason);
    for (const failure of failures) expect(await failure).toBe(reason);
  });

  test("a signal that is aborted before keeps the request from being made", async () => {
    const peer = peerOf(() => json({}));
    const client = await connect(cardOf(), { fetch: peer.fetch });
    const reason = new Error("never mind");
    expect(await failureOf(client.send("hi", { signal: AbortSignal.abort(reason) }))).toBe(reason);
    expect(peer.requests).toEqual([]);
  });

  test("timeoutMs is LocalError TIMEOUT", async () => {
    const client = await clientOf(silent);
    expect((await localErrorOf(client.send("hi", { timeoutMs: 20 }))).code).toBe("TIMEOUT");
    expect((await localErrorOf(client.stream("hi", { timeoutMs: 20 }).next())).code).toBe("TIMEOUT");
  });

  test("an answer in time is not disturbed by the limit that passes later", async () => {
    const client = await clientOf((_, { id }) => json(resultOf(id, { task: done })));
    const controller = new AbortController();
    expect(await client.send("hi", { signal: controller.signal, timeoutMs: 1000 })).toEqual(done);
    controller.abort();
  });
});

import type { Client } from "@a2a/client";
import { connect } from "@a2a/client";
import type { StreamResponse } from "@a2a/core";
import { describe, expect, test } from "vitest";
import type { RpcBody } from "./peers.js";
import { address, cardOf, collect, event, failureOf, json, localErrorOf, peerOf, resultOf, sse, taskIn } from "./peers.js";

const working = { task: taskIn("TASK_STATE_WORKING") };
const over = { statusUpdate: { taskId: "task-1", contextId: "context-1", status: { state: "TASK_STATE_COMPLETED" } } };
const chunk = (text: string) => ({
  artifactUpdate: { taskId: "task-1", contextId: "context-1", artifact: { artifactId: "a", parts: [{ text }] } },
});

/** A client of a peer that answers so. */
function clientOf(answer: (request: Request, body: RpcBody) => Response, maxResponseBytes?: number): Promise<Client> {
  return connect(cardOf(), {
    fetch: peerOf(answer).fetch,
    retry: { attempts: 1 },
    ...(maxResponseBytes !== undefined && { maxResponseBytes }),
  });
}

/** What a client yields of a stream in these chunks, each made with the request's id. */
async function read(chunks: (id: number | undefined) => Iterable<string | Uint8Array>): Promise<StreamResponse[]> {
  return collect((await clientOf((_, { id }) => sse(chunks(id)).response)).stream("hi"));
}

/** The events before a stream fails, and its failure. */
async function readFailing(stream: AsyncIterable<StreamResponse>): Promise<{ before: StreamResponse[]; failure: unknown }> {
  const before: StreamResponse[] = [];
  const failure = await failureOf(
    (async () => {
      for await (const item of stream) before.push(item);
    })(),
  );
  return { before, failure };
}

describe("an answer that is no stream", () => {
  test("an error is A2AError", async () => {
    const client = await clientOf((_, { id }) => json({ jsonrpc: "2.0", id, error: { code: -32001, message: "none" } }));
    expect(await failureOf(client.stream("hi").next())).toMatchObject({ name: "A2AError", code: "TaskNotFoundError" });
  });

  test("a result is LocalError BAD_RESPONSE", async () => {
    const client = await clientOf((_, { id }) => json(resultOf(id, working)));
    const error = await localErrorOf(client.stream("hi").next());
    expect([error.code, error.message]).toEqual(["BAD_RESPONSE", "http://peer.test/ answered SendStreamingMessage without a stream"]);
  });

  test("HTML is LocalError BAD_RESPONSE", async () => {
    const client = await clientOf(() => new Response("<html>", { headers: { "content-type": "text/html" } }));
    expect((await localErrorOf(client.stream("hi").next())).code).toBe("BAD_RESPONSE");
  });

  test("a media type with parameters and capitals is a stream all the same", async () => {
    const client = await clientOf((_, { id }) => {
      const { body } = sse([event(resultOf(id, working)), event(resultOf(id, over))]).response;
      return new Response(body, { headers: { "content-type": "Text/Event-Stream; charset=utf-8" } });
    });
    expect(await collect(client.stream("hi"))).toHaveLength(2);
  });
});

describe("a stream that breaks the protocol", () => {
  const rows: readonly (readonly [string, (id: number | undefined) => string, RegExp])[] = [
    ["an event that is not JSON", () => "data: {\n\n", /an event of http:\/\/peer\.test\/ is not JSON/],
    ["an event without jsonrpc", (id) => event({ id, result: over }), /\/jsonrpc/],
    ["an event of another request", (id = 0) => event(resultOf(id + 1, over)), /answered request 2, not 1/],
    ["an event that is no member of its union", (id) => event(resultOf(id, { news: {} })), /the peer's event breaks the protocol/],
    ["an invalid task", (id) => event(resultOf(id, { task: { id: "t" } })), /\/task\/status must be/],
    ["an invalid artifact", (id) => event(resultOf(id, { artifactUpdate: { taskId: "t", contextId: "c" } })), /\/artifactUpdate\/artifact/],
  ];
  for (const [what, text, message] of rows) {
    test(`${what} is LocalError BAD_RESPONSE after what came before it, and cancels the body`, async () => {
      const made: ReturnType<typeof sse>[] = [];
      const client = await clientOf((_, { id }) => {
        const answer = sse([event(resultOf(id, working)), text(id)], "stay");
        made.push(answer);
        return answer.response;
      });
      const { before, failure } = await readFailing(client.stream("hi"));
      expect(before).toEqual([working]);
      expect(failure).toMatchObject({ name: "LocalError", code: "BAD_RESPONSE", message: expect.stringMatching(message) });
      expect(made[0]?.cancelled).toHaveLength(1);
    });
  }

  test("an error as an event is A2AError after what came before it", async () => {
    const client = await clientOf((_, { id }) => {
      const failure = { jsonrpc: "2.0", id, error: { code: -32603, message: "broken" } };
      return sse([event(resultOf(id, working)), `event: error\n${event(failure)}`]).response;
    });
    const { before, failure } = await readFailing(client.stream("hi"));
    expect(before).toEqual([working]);
    expect(failure).toMatchObject({ name: "A2AError", code: "InternalError" });
  });

  const long = (id: number | undefined): string => event(resultOf(id, chunk("x".repeat(2000))));
  const inPieces = (text: string): string[] => text.match(/.{1,100}\n*/g) ?? [];
  const oversized: readonly (readonly [string, (id: number | undefined) => string[]])[] = [
    ["in one piece", (id) => [long(id)]],
    ["in pieces", (id) => inPieces(long(id))],
    ["in pieces that never end", () => Array.from({ length: 100 }, () => "data: ".padEnd(100, "x"))],
    ["of many lines", () => Array.from({ length: 1000 }, () => "data: 1234567890\n")],
    ["a comment without an end", () => Array.from({ length: 100 }, () => ":".padEnd(100, "x"))],
  ];
  for (const [how, chunks] of oversized) {
    test(`an event longer than maxResponseBytes, ${how}, is LocalError BAD_RESPONSE`, async () => {
      const client = await clientOf((_, { id }) => sse([event(resultOf(id, working)), ...chunks(id)], "stay").response, 1000);
      const { before, failure } = await readFailing(client.stream("hi"));
      expect(before).toEqual([working]);
      expect(failure).toMatchObject({
        name: "LocalError",
        code: "BAD_RESPONSE",
        message: expect.stringContaining("longer than 1000 bytes"),
      });
    });
  }

  test("a stream may be longer than maxResponseBytes", async () => {
    const client = await clientOf((_, { id }) => {
      const events = Array.from({ length: 100 }, (_, at) => event(resultOf(id, chunk(`${at}`))));
      return sse([event(resultOf(id, working)), events.join(""), event(resultOf(id, over))]).response;
    }, 1000);
    expect(await collect(client.stream("hi"))).toHaveLength(102);
  });
});

describe("a stream that is cut is LocalError NETWORK", () => {
  const rows: readonly (readonly [string, (id: number | undefined) => string[], "close" | "break", number])[] = [
    ["before its first event", () => [], "close", 0],
    ["before the task is over", (id) => [event(resultOf(id, working)), event(resultOf(id, chunk("x")))], "close", 2],
    ["within an event", (id) => [event(resultOf(id, working)), event(resultOf(id, over)).slice(0, -10)], "close", 1],
    ["by a broken connection", (id) => [event(resultOf(id, working))], "break", 1],
  ];
  for (const [where, chunks, end, count] of rows) {
    test(where, async () => {
      const client = await clientOf((_, { id }) => sse(chunks(id), end).response);
      const { before, failure } = await readFailing(client.stream("hi"));
      expect(before).toHaveLength(count);
      expect(failure).toMatchObject({ name: "LocalError", code: "NETWORK" });
      if (end === "break") expect(failure).toMatchObject({ cause: new TypeError("terminated") });
    });
  }

  test("subscribe too", async () => {
    const client = await clientOf((_, { id }) => sse([event(resultOf(id, working))]).response);
    expect((await readFailing(client.subscribe("task-1"))).failure).toMatchObject({ name: "LocalError", code: "NETWORK" });
  });

  for (const cut of [1, 2]) {
    test(`but not where only the end of the last event is missing: ${cut} of its line feeds`, async () => {
      const client = await clientOf((_, { id }) => sse([event(resultOf(id, working)), event(resultOf(id, over)).slice(0, -cut)]).response);
      expect(await collect(client.stream("hi"))).toHaveLength(2);
    });
  }

  test("but a last event that says so is a good end, whatever the task does", async () => {
    const task = { kind: "task", id: "task-1", contextId: "context-1", status: { state: "working" } };
    const last = { kind: "status-update", taskId: "task-1", contextId: "context-1", status: { state: "working" }, final: true };
    const peer = peerOf((_, { id }) => sse([event(resultOf(id, task)), event(resultOf(id, last))], "stay").response);
    const client = await connect(cardOf("0.3"), { fetch: peer.fetch });
    expect(await collect(client.stream("hi"))).toHaveLength(2);
  });

  const ends: readonly (readonly [string, object])[] = [
    ["a task that is over", { task: taskIn("TASK_STATE_REJECTED") }],
    ["a task that waits for input", { task: taskIn("TASK_STATE_INPUT_REQUIRED") }],
    ["a task that waits for authorization", { task: taskIn("TASK_STATE_AUTH_REQUIRED") }],
    ["a direct reply", { message: { messageId: "m", role: "ROLE_AGENT", parts: [{ text: "x" }] } }],
  ];
  for (const [what, last] of ends) {
    test(`but ${what} is a good end`, async () => {
      expect(await read((id) => [event(resultOf(id, last))])).toEqual([last]);
    });
  }
});

describe("leaving a stream", () => {
  async function opened(): Promise<{ client: Client; answer: () => ReturnType<typeof sse> | undefined }> {
    const made: ReturnType<typeof sse>[] = [];
    const client = await clientOf((_, { id }) => {
      made.push(sse([event(resultOf(id, working)), event(resultOf(id, chunk("x")))], "stay"));
      // safe: it was pushed just now
      return (made.at(-1) as ReturnType<typeof sse>).response;
    });
    return { client, answer: () => made[0] };
  }

  test("a break cancels the body", async () => {
    const { client, answer } = await opened();
    for await (const item of client.stream("hi")) {
      expect(item).toEqual(working);
      break;
    }
    expect(answer()?.cancelled).toHaveLength(1);
  });

  test("an abort while it waits ends it with the signal's reason, and cancels the body", async () => {
    const { client, answer } = await opened();
    const controller = new AbortController();
    const stream = client.stream("hi", { signal: controller.signal });
    await stream.next();
    await stream.next();
    const waiting = failureOf(stream.next());
    const reason = new Error("changed my mind");
    controller.abort(reason);
    expect(await waiting).toBe(reason);
    expect(answer()?.cancelled).toEqual([reason]);
  });

  test("timeoutMs ends it with LocalError TIMEOUT, and cancels the body", async () => {
    const { client, answer } = await opened();
    const { before, failure } = await readFailing(client.stream("hi", { timeoutMs: 30 }));
    expect(before).toHaveLength(2);
    expect(failure).toMatchObject({ name: "LocalError", code: "TIMEOUT" });
    expect(answer()?.cancelled).toEqual([failure]);
  });

  test("nothing is asked for before the first event is", async () => {
    const peer = peerOf(() => json({}));
    const client = await connect(cardOf(), { fetch: peer.fetch });
    const stream = client.stream("hi");
    await stream.return();
    expect(peer.requests).toEqual([]);
  });
});

describe("how a stream may be written", () => {
  const bytes = (text: string): Uint8Array[] => [...new TextEncoder().encode(text)].map((byte) => Uint8Array.of(byte));
  const both = (id: number | undefined): string => event(resultOf(id, working)) + event(resultOf(id, over));
  const rows: readonly (readonly [string, (id: number | undefined) => Iterable<string | Uint8Array>])[] = [
    ["both events in one chunk", (id) => [both(id)]],
    ["byte by byte", (id) => bytes(both(id))],
    ["with CRLF", (id) => [both(id).replaceAll("\n", "\r\n")]],
    ["with CRLF, byte by byte", (id) => bytes(both(id).replaceAll("\n", "\r\n"))],
    ["with CR", (id) => [both(id).replaceAll("\n", "\r")]],
    ["with a byte order mark", (id) => [`\ufeff${both(id)}`]],
    ["with a byte order mark, byte by byte", (id) => bytes(`\ufeff${both(id)}`)],
    ["with comments", (id) => [": hello\n\n", both(id).replace("\n\n", "\n: ping\n\n: ping\n\n:\n")]],
    ["with other fields", (id) => ["retry: soon\nretry: 10\nwho: me\nid: 7\n", `event: message\n${both(id)}`]],
    ["without a space after the colon", (id) => [both(id).replaceAll("data: ", "data:")]],
    ["with data in several lines", (id) => [both(id).replaceAll(",", ",\ndata: ")]],
    ["with events that have no data", (id) => ["event: ping\n\nid: 3\n\n", both(id)]],
    ["with empty chunks", (id) => [new Uint8Array(), both(id), new Uint8Array()]],
  ];
  for (const [how, chunks] of rows) {
    test(how, async () => {
      expect(await read(chunks)).toEqual([working, over]);
    });
  }

  test("a character that is split across chunks arrives whole", async () => {
    const said = "zwölf 🎉 ﷽";
    const events = await read((id) => bytes(both(id).replace("\n\n", `\n\n${event(resultOf(id, chunk(said)))}`)));
    expect(events[1]).toEqual(chunk(said));
  });

  test(`the address of the peer is ${address} in every error`, async () => {
    const client = await clientOf(() => sse(["data: x\n\n"]).response);
    expect((await localErrorOf(client.stream("hi").next())).message).toContain(address);
  });
});

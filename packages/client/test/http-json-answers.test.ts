import type { Client } from "@a2a/client";
import { connect } from "@a2a/client";
import { describe, expect, test } from "vitest";
import type { Peer } from "./peers.js";
import { cardOf, collect, event, failureOf, json, localErrorOf, peerOf, sse, taskIn } from "./peers.js";

const done = taskIn("TASK_STATE_COMPLETED");
const working = taskIn("TASK_STATE_WORKING");
const quick = { attempts: 3, firstDelayMs: 0, maxDelayMs: 5_000 };

/** A client of a peer of HTTP+JSON that answers alike, or one after another; the last one again and again. */
async function facing(answers: readonly (() => Response)[], options: object = {}): Promise<{ client: Client; peer: Peer }> {
  const left = [...answers];
  const peer = peerOf(() => {
    const answer = left.length > 1 ? left.shift() : left[0];
    if (!answer) throw new Error("expected an answer");
    return answer();
  });
  const card = cardOf("1.0", { protocolBinding: "HTTP+JSON" });
  return { peer, client: await connect(card, { fetch: peer.fetch, retry: quick, ...options }) };
}

/** An error as HTTP+JSON says it, with the reason of A2A where there is one. */
function refused(httpStatus: number, status: string, reason?: string, headers: Record<string, string> = {}): Response {
  const info = { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason, domain: "a2a-protocol.org", metadata: {} };
  const body = { error: { code: httpStatus, status, message: "no", details: reason ? [info] : [] } };
  return new Response(JSON.stringify(body), { status: httpStatus, headers });
}

const page = (status: number): Response => new Response("<h1>no</h1>", { status, headers: { "content-type": "text/html" } });

describe("what an agent answers over HTTP+JSON", () => {
  test("is the task or the message, without an envelope around it", async () => {
    const { client } = await facing([() => json({ task: done })]);
    expect(await client.send("hi")).toMatchObject({ id: "task-1" });
    const direct = { messageId: "m", role: "ROLE_AGENT", parts: [{ text: "hello" }] };
    expect(await (await facing([() => json({ message: direct })])).client.send("hi")).toMatchObject(direct);
  });

  test("counts with any status of success", async () => {
    const config = { taskId: "t", id: "c", url: "https://hook.example/" };
    const { client } = await facing([() => json(config, { status: 201 })]);
    expect(await client.createPushConfig(config)).toMatchObject(config);
  });

  for (const [what, answer] of [
    ["an empty object", () => json({})],
    ["204", () => new Response(null, { status: 204 })],
    ["nothing", () => new Response("")],
  ] as const) {
    test(`may be ${what} where a webhook is deleted`, async () => {
      const { client } = await facing([answer]);
      expect(await client.deletePushConfig("t", "c")).toBeUndefined();
    });
  }

  for (const [what, answer, message] of [
    ["nothing", () => new Response(null, { status: 204 }), /not JSON/],
    ["a page", () => page(200), /not JSON/],
    ["another thing than a task", () => json({ task: done }), /must be/],
    ["an error as if it were a result", () => refused(200, "INTERNAL"), /must be/],
    ["more than may be read", () => json({ ...working, metadata: { long: "x".repeat(2_000) } }), /more than 1000 bytes/],
    ["a redirect", () => new Response(null, { status: 307, headers: { location: "http://elsewhere.test/" } }), /redirects/],
    ["a refusal that is none of the protocol", () => json({ why: "so" }, { status: 400 }), /answered 400/],
    ["a path that is not there", () => page(404), /answered 404/],
  ] as const) {
    test(`is BAD_RESPONSE where it is ${what}`, async () => {
      const { client, peer } = await facing([answer], { maxResponseBytes: 1_000 });
      const error = await localErrorOf(client.getTask("t"));
      expect(error.code).toBe("BAD_RESPONSE");
      expect(error.message).toMatch(message);
      expect(peer.requests).toHaveLength(1);
    });
  }

  test("that breaks the schema in a known way is read and told, or refused where the caller is strict", async () => {
    const wordy = () => json({ ...working, status: { state: "working" } });
    const told: string[] = [];
    const { client } = await facing([wordy], { onDeviation: (deviation: { of: string }) => told.push(deviation.of) });
    expect((await client.getTask("t")).status.state).toBe("TASK_STATE_WORKING");
    expect(told).toEqual(["GetTask"]);
    expect((await localErrorOf((await facing([wordy], { strict: true })).client.getTask("t"))).problem).toBeDefined();
  });
});

describe("an error of an agent over HTTP+JSON", () => {
  const rows: readonly (readonly [string, () => Response, string])[] = [
    ["by the reason of A2A first", () => refused(400, "FAILED_PRECONDITION", "TASK_NOT_CANCELABLE"), "TaskNotCancelableError"],
    ["by the status of gRPC where there is no reason", () => refused(400, "NOT_FOUND"), "TaskNotFoundError"],
    ["by the status of HTTP where there is nothing else", () => refused(415, ""), "ContentTypeNotSupportedError"],
    ["by the status of HTTP where it is a problem of RFC 9457", () => json({ title: "gone" }, { status: 409 }), "TaskNotCancelableError"],
    ["by the status of HTTP where the body is none of the protocol", () => page(403), "ForbiddenError"],
    ["as the agent's own failure", () => refused(500, "INTERNAL"), "InternalError"],
  ];
  for (const [how, answer, code] of rows) {
    test(`is known ${how}`, async () => {
      const { client } = await facing([answer]);
      expect(await failureOf(client.getTask("t"))).toMatchObject({ name: "A2AError", code });
    });
  }

  for (const [what, answer] of [
    ["503 with an error", () => refused(503, "UNAVAILABLE", undefined, { "retry-after": "0" })],
    ["429 without a body", () => new Response(null, { status: 429, headers: { "retry-after": "0" } })],
  ] as const) {
    test(`that puts a message off is waited for as long as it says: ${what}`, async () => {
      const { client, peer } = await facing([answer, () => json({ task: done })]);
      expect(await client.send("hi")).toMatchObject({ id: "task-1" });
      const [first, second, ...others] = await Promise.all(peer.requests.map((request) => request.text()));
      expect([second, others]).toEqual([first, []]);
    });
  }

  test("that asks for more patience than the caller has is thrown, and says how much", async () => {
    const { client, peer } = await facing([() => refused(503, "UNAVAILABLE", undefined, { "retry-after": "60" })]);
    expect(await failureOf(client.send("hi"))).toMatchObject({ code: "ResourceUnavailableError", metadata: { retryAfterSeconds: "60" } });
    expect(peer.requests).toHaveLength(1);
  });

  test("of a server before the agent is NETWORK: a read is made again, a message is not before it may have arrived", async () => {
    const reading = await facing([() => page(502), () => json(done)]);
    expect(await reading.client.getTask("t")).toMatchObject({ id: "task-1" });
    expect(reading.peer.requests).toHaveLength(2);
    const sending = await facing([() => page(502)], { retry: { ...quick, resend: false } });
    expect((await localErrorOf(sending.client.send("hi"))).code).toBe("NETWORK");
    expect(sending.peer.requests).toHaveLength(1);
  });
});

describe("a stream over HTTP+JSON", () => {
  const chunk = { artifactUpdate: { taskId: "task-1", contextId: "context-1", artifact: { artifactId: "a", parts: [{ text: "x" }] } } };
  const end = { statusUpdate: { taskId: "task-1", contextId: "context-1", status: { state: "TASK_STATE_COMPLETED" } } };

  test("is of events without an envelope", async () => {
    const { client } = await facing([() => sse([event({ task: working }), event(chunk), event(end)]).response]);
    expect(await collect(client.stream("hi"))).toMatchObject([{ task: working }, chunk, end]);
  });

  test("that is cut is taken up behind its last event", async () => {
    const { client, peer } = await facing([
      () => sse([`id: 7\n${event({ task: working })}`], "break").response,
      () => sse([`id: 8\n${event(end)}`]).response,
    ]);
    expect(await collect(client.subscribe("task-1"))).toMatchObject([{ task: working }, end]);
    expect(peer.requests.map((request) => request.headers.get("last-event-id"))).toEqual([null, "7"]);
  });

  const failure = { error: { code: 500, message: "no", details: [] } };
  for (const [what, text, code] of [
    ["an event called error", `event: error\n${event(failure)}`, "InternalError"],
    ["an event that is an error and not called so", event(failure), "InternalError"],
    ["an event called error that says nothing known", `event: error\n${event({ why: "so" })}`, "BAD_RESPONSE"],
    ["an event that is no JSON", "data: {\n\n", "BAD_RESPONSE"],
    ["an event that is none of the protocol", event({ taskk: done }), "BAD_RESPONSE"],
  ] as const) {
    test(`ends with ${code} where it has ${what}`, async () => {
      const { client } = await facing([() => sse([event({ task: working }), text]).response]);
      const events = client.stream("hi");
      expect((await events.next()).value).toMatchObject({ task: working });
      expect(await failureOf(events.next())).toMatchObject({ code });
    });
  }

  test("is BAD_RESPONSE where the answer is no stream", async () => {
    const { client } = await facing([() => json({ task: done })]);
    expect((await localErrorOf(collect(client.stream("hi")))).message).toMatch(/without a stream/);
  });
});

describe("a subscription over HTTP+JSON", () => {
  /** The verbs of two subscriptions, of which a peer knows one. */
  async function asked(unknown: () => Response): Promise<readonly string[]> {
    const peer = peerOf(({ method }) => (method === "POST" ? unknown() : sse([event({ task: done })]).response));
    const client = await connect(cardOf("1.0", { protocolBinding: "HTTP+JSON" }), { fetch: peer.fetch, retry: quick });
    for (const _ of [1, 2]) await collect(client.subscribe("task-1")).catch(() => undefined);
    return peer.requests.filter(({ url }) => url.endsWith(":subscribe")).map(({ method }) => method);
  }

  for (const [what, answer] of [
    ["405", () => new Response(null, { status: 405 })],
    ["405 with an error", () => refused(405, "UNIMPLEMENTED", "METHOD_NOT_FOUND")],
    ["404 without an error of the protocol", () => page(404)],
    ["404 that says that there is no such method", () => refused(404, "UNIMPLEMENTED", "METHOD_NOT_FOUND")],
  ] as const) {
    test(`is made by GET where POST is not known, and from then on: ${what}`, async () => {
      expect(await asked(answer)).toEqual(["POST", "GET", "GET"]);
    });
  }

  for (const [what, answer] of [
    ["404 that says that there is no such task", () => refused(404, "NOT_FOUND", "TASK_NOT_FOUND")],
    ["another error", () => refused(400, "FAILED_PRECONDITION", "UNSUPPORTED_OPERATION")],
  ] as const) {
    test(`takes ${what} for an answer`, async () => {
      expect(await asked(answer)).toEqual(["POST", "POST"]);
    });
  }

  test("is refused with the last error where neither is known", async () => {
    const { client } = await facing([() => page(404)]);
    expect((await localErrorOf(collect(client.subscribe("task-1")))).code).toBe("BAD_RESPONSE");
  });
});

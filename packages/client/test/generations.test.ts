// Protocol 1.1, a preview: how a client goes by generations. Peers are made by hand, because a good server leaves nothing out.

import { connect as connectUsual } from "@a2a/client";
import { connect } from "@a2a/client/v1.1";
import type { Task, TaskState } from "@a2a/core";
import { describe, expect, test } from "vitest";
import type { RpcBody } from "./peers.js";
import { address, cardOf, json, peerOf } from "./peers.js";

const ids = { taskId: "t", contextId: "c" };
const retry = { firstDelayMs: 0 };

function taskAt(generation: number | undefined, texts: readonly string[] = [], state: TaskState = "TASK_STATE_WORKING"): Task {
  const counted = generation === undefined ? {} : { generation };
  const artifacts = texts.length > 0 ? [{ artifactId: "a", parts: texts.map((text) => ({ text })) }] : [];
  return { id: "t", contextId: "c", status: { state }, artifacts, ...counted };
}

function chunk(text: string, generation?: number): object {
  const artifact = { artifactId: "a", parts: [{ text }] };
  return { artifactUpdate: { ...ids, artifact, append: true, ...(generation !== undefined && { generation }) } };
}

function status(state: TaskState, generation?: number): object {
  return { statusUpdate: { ...ids, status: { state }, ...(generation !== undefined && { generation }) } };
}

/** A stream without ids. */
function stream(id: number | undefined, items: readonly object[]): Response {
  const text = items.map((result) => `data: ${JSON.stringify({ jsonrpc: "2.0", id, result })}\n\n`).join("");
  return new Response(text, { headers: { "content-type": "text/event-stream" } });
}

const textsOf = ({ artifacts = [] }: Task): (string | undefined)[] => artifacts.flatMap(({ parts }) => parts.map(({ text }) => text));

/** A peer of 1.1 that answers each method as it is told, and notes what it is asked. */
function agentOf(methods: Readonly<Record<string, (body: RpcBody, at: number) => Response | object>>): {
  readonly card: ReturnType<typeof cardOf>;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly asked: RpcBody[];
} {
  const asked: RpcBody[] = [];
  const { fetch } = peerOf((_, body) => {
    const at = asked.filter(({ method }) => method === body.method).length;
    asked.push(body);
    const answer = methods[body.method ?? ""]?.(body, at) ?? {};
    return answer instanceof Response ? answer : json({ jsonrpc: "2.0", id: body.id, result: answer });
  });
  return { card: cardOf("1.1"), fetch, asked };
}

describe("a stream whose generations have a gap", () => {
  const before = [{ task: taskAt(1) }, chunk("one", 2)];

  test("is made whole by the task, which is asked for at once", async () => {
    const { card, fetch, asked } = agentOf({
      SendStreamingMessage: ({ id }) => stream(id, [...before, chunk("three", 4), status("TASK_STATE_COMPLETED", 5)]),
      GetTask: () => taskAt(4, ["one", "two", "three"]),
    });
    const client = await connect(card, { fetch, retry });
    const seen: unknown[] = [];
    let last: Task | undefined;
    for await (const event of client.stream("hi")) {
      seen.push(event.artifactUpdate?.artifact.parts.map(({ text }) => text) ?? Object.keys(event)[0]);
      last = event.task ?? last;
    }
    expect(seen).toEqual(["task", ["one"], ["two", "three"], "statusUpdate"]);
    expect(asked.map(({ method }) => method)).toEqual(["SendStreamingMessage", "GetTask"]);
    expect(last).toBeDefined();
  });

  test("leaves the task with the generation of its last event", async () => {
    const { card, fetch } = agentOf({
      SendStreamingMessage: ({ id }) => stream(id, [...before, chunk("three", 4), status("TASK_STATE_COMPLETED", 5)]),
      GetTask: () => taskAt(4, ["one", "two", "three"]),
    });
    const task = await (await connect(card, { fetch, retry })).run("hi");
    expect(task).toMatchObject({ generation: 5, status: { state: "TASK_STATE_COMPLETED" } });
    expect("status" in task && textsOf(task)).toEqual(["one", "two", "three"]);
  });

  test("is none where the agent does not count", async () => {
    const { card, fetch } = agentOf({
      SendStreamingMessage: ({ id }) =>
        stream(id, [{ task: taskAt(0) }, chunk("one", 0), chunk("two", 0), status("TASK_STATE_COMPLETED", 0)]),
      GetTask: () => taskAt(0, ["one", "two"], "TASK_STATE_COMPLETED"),
    });
    const task = await (await connect(card, { fetch, retry })).run("hi");
    expect("status" in task && textsOf(task)).toEqual(["one", "two"]);
  });

  test("is cut where it is cut: the rest is asked for from the last generation on", async () => {
    const headers: (string | null)[] = [];
    const { fetch: answer, card } = agentOf({
      SendStreamingMessage: ({ id }) => stream(id, before),
      SubscribeToTask: ({ id }) => stream(id, [chunk("two", 3), status("TASK_STATE_COMPLETED", 4)]),
    });
    const fetch = (request: Request): Promise<Response> => {
      headers.push(request.headers.get("last-event-id"));
      return answer(request);
    };
    const task = await (await connect(card, { fetch, retry })).run("hi");
    expect("status" in task && textsOf(task)).toEqual(["one", "two"]);
    expect(headers).toEqual([null, "2"]);
  });
});

describe("where an agent does not stream, a client", () => {
  const card = { ...cardOf("1.1"), capabilities: { streaming: false } };

  test("waits by asking for another generation than it knows", async () => {
    const answers = [taskAt(1), taskAt(3, ["one"]), taskAt(3, ["one"]), taskAt(4, ["one"], "TASK_STATE_COMPLETED")];
    const { fetch, asked } = agentOf({ GetTask: (_, at) => answers[at] ?? {} });
    const task = await (await connect(card, { fetch, retry })).task("t").wait();
    expect(task).toMatchObject({ status: { state: "TASK_STATE_COMPLETED" }, generation: 4 });
    expect(asked.map(({ params }) => params?.currentGeneration)).toEqual([undefined, 1, 3, 3]);
  });

  test("pauses before it asks an agent again that answers the same at once", async () => {
    const { fetch, asked } = agentOf({ GetTask: () => taskAt(1) });
    const client = await connect(card, { fetch, retry: { firstDelayMs: 60_000, maxDelayMs: 60_000 } });
    const left = new AbortController();
    const waiting = client.task("t").wait({ signal: left.signal });
    await expect.poll(() => asked.length).toBe(2);
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked).toHaveLength(2);
    left.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
  });

  test("asks as it did before where the agent does not count", async () => {
    const answers = [taskAt(undefined), taskAt(0), taskAt(undefined, [], "TASK_STATE_COMPLETED")];
    const { fetch, asked } = agentOf({ GetTask: (_, at) => answers[at] ?? {} });
    await (await connect(card, { fetch, retry })).task("t").wait();
    expect(asked.map(({ params }) => params?.currentGeneration)).toEqual([undefined, undefined, undefined]);
  });
});

describe("1.1 is spoken", () => {
  const both = {
    ...cardOf(),
    supportedInterfaces: ["1.0", "1.1"].map((protocolVersion) => ({ url: address, protocolBinding: "JSONRPC", protocolVersion })),
  };
  const versionIn = async (choose: typeof connect, card: ReturnType<typeof cardOf>): Promise<string | null> => {
    const peer = peerOf((_, { id }) => json({ jsonrpc: "2.0", id, result: taskAt(1) }));
    await (await choose(card, { fetch: peer.fetch, retry })).getTask("t");
    return peer.requests[0]?.headers.get("a2a-version") ?? null;
  };

  test("by its own entry alone, where the agent offers it", async () => {
    expect(await versionIn(connect, both)).toBe("1.1");
    expect(await versionIn(connect, cardOf())).toBe("1.0");
    expect(await versionIn(connectUsual, both)).toBe("1.0");
    await expect(connectUsual(cardOf("1.1"))).rejects.toMatchObject({ code: "BAD_RESPONSE" });
    await expect(connectUsual(both, { versions: ["1.1"] })).rejects.toThrow(TypeError);
  });

  test("or a guard is refused, and so is a wait: neither is left out", async () => {
    const peer = peerOf((_, { id }) => json({ jsonrpc: "2.0", id, result: taskAt(1) }));
    const client = await connectUsual(cardOf(), { fetch: peer.fetch, retry });
    await expect(client.send("hi", { taskId: "t", ifGenerationMatch: 1 })).rejects.toMatchObject({ code: "UNSUPPORTED" });
    await expect(client.run("hi", { taskId: "t", ifGenerationMatch: 1 })).rejects.toMatchObject({ code: "UNSUPPORTED" });
    await expect(client.getTask("t", { currentGeneration: 1 })).rejects.toMatchObject({ code: "UNSUPPORTED" });
    expect(peer.requests).toEqual([]);
  });
});

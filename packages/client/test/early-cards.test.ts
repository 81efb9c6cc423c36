import { connect } from "@a2a/client";
import { describe, expect, test } from "vitest";
import type { RpcBody, SseAnswer } from "./peers.js";
import { address, collect, event, failureOf, json, peerOf, refusal, resultOf, sse } from "./peers.js";

describe("a card that any early version could have", () => {
  const early = {
    name: "Early",
    url: address,
    version: "1.0.0",
    capabilities: { streaming: true },
    skills: [{ id: "s", name: "S" }],
  };
  const task02 = { kind: "task", id: "t", contextId: "c", status: { state: "completed" } };
  const task01 = { id: "t", sessionId: "c", status: { state: "completed" } };

  /** A server that knows the methods of one version, and says of others that it does not. */
  function early01or02(answers: Readonly<Record<string, object | ((body: RpcBody) => Response)>>, unknown = -32601, card: object = early) {
    const methods: string[] = [];
    const peer = peerOf((request, body) => {
      if (request.method === "GET") return request.url.endsWith("/agent.json") ? json(card) : new Response("no", { status: 404 });
      methods.push(body.method ?? "");
      const answer = answers[body.method ?? ""];
      if (!answer) return refusal(body.id, unknown);
      return typeof answer === "function" ? answer(body) : json(resultOf(body.id, answer));
    });
    return { methods, connect: (options = {}) => connect(address, { fetch: peer.fetch, ...options }), peer };
  }

  test("is of 0.2 where the agent takes message/send", async () => {
    const server = early01or02({ "message/send": task02 });
    const client = await server.connect();
    for (const _ of [1, 2]) expect(await client.send("hi")).toMatchObject({ id: "t", status: { state: "TASK_STATE_COMPLETED" } });
    expect(server.methods).toEqual(["message/send", "message/send"]);
  });

  for (const unknown of [-32601, -32600]) {
    test(`is of 0.1 where it answers that with ${unknown}, and is not asked again`, async () => {
      const server = early01or02({ "tasks/send": task01 }, unknown);
      const client = await server.connect();
      for (const _ of [1, 2]) expect(await client.send("hi")).toMatchObject({ id: "t", contextId: "c" });
      expect(server.methods).toEqual(["message/send", "tasks/send", "tasks/send"]);
    });
  }

  test("streams in the version that it turns out to be", async () => {
    const last = (extra: object) => (body: RpcBody) => sse([event(resultOf(body.id, extra))]).response;
    const newer = early01or02({ "message/stream": last({ ...task02, status: { state: "completed" } }) });
    expect(await collect((await newer.connect()).stream("hi"))).toMatchObject([{ task: { id: "t" } }]);
    const older = early01or02({ "tasks/sendSubscribe": last({ id: "t", status: { state: "completed" }, final: true }) });
    expect(await collect((await older.connect()).stream("hi"))).toMatchObject([{ task: { id: "t" } }]);
    expect([newer.methods, older.methods]).toEqual([["message/stream"], ["message/stream", "tasks/sendSubscribe"]]);
  });

  for (const taskId of [undefined, "t"]) {
    test(`an agent of 0.2 that does not stream ${taskId ? "a task " : ""}stays one of 0.2`, async () => {
      const server = early01or02({ "message/send": task02, "tasks/get": task02 });
      const client = await server.connect();
      expect(await failureOf(collect(client.stream("hi", taskId ? { taskId } : {})))).toMatchObject({ code: "MethodNotFoundError" });
      expect(await client.send("hi")).toMatchObject({ id: "t", contextId: "c" });
      expect(server.methods.at(-1)).toBe("message/send");
    });
  }

  test("calls beside each other are each answered, and run the agent once each", async () => {
    const runs: unknown[] = [];
    const run = ({ id, params }: RpcBody): Response => {
      runs.push(params?.id);
      return json(resultOf(id, task01));
    };
    const last = ({ id }: RpcBody): Response =>
      sse([event(resultOf(id, { id: "t", status: { state: "completed" }, final: true }))]).response;
    const server = early01or02({ "tasks/send": run, "tasks/sendSubscribe": last });
    const client = await server.connect();
    const answers = await Promise.all([client.send("a"), collect(client.stream("b")), client.send("c")]);
    expect(answers).toMatchObject([{ id: "t" }, [{ task: { id: "t" } }], { id: "t" }]);
    expect(new Set(runs).size).toBe(2);
  });

  for (const [what, answer] of [
    ["is not JSON", () => new Response("<html>", { status: 500 })],
    ["breaks the protocol", ({ id }: RpcBody) => json(resultOf(id, { kind: "task", id: "t" }))],
  ] as const) {
    test(`an agent whose answer ${what} may have run: it is not sent the message twice`, async () => {
      const server = early01or02({ "message/send": answer, "tasks/send": task01 });
      expect(await failureOf((await server.connect()).send("hi"))).toMatchObject({ name: "LocalError", code: "BAD_RESPONSE" });
      expect(server.methods).toEqual(["message/send"]);
    });
  }

  test("leaving its first stream early ends that", async () => {
    const made: SseAnswer[] = [];
    const working = { ...task02, status: { state: "working" } };
    const server = early01or02({
      "message/stream"({ id }) {
        const answer = sse([event(resultOf(id, working))], "stay");
        made.push(answer);
        return answer.response;
      },
    });
    for await (const { task } of (await server.connect()).stream("hi")) {
      expect(task?.id).toBe("t");
      break;
    }
    expect(made.map(({ cancelled }) => cancelled.length)).toEqual([1]);
  });

  test("an error of the agent's is an answer: it is not sent the message twice", async () => {
    const server = early01or02({ "message/send": (body) => refusal(body.id, -32602), "tasks/send": task01 });
    const client = await server.connect();
    expect(await failureOf(client.send("hi"))).toMatchObject({ code: "InvalidParamsError" });
    expect(server.methods).toEqual(["message/send"]);
  });

  const tasks: readonly (readonly [string, object])[] = [
    ["0.1", task01],
    ["0.2", task02],
    [
      "0.2, with history,",
      { ...task02, history: [{ kind: "message", messageId: "m", role: "user", parts: [{ kind: "text", text: "hi" }] }] },
    ],
  ];
  for (const [version, task] of tasks) {
    test(`a task of ${version} is read whole before any message, and canceled once`, async () => {
      const server = early01or02({ "tasks/get": task, "tasks/cancel": task });
      expect(await (await server.connect()).getTask("t")).toMatchObject({ id: "t", contextId: "c" });
      expect(await (await server.connect()).cancelTask("t")).toMatchObject({ id: "t", contextId: "c" });
      expect(server.methods.filter((method) => method === "tasks/cancel")).toHaveLength(1);
    });

    test(`how a task of ${version} is read is remembered`, async () => {
      const server = early01or02({ "tasks/get": task });
      const client = await server.connect();
      await client.getTask("t");
      server.methods.length = 0;
      await client.getTask("t");
      expect(server.methods).toEqual(["tasks/get"]);
    });
  }

  test("a task is followed in the version that it is of", async () => {
    const over = { taskId: "t", contextId: "c", kind: "status-update", status: { state: "completed" }, final: true };
    const working = { ...task02, status: { state: "working" } };
    const newer = early01or02({
      "tasks/get": working,
      "tasks/resubscribe": ({ id }) => sse([event(resultOf(id, working)), event(resultOf(id, over))]).response,
    });
    expect(await collect((await newer.connect()).subscribe("t"))).toMatchObject([
      { task: { id: "t", contextId: "c" } },
      { statusUpdate: { contextId: "c", status: { state: "TASK_STATE_COMPLETED" } } },
    ]);
    const older = early01or02({
      "tasks/get": { ...task01, status: { state: "working" } },
      "tasks/resubscribe": ({ id }) => sse([event(resultOf(id, { id: "t", status: { state: "completed" }, final: true }))]).response,
    });
    expect(await collect((await older.connect()).subscribe("t"))).toMatchObject([
      { task: { id: "t", contextId: "c" } },
      { statusUpdate: { contextId: "c", status: { state: "TASK_STATE_COMPLETED" } } },
    ]);
  });

  test("is not of 0.1 because a request was refused: a message to a task that is over, as one server of 0.2 does", async () => {
    const server = early01or02({
      "message/send": ({ id, params }) => (JSON.stringify(params).includes('"taskId"') ? refusal(id, -32600) : json(resultOf(id, task02))),
    });
    const client = await server.connect();
    expect(await failureOf(client.send("hi", { taskId: "over" }))).toMatchObject({ code: "InvalidRequestError" });
    expect(await client.send("hi")).toMatchObject({ id: "t" });
    expect(server.methods).toEqual(["message/send", "tasks/send", "message/send"]);
  });

  test("a stream about a task is in the version that the task is in", async () => {
    const last = (answer: object) => (body: RpcBody) => sse([event(resultOf(body.id, answer))]).response;
    const newer = early01or02({ "tasks/get": task02, "tasks/resubscribe": last(task02) });
    expect(await collect((await newer.connect()).subscribe("t"))).toMatchObject([{ task: { id: "t", contextId: "c" } }]);
    const older = early01or02({ "tasks/get": task01, "tasks/resubscribe": last({ id: "t", status: { state: "completed" }, final: true }) });
    expect((await collect((await older.connect()).subscribe("t")))[0]).toMatchObject({ task: { id: "t", contextId: "c" } });
  });

  test("is not of 0.2 because it does not have a task", async () => {
    const server = early01or02({ "tasks/get": ({ id }) => refusal(id, -32001), "tasks/send": task01 });
    const client = await server.connect();
    expect(await failureOf(client.getTask("none"))).toMatchObject({ code: "TaskNotFoundError" });
    expect(await client.send("hi")).toMatchObject({ id: "t", contextId: "c" });
  });

  test("a call's time and headers are also those of finding out which version its task is in", async () => {
    const asked: (string | null)[] = [];
    const client = await connect(address, {
      fetch: async (request) => {
        if (request.method === "GET") return request.url.endsWith("/agent.json") ? json(early) : new Response("no", { status: 404 });
        asked.push(request.headers.get("x-mine"));
        return new Promise(() => undefined);
      },
    });
    const canceled = failureOf(client.cancelTask("t", { timeoutMs: 20, headers: { "x-mine": "yes" } }));
    expect([(await canceled) instanceof Error, asked]).toEqual([true, ["yes"]]);
  });

  test("no task is no task: nothing is tried in another version", async () => {
    const server = early01or02({ "tasks/get": ({ id }) => refusal(id, -32001) });
    const client = await server.connect();
    for (const call of [client.getTask("t"), client.cancelTask("t"), collect(client.subscribe("t"))]) {
      expect(await failureOf(call)).toMatchObject({ code: "TaskNotFoundError" });
    }
    // A task that is no longer streamed may be there all the same.
    expect(server.methods).toEqual(["tasks/get", "tasks/get", "tasks/get", "tasks/get"]);
  });

  for (const [versions, method] of [
    [["0.1"], "tasks/send"],
    [["0.3"], "message/send"],
    [["1.0", "0.1"], "tasks/send"],
  ] as const) {
    test(`is of the version that the caller limits itself to: ${versions.join(" or ")}`, async () => {
      const server = early01or02({ "message/send": task02, "tasks/send": task01 });
      await (await server.connect({ versions })).send("hi");
      expect(server.methods).toEqual([method]);
    });
  }

  for (const [what, member] of [
    ["its version", { protocolVersion: "0.2.5" }],
    ["a member that 0.1 does not have", { preferredTransport: "JSONRPC" }],
  ] as const) {
    test(`is not one that says ${what}: nothing is tried`, async () => {
      const server = early01or02({ "tasks/send": task01 }, -32601, { ...early, ...member });
      expect(await failureOf((await server.connect()).send("hi"))).toMatchObject({ code: "MethodNotFoundError" });
      expect(server.methods).toEqual(["message/send"]);
    });
  }
});

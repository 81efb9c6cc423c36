import { connect } from "@a2a/client";
import { describe, expect, test } from "vitest";
import type { RpcBody } from "./peers.js";
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
  function early01or02(answers: Readonly<Record<string, object | ((body: RpcBody) => Response)>>, unknown = -32601) {
    const methods: string[] = [];
    const peer = peerOf((request, body) => {
      if (request.method === "GET") return request.url.endsWith("/agent.json") ? json(early) : new Response("no", { status: 404 });
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

  test("an error of the agent's is an answer: it is not sent the message twice", async () => {
    const server = early01or02({ "message/send": (body) => refusal(body.id, -32602), "tasks/send": task01 });
    const client = await server.connect();
    expect(await failureOf(client.send("hi"))).toMatchObject({ code: "InvalidParamsError" });
    expect(server.methods).toEqual(["message/send"]);
  });

  test("a task is read in either version", async () => {
    for (const answer of [
      task01,
      { ...task02, history: [{ kind: "message", messageId: "m", role: "user", parts: [{ kind: "text", text: "hi" }] }] },
    ]) {
      const server = early01or02({ "tasks/get": answer, "tasks/cancel": answer });
      expect(await (await server.connect()).getTask("t")).toMatchObject({ id: "t", contextId: "c" });
      expect(await (await server.connect()).cancelTask("t")).toMatchObject({ id: "t", contextId: "c" });
    }
  });

  test("is of the version that the caller limits itself to", async () => {
    const server = early01or02({ "tasks/send": task01 });
    await (await server.connect({ versions: ["0.1"] })).send("hi");
    expect(server.methods).toEqual(["tasks/send"]);
  });
});

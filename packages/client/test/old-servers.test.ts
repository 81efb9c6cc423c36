import type { Client, LossReport } from "@a2a/client";
import { connect } from "@a2a/client";
import type { Version } from "@a2a/core";
import { textOf } from "@a2a/core";
import { describe, expect, test } from "vitest";
import type { Peer, RpcBody } from "./peers.js";
import { address, cardOf, collect, event, failureOf, json, peerOf, resultOf, sse } from "./peers.js";

// What servers of older versions were seen, or shown in published documents, to answer.

type Answer = (body: RpcBody, request: Request) => Response | object;

/** A client of a server of that version, which answers with these results, or responses. */
async function clientOf(version: Version, answer: Answer): Promise<Client> {
  return connect(cardOf(version), { fetch: serverOf(answer).fetch });
}

function serverOf(answer: Answer): Peer {
  return peerOf((request, body) => {
    const answered = answer(body, request);
    return answered instanceof Response ? answered : json(resultOf(body.id, answered));
  });
}

function refusal(id: number | undefined, code: number): Response {
  return json({ jsonrpc: "2.0", id, error: { code, message: "no" } });
}

describe("a server of 0.1", () => {
  test("names a task by a number, spells canceled otherwise, and says neither role nor session", async () => {
    const wrong = { id: 1, status: { state: "cancelled", message: { parts: [{ type: "text", text: "bye" }] } } };
    const task = await (await clientOf("0.1", () => wrong)).getTask("1");
    expect(task).toMatchObject({
      id: "1",
      status: { state: "TASK_STATE_CANCELED", message: { role: "ROLE_AGENT", parts: [{ text: "bye" }] } },
    });
  });

  test("streams artifacts in an array, and ends with final", async () => {
    const chunks = [
      {
        id: 1,
        artifact: [
          { parts: [{ type: "text", text: "one" }], index: 0, append: false },
          { parts: [{ type: "text", text: "two" }], index: 1 },
        ],
      },
      { id: 1, status: { state: "completed" }, final: true },
    ];
    const client = await clientOf("0.1", ({ id }) => sse(chunks.map((chunk) => event(resultOf(id, chunk)))).response);
    const events = await collect(client.stream("hi"));
    expect(events.flatMap(({ artifactUpdate }) => (artifactUpdate ? [textOf(artifactUpdate.artifact)] : []))).toEqual(["one", "two"]);
    expect(events.at(-1)?.statusUpdate?.status.state).toBe("TASK_STATE_COMPLETED");
  });

  test("says that a stream failed in an event of that name", async () => {
    const failure = { jsonrpc: "2.0", id: 1, error: { code: -32603, message: "Internal error" } };
    const working = { id: "t", status: { state: "working" }, final: false };
    const client = await clientOf("0.1", ({ id }) => sse([event(resultOf(id, working)), `event: error\n${event(failure)}`]).response);
    expect(await failureOf(collect(client.stream("hi")))).toMatchObject({ name: "A2AError", code: "InternalError" });
  });
});

describe("a server of 0.3", () => {
  test("leaves out what kind of thing it answers with", async () => {
    const client = await clientOf("0.3", () => ({ id: "t", contextId: "c", status: { state: "completed" } }));
    expect(await client.send("hi")).toMatchObject({ id: "t", status: { state: "TASK_STATE_COMPLETED" } });
  });

  for (const status of [400, 404, 500]) {
    test(`says what is wrong with ${status} of HTTP`, async () => {
      const body = { jsonrpc: "2.0", id: null, error: { code: -32700, message: "Invalid JSON payload" } };
      const client = await clientOf("0.3", () => json(body, { status }));
      expect(await failureOf(client.send("hi"))).toMatchObject({ name: "A2AError", code: "JSONParseError" });
    });
  }
});

describe("a task that is canceled already", () => {
  for (const version of ["1.0", "0.3", "0.1"] as const) {
    const states = version === "1.0" ? ["TASK_STATE_CANCELED", "TASK_STATE_COMPLETED"] : ["canceled", "completed"];
    const [canceled, completed] = states;
    const answer =
      (state: string | undefined): Answer =>
      ({ id, method = "" }) =>
        /cancel/i.test(method) ? refusal(id, -32002) : { kind: "task", id: "t", contextId: "c", status: { state } };

    test(`is what cancelTask of ${version} was asked for`, async () => {
      expect(await (await clientOf(version, answer(canceled))).cancelTask("t")).toMatchObject({ status: { state: "TASK_STATE_CANCELED" } });
    });

    test(`is not one that ended otherwise, in ${version}`, async () => {
      const failure = await failureOf((await clientOf(version, answer(completed))).cancelTask("t"));
      expect(failure).toMatchObject({ code: "TaskNotCancelableError" });
    });
  }
});

describe("subscribing to a task that is over", () => {
  for (const version of ["0.3", "0.1"] as const) {
    for (const code of [-32004, -32001]) {
      test(`yields it once where a server of ${version} refuses that with ${code}`, async () => {
        const client = await clientOf(version, ({ id, method }) =>
          method === "tasks/resubscribe" ? refusal(id, code) : { kind: "task", id: "t", contextId: "c", status: { state: "completed" } },
        );
        expect(await collect(client.subscribe("t"))).toMatchObject([{ task: { id: "t", status: { state: "TASK_STATE_COMPLETED" } } }]);
      });
    }

    test(`is an error still where the task is not over, or not there, in ${version}`, async () => {
      const working = await clientOf(version, ({ id, method }) =>
        method === "tasks/resubscribe" ? refusal(id, -32004) : { kind: "task", id: "t", contextId: "c", status: { state: "working" } },
      );
      expect(await failureOf(collect(working.subscribe("t")))).toMatchObject({ code: "UnsupportedOperationError" });
      const nothing = await clientOf(version, ({ id }) => refusal(id, -32001));
      expect(await failureOf(collect(nothing.subscribe("t")))).toMatchObject({ code: "TaskNotFoundError" });
    });
  }
});

describe("what an agent of an older version does not get to know", () => {
  test("is told before the request is sent: where, what and why", async () => {
    const reports: LossReport[] = [];
    const { fetch } = serverOf(() => ({ id: "t", status: { state: "completed" } }));
    const client = await connect(cardOf("0.1"), { fetch, onLoss: (report) => reports.push(report) });
    await client.send("hi", { acceptedOutputModes: ["image/png"] });
    expect(reports).toMatchObject([{ version: "0.1", operation: "SendMessage" }]);
    expect(reports[0]?.losses).toContainEqual({
      pointer: "/configuration/acceptedOutputModes",
      what: "left out",
      why: "A caller does not say which media types it takes.",
    });
  });

  test("is nothing in the newest version", async () => {
    const { fetch } = serverOf(() => ({ task: { id: "t", contextId: "c", status: { state: "TASK_STATE_COMPLETED" } } }));
    const client = await connect(cardOf("1.0"), { fetch, onLoss: (report) => expect.fail(JSON.stringify(report)) });
    await client.send("hi", { acceptedOutputModes: ["image/png"] });
  });
});

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

  test("is not of 0.1 because a request was refused: a message to a task that is over, as one server of 0.2 does", async () => {
    const server = early01or02({
      "message/send": ({ id, params }) => (JSON.stringify(params).includes('"taskId"') ? refusal(id, -32600) : json(resultOf(id, task02))),
    });
    const client = await server.connect();
    expect(await failureOf(client.send("hi", { taskId: "over" }))).toMatchObject({ code: "InvalidRequestError" });
    expect(await client.send("hi")).toMatchObject({ id: "t" });
  });

  test("a stream about a task is in the version that the task is in", async () => {
    const last = (answer: object) => (body: RpcBody) => sse([event(resultOf(body.id, answer))]).response;
    const newer = early01or02({ "tasks/get": task02, "tasks/resubscribe": last(task02) });
    expect(await collect((await newer.connect()).subscribe("t"))).toMatchObject([{ task: { id: "t", contextId: "c" } }]);
    const older = early01or02({ "tasks/get": task01, "tasks/resubscribe": last({ id: "t", status: { state: "completed" }, final: true }) });
    expect((await collect((await older.connect()).subscribe("t")))[0]).toMatchObject({ task: { id: "t", contextId: "c" } });
  });

  test("is of the version that the caller limits itself to", async () => {
    const server = early01or02({ "tasks/send": task01 });
    await (await server.connect({ versions: ["0.1"] })).send("hi");
    expect(server.methods).toEqual(["tasks/send"]);
  });
});

import type { Client } from "@a2a/client";
import { connect } from "@a2a/client";
import type { LossReport } from "@a2a/client/losses";
import { reportLosses } from "@a2a/client/losses";
import type { Version } from "@a2a/core";
import { textOf } from "@a2a/core";
import { describe, expect, test } from "vitest";
import type { Peer, RpcBody } from "./peers.js";
import { cardOf, collect, event, failureOf, json, peerOf, refusal, resultOf, sse } from "./peers.js";

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

describe("a task of 0.1 that exists", () => {
  test("is followed in its conversation, which the events do not name", async () => {
    const client = await clientOf("0.1", ({ id, method }) => {
      if (method === "tasks/get") return { id: "t", sessionId: "c", status: { state: "working" } };
      return sse([event(resultOf(id, { id: "t", status: { state: "completed" }, final: true }))]).response;
    });
    for (const events of [client.subscribe("t"), client.stream("hi", { taskId: "t" })]) {
      expect(await collect(events)).toMatchObject([
        { task: { contextId: "c" } },
        { statusUpdate: { contextId: "c", status: { state: "TASK_STATE_COMPLETED" } } },
      ]);
    }
  });
});

describe("a server of 0.3", () => {
  test("leaves out what kind of thing it answers with", async () => {
    const client = await clientOf("0.3", () => ({ id: "t", contextId: "c", status: { state: "completed" } }));
    expect(await client.send("hi")).toMatchObject({ id: "t", status: { state: "TASK_STATE_COMPLETED" } });
  });

  test("names a task and a context by numbers, spells canceled otherwise, and tags parts as versions before did", async () => {
    const wrong = {
      id: 1,
      contextId: 2,
      status: { state: "cancelled", message: { messageId: 3, parts: [{ type: "text", text: "bye" }] } },
    };
    expect(await (await clientOf("0.3", () => wrong)).getTask("1")).toMatchObject({
      id: "1",
      contextId: "2",
      status: { state: "TASK_STATE_CANCELED", message: { messageId: "3", role: "ROLE_AGENT", parts: [{ text: "bye" }] } },
    });
  });

  test("leaves that out in a stream as well", async () => {
    const around = { taskId: "t", contextId: "c" };
    const untagged = [
      { id: "t", contextId: "c", status: { state: "working" } },
      { ...around, artifact: { artifactId: "a", parts: [{ text: "one", kind: "text" }] } },
      { ...around, status: { state: "cancelled" }, final: true },
    ];
    const client = await clientOf("0.3", ({ id }) => sse(untagged.map((each) => event(resultOf(id, each)))).response);
    expect(await collect(client.stream("hi"))).toMatchObject([
      { task: { id: "t", status: { state: "TASK_STATE_WORKING" } } },
      { artifactUpdate: { taskId: "t", artifact: { parts: [{ text: "one" }] } } },
      { statusUpdate: { taskId: "t", status: { state: "TASK_STATE_CANCELED" } } },
    ]);
  });

  for (const status of [400, 404, 500]) {
    test(`says what is wrong with ${status} of HTTP`, async () => {
      const body = { jsonrpc: "2.0", id: null, error: { code: -32700, message: "Invalid JSON payload" } };
      const client = await clientOf("0.3", () => json(body, { status }));
      expect(await failureOf(client.send("hi"))).toMatchObject({ name: "A2AError", code: "JSONParseError" });
      expect(await failureOf(collect(client.stream("hi")))).toMatchObject({ name: "A2AError", code: "JSONParseError" });
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

    test(`is not one that the agent does not show, in ${version}`, async () => {
      const client = await clientOf(version, ({ id, method = "" }) => refusal(id, /cancel/i.test(method) ? -32002 : -32001));
      expect(await failureOf(client.cancelTask("t"))).toMatchObject({ code: "TaskNotCancelableError" });
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

    test(`one that is not over is asked for again and again, in ${version}`, async () => {
      let asked = 0;
      const client = await clientOf(version, ({ id, method }) => {
        if (method === "tasks/resubscribe") return refusal(id, -32004);
        asked += 1;
        return { kind: "task", id: "t", contextId: "c", status: { state: asked < 3 ? "working" : "completed" } };
      });
      const events = await collect(client.subscribe("t"));
      expect(events.map(({ task, statusUpdate }) => (task ?? statusUpdate)?.status.state)).toEqual([
        "TASK_STATE_WORKING",
        "TASK_STATE_COMPLETED",
      ]);
    });

    test(`is an error still where the task is not there, in ${version}`, async () => {
      const hidden = await clientOf(version, ({ id, method }) => refusal(id, method === "tasks/resubscribe" ? -32004 : -32001));
      expect(await failureOf(collect(hidden.subscribe("t")))).toMatchObject({ code: "TaskNotFoundError" });
      const nothing = await clientOf(version, ({ id }) => refusal(id, -32001));
      expect(await failureOf(collect(nothing.subscribe("t")))).toMatchObject({ code: "TaskNotFoundError" });
    });
  }
});

describe("subscribing to a task that ends meanwhile", () => {
  test("yields it as it is when it is over, with its history", async () => {
    let asked = 0;
    const client = await clientOf("0.1", ({ id, method, params }) => {
      if (method === "tasks/resubscribe") return refusal(id, -32004);
      asked += 1;
      const history = [{ role: "user", parts: [{ type: "text", text: "hi" }] }];
      return { id: "t", status: { state: asked === 1 ? "working" : "completed" }, ...(params?.historyLength ? { history } : {}) };
    });
    const events = await collect(client.subscribe("t"));
    expect(events.map(({ task }) => [task?.status.state, task?.history?.length])).toEqual([["TASK_STATE_COMPLETED", 1]]);
  });
});

describe("what an agent of an older version does not get to know", () => {
  test("is told before the request is sent: where, what and why", async () => {
    const reports: LossReport[] = [];
    const { fetch } = serverOf(() => ({ id: "t", status: { state: "completed" } }));
    const client = await connect(cardOf("0.1"), { fetch, interceptors: [reportLosses((report) => reports.push(report))] });
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
    const client = await connect(cardOf("1.0"), { fetch, interceptors: [reportLosses((report) => expect.fail(JSON.stringify(report)))] });
    await client.send("hi", { acceptedOutputModes: ["image/png"] });
  });
});

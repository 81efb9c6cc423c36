import type { RestTable } from "@a2a/core/internal";
import { protoClientDialects } from "@a2a/core/internal/dialects";
import type { RestClientForm } from "@a2a/core/internal/rest";
import { describe, expect, test } from "vitest";
import { createRestTransport } from "./rest.js";
import type { Transport } from "./transport.js";

/** A table as that of 0.3, whose paths say members that are paths themselves. */
const table: RestTable = {
  prefix: "/v1",
  mediaType: "application/json",
  routes: [
    { operation: "GetTask", streaming: false, verb: "GET", path: "/{name=tasks/*}", query: { historyLength: "integer" } },
    { operation: "GetTask", streaming: false, verb: "GET", path: "/{name=task/*}", query: {} },
    { operation: "SubscribeToTask", streaming: true, verb: "GET", path: "/{name=tasks/*}:subscribe", query: {} },
    { operation: "SubscribeToTask", streaming: true, verb: "POST", path: "/{name=tasks/*}:subscribe", query: {} },
    {
      operation: "CreateTaskPushNotificationConfig",
      streaming: false,
      verb: "POST",
      path: "/{parent=tasks/*}/pushNotificationConfigs",
      body: "config",
      query: { configId: "string" },
    },
  ],
};

const name = "tasks/a b/pushNotificationConfigs/mine";
const config = { name, pushNotificationConfig: { id: "mine", url: "https://hook.example/" } };
const task = { id: "a b", contextId: "c", status: { state: "TASK_STATE_CANCELLED" } };

/** A transport to a peer that answers one request after another, and what it was asked. */
function facing(...answers: readonly Response[]): { transport: Transport; asked: Request[] } {
  const asked: Request[] = [];
  const [, dialect = protoClientDialects[0]] = protoClientDialects;
  const form: RestClientForm = {
    dialect,
    table,
    // safe: errors of 0.3 are those of JSON-RPC, without an envelope
    decodeError: (_, body) => dialect.decodeError(body as { code: number; message: string }),
  };
  const fetch = async (request: Request): Promise<Response> => {
    asked.push(request);
    return answers[asked.length - 1] ?? Response.error();
  };
  const retry = { attempts: 1, firstDelayMs: 0, maxDelayMs: 0, resend: true };
  const settings = { url: "http://peer.test/", fetch, headers: {}, retry, idleTimeoutMs: 1_000, maxResponseBytes: 10_000, isStrict: false };
  return { asked, transport: createRestTransport(form, { ...settings, dialect: protoClientDialects[0] }) };
}

const json = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });
const lineOf = ({ method, url }: Request): string => `${method} ${url}`;

describe("HTTP+JSON of 0.3", () => {
  test("has the name that a member is in its path, and reads the answer in the version's own form", async () => {
    const { transport, asked } = facing(json(task));
    const got = await transport.call("GetTask", { id: "a b", historyLength: 2 }, {});
    expect(got).toMatchObject({ id: "a b", status: { state: "TASK_STATE_CANCELED" } });
    expect(asked.map(lineOf)).toEqual(["GET http://peer.test/v1/tasks/a%20b?historyLength=2"]);
    expect(transport.version).toBe("0.3");
  });

  test("sends the member that the body is, and the others in the query", async () => {
    const { transport, asked } = facing(json(config));
    await transport.call("CreateTaskPushNotificationConfig", { taskId: "a b", id: "mine", url: "https://hook.example/" }, {});
    expect(asked.map(lineOf)).toEqual(["POST http://peer.test/v1/tasks/a%20b/pushNotificationConfigs?configId=mine"]);
    expect(await asked[0]?.json()).toEqual(config);
    expect(asked[0]?.headers.get("content-type")).toBe("application/json");
    expect(asked[0]?.headers.get("accept")).toBe("application/json, text/event-stream");
  });

  test("subscribes by GET first", async () => {
    const stream = new Response(`data: ${JSON.stringify({ task })}\n\n`, { headers: { "content-type": "text/event-stream" } });
    const { transport, asked } = facing(new Response(null, { status: 405 }), stream);
    for await (const { events } of transport.stream("SubscribeToTask", { id: "t" }, {})) expect(events).toHaveLength(1);
    expect(asked.map(lineOf)).toEqual(["GET http://peer.test/v1/tasks/t:subscribe", "POST http://peer.test/v1/tasks/t:subscribe"]);
  });

  test("does not ask for a task by names of other versions", async () => {
    const { transport, asked } = facing(new Response(null, { status: 405 }), json(task));
    await expect(transport.call("GetTask", { id: "t" }, {})).rejects.toThrow();
    expect(asked).toHaveLength(1);
  });

  test("ends a stream with an event called error, whose data is the error itself", async () => {
    const body = `event: error\ndata: ${JSON.stringify({ code: -32001, message: "gone" })}\n\n`;
    const { transport } = facing(new Response(body, { headers: { "content-type": "text/event-stream" } }));
    await expect(transport.stream("SubscribeToTask", { id: "t" }, {}).next()).rejects.toMatchObject({ code: "TaskNotFoundError" });
  });

  for (const [id, code] of [
    ["", "InvalidParamsError"],
    ["a/b", "TaskNotFoundError"],
  ] as const) {
    test(`asks nobody for the id ${JSON.stringify(id)}, which no name has in it: ${code}`, async () => {
      const { transport, asked } = facing();
      await expect(transport.call("GetTask", { id }, {})).rejects.toMatchObject({ code });
      expect(asked).toEqual([]);
    });
  }

  test("has no list of tasks", async () => {
    const { transport } = facing();
    await expect(transport.call("ListTasks", {}, {})).rejects.toMatchObject({ code: "UNSUPPORTED" });
  });
});

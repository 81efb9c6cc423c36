import type { StreamResponse, Task } from "@a2a/core";
import { A2AError } from "@a2a/core";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Client } from "./client.js";
import { createClient } from "./create-client.js";
import { straight } from "./route/route.js";
import type { CallOptions, Frame, StreamOptions, Transport } from "./transport/transport.js";

const card: Client["card"] = {
  name: "Peer",
  description: "Peer",
  version: "1",
  capabilities: {},
  defaultInputModes: [],
  defaultOutputModes: [],
  skills: [],
  supportedInterfaces: [{ url: "http://peer.test/", protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
};
const task: Task = { id: "t", contextId: "c", status: { state: "TASK_STATE_COMPLETED" } };

interface Asked {
  readonly operation: string;
  readonly params: unknown;
  readonly options: CallOptions & StreamOptions;
}

/** A transport that answers with the task, and remembers what it was asked. */
function transportOf(rules: Partial<Transport["rules"]> = {}, failure?: Error, tenant?: string): Transport & { readonly asked: Asked[] } {
  const asked: Asked[] = [];
  return {
    asked,
    url: "http://peer.test/",
    version: "1.0",
    tenant,
    rules: { clientTaskIds: false, streamsBeginWithTask: true, streamsEndWithTurn: false, ...rules },
    async call(operation, params, options) {
      asked.push({ operation, params, options });
      if (failure) throw failure;
      return (operation === "SendMessage" ? { task } : task) as never; // safe: the test asks only for what is answered with a task
    },
    async *stream(operation, params, options): AsyncGenerator<Frame, void> {
      asked.push({ operation, params, options });
      yield { events: [{ statusUpdate: { taskId: "t", contextId: "c", status: task.status } }], id: "1", isLast: true };
    },
  };
}

/** A client of such a transport. */
function clientOf(transport: Transport): Client {
  return createClient({
    card,
    interfaces: [{ url: "http://peer.test/", protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
    findings: [],
    route: straight(transport),
    retry: { attempts: 1, firstDelayMs: 1, maxDelayMs: 1, resend: true },
    isStreaming: true,
    url: "http://peer.test/",
    download: () => Promise.reject(new TypeError("nothing is downloaded here")),
  });
}

async function collect(events: AsyncIterable<StreamResponse>): Promise<StreamResponse[]> {
  const all: StreamResponse[] = [];
  for await (const event of events) all.push(event);
  return all;
}

describe("what an agent can answer at once has 30 seconds", () => {
  const calls: readonly (readonly [string, (client: Client, options?: CallOptions) => Promise<Task>])[] = [
    ["getTask", (client, options) => client.getTask("t", options)],
    ["cancelTask", (client, options) => client.cancelTask("t", options)],
  ];
  for (const [name, call] of calls) {
    test(`${name}, unless it is told otherwise`, async () => {
      const timeout = vi.spyOn(AbortSignal, "timeout");
      onTestFinished(() => timeout.mockRestore());
      const client = clientOf(transportOf());
      await call(client);
      await call(client, { timeoutMs: 50_000 });
      // safe: what JavaScript may pass
      await call(client, { timeoutMs: undefined } as unknown as CallOptions);
      expect(timeout.mock.calls.flat()).toEqual([30_000, 50_000, 30_000]);
    });
  }

  test("and an answer to a message has 5 minutes", async () => {
    const transport = transportOf();
    await clientOf(transport).send("hi");
    expect(transport.asked[0]?.options.timeoutMs).toBe(300_000);
  });
});

describe("where streams do not begin with the task", () => {
  const rules = { streamsBeginWithTask: false };

  test("the task is asked for first, with its whole history, and shown", async () => {
    const transport = transportOf(rules, undefined, "acme");
    const events = await collect(clientOf(transport).subscribe("t"));
    expect(transport.asked).toMatchObject([
      { operation: "GetTask", params: { tenant: "acme", id: "t", historyLength: 2 ** 31 - 1 } },
      { operation: "SubscribeToTask", options: { isTaskKnown: true } },
    ]);
    expect(events[0]).toEqual({ task });
  });

  test("a task that is not there yet is about to begin", async () => {
    const transport = transportOf(rules, new A2AError("TaskNotFoundError", "none"));
    expect(await collect(clientOf(transport).stream("hi", { taskId: "t" }))).toHaveLength(1);
    expect(transport.asked[1]?.options.isTaskKnown).toBe(false);
  });

  for (const failure of [new A2AError("ForbiddenError", "not yours"), new TypeError("broken")]) {
    test(`${failure.name} is not taken for that`, async () => {
      const transport = transportOf(rules, failure);
      await expect(collect(clientOf(transport).stream("hi", { taskId: "t" }))).rejects.toBe(failure);
      expect(transport.asked).toHaveLength(1);
    });
  }

  test("a new message without a task asks for none", async () => {
    const transport = transportOf(rules);
    await collect(clientOf(transport).stream("hi"));
    expect(transport.asked.map(({ operation }) => operation)).toEqual(["SendStreamingMessage"]);
  });
});

describe("where the client names new tasks", () => {
  const rules = { clientTaskIds: true };
  const said = async (...args: Parameters<Client["send"]>): Promise<{ taskId?: string; contextId?: string }> => {
    const transport = transportOf(rules);
    await clientOf(transport).send(...args);
    return Object(Object(transport.asked[0]?.params).message);
  };
  const uuid = /^[0-9a-f-]{36}$/;

  test("a new one gets both ids", async () => {
    expect(await said("hi")).toMatchObject({ taskId: expect.stringMatching(uuid), contextId: expect.stringMatching(uuid) });
  });

  test("the conversation that is given stays", async () => {
    expect(await said("hi", { contextId: "mine" })).toMatchObject({ taskId: expect.stringMatching(uuid), contextId: "mine" });
    expect((await said({ messageId: "m", role: "ROLE_USER", parts: [{ text: "hi" }], contextId: "mine" })).contextId).toBe("mine");
  });

  test("a task that is given stays, and no conversation is made up for it", async () => {
    expect(await said("hi", { taskId: "mine" })).not.toHaveProperty("contextId");
    expect((await said({ messageId: "m", role: "ROLE_USER", parts: [{ text: "hi" }], taskId: "mine" })).taskId).toBe("mine");
  });
});

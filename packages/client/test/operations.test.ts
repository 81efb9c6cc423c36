import { inspect } from "node:util";
import type { Client, ConnectOptions } from "@a2a/client";
import { connect, foldTask } from "@a2a/client";
import type { StreamResponse, Version } from "@a2a/core";
import { textOf } from "@a2a/core";
import type { AgentDefinition, HandlerOptions } from "@a2a/server";
import { createA2AHandler } from "@a2a/server";
import { describe, expect, onTestFinished, test } from "vitest";
import { address, cardOf, collect, cutAfter, failureOf, json, localErrorOf, peerOf, refusal, resultOf, spoken, taskIn } from "./peers.js";

const agent: AgentDefinition = {
  card: { name: "Obedient", capabilities: { pushNotifications: true } },
  async *run({ text, signal }) {
    if (text === "ask") yield { state: "TASK_STATE_INPUT_REQUIRED", message: "Who are you?" };
    else if (text === "fail") yield { state: "TASK_STATE_FAILED", message: "no flour" };
    else if (text === "wait") {
      yield { state: "TASK_STATE_WORKING", message: "waiting" };
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    } else for (const word of text.split(" ")) yield word;
  },
};

async function open(version: Version = "1.0", binding = "JSONRPC", options: HandlerOptions = {}): Promise<Client> {
  const handler = createA2AHandler({ definition: agent }, { push: { fetch: async () => new Response() }, ...options });
  onTestFinished(() => handler.close());
  return connect(address, { fetch: handler.fetch, versions: [version], bindings: [binding] });
}

async function idOf(events: AsyncIterable<StreamResponse>): Promise<string> {
  for await (const { task, statusUpdate } of events) {
    const id = task?.id ?? statusUpdate?.taskId;
    if (id !== undefined) return id;
  }
  throw new Error("expected a task");
}

for (const [version, binding] of spoken) {
  describe(`a task of ${version} in ${binding}`, () => {
    test("that is run is waited for, with all that it made", async () => {
      const client = await open(version, binding);
      expect(await client.run("a b c")).toMatchObject({ status: { state: "TASK_STATE_COMPLETED" }, artifacts: [{}] });
    });

    test("is asked back, replied to and its result taken, by its id alone", async () => {
      const client = await open(version, binding);
      const asked = await client.run("ask");
      if (!("status" in asked)) throw new Error("expected a task");
      const task = client.task(asked.id);
      expect((await task.wait()).status.state).toBe("TASK_STATE_INPUT_REQUIRED");
      expect((await localErrorOf(task.result())).code).toBe("NOT_COMPLETED");
      expect(await task.reply("Ada")).toMatchObject({ id: asked.id, status: { state: "TASK_STATE_COMPLETED" } });
      expect((await task.result()).map((artifact) => textOf(artifact))).toEqual(["Ada"]);
      expect((await task.get()).id).toBe(asked.id);
    });

    test("that is over is shown once to who follows it", async () => {
      const client = await open(version, binding);
      const done = await client.run("a");
      if (!("status" in done)) throw new Error("expected a task");
      expect(await collect(client.task(done.id).updates())).toMatchObject([{ task: { id: done.id } }]);
    });

    test("is followed by who did not begin it, until somebody cancels it", async () => {
      const client = await open(version, binding);
      const id = await idOf(client.stream("wait"));
      const waiting = client.task(id).wait();
      expect((await client.task(id).cancel()).status.state).toBe("TASK_STATE_CANCELED");
      expect((await waiting).status.state).toBe("TASK_STATE_CANCELED");
    });

    test("that fails has no result: the error says what the agent said", async () => {
      const client = await open(version, binding);
      const failed = await client.send("fail");
      if (!("status" in failed)) throw new Error("expected a task");
      const error = await localErrorOf(client.task(failed.id).result());
      expect([error.code, error.message]).toEqual(["NOT_COMPLETED", `task ${failed.id} is TASK_STATE_FAILED: no flour`]);
    });
  });
}

for (const binding of ["JSONRPC", "HTTP+JSON"]) {
  describe(`webhooks of a task, in ${binding}`, () => {
    test("are set, got, listed over pages and deleted", async () => {
      const client = await open("1.0", binding);
      const done = await client.send("a");
      if (!("status" in done)) throw new Error("expected a task");
      const config = { taskId: done.id, id: "mine", url: "https://hook.example/" };
      expect(await client.createPushConfig(config)).toMatchObject(config);
      expect(await client.getPushConfig(done.id, "mine")).toMatchObject(config);
      expect(await collect(client.listPushConfigs(done.id))).toMatchObject([config]);
      expect(await client.deletePushConfig(done.id, "mine")).toBeUndefined();
      expect(await collect(client.listPushConfigs(done.id))).toEqual([]);
      expect(await failureOf(client.getPushConfig(done.id, "mine"))).toMatchObject({ code: "TaskNotFoundError" });
    });

    test("come with a message", async () => {
      const client = await open("1.0", binding);
      const task = await client.send("ask", { pushConfig: { id: "mine", url: "https://hook.example/" } });
      if (!("status" in task)) throw new Error("expected a task");
      expect(await collect(client.listPushConfigs(task.id))).toMatchObject([{ id: "mine", url: "https://hook.example/" }]);
    });
  });

  test(`the tasks of an agent are listed page by page, in ${binding}`, async () => {
    const client = await open("1.0", binding);
    const contextId = "one conversation";
    const ids = new Set<string>();
    for (const said of ["a b", "c", "ask", "d"]) await client.run(said, { contextId });
    for await (const { id, artifacts } of client.listTasks({ contextId, pageSize: 1, includeArtifacts: true })) {
      expect(artifacts).toBeDefined();
      ids.add(id);
    }
    expect(ids.size).toBe(4);
    expect(await collect(client.listTasks({ status: "TASK_STATE_INPUT_REQUIRED", includeArtifacts: false }))).toMatchObject([
      { contextId },
    ]);
  });

  test(`the extended card is for those whom the agent knows, in ${binding}`, async () => {
    const definition = { ...agent, extendedCard: { description: "for you" } };
    const handler = createA2AHandler({ definition }, { authenticate: ({ header }) => (header("x-user") ? { user: "ada" } : {}) });
    onTestFinished(() => handler.close());
    const options = { fetch: handler.fetch, bindings: [binding] };
    const known = await connect(address, { ...options, headers: { "x-user": "ada" } });
    expect((await known.getExtendedCard()).description).toBe("for you");
    const stranger = await connect(address, options);
    expect(await failureOf(stranger.getExtendedCard())).toMatchObject({ code: "UnauthenticatedError" });
  });

  test(`each tenant has tasks of its own, in ${binding}`, async () => {
    const handler = createA2AHandler({ definition: agent }, { tenants: ["a b", "b"] });
    onTestFinished(() => handler.close());
    const { card } = await connect(address, { fetch: handler.fetch });
    const as = (tenant: string): Promise<Client> => {
      const supportedInterfaces = card.supportedInterfaces.filter((each) => each.tenant === tenant);
      return connect({ ...card, supportedInterfaces }, { fetch: handler.fetch, versions: ["1.0"], bindings: [binding] });
    };
    const [one, other] = [await as("a b"), await as("b")];
    const id = await idOf(one.stream("a"));
    expect(await one.getTask(id)).toMatchObject({ id });
    expect((await collect(one.listTasks())).map((task) => task.id)).toEqual([id]);
    expect(await failureOf(other.getTask(id))).toMatchObject({ code: "TaskNotFoundError" });
    expect(await collect(other.listTasks())).toEqual([]);
  });

  test(`a stream that is cut goes on behind its last event, in ${binding}`, async () => {
    const handler = createA2AHandler({ definition: agent }, {});
    onTestFinished(() => handler.close());
    const seen: (string | null)[] = [];
    const fetch = async (request: Request): Promise<Response> => {
      const response = await handler.fetch(request);
      if (!response.body || !response.headers.get("content-type")?.startsWith("text/event-stream")) return response;
      seen.push(request.headers.get("last-event-id"));
      return seen.length > 1 ? response : new Response(cutAfter("artifactUpdate", response.body), response);
    };
    const client = await connect(address, { fetch, versions: ["1.0"], bindings: [binding], retry: { firstDelayMs: 0 } });
    const events = await collect(client.stream("a b c"));
    expect(events.flatMap(({ artifactUpdate }) => (artifactUpdate ? [textOf(artifactUpdate.artifact)] : []))).toEqual(["a", "b", "c"]);
    expect(seen).toEqual([null, expect.stringMatching(/^\d+$/)]);
  });
}

describe("the list of tasks", () => {
  test("is read page by page, as far as the loop goes", async () => {
    const sizes: unknown[] = [];
    const peer = peerOf((_, { id, params }) => {
      sizes.push([params?.pageSize, params?.pageToken]);
      const at = Number(params?.pageToken ?? 0);
      const tasks = [taskIn("TASK_STATE_COMPLETED", { id: `${at}a` }), taskIn("TASK_STATE_COMPLETED", { id: `${at}b` })];
      return json(resultOf(id, { tasks, nextPageToken: at < 2 ? String(at + 1) : "", pageSize: 2, totalSize: 6 }));
    });
    const client = await connect(cardOf(), { fetch: peer.fetch });
    expect((await collect(client.listTasks({ pageSize: 2 }))).map(({ id }) => id)).toEqual(["0a", "0b", "1a", "1b", "2a", "2b"]);
    expect(sizes).toEqual([
      [2, undefined],
      [2, "1"],
      [2, "2"],
    ]);
    for await (const task of client.listTasks()) {
      expect(task.id).toBe("0a");
      break;
    }
    expect(sizes).toHaveLength(4);
  });

  test("that leads to itself is LocalError BAD_RESPONSE, not a loop", async () => {
    const peer = peerOf((_, { id }) => json(resultOf(id, { tasks: [], nextPageToken: "x", pageSize: 1, totalSize: 9 })));
    const client = await connect(cardOf(), { fetch: peer.fetch });
    expect(await localErrorOf(collect(client.listTasks()))).toMatchObject({
      code: "BAD_RESPONSE",
      message: "a page leads back to one before",
    });
  });

  test("that leads back to an earlier one is so, too", async () => {
    const peer = peerOf((_, { id, params }) => {
      // Whoever asks on and on is refused: a test cannot stop what never waits.
      const nextPageToken = params?.pageToken === "b" ? "a" : "b";
      return peer.requests.length > 9 ? refusal(id, -32603) : json(resultOf(id, { tasks: [], nextPageToken, pageSize: 1, totalSize: 9 }));
    });
    const client = await connect(cardOf(), { fetch: peer.fetch });
    expect(await localErrorOf(collect(client.listTasks()))).toMatchObject({ code: "BAD_RESPONSE" });
  });

  test("is UNSUPPORTED where the version has none, and nobody is asked", async () => {
    const peer = peerOf(() => json({}));
    const client = await connect(cardOf("0.1"), { fetch: peer.fetch });
    expect(await localErrorOf(collect(client.listTasks()))).toMatchObject({
      code: "UNSUPPORTED",
      message: "protocol 0.1 has no ListTasks",
    });
    expect(peer.requests).toHaveLength(0);
  });
});

test("the extended card is the agent's own", async () => {
  const peer = peerOf((_, { id, method }) => json(resultOf(id, method === "GetExtendedAgentCard" ? { ...cardOf(), name: "More" } : {})));
  const client = await connect(cardOf(), { fetch: peer.fetch });
  expect((await client.getExtendedCard()).name).toBe("More");
});

test("a stream folds into a live task, one object that grows", async () => {
  const client = await open();
  const texts: string[] = [];
  const tasks = new Set<unknown>();
  for await (const { task } of foldTask(client.stream("a b"))) {
    texts.push(task?.artifacts?.map((artifact) => textOf(artifact)).join() ?? "");
    tasks.add(task);
  }
  expect(texts.filter((text, at) => text !== texts[at - 1])).toEqual(["", "a", "ab"]);
  expect(tasks.size).toBe(1);
});

describe("the bytes of a part", () => {
  const files = peerOf((request) =>
    request.url.endsWith("/file") ? new Response("content") : new Response("no", { status: request.url.endsWith("/gone") ? 410 : 404 }),
  );

  test("are what it carries, or what is at its address, where no header of the client's goes", async () => {
    const client = await connect(cardOf(), { fetch: files.fetch, headers: { authorization: "Bearer secret" } });
    expect(new TextDecoder().decode(await client.download({ raw: "AQI=" }))).toBe("\u0001\u0002");
    expect(new TextDecoder().decode(await client.download({ text: "é" }))).toBe("é");
    expect(new TextDecoder().decode(await client.download({ url: "https://files.example/file" }))).toBe("content");
    expect(files.requests[0]?.headers.has("authorization")).toBe(false);
  });

  test("are got without a word of the address's query in an error: it may be what lets its bearer in", async () => {
    const part = { url: "https://files.example/file?signature=geheim" };
    const failing: readonly ConnectOptions[] = [
      { fetch: () => Promise.resolve(new Response("content")), maxResponseBytes: 3 },
      { fetch: ({ url }) => Promise.reject(new TypeError(`cannot reach ${url}`)) },
      { fetch: ({ url }) => Promise.resolve(new Response(null, { status: 302, headers: { location: `${url}&more` } })) },
    ];
    for (const options of failing) {
      const error = await localErrorOf((await connect(cardOf(), options)).download(part));
      expect(error.message).toContain("https://files.example/file");
      expect(inspect(error)).not.toContain("geheim");
    }
  });

  for (const [what, part, options, expected] of [
    [
      "an address that the policy refuses",
      { url: "https://files.example/file" },
      { allowUrl: (_: URL, purpose: string) => purpose !== "file" },
      { code: "REFUSED_URL" },
    ],
    ["an address that is no web address", { url: "file:///etc/passwd" }, {}, { code: "BAD_RESPONSE" }],
    ["a file that is not there", { url: "https://files.example/gone" }, {}, { code: "BAD_RESPONSE", message: /answered 410/ }],
    [
      "a file that is too long",
      { url: "https://files.example/file" },
      { maxResponseBytes: 3 },
      { code: "BAD_RESPONSE", message: /more than 3/ },
    ],
    ["data", { data: 1 }, {}, { name: "TypeError" }],
  ] as const) {
    test(`are refused of ${what}`, async () => {
      const client = await connect(cardOf(), { fetch: files.fetch, ...options });
      const before = files.requests.length;
      const error = await failureOf(client.download(part));
      expect(error).toMatchObject({ ...expected, ...("message" in expected && { message: expect.stringMatching(expected.message) }) });
      if (!("message" in expected)) expect(files.requests).toHaveLength(before);
    });
  }
});

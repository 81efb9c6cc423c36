import { inspect } from "node:util";
import type { Client, ConnectOptions } from "@a2a/client";
import { connect, foldTask } from "@a2a/client";
import type { StreamResponse, Version } from "@a2a/core";
import { textOf } from "@a2a/core";
import type { AgentDefinition } from "@a2a/server";
import { createA2AHandler } from "@a2a/server";
import { describe, expect, onTestFinished, test } from "vitest";
import { address, cardOf, collect, failureOf, json, localErrorOf, peerOf, refusal, resultOf, taskIn } from "./peers.js";

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

async function open(versions: readonly Version[] = ["1.0"], definition = agent): Promise<Client> {
  const handler = createA2AHandler({ definition }, { push: { fetch: async () => new Response() } });
  onTestFinished(() => handler.close());
  return connect(address, { fetch: handler.fetch, versions });
}

async function idOf(events: AsyncIterable<StreamResponse>): Promise<string> {
  for await (const { task, statusUpdate } of events) {
    const id = task?.id ?? statusUpdate?.taskId;
    if (id !== undefined) return id;
  }
  throw new Error("expected a task");
}

for (const version of ["1.0", "0.3", "0.1"] as const) {
  describe(`a task of ${version}`, () => {
    test("that is run is waited for, with all that it made", async () => {
      const client = await open([version]);
      expect(await client.run("a b c")).toMatchObject({ status: { state: "TASK_STATE_COMPLETED" }, artifacts: [{}] });
    });

    test("is asked back, replied to and its result taken, by its id alone", async () => {
      const client = await open([version]);
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
      const client = await open([version]);
      const done = await client.run("a");
      if (!("status" in done)) throw new Error("expected a task");
      expect(await collect(client.task(done.id).updates())).toMatchObject([{ task: { id: done.id } }]);
    });

    test("is followed by who did not begin it, until somebody cancels it", async () => {
      const client = await open([version]);
      const id = await idOf(client.stream("wait"));
      const waiting = client.task(id).wait();
      expect((await client.task(id).cancel()).status.state).toBe("TASK_STATE_CANCELED");
      expect((await waiting).status.state).toBe("TASK_STATE_CANCELED");
    });

    test("that fails has no result: the error says what the agent said", async () => {
      const client = await open([version]);
      const failed = await client.send("fail");
      if (!("status" in failed)) throw new Error("expected a task");
      const error = await localErrorOf(client.task(failed.id).result());
      expect([error.code, error.message]).toEqual(["NOT_COMPLETED", `task ${failed.id} is TASK_STATE_FAILED: no flour`]);
    });
  });
}

describe("webhooks of a task", () => {
  test("are set, got, listed over pages and deleted", async () => {
    const client = await open();
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
    const client = await open();
    const task = await client.send("ask", { pushConfig: { id: "mine", url: "https://hook.example/" } });
    if (!("status" in task)) throw new Error("expected a task");
    expect(await collect(client.listPushConfigs(task.id))).toMatchObject([{ id: "mine", url: "https://hook.example/" }]);
  });
});

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

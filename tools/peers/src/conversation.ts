import { describe, expect, onTestFinished, test } from "vitest";
import type { PlainClient, PlainFile, PlainPart, PlainReply, PlainTask, PlainWebhooks } from "./plain.js";
import { Fault } from "./plain.js";
import { openReceiver } from "./receiver.js";

/** Two that talk: whose client, whose server. */
export interface Pair {
  /** Serves an agent that knows the testbed's commands until `close`. */
  serve(): Promise<{ readonly url: string; close(): Promise<void> }>;
  connect(url: string): Promise<PlainClient>;
  readonly agentName: string;
  /** What the last status of a stream is followed by: before 1.0 it says that it is the last. */
  readonly final: " final" | "";
  /** The texts of a task that has asked and was answered, where a client asks for the task. */
  readonly historyOfAnswered: readonly string[];
  /** What a webhook that comes with `echo` is told. */
  readonly told?: readonly string[];
  /** The JSON-RPC code of a message to a task that is over; undefined where the client does not tell what it is refused for. */
  readonly terminalCode: number | undefined;
  /** What canceling a running task is answered with; default `canceled`. */
  readonly cancelAnswers?: "canceled" | "working";
  /** The events of a stream that answers a task. */
  readonly resumed: readonly string[];
  /** Parts that the client brings and gets back as they were; default: data with everything in it, and a file with a name. */
  readonly carries?: readonly PlainPart[];
  /** Whether the client tells which chunks append; default true. */
  readonly tellsAppend?: boolean;
  /** Whether the client can ask for a webhook by its id; default true. */
  readonly namesWebhooks?: boolean;
}

/** Data with everything in it. */
export const json: PlainPart = { data: { colour: "blue", shades: [1, 2.5, null, { deep: true }] } };

/** A file with a name. */
export const file: PlainFile = {
  base64: Buffer.from([0, 1, 2, 250, 251, 252, 253, 254, 255]).toString("base64"),
  name: "a b.bin",
  mediaType: "image/png",
};

/** Everything that a client and a server of any version say to each other. */
export function describeConversation(pair: Pair): void {
  const connect = async (): Promise<PlainClient> => (await openPair(pair)).client;
  describeSending(pair, connect);
  describeTasks(pair, connect);
  describeStreams(pair, connect);
}

/** Serves and connects until the test is over; `another` connects once more. */
export async function openPair({ serve, connect }: Pick<Pair, "serve" | "connect">): Promise<OpenPair> {
  const { url, close } = await serve();
  onTestFinished(close);
  return { client: await connect(url), another: () => connect(url) };
}

export interface OpenPair {
  readonly client: PlainClient;
  another(): Promise<PlainClient>;
}

type Connect = () => Promise<PlainClient>;

function describeSending(pair: Pair, connect: Connect): void {
  const { agentName, terminalCode, carries = [json, file] } = pair;
  describe("a message", () => {
    test("goes to the agent whose card was found", async () => {
      expect(await (await connect()).agentName()).toBe(agentName);
    });

    test("is waited for until its task is completed", async () => {
      const task = await sendForTask(await connect(), ["echo hello"]);
      expect(task).toMatchObject({ state: "completed", artifacts: [["hello"]] });
      expect(task.id).not.toBe("");
    });

    test("is answered directly", async () => {
      expect(await (await connect()).send(["message hello"])).toEqual({ reply: ["hello"] });
    });

    test("brings data and a file, and gets them back as they were", async () => {
      const task = await sendForTask(await connect(), ["mirror", ...carries]);
      expect(task).toMatchObject({ state: "completed", artifacts: [carries] });
    });

    test("is asked back, and its answer goes on with the task", async () => {
      const client = await connect();
      const asked = await sendForTask(client, ["ask Which colour?"]);
      expect(asked).toMatchObject({ state: "input-required", words: "Which colour?" });
      const answered = await sendForTask(client, ["blue"], asked.id);
      expect(answered).toMatchObject({ id: asked.id, contextId: asked.contextId, state: "completed", artifacts: [["got: blue"]] });
    });

    test("to a task that is over is refused", async () => {
      const client = await connect();
      const { id } = await sendForTask(client, ["echo hello"]);
      expect(await codeOf(client.send(["more"], { taskId: id }))).toBe(terminalCode);
    });

    test("to a task that is over is refused to a client that comes later, and the next is answered", async () => {
      const { client, another } = await openPair(pair);
      const { id } = await sendForTask(client, ["echo hello"]);
      const later = await another();
      const code = await codeOf(later.send(["more"], { taskId: id }));
      expect(await sendForTask(later, ["echo hello"])).toMatchObject({ state: "completed" });
      expect(code).toBe(terminalCode);
    });

    test("to a task that is unknown is refused", async () => {
      expect(await codeOf((await connect()).send(["more"], { taskId: "unknown" }))).toBe(-32001);
    });
  });
}

function describeTasks(pair: Pair, connect: Connect): void {
  const { historyOfAnswered, cancelAnswers = "canceled" } = pair;
  describe("a task", () => {
    test("is got as it is", async () => {
      const client = await connect();
      const { id, contextId } = await sendForTask(client, ["ask Which colour?"]);
      await client.send(["blue"], { taskId: id });
      const { history, ...task } = await client.get(id);
      expect(task).toEqual({ id, contextId, state: "completed", words: "", artifacts: [["got: blue"]] });
      expect(history).toEqual(historyOfAnswered);
    });

    test("is got by a client that comes later", async () => {
      const { client, another } = await openPair(pair);
      const { history: _, ...task } = await sendForTask(client, ["ask Which colour?"]);
      expect(task).toMatchObject({ state: "input-required", contextId: expect.stringMatching(/./) });
      expect(await (await another()).get(task.id)).toMatchObject(task);
    });

    test("that runs is got by a client that comes later", async () => {
      const { client, another } = await openPair(pair);
      const { id, contextId } = await sendForTask(client, ["hold"], undefined, true);
      expect(contextId).not.toBe("");
      expect(await (await another()).get(id)).toMatchObject({ id, contextId, state: expect.stringMatching(/^(submitted|working)$/) });
      await client.cancel(id);
    });

    test("is canceled while it runs", async () => {
      const client = await connect();
      const { id, state } = await sendForTask(client, ["hold"], undefined, true);
      expect(["submitted", "working"]).toContain(state);
      expect(await client.cancel(id)).toMatchObject({ id, state: cancelAnswers });
      expect(await client.get(id)).toMatchObject({ id, state: "canceled" });
    });

    test("that is over is not cancelable", async () => {
      const client = await connect();
      const { id } = await sendForTask(client, ["echo hello"]);
      expect(await codeOf(client.cancel(id))).toBe(-32002);
    });

    test("that is unknown is reported as that", async () => {
      const client = await connect();
      expect(await codeOf(client.get("unknown"))).toBe(-32001);
      expect(await codeOf(client.cancel("unknown"))).toBe(-32001);
    });
  });
}

function describeStreams(pair: Pair, connect: Connect): void {
  const { final, resumed, tellsAppend = true } = pair;
  const append = tellsAppend ? " append" : "";
  describe("a stream", () => {
    test("brings the chunks in order, and ends", async () => {
      expect(await collect((await connect()).stream(["chunks 3"]))).toEqual([
        "task submitted",
        "working",
        'artifact ["c1"]',
        `artifact ["c2"]${append}`,
        `artifact ["c3"]${append} last`,
        `completed${final}`,
      ]);
    });

    test("brings a direct reply alone", async () => {
      expect(await collect((await connect()).stream(["message hello"]))).toEqual(['reply ["hello"]']);
    });

    test("ends where the agent asks, and goes on with the answer", async () => {
      const client = await connect();
      expect((await collect(client.stream(["ask Which colour?"]))).at(-1)).toBe(`input-required: Which colour?${final}`);
      const { id } = await sendForTask(client, ["ask Which colour?"]);
      expect(await collect(client.stream(["blue"], { taskId: id }))).toEqual(resumed);
    });

    test("of a running task is taken up by a client that comes later, and ends with it", async () => {
      const { client, another } = await openPair(pair);
      const { id } = await sendForTask(client, ["hold"], undefined, true);
      const events = (await another()).resubscribe(id);
      expect((await events.next()).value).toMatch(/^task (submitted|working)$/);
      await client.cancel(id);
      expect((await collect(events)).at(-1)).toBe(`canceled${final}`);
    });
  });
}

/** What a client does with webhooks. */
export function describeWebhooks({ told = [], namesWebhooks = true, ...pair }: Pair): void {
  async function connect(): Promise<{ client: PlainClient; webhooks: PlainWebhooks }> {
    const { client } = await openPair(pair);
    if (!client.webhooks) throw new TypeError("a client without webhooks");
    return { client, webhooks: client.webhooks };
  }

  describe("a webhook", () => {
    const webhook = { id: namesWebhooks ? "hook-1" : "", url: "http://127.0.0.1:9/hook", token: "secret" };

    test("is set, got, listed and deleted", async () => {
      const { client, webhooks } = await connect();
      const { id } = await sendForTask(client, ["ask Which colour?"]);
      const set = { ...webhook, id: webhook.id || id };
      expect(await webhooks.set(id, webhook)).toEqual(set);
      expect(await webhooks.get(id, set.id)).toEqual(set);
      if (!webhooks.list || !webhooks.delete) return;
      expect(await webhooks.list(id)).toEqual([set]);
      await webhooks.delete(id, webhook.id);
      expect(await webhooks.list(id)).toEqual([]);
    });

    test("of an unknown task is refused", async () => {
      const { webhooks } = await connect();
      expect(await codeOf(webhooks.set("unknown", webhook))).toBe(-32001);
    });

    test("that comes with a message is told what happens", async () => {
      const { client, webhooks } = await connect();
      const receiver = await openReceiver();
      await client.send(["echo hello"], { webhook: { ...webhook, url: receiver.url } });
      const calls = await receiver.has(told.length);
      expect(calls.map(({ body }) => webhooks.read(body))).toEqual(told);
      for (const { headers } of calls) expect(headers["x-a2a-notification-token"]).toBe("secret");
    });

    test("that is set on a task is told how it ends", async () => {
      const { client, webhooks } = await connect();
      const receiver = await openReceiver();
      const { id } = await sendForTask(client, ["ask Which colour?"]);
      await webhooks.set(id, { ...webhook, url: receiver.url });
      await client.send(["blue"], { taskId: id });
      const calls = await receiver.has(3);
      expect(webhooks.read(calls.at(-1)?.body)).toBe(told.at(-1));
    });
  });
}

async function sendForTask(client: PlainClient, parts: readonly PlainPart[], taskId?: string, atOnce = false): Promise<PlainTask> {
  const answer = await client.send(parts, { atOnce, ...(taskId !== undefined && { taskId }) });
  if ("reply" in answer) throw new TypeError(`a reply instead of a task: ${JSON.stringify((answer satisfies PlainReply).reply)}`);
  return answer;
}

async function collect(events: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const event of events) all.push(event);
  return all;
}

/** The code of the fault that a call fails with. */
async function codeOf(call: Promise<unknown>): Promise<number | undefined> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Fault) return error.code;
    throw error;
  }
  throw new Error("expected a fault");
}

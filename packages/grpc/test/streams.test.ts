import type { AgentDefinition } from "@a2a/server";
import { createMemoryStore } from "@a2a/server";
import type { ClientReadableStream } from "@grpc/grpc-js";
import { expect, test } from "vitest";
import { failing, watched } from "../../server/test/stores.js";
import { open } from "./opened.js";
import type { Item } from "./outsider.js";
import { outsiderOf } from "./outsider.js";
import { facts10 } from "./published-facts.js";
import { answerOf } from "./raw-client.js";
import { detailsOf } from "./status-details.js";

const rpc = "SendStreamingMessage";

function say(text: string): object {
  return { message: { message_id: `m-${text}`, role: "ROLE_USER", parts: [{ text }] } };
}

/** Something that is awaited from outside. */
function gate(): { readonly passed: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open: () => open() };
}

/** An agent that says one word, and another when it is let go on. */
function pausing(): { definition: AgentDefinition; goOn(): void } {
  const { passed, open: goOn } = gate();
  const definition: AgentDefinition = {
    card: { name: "Pausing" },
    async *run() {
      yield "before";
      await passed;
      yield "after";
    },
  };
  return { definition, goOn };
}

function next(stream: ClientReadableStream<Buffer>): Promise<Buffer> {
  return new Promise((resolve) => stream.once("data", resolve));
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setImmediate(resolve));
}

function taskOf(item: Item): string {
  return Object(item.task).id;
}

test("events come when they happen, and the headers before them", async () => {
  const { definition, goOn } = pausing();
  const { grpc } = await open(definition);
  const outsider = outsiderOf(facts10.package, grpc.url);
  const stream = outsider.begin(rpc, say("hi"));
  const ended = answerOf(stream);
  await new Promise((resolve) => stream.once("metadata", resolve));
  await next(stream);
  goOn();
  const { messages, status } = await ended;
  expect(status.code).toBe(0);
  const words = messages.map((bytes) => JSON.stringify(outsider.decode(rpc, bytes)));
  expect(words.filter((each) => /before|after/.test(each))).toHaveLength(2);
  expect(words.at(-1)).toContain("TASK_STATE_COMPLETED");
});

for (const [name, deadline, code] of [
  ["a client that cancels", false, 1],
  ["a client whose deadline passes", true, 4],
] as const) {
  test(`${name} leaves the stream, and the task goes on`, async () => {
    const { definition, goOn } = pausing();
    const reports: { readonly operation: string; readonly events?: number }[] = [];
    const { grpc } = await open(definition, { onOperation: (report) => void reports.push(report) });
    const outsider = outsiderOf(facts10.package, grpc.url);
    const stream = outsider.begin(rpc, say("hi"), deadline ? { deadline: Date.now() + 1500 } : {});
    const ended = answerOf(stream);
    const id = taskOf(outsider.decode(rpc, await next(stream)));
    if (!deadline) stream.cancel();
    expect((await ended).status.code).toBe(code);
    await until(() => reports.some(({ operation }) => operation === rpc));
    goOn();
    await until(async () => {
      const { items } = await outsider.ask("GetTask", { id });
      return JSON.stringify(items).includes("TASK_STATE_COMPLETED");
    });
    expect(JSON.stringify((await outsider.ask("GetTask", { id })).items)).toContain("after");
  });
}

test("a client that cancels a call that waits is let go, and the task goes on", async () => {
  const { definition, goOn } = pausing();
  const reports: { readonly operation: string }[] = [];
  const { grpc } = await open(definition, { onOperation: (report) => void reports.push(report) });
  const outsider = outsiderOf(facts10.package, grpc.url);
  const stream = outsider.begin("SendMessage", say("hi"));
  const ended = answerOf(stream);
  const list = async (): Promise<Item[]> => Object((await outsider.ask("ListTasks", {})).items[0]).tasks ?? [];
  await until(async () => (await list()).length === 1);
  stream.cancel();
  expect((await ended).status.code).toBe(1);
  await until(() => reports.some(({ operation }) => operation === "SendMessage"));
  goOn();
  await until(async () => JSON.stringify(await list()).includes("TASK_STATE_COMPLETED"));
});

test("readers of one task get the same events, in the same order", async () => {
  const { definition, goOn } = pausing();
  const { grpc } = await open(definition);
  const outsider = outsiderOf(facts10.package, grpc.url);
  const first = outsider.begin(rpc, say("hi"));
  const all = answerOf(first);
  const id = taskOf(outsider.decode(rpc, await next(first)));
  const others = Array.from({ length: 5 }, () => outsider.begin("SubscribeToTask", { id }));
  const ended = others.map(answerOf);
  await Promise.all(others.map(next));
  goOn();
  const sender = (await all).messages.map(String);
  for (const { messages } of await Promise.all(ended)) {
    expect(messages.length).toBeGreaterThanOrEqual(3);
    expect(messages.slice(1).map(String)).toEqual(sender.slice(1 - messages.length));
  }
});

test("what a reader does not read is not taken from the log, and it gets everything once it reads", async () => {
  const count = 1000;
  const definition: AgentDefinition = {
    card: { name: "Flood" },
    async *run() {
      for (let at = 0; at < count; at += 1) {
        yield { artifact: { artifactId: "a", parts: [{ text: `${at} ${"x".repeat(10_000)}` }] }, append: at > 0 };
      }
    },
  };
  const { store, taken } = watched(createMemoryStore());
  const { grpc, http } = await open(definition, { store });
  const outsider = outsiderOf(facts10.package, grpc.url);
  const stream = outsider.begin(rpc, say("hi"));
  const id = taskOf(outsider.decode(rpc, await next(stream)));
  stream.pause();
  await until(async () => (await stateOf(http.url, id)) === "TASK_STATE_COMPLETED");
  expect(taken()).toBeLessThan(count / 2);
  const texts: string[] = [];
  stream.on("data", (bytes: Buffer) => texts.push(...(/(\d+) x{10000}/.exec(bytes.toString())?.slice(1) ?? [])));
  stream.resume();
  await new Promise((resolve) => stream.once("status", resolve));
  expect(texts).toEqual(Array.from({ length: count }, (_, at) => String(at)));
});

test("a reader that does not read does not keep the listener from closing", async () => {
  const definition: AgentDefinition = {
    card: { name: "Flood" },
    async *run() {
      for (let at = 0; at < 200; at += 1) yield "x".repeat(100_000);
    },
  };
  const { grpc, http } = await open(definition, {}, { graceMs: 50 });
  const outsider = outsiderOf(facts10.package, grpc.url);
  const stream = outsider.begin(rpc, say("hi"));
  const ended = answerOf(stream);
  const id = taskOf(outsider.decode(rpc, await next(stream)));
  stream.pause();
  await until(async () => (await stateOf(http.url, id)) === "TASK_STATE_COMPLETED");
  const since = performance.now();
  await grpc.close();
  expect(performance.now() - since).toBeLessThan(5000);
  stream.resume();
  expect((await ended).status.code).toBe(14);
});

async function stateOf(url: string, id: string): Promise<string> {
  const response = await fetch(`${url}/tasks/${id}?historyLength=0`);
  const { status }: { status: { state: string } } = await response.json();
  return status.state;
}

test("a stream that fails ends with the status of the error, behind what was there, and says no more", async () => {
  const { definition, goOn } = pausing();
  const logged: unknown[] = [];
  const log = (facts: object): void => void logged.push(facts);
  const { grpc } = await open(definition, {
    store: failing(createMemoryStore(), { read: [1] }),
    logger: { debug: () => undefined, info: log, warn: log, error: log },
  });
  const outsider = outsiderOf(facts10.package, grpc.url);
  const stream = outsider.begin(rpc, say("hi"));
  const ended = answerOf(stream);
  await next(stream);
  goOn();
  const { messages, status } = await ended;
  expect(messages.length).toBeGreaterThan(0);
  expect(status.code).toBe(13);
  expect(JSON.stringify([status, detailsOf(status)])).not.toContain("secret");
  expect(detailsOf(status)?.details).toMatchObject([{ domain: "a2a-protocol.org" }]);
  expect(logged).toContainEqual(expect.objectContaining({ rpc }));
});

test("more streams than maxStreams are UNAVAILABLE, and one that ends makes room", async () => {
  const { definition, goOn } = pausing();
  const { grpc } = await open(definition, { maxStreams: 1 });
  const outsider = outsiderOf(facts10.package, grpc.url);
  const stream = outsider.begin(rpc, say("one"));
  const ended = answerOf(stream);
  await next(stream);
  expect((await outsider.ask(rpc, say("two"))).status.code).toBe(14);
  goOn();
  await ended;
  await until(async () => (await outsider.ask(rpc, say("three"))).status.code === 0);
});

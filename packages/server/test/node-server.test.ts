import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import type { HandlerOptions } from "@a2a/server";
import { createMemoryStore, defineAgent } from "@a2a/server";
import { serve, toNodeHandler } from "@a2a/server/node";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openHandler } from "./mounts.js";
import type { Answered } from "./rpc.js";
import { allEvents, brief, call, countTasks, post, say, send, sendFor, streamed, taskOf } from "./rpc.js";
import { watched } from "./stores.js";
import type { Served } from "./subjects.js";
import { agentOf, echo, gate, greeter, listeningLogger, subjects } from "./subjects.js";

const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params: { message: say("hi") } });

function open(definition: typeof echo, options: HandlerOptions = {}): Promise<Served> {
  return subjects[1]?.open(definition, options) ?? expect.fail("no subject");
}

/** Sends bytes and reads all that comes back until the server closes. */
async function exchange(served: Served, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(served.url).port), "127.0.0.1");
  let text = "";
  socket.setEncoding("utf8").on("data", (piece: string) => {
    text += piece;
  });
  // A server that closes early refuses what is still being sent.
  socket.on("error", () => undefined);
  socket.write(bytes);
  await once(socket, "close");
  return text;
}

function head(length: number | "chunked", more = ""): string {
  const size = length === "chunked" ? "transfer-encoding: chunked" : `content-length: ${length}`;
  return `POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${size}\r\n${more}\r\n`;
}

describe("a body over the limit", () => {
  for (const [how, bytes] of [
    ["announced and sent", head(5000) + "x".repeat(5000)],
    ["announced and never sent", head(5000)],
    ["announced as 50 MB, with some of it sent", head(50_000_000) + "x".repeat(2_000_000)],
    ["sent in chunks", `${head("chunked")}1388\r\n${"x".repeat(5000)}\r\n0\r\n\r\n`],
  ] as const) {
    test(`that is ${how} gets 413 as JSON, and the connection ends`, async () => {
      const served = await open(echo, { maxBodyBytes: 1000 });
      const answer = await exchange(served, bytes);
      expect(answer).toMatch(/^HTTP\/1\.1 413 /);
      expect(answer).toMatch(/\r\nconnection: close\r\n/i);
      expect(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")))).toMatchObject({ id: null, error: { code: -32600 } });
      expect(await countTasks(served)).toBe(0);
    });
  }
});

test("a connection whose requests are read to their ends stays open for the next one, refused or not", async () => {
  const served = await open(echo);
  const requests = `${head(2)}{}${head(body.length)}${body}${head(body.length, "connection: close\r\n")}${body}`;
  expect((await exchange(served, requests)).match(/HTTP\/1\.1 200 /g)).toHaveLength(3);
});

test("an answer without a body leaves the connection open for the next one", async () => {
  const served = await open(echo);
  const get = (more: string): string => `GET /.well-known/agent-card.json HTTP/1.1\r\nhost: localhost\r\n${more}\r\n\r\n`;
  const answers = await exchange(served, get("if-none-match: *") + get("connection: close"));
  expect(answers).toMatch(/^HTTP\/1\.1 304 [^{]*?\r\n\r\nHTTP\/1\.1 200 [\s\S]*\}$/);
});

test("a request that is cut in the middle of its body stores nothing, and is no failure of the server", async () => {
  const { logger, told } = listeningLogger();
  const authenticate = vi.fn(() => ({}));
  const served = await open(echo, { logger, authenticate });
  const socket = connect(Number(new URL(served.url).port), "127.0.0.1");
  socket.end(head(body.length) + body.slice(0, 20));
  socket.resume();
  await once(socket, "close");
  expect(authenticate).not.toHaveBeenCalled();
  expect(await countTasks(served)).toBe(0);
  expect(told).toEqual([]);
});

for (const host of ["", "a b", "user@evil.example", 'evil.example/"><script>', "evil.example/path?query="]) {
  test(`the host "${host}", which no address has, is not taken into the card: it names where the request arrived`, async () => {
    const served = await openHandler(echo);
    const answer = await exchange(served, `GET /.well-known/agent-card.json HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
    expect(JSON.parse(answer.slice(answer.indexOf("{")))).toMatchObject({ url: `${served.url}/` });
  });
}

/** Mounts a handler behind something that reads the body and leaves what it made of it. */
async function mountBehind(parse: (text: string) => unknown, options: HandlerOptions = {}): Promise<Served> {
  const handler = toNodeHandler(defineAgent(echo), options);
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    void handler(Object.assign(request, { body: parse(text) }), response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  return { url, fetch: (path, init) => fetch(url + path, init), close: () => handler.close() };
}

for (const [what, parse] of [
  ["an object", JSON.parse],
  ["a text", (text: string) => text],
  ["bytes", Buffer.from],
] as const) {
  test(`a body that a framework has made ${what} of is taken`, async () => {
    const served = await mountBehind(parse);
    expect(await post(served, body, { "content-type": "application/json" })).toMatchObject({ status: 200, error: undefined });
  });
}

test("a body that something else has read before, and kept, is a failure and no endless wait", async () => {
  const { logger, told } = listeningLogger();
  const served = await mountBehind(() => undefined, { logger });
  const answer = await post(served, body, { "content-type": "application/json" });
  expect(answer.error?.code).toBe(-32603);
  expect(JSON.stringify(told.map(({ facts }) => String(Object.values(facts))))).toContain("not in request.body");
});

test("a mounted handler that is closed takes no more work, and says when to ask again", async () => {
  const served = await mountBehind((text) => text);
  await served.close();
  const answer = await post(served, body, { "content-type": "application/json" });
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("1");
});

describe("close", () => {
  test("lets whoever waits know how it ended, and then nobody in", async () => {
    const begun = gate();
    const agent = agentOf(async function* ({ signal }) {
      yield "begun";
      begun.open();
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
    });
    const listening = await serve(defineAgent(agent), { port: 0 });
    const { url } = listening;
    const served: Served = { url, fetch: (path, init) => fetch(url + path, init), close: listening.close };
    const sent = sendFor(served, say("hi"));
    const streaming = allEvents(await send(served, "SendStreamingMessage", { message: say("hi") }));
    await begun.passed;
    await vi.waitFor(async () => expect(await countTasks(served)).toBe(2), { interval: 1 });
    await listening.close();
    expect((await sent).status.state).toBe("TASK_STATE_FAILED");
    expect((await streaming).map((event) => brief(streamed(event)))).toEqual(["task WORKING", "artifact begun", "status FAILED"]);
    await expect(fetch(url)).rejects.toThrow();
  });

  test("ends the streams of tasks that wait, and readers with them", async () => {
    const { store, readers } = watched(createMemoryStore());
    const served = await open(greeter, { store });
    const { id } = await sendFor(served, say("hi"));
    const events = allEvents(await send(served, "SubscribeToTask", { id }));
    await vi.waitFor(() => expect(readers()).toBe(1), { interval: 1 });
    await served.close();
    const [snapshot, hint] = await events;
    expect(snapshot?.data).toHaveProperty("result.task.id", id);
    expect(hint?.raw).toBe("retry: 1000");
    expect(readers()).toBe(0);
  });

  test("does not wait for a client that does not read", { timeout: 4000 }, async () => {
    const served = await open(
      agentOf(async function* () {
        for (let at = 0; at < 200; at += 1) yield "x".repeat(100_000);
      }),
    );
    const socket = connect(Number(new URL(served.url).port), "127.0.0.1");
    socket.on("error", () => undefined);
    const streaming = body.replace("SendMessage", "SendStreamingMessage");
    socket.write(head(streaming.length) + streaming);
    await vi.waitFor(async () => expect(await countTasks(served)).toBeGreaterThan(0), { interval: 5 });
    await served.close();
    socket.destroy();
  });
});

for (const port of [-1, 1.5, 65_536, "pipe"]) {
  test(`the port ${port} is refused as an option, and nothing listens`, async () => {
    // safe: meant to be wrong
    await expect(serve(defineAgent(echo), { port: port as number })).rejects.toThrow(/^port must be a whole number/);
  });
}

test("a port that is taken is a LocalError that names it", async () => {
  const served = await open(echo);
  const port = Number(new URL(served.url).port);
  await expect(serve(defineAgent(echo), { port })).rejects.toMatchObject({
    code: "NETWORK",
    message: `port ${port} of 127.0.0.1 is already in use`,
  });
});

test("authenticate may take header out of the request", async () => {
  const served = await open(echo, { authenticate: ({ header }) => ({ user: header("x-user") ?? "" }) });
  const answer = (user: string): Promise<Answered> => call(served, "SendMessage", { message: say("hi") }, { headers: { "x-user": user } });
  const task = taskOf(Reflect.get(Object((await answer("ann")).result), "task"));
  expect((await call(served, "GetTask", { id: task.id }, { headers: { "x-user": "ann" } })).result).toBeDefined();
  expect((await call(served, "GetTask", { id: task.id }, { headers: { "x-user": "bob" } })).error?.code).toBe(-32001);
});

import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { Socket } from "node:net";
import { connect } from "node:net";
import type { AgentDefinition, HandlerOptions } from "@a2a/server";
import { createMemoryStore, defineAgent } from "@a2a/server";
import { toNodeHandler } from "@a2a/server/node";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { blocksOf, countTasks, eventsOf, say, send, sendFor } from "./rpc.js";
import { watched } from "./stores.js";
import { agentOf, countingIds, gate, greeter, openFetch, subjects } from "./subjects.js";

const soon = { interval: 2, timeout: 5000 };
const key = { tenant: "", owner: "", id: "id-1" };
const chunks = 200;

/** Yields 20 MB as fast as it is let. */
const torrent = agentOf(async function* () {
  for (let at = 0; at < chunks; at += 1) yield "x".repeat(100_000);
});

describe("a client that does not read", () => {
  test("costs the Node handler one piece, while the agent works on at its own pace", async () => {
    const { store, taken } = watched(createMemoryStore());
    const { port, responses } = await mount(torrent, { store });
    const socket = await request(port);
    await vi.waitFor(async () => expect((await store.load(key))?.task.status.state).toBe("TASK_STATE_COMPLETED"), soon);
    await vi.waitFor(() => expect(responses[0]?.writableNeedDrain).toBe(true), soon);
    expect(responses[0]?.writableLength).toBeLessThan(500_000);
    expect(taken()).toBeLessThanOrEqual(chunks + 2);
    socket.destroy();
  });

  test("gets everything once it reads, in order", async () => {
    const { port, responses } = await mount(torrent);
    const socket = await request(port);
    await vi.waitFor(() => expect(responses[0]?.writableNeedDrain).toBe(true), soon);
    const pieces: string[] = [];
    socket.setEncoding("utf8").on("data", (piece: string) => pieces.push(piece));
    await once(responses[0] ?? expect.fail("no response"), "finish");
    await vi.waitFor(() => expect(pieces.at(-1)).toMatch(/\r\n0\r\n\r\n$/), soon);
    const ids = [...pieces.join("").matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
    expect(ids).toEqual(Array.from({ length: chunks + 2 }, (_, at) => at + 1));
  });

  test("and leaves is forgotten: its place among the open streams is free", async () => {
    const { port, responses, handled } = await mount(torrent, { maxStreams: 1 });
    const socket = await request(port);
    await vi.waitFor(() => expect(responses[0]?.writableNeedDrain).toBe(true), soon);
    const second = await request(port);
    await vi.waitFor(() => expect(responses[1]?.statusCode).toBe(503), soon);
    socket.destroy();
    await handled[0];
    const third = await request(port);
    await vi.waitFor(() => expect([responses[2]?.headersSent, responses[2]?.statusCode]).toEqual([true, 200]), soon);
    for (const each of [second, third]) each.destroy();
  });

  test("and leaves before there is anything to read is forgotten once there is", async () => {
    const { store, readers } = watched(createMemoryStore());
    const begun = gate();
    const letGo = gate();
    const { port, responses } = await mount(
      agentOf(async function* () {
        begun.open();
        await letGo.passed;
        for (let at = 0; at < chunks; at += 1) yield "x".repeat(100_000);
        yield { state: "TASK_STATE_INPUT_REQUIRED" };
      }),
      { store },
    );
    const socket = await request(port);
    await begun.passed;
    socket.destroy();
    await once(responses[0] ?? expect.fail("no response"), "close");
    letGo.open();
    await vi.waitFor(async () => expect((await store.load(key))?.task.status.state).toBe("TASK_STATE_INPUT_REQUIRED"), soon);
    await vi.waitFor(() => expect(readers()).toBe(0), soon);
  });

  test("and leaves before a direct reply has its request brought to an end all the same", async () => {
    const begun = gate();
    const letGo = gate();
    const { port, responses, handled } = await mount(
      agentOf(async () => {
        begun.open();
        await letGo.passed;
        return { messageId: "reply", role: "ROLE_AGENT", parts: [{ text: "nobody hears" }] };
      }),
    );
    const socket = await request(port);
    await begun.passed;
    socket.destroy();
    await once(responses[0] ?? expect.fail("no response"), "close");
    letGo.open();
    await handled[0];
  });

  test("is given pieces of bounded size by the fetch handler", async () => {
    const served = await openFetch(torrent);
    const response = await send(served, "SendStreamingMessage", { message: say("hi") });
    // Everything is there before anything is read.
    await vi.waitFor(async () => expect(await countTasks(served)).toBe(1), soon);
    const sizes: number[] = [];
    for await (const { length } of response.body ?? expect.fail("no body")) sizes.push(length);
    expect(Math.max(...sizes)).toBeLessThan(200_000);
    expect(sizes.reduce((sum, size) => sum + size)).toBeGreaterThan(20_000_000);
  });
});

describe.each(subjects)("$name", ({ open }) => {
  test("shows by comments that an idle stream lives", async () => {
    const served = await open(greeter, { heartbeatMs: 5, makeId: countingIds() });
    const { id } = await sendFor(served, say("hi"));
    const blocks = blocksOf(await send(served, "SubscribeToTask", { id }));
    expect((await blocks.next()).value).toMatch(/^id: 2\ndata: /);
    expect((await blocks.next()).value).toBe(": ping");
    expect((await blocks.next()).value).toBe(": ping");
    await blocks.return();
  });

  for (const [how, leave] of [
    ["stops reading", async (_: AbortController, reader: ReadableStreamDefaultReader) => reader.cancel()],
    ["aborts its request", async (leaving: AbortController) => leaving.abort()],
  ] as const) {
    test(`forgets a subscriber that ${how}, and its task waits on`, async () => {
      const { store, readers } = watched(createMemoryStore());
      const served = await open(greeter, { store });
      const { id } = await sendFor(served, say("hi"));
      const leaving = new AbortController();
      const response = await send(served, "SubscribeToTask", { id }, { signal: leaving.signal });
      const reader = response.body?.getReader() ?? expect.fail("no body");
      await reader.read();
      await vi.waitFor(() => expect(readers()).toBe(1), soon);
      await leave(leaving, reader);
      await vi.waitFor(() => expect(readers()).toBe(0), soon);
      expect((await sendFor(served, say("Ann", { taskId: id }))).status.state).toBe("TASK_STATE_COMPLETED");
    });
  }

  test("lets many subscribers follow one task without a warning, all the same events in the same order", async () => {
    const warnings: Error[] = [];
    const warn = (warning: Error): void => void warnings.push(warning);
    process.on("warning", warn);
    onTestFinished(() => void process.off("warning", warn));
    const served = await open(greeter);
    const { id } = await sendFor(served, say("hi"));
    const streams = await Promise.all(Array.from({ length: 40 }, async () => eventsOf(await send(served, "SubscribeToTask", { id }))));
    await Promise.all(streams.map((stream) => stream.next()));
    await sendFor(served, say("Ann", { taskId: id }));
    const seen = await Promise.all(
      streams.map(async (stream) => {
        const raws: string[] = [];
        for await (const { raw } of stream) raws.push(raw);
        return raws.join("\n");
      }),
    );
    expect(new Set(seen).size).toBe(1);
    expect(seen[0]?.match(/^id: \d+$/gm)).toEqual(["id: 3", "id: 4", "id: 5"]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(warnings).toEqual([]);
  });
});

/** Mounts the Node handler in a server whose responses can be looked at. */
async function mount(
  definition: AgentDefinition,
  options: HandlerOptions = {},
): Promise<{ readonly port: number; readonly responses: readonly ServerResponse[]; readonly handled: readonly Promise<void>[] }> {
  const handler = toNodeHandler(defineAgent(definition), { ...options, makeId: countingIds() });
  const responses: ServerResponse[] = [];
  const handled: Promise<void>[] = [];
  const server = createServer((incoming, response) => {
    responses.push(response);
    handled.push(handler(incoming, response));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  return { port: typeof address === "object" && address ? address.port : 0, responses, handled };
}

/** Asks for a stream and reads nothing of it. */
async function request(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendStreamingMessage", params: { message: say("hi") } });
  socket.write(`POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
  await once(socket, "connect");
  return socket;
}

describe("a store that is slow", () => {
  test("makes the agent wait once much of what it has said waits to be written", async () => {
    let said = 0;
    const all = 40;
    const goOn = gate();
    const agent = agentOf(async function* () {
      for (; said < all; said += 1) yield "x".repeat(1_000_000);
    });
    const store = createMemoryStore();
    const append = vi.fn(async (...given: Parameters<typeof store.append>) => {
      await goOn.passed;
      return store.append(...given);
    });
    const served = await openFetch(agent, { makeId: countingIds(), store: { ...store, append } });
    const sent = sendFor(served, say("hi"));
    await vi.waitFor(() => expect(append).toHaveBeenCalled(), soon);
    // Whoever is made to wait does not go on, however many turns it has.
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(said).toBeLessThan(15);
    goOn.open();
    expect((await sent).artifacts?.[0]?.parts).toHaveLength(all);
    // The rest is written in a few pieces, not one for each chunk.
    expect(append.mock.calls.length).toBeLessThan(all / 2);
  });
});

// Clients that send slowly, too much at once, or nothing: they lose their connection, and nobody else anything.

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import type { ServeOptions } from "@a2a/server/node";
import { serve, toNodeHandler } from "@a2a/server/node";
import { describe, expect, onTestFinished, test } from "vitest";
import { blocksOf, countTasks, say, send } from "./rpc.js";
import type { Served } from "./subjects.js";
import { agentOf, echo, gate, listeningLogger } from "./subjects.js";
import { expectNothingUnhandled } from "./unhandled.js";

expectNothingUnhandled();

const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params: { message: say("hi") } });
const headers = `Host: localhost\r\nContent-Type: application/json\r\nA2A-Version: 1.0\r\nContent-Length: ${body.length}\r\n`;

/** Writes at once what is said first, then the rest byte by byte, and hears what is answered until the connection ends. */
function drip(port: number, first: string, rest: string): Promise<string> {
  return new Promise((resolve) => {
    let heard = "";
    let at = 0;
    let timer: ReturnType<typeof setInterval> | undefined;
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(first);
      timer = setInterval(() => {
        if (at < rest.length) socket.write(rest[at] ?? "");
        at += 1;
      }, 5);
    });
    socket.on("data", (chunk) => {
      heard += chunk.toString("latin1");
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      clearInterval(timer);
      resolve(heard);
    });
    onTestFinished(() => void socket.destroy());
  });
}

async function open(options: ServeOptions, definition = echo): Promise<Served & { readonly port: number }> {
  const listening = await serve({ definition }, { ...options, port: 0 });
  onTestFinished(() => listening.close());
  const { url, port } = listening;
  return { url, port, fetch: (path, init) => fetch(url + path, init), close: () => listening.close() };
}

// As Node says it: 400 where a byte came in just when it cut the connection.
const cutOff = /^HTTP\/1\.1 40[08] /;

/** So long that none is written to the end before its time is over. */
const never = "x".repeat(10_000);

describe("serve", () => {
  test("cuts off who sends headers byte by byte, though something comes all the time", async () => {
    const served = await open({ headersTimeoutMs: 100 });
    expect(await drip(served.port, "POST / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ", never)).toMatch(cutOff);
    expect(await countTasks(served)).toBe(0);
  });

  test("cuts off who sends a body byte by byte, and stores nothing of it", async () => {
    const served = await open({ requestTimeoutMs: 100 });
    const heard = await drip(served.port, `POST / HTTP/1.1\r\n${headers.replace(/\d+\r\n$/, "10000\r\n")}\r\n`, never);
    expect(heard).toMatch(cutOff);
    expect(await countTasks(served)).toBe(0);
  });

  test("cuts off who connects and says nothing", async () => {
    const served = await open({ headersTimeoutMs: 100 });
    expect(await drip(served.port, "", "")).toMatch(/^(HTTP\/1\.1 408 |$)/);
  });

  test("waits for who is slow, but in time", async () => {
    const served = await open({ headersTimeoutMs: 4000, requestTimeoutMs: 4000 });
    const heard = await drip(served.port, `POST / HTTP/1.1\r\nConnection: close\r\n${headers}\r\n${body.slice(0, -20)}`, body.slice(-20));
    expect(heard).toMatch(/^HTTP\/1\.1 200 /);
  });

  test("lets streams go on, however long they take", async () => {
    const over = gate();
    const definition = agentOf(async function* () {
      yield "begun";
      await over.passed;
    });
    const served = await open({ requestTimeoutMs: 50, headersTimeoutMs: 50, keepAliveTimeoutMs: 50, heartbeatMs: 40 }, definition);
    const blocks: string[] = [];
    for await (const block of blocksOf(await send(served, "SendStreamingMessage", { message: say("hi") }))) {
      // Ten heartbeats are several times as long as a request may take.
      if (blocks.push(block) === 12) over.open();
    }
    expect(blocks.filter((block) => block.startsWith(":")).length).toBeGreaterThanOrEqual(9);
    expect(blocks.at(-1)).toContain("TASK_STATE_COMPLETED");
  });

  test("refuses longer headers than it reads", async () => {
    const served = await open({ maxHeaderBytes: 2000 });
    expect(await drip(served.port, `GET /tasks HTTP/1.1\r\nHost: localhost\r\nX-Long: ${"x".repeat(2000)}\r\n\r\n`, "")).toMatch(
      /^HTTP\/1\.1 431 /,
    );
  });

  test("has no more connections than it may have", async () => {
    const served = await open({ maxConnections: 1 });
    const first = drip(served.port, `POST / HTTP/1.1\r\nConnection: close\r\n${headers}\r\n`, "");
    const second = await drip(served.port, `POST / HTTP/1.1\r\n${headers}\r\n${body}`, "");
    expect(second).toBe("");
    await served.close();
    await first;
  });

  for (const name of ["headersTimeoutMs", "requestTimeoutMs", "keepAliveTimeoutMs", "maxHeaderBytes", "maxConnections"] as const) {
    test(`refuses ${name} of 0`, async () => {
      await expect(serve({ definition: echo }, { port: 0, [name]: 0 })).rejects.toThrow(new RegExp(`^${name} must be a number`));
    });
  }
});

/** A request for a stream of a task that goes on until it is canceled. */
function streamRequest(id: number): string {
  const text = JSON.stringify({ jsonrpc: "2.0", id, method: "SendStreamingMessage", params: { message: say("hold") } });
  const host = "Host: localhost\r\nContent-Type: application/json\r\nA2A-Version: 1.0";
  return `POST / HTTP/1.1\r\n${host}\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
}

test("a client that leaves leaves the answers too that wait behind the first on its connection: their streams end, and the server can close", async () => {
  const [begun, ended] = [counted(20), counted(20)];
  const holding = agentOf(async function* ({ signal }) {
    yield "begun";
    begun.count();
    await once(signal, "abort");
  });
  const { port, close } = await open({ onOperation: () => ended.count(), stopTimeoutMs: 100 }, holding);
  const socket = connect(port, "127.0.0.1");
  socket.write(Array.from({ length: 20 }, (_, at) => streamRequest(at)).join(""));
  await begun.passed;
  socket.destroy();
  await ended.passed;
  await close();
});

/** A gate that opens at so many counts. */
function counted(wanted: number): { readonly passed: Promise<void>; count(): void } {
  const { passed, open: pass } = gate();
  let met = 0;
  const count = (): void => {
    met += 1;
    if (met === wanted) pass();
  };
  return { passed, count };
}

test("toNodeHandler cuts off who sends a body byte by byte, in whatever server, and nobody is told of it", async () => {
  const { logger, told } = listeningLogger();
  const handler = toNodeHandler({ definition: echo }, { bodyTimeoutMs: 100, logger });
  const server = createServer({ requestTimeout: 0, headersTimeout: 0 }, handler);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await handler.close();
  });
  // safe: it listens on a port
  const { port } = server.address() as AddressInfo;
  expect(await drip(port, `POST / HTTP/1.1\r\n${headers.replace(/\d+\r\n$/, "10000\r\n")}\r\n`, never)).toBe("");
  expect(told).toEqual([]);
  const whole = await drip(port, `POST / HTTP/1.1\r\nConnection: close\r\n${headers}\r\n${body}`, "");
  expect(whole).toMatch(/^HTTP\/1\.1 200 /);
  expect(() => toNodeHandler({ definition: echo }, { bodyTimeoutMs: 0 })).toThrow(/^bodyTimeoutMs must be a number/);
});

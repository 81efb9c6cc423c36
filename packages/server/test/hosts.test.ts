// A page of another site can have the name of its own host lead to this machine: what answers there for that name is taken for that site.

import { connect } from "node:net";
import { text } from "node:stream/consumers";
import type { ServeOptions } from "@a2a/server/node";
import { serve } from "@a2a/server/node";
import { describe, expect, onTestFinished, test } from "vitest";
import { openHandler } from "./mounts.js";
import { say } from "./rpc.js";
import { echo } from "./subjects.js";

const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params: { message: say("hi") } });

/** Sends a request for a host, and reads the whole answer. */
function ask(port: number, host: string | undefined, line = "POST / HTTP/1.1"): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  const lines = [line, ...(host === undefined ? [] : [`Host: ${host}`]), "Connection: close", "Content-Type: application/json"];
  const content = line.startsWith("POST") ? body : "";
  socket.write(`${[...lines, `Content-Length: ${content.length}`].join("\r\n")}\r\n\r\n${content}`);
  return text(socket);
}

async function open(options: ServeOptions = {}): Promise<number> {
  const server = await serve({ definition: echo }, { ...options, port: 0 });
  onTestFinished(() => server.close());
  return server.port;
}

function statusOf(answer: string): number {
  return Number(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1]);
}

describe("an agent that listens at this machine alone", () => {
  for (const host of [
    "localhost",
    "LOCALHOST:4100",
    "localhost:",
    "agent.localhost:4100",
    "127.0.0.1",
    "127.0.0.1:4100",
    "127.8.8.8",
    "[::1]",
    "[::1]:4100",
    "",
  ]) {
    test(`answers for "${host}"`, async () => expect(statusOf(await ask(await open(), host))).toBe(200));
  }

  for (const host of [
    ...[
      "evil.example",
      "evil.example:4100",
      "localhost.evil.example",
      "evil-localhost",
      "127.0.0.1.evil.example",
      "127.0.0.1@evil.example",
    ],
    ...["127.evil.example", "10.0.0.1", "[::2]", "a b", "a!b.evil.example", "*", "0.0.0.0", "localhost, evil.example"],
  ]) {
    test(`answers nothing for "${host}", cards included`, async () => {
      const port = await open();
      for (const line of ["POST / HTTP/1.1", "GET /.well-known/agent-card.json HTTP/1.1", "GET /tasks HTTP/1.1", "GET /nowhere HTTP/1.1"]) {
        const answer = await ask(port, host, line);
        expect([line, statusOf(answer)]).toEqual([line, 403]);
        expect(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")))).toMatchObject({
          error: { code: -32041, data: [{ metadata: { detail: expect.stringContaining("allowedHosts") } }] },
        });
        expect(answer).not.toMatch(/^access-control-allow-origin/im);
      }
    });
  }

  test("answers whoever sends no host, which no browser does", async () => {
    expect(statusOf(await ask(await open(), undefined, "POST / HTTP/1.0"))).toBe(200);
  });
});

for (const [what, options, host, status] of [
  ["a host that is allowed is answered", { allowedHosts: ["Agent.internal"] }, "agent.INTERNAL:4100", 200],
  ["beside hosts that are allowed, this machine is", { allowedHosts: ["agent.internal"] }, "localhost", 200],
  ["no other host is", { allowedHosts: ["agent.internal"] }, "evil.example", 403],
  [
    "no other host is where it has an address for others, either",
    { allowedHosts: ["agent.internal"], publicUrl: "https://agent.internal" },
    "evil.example",
    403,
  ],
  [
    "an agent with an address for others is behind something that knows its hosts",
    { publicUrl: "https://agent.example" },
    "evil.example",
    200,
  ],
  ["an agent that listens at every address has names that it does not know", { host: "0.0.0.0" }, "agent.example", 200],
  ["an agent at localhost is at this machine alone", { host: "localhost" }, "evil.example", 403],
] as const) {
  test(what, async () => expect(statusOf(await ask(await open(options), host))).toBe(status));
}

test("a handler that is mounted leaves hosts to its server", async () => {
  const { url } = await openHandler(echo);
  expect(statusOf(await ask(Number(new URL(url).port), "agent.example"))).toBe(200);
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { connect } from "@a2a/client";
import type { AgentCard } from "@a2a/core";
import type { GrpcClientOptions } from "@a2a/grpc/client";
import { grpc } from "@a2a/grpc/client";
import { defineAgent } from "@a2a/server";
import { ChannelCredentials } from "@grpc/grpc-js";
import { describe, expect, onTestFinished, test } from "vitest";
import { cardAt } from "./card-at.js";
import { makeWay } from "./cut.js";
import { answerTo, handmade, meet } from "./handmade.js";
import { open } from "./opened.js";

// Made for the tests of the server: self-signed for 127.0.0.1, of no use anywhere else.
const folder = new URL("../../server/test/tls/", import.meta.url);
const cert = readFileSync(new URL("test-only-cert.pem", folder));
const key = readFileSync(new URL("test-only-key.pem", folder));

const { definition } = defineAgent({
  card: { name: "Echo" },
  async *run({ text }) {
    yield text;
  },
});
const completed = { status: { state: "TASK_STATE_COMPLETED" } };

describe("TLS", () => {
  const rows: readonly [name: string, address: (port: number) => string, options: GrpcClientOptions][] = [
    ["an address of https is encrypted", (port) => `https://127.0.0.1:${port}`, { tls: { ca: cert } }],
    ["host and port of this machine are encrypted where tls is given", (port) => `127.0.0.1:${port}`, { tls: { ca: cert.toString() } }],
    [
      "credentials count whatever the address says",
      (port) => `http://127.0.0.1:${port}`,
      { credentials: ChannelCredentials.createSsl(cert) },
    ],
  ];
  for (const [name, address, options] of rows) {
    test(name, async () => {
      const opened = await open(definition, {}, { tls: { cert, key } });
      const client = await meet(cardAt(address(opened.grpc.port)), { grpc: options });
      expect(await client.send("hi")).toMatchObject(completed);
    });
  }

  test("shows a certificate to those who want one", async () => {
    const opened = await open(definition, {}, { tls: { cert, key, ca: cert, requireClientCertificate: true } });
    const card = cardAt(`https://${opened.grpc.url}`);
    const known = await meet(card, { grpc: { tls: { ca: cert, cert, key } } });
    expect(await known.send("hi")).toMatchObject(completed);
    const unknown = await meet(card, { grpc: { tls: { ca: cert } } });
    await expect(unknown.send("hi")).rejects.toMatchObject({ code: "NETWORK" });
  });

  test("trusts no certificate of nobody's, and goes nowhere in plain text instead", async () => {
    const opened = await open(definition, {}, { tls: { cert, key } });
    await expect((await meet(cardAt(`https://${opened.grpc.url}`))).send("hi")).rejects.toMatchObject({ code: "NETWORK" });
    const plain = await handmade((call) => call.end());
    await expect((await meet(cardAt(`https://${plain.url}`))).send("hi")).rejects.toMatchObject({ code: "NETWORK" });
    expect(plain.calls).toHaveLength(0);
  });
});

describe("allowUrl", () => {
  test("is asked about the address before it is dialled", async () => {
    const way = await makeWay();
    const asked: string[] = [];
    const allowUrl = ({ href }: URL, purpose: string): boolean => {
      asked.push(`${purpose} ${href}`);
      return false;
    };
    await expect(meet(cardAt(way.url), { allowUrl })).rejects.toMatchObject({ code: "REFUSED_URL" });
    expect(asked).toEqual([`interface http://${way.url}/`]);
    expect(way.connections()).toBe(0);
  });

  test("may refuse one interface, and the next one is taken", async () => {
    const { url } = await handmade((call) => {
      call.write(answerTo("GetTask", { id: "t", contextId: "c", ...completed }));
      call.end();
    });
    const card: AgentCard = {
      ...cardAt(url),
      supportedInterfaces: ["evil.example:1", "unix:/tmp/socket", url].flatMap((each) => cardAt(each).supportedInterfaces),
    };
    const client = await meet(card, { allowUrl: ({ hostname }) => hostname !== "evil.example" });
    expect(client.interfaces.map((each) => each.url)).toEqual([url]);
    expect(await client.getTask("t")).toMatchObject({ id: "t" });
  });
});

test("an agent that cannot be reached over gRPC is spoken to in the next binding of its card", async () => {
  const way = await makeWay();
  const { http } = await open(definition);
  const card: AgentCard = {
    ...cardAt(way.url),
    supportedInterfaces: [...cardAt(way.url).supportedInterfaces, { url: http.url, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
  };
  expect(await (await meet(card)).send("hi")).toMatchObject(completed);
});

test("those who speak to one address share a connection", async () => {
  const way = await makeWay();
  const opened = await open(definition, {}, { url: way.url });
  way.leadTo(opened.grpc.port);
  const transports = [grpc()];
  const clients = await Promise.all([1, 2, 3].map(() => connect(opened.http.url, { transports, bindings: ["GRPC"] })));
  await Promise.all(clients.map((client) => client.send("hi")));
  expect(way.connections()).toBe(1);
});

for (const [name, isThere, outcome] of [
  ["an agent that answered", true, "TASK_STATE_COMPLETED"],
  ["an agent that cannot be reached", false, "NETWORK"],
] as const) {
  test(`a program that has spoken to ${name} ends by itself, with nothing to close`, async () => {
    const way = await makeWay();
    if (isThere) way.leadTo((await open(definition)).grpc.port);
    const program = fileURLToPath(new URL("program/ends.ts", import.meta.url));
    const child = spawn(process.execPath, ["--conditions=@a2a/source", "--import=tsx", program, way.url]);
    onTestFinished(() => void child.kill("SIGKILL"));
    const said: string[] = [];
    child.stderr.on("data", (data) => said.push(String(data)));
    child.stdout.on("data", (data) => said.push(String(data)));
    await once(child.stdout, "data");
    const since = performance.now();
    const [code] = await once(child, "close");
    expect([said.join(""), code]).toEqual([`${outcome}\n`, 0]);
    expect(performance.now() - since).toBeLessThan(3000);
  });
}

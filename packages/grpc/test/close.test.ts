import { connect } from "node:net";
import type { GrpcOptions, Served } from "@a2a/grpc/server";
import { serveGrpc } from "@a2a/grpc/server";
import type { AgentDefinition } from "@a2a/server";
import { defineAgent } from "@a2a/server";
import { serve, toNodeHandler } from "@a2a/server/node";
import { ChannelCredentials, Client, Metadata, status } from "@grpc/grpc-js";
import { expect, onTestFinished, test } from "vitest";
import { open } from "./opened.js";
import { outsiderOf } from "./outsider.js";
import { facts03, facts10 } from "./published-facts.js";
import { answerOf } from "./raw-client.js";
import { detailsOf } from "./status-details.js";

const echo = defineAgent({
  card: { name: "Echo" },
  async *run({ text, signal }) {
    yield `echo: ${text}`;
    if (text.startsWith("wait")) await new Promise((resolve) => signal.addEventListener("abort", resolve));
  },
});

function say(text: string): object {
  return { message: { message_id: `m-${text}`, role: "ROLE_USER", parts: [{ text }] } };
}

async function interfacesOf(url: string): Promise<{ url: string; protocolBinding: string; protocolVersion: string }[]> {
  const response = await fetch(`${url}/.well-known/agent-card.json`, { headers: { "a2a-version": "1.0" } });
  return (await response.json()).supportedInterfaces.filter((each: { protocolBinding: string }) => each.protocolBinding === "GRPC");
}

test("the card says where gRPC is served, in the versions that it is served in, until it is closed", async () => {
  const { http, grpc } = await open(echo.definition);
  expect(grpc.url).toBe(`127.0.0.1:${grpc.port}`);
  const faces = ["1.0", "0.3"].map((protocolVersion) => ({ url: grpc.url, protocolBinding: "GRPC", protocolVersion }));
  expect(await interfacesOf(http.url)).toEqual(faces);
  const older = await fetch(`${http.url}/.well-known/agent-card.json`, { headers: { "a2a-version": "0.3" } });
  expect((await older.json()).additionalInterfaces).toContainEqual({ url: grpc.url, transport: "GRPC" });
  await grpc.close();
  expect(await interfacesOf(http.url)).toEqual([]);
});

test("url is what the card says instead", async () => {
  const { http } = await open(echo.definition, {}, { url: "agent.example:443", versions: ["1.0"] });
  expect(await interfacesOf(http.url)).toEqual([{ url: "agent.example:443", protocolBinding: "GRPC", protocolVersion: "1.0" }]);
});

test("a version that is not served is UNIMPLEMENTED", async () => {
  const { grpc } = await open(echo.definition, {}, { versions: ["1.0"] });
  const { status } = await outsiderOf(facts03.package, grpc.url).ask("GetTask", { name: "tasks/x" });
  expect(status.code).toBe(12);
});

test("what toNodeHandler gives is served too", async () => {
  const handler = toNodeHandler(echo);
  onTestFinished(() => handler.close());
  const grpc = await serveGrpc(handler, { port: 0 });
  onTestFinished(() => grpc.close());
  expect((await outsiderOf(facts10.package, grpc.url).ask("SendMessage", say("hi"))).status.code).toBe(0);
});

test("close ends streams at once and lets other calls be answered or refused", async () => {
  const { grpc, http } = await open(echo.definition, {}, { graceMs: 100 });
  const outsider = outsiderOf(facts10.package, grpc.url);
  const stream = outsider.begin("SendStreamingMessage", say("wait"));
  const streamed = answerOf(stream);
  const first = await new Promise<Buffer>((resolve) => stream.once("data", resolve));
  const waiting = answerOf(outsider.begin("SendMessage", say("wait as well")));
  await outsider.ask("ListTasks", {});
  await grpc.close();
  expect((await streamed).status.code).toBe(14);
  const { status } = await waiting;
  expect(status.code).toBe(14);
  expect(detailsOf(status)?.details).toMatchObject([{ domain: "a2a-protocol.org" }, { retry_delay: { seconds: 1 } }]);
  const { id } = Object(outsider.decode("SendStreamingMessage", first).task);
  const response = await fetch(`${http.url}/tasks/${id}`);
  expect((await response.json()).status.state).toMatch(/SUBMITTED|WORKING/);
});

test("where the agent closes, readers get the end that it gives their tasks", async () => {
  const definition: AgentDefinition = {
    card: { name: "Endless" },
    async *run() {
      for (let at = 0; at < 100; at += 1) yield "x".repeat(10_000);
      await new Promise(() => undefined);
    },
  };
  const { http, grpc } = await open(definition);
  const outsider = outsiderOf(facts10.package, grpc.url);
  const sender = outsider.begin("SendStreamingMessage", say("hi"));
  const streamed = [answerOf(sender)];
  const first = await new Promise<Buffer>((resolve) => sender.once("data", resolve));
  const { id } = Object(outsider.decode("SendStreamingMessage", first).task);
  const subscriber = outsider.begin("SubscribeToTask", { id });
  streamed.push(answerOf(subscriber));
  await new Promise((resolve) => subscriber.once("data", resolve));
  await http.close();
  for (const { messages, status } of await Promise.all(streamed)) {
    expect(outsider.decode("SendStreamingMessage", messages.at(-1) ?? Buffer.alloc(0))).toMatchObject({
      status_update: { status: { state: "TASK_STATE_FAILED" } },
    });
    expect(status.code).toBe(0);
  }
});

test("where the agent closes, a reader who does not read is not waited for", async () => {
  const definition: AgentDefinition = {
    card: { name: "Flood" },
    async *run() {
      for (let at = 0; at < 1000; at += 1) yield "x".repeat(10_000);
    },
  };
  const { http, grpc } = await open(definition, {}, { graceMs: 50 });
  const stream = outsiderOf(facts10.package, grpc.url).begin("SendStreamingMessage", say("hi"));
  await new Promise((resolve) => stream.once("data", resolve));
  stream.pause();
  const ended = answerOf(stream);
  await http.close();
  stream.resume();
  expect((await ended).status.code).toBe(14);
});

test("close does not wait for who spoke TLS where nothing is encrypted", async () => {
  const http = await serve(echo, { port: 0 });
  onTestFinished(() => http.close());
  const grpc = await serveGrpc(http, { port: 0, graceMs: 1 });
  const client = new Client(grpc.url, ChannelCredentials.createSsl());
  onTestFinished(() => client.close());
  const same = (bytes: Buffer): Buffer => bytes;
  const error = await new Promise((resolve) => {
    client.makeUnaryRequest("/lf.a2a.v1.A2AService/GetTask", same, same, Buffer.alloc(0), new Metadata(), resolve);
  });
  expect(error).toMatchObject({ code: status.UNAVAILABLE });
  await grpc.close();
  await expect(serveGrpc(http, { port: grpc.port }).then((again) => again.close())).resolves.toBeUndefined();
});

test("close does not wait for streams, whatever the grace", async () => {
  const { grpc } = await open(echo.definition, {}, { graceMs: 1_000_000 });
  const stream = outsiderOf(facts10.package, grpc.url).begin("SendStreamingMessage", say("wait"));
  const ended = answerOf(stream);
  await new Promise((resolve) => stream.once("data", resolve));
  await grpc.close();
  const { status } = await ended;
  expect(status.code).toBe(14);
  expect(detailsOf(status)?.details).toMatchObject([{ domain: "a2a-protocol.org" }, { retry_delay: { seconds: 1 } }]);
});

function isListening(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  return new Promise((resolve) => {
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
  }).then((is) => {
    socket.destroy();
    return is === true;
  });
}

for (const [name, order] of [
  ["HTTP first", ["http", "grpc"]],
  ["gRPC first", ["grpc", "http"]],
  ["both at once", ["both"]],
  ["gRPC never", ["http"]],
] as const) {
  test(`closed in the order "${name}" it is closed, and calls are UNAVAILABLE`, async () => {
    const { http, grpc } = await open(echo.definition);
    const outsider = outsiderOf(facts10.package, grpc.url);
    const running = answerOf(outsider.begin("SendStreamingMessage", say("wait")));
    expect((await outsider.ask("SendMessage", say("hi"))).status.code).toBe(0);
    for (const each of order) {
      if (each === "both") await Promise.all([http.close(), grpc.close()]);
      else await { http, grpc }[each].close();
    }
    const { status } = await outsider.ask("SendMessage", say("again"));
    expect(status.code).toBe(14);
    expect(await isListening(grpc.port)).toBe(false);
    expect([0, 14]).toContain((await running).status.code);
    await expect(serveGrpc(http, { port: 0 })).rejects.toMatchObject({ code: "CLOSED" });
    await grpc.close();
  });
}

test("while the agent closes, calls are refused with the reason", async () => {
  const agent = defineAgent({
    card: { name: "Slow" },
    async *run() {
      yield "one";
      await new Promise(() => undefined);
    },
  });
  const http = await serve(agent, { port: 0, stopTimeoutMs: 1000 });
  const grpc = await serveGrpc(http, { port: 0 });
  const outsider = outsiderOf(facts10.package, grpc.url);
  const stream = outsider.begin("SendStreamingMessage", say("hi"));
  const streamed = answerOf(stream);
  await new Promise((resolve) => stream.once("data", resolve));
  const closing = http.close();
  const { status } = await outsider.ask("ListTasks", {});
  expect(status.code).toBe(14);
  expect(status.details).not.toContain("ECONNREFUSED");
  await closing;
  await streamed;
});

test("a taken port is said in a line", async () => {
  const { http, grpc } = await open(echo.definition);
  await expect(serveGrpc(http, { port: grpc.port })).rejects.toMatchObject({
    code: "NETWORK",
    message: `port ${grpc.port} of 127.0.0.1 is already in use`,
  });
  expect(await interfacesOf(http.url)).toHaveLength(2);
});

for (const [name, options] of [
  ["a version that has no gRPC binding", { versions: ["0.1"] }],
  ["no version", { versions: [] }],
  ["no bytes", { maxReceiveBytes: 0 }],
  ["no time between pings", { keepaliveMs: Number.NaN }],
  ["a grace of no time", { graceMs: -1 }],
  ["a port that there cannot be", { port: 65_536 }],
] as const) {
  test(`${name} is refused as an option`, async () => {
    const { http } = await open(echo.definition);
    await expect(serveGrpc(http, { port: 0, ...options })).rejects.toThrow(TypeError);
  });
}

test("options that are undefined have their defaults", async () => {
  const { http } = await open(echo.definition);
  // safe: what TypeScript lets through without exactOptionalPropertyTypes
  const options = {
    port: 0,
    host: undefined,
    keepaliveMs: undefined,
    graceMs: undefined,
    maxReceiveBytes: undefined,
  } as unknown as GrpcOptions;
  const { url, close } = await serveGrpc(http, options);
  onTestFinished(close);
  expect(url).toMatch(/^127\.0\.0\.1:\d+$/);
});

test("what is no served agent is refused", async () => {
  // safe: meant to be wrong
  const handle = {} as unknown as Served;
  await expect(serveGrpc(handle, { port: 0 })).rejects.toThrow(TypeError);
});

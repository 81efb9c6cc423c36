import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { connect } from "@a2a/client";
import { Client, credentials } from "@grpc/grpc-js";
import { expect, onTestFinished, test } from "vitest";
import { grpcForms } from "../../grpc/src/server/forms.js";
import { outcome, readUntil, sendForTask } from "./open-testbed.js";

const program = fileURLToPath(new URL("../bin/testbed.js", import.meta.url));
const timeout = 60_000;

interface Process {
  readonly said: { stdout: string; stderr: string };
  /** Resolves to the address in the one line that the testbed says. */
  url(): Promise<string>;
  end(signal: "SIGTERM" | "SIGINT"): void;
  readonly ended: Promise<unknown>;
}

function start(environment: Readonly<Record<string, string>>): Process {
  const child = spawn(process.execPath, [program], { env: { PATH: process.env.PATH, ...environment } });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said = { stdout: "", stderr: "" };
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said.stderr += text;
  });
  const line = new Promise<void>((resolve) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said.stdout += text;
      if (said.stdout.includes("\n")) resolve();
    });
  });
  const ended = once(child, "close").then(([code]) => code);
  async function url(): Promise<string> {
    await Promise.race([line, ended]);
    const found = /^listening on (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(said.stdout)?.[1];
    if (found === undefined) throw new TypeError(`not one line: ${JSON.stringify(said)}`);
    return found;
  }
  return { said, url, end: (signal) => child.kill(signal), ended };
}

test("it says one line, answers, and ends cleanly with work under way", { timeout }, async () => {
  const testbed = start({ PORT: "0" });
  const client = await connect(await testbed.url());
  expect(outcome(await sendForTask(client, "echo hello"))).toEqual(["COMPLETED", 'echo: "hello"']);
  const events = client.stream("hold");
  await readUntil(events, "WORKING");
  testbed.end("SIGTERM");
  await readUntil(events, "FAILED: The agent was shut down.");
  expect(await testbed.ended).toBe(0);
  expect(testbed.said).toEqual({ stdout: expect.stringMatching(/^[^\n]+\n$/), stderr: "" });
});

test("SIGINT ends it as well, and the profile is taken from the environment", { timeout }, async () => {
  const testbed = start({ PORT: "0", PROFILE: "auth", PUBLIC_URL: "https://agent.example/a2a" });
  const { card } = await connect(await testbed.url());
  expect(card).toMatchObject({ securitySchemes: { bearer: {} } });
  expect(new Set(card.supportedInterfaces.map(({ url }) => url))).toEqual(new Set(["https://agent.example/a2a"]));
  testbed.end("SIGINT");
  expect(await testbed.ended).toBe(0);
});

test("GRPC_PORT serves gRPC too, with the same tasks, and the card lists every interface, those of 1.0 first", { timeout }, async () => {
  const testbed = start({ PORT: "0", GRPC_PORT: "0" });
  const url = await testbed.url();
  const client = await connect(url);
  const { id } = await sendForTask(client, "echo hello");
  const interfaces = client.card.supportedInterfaces;
  expect(interfaces.map(({ protocolBinding, protocolVersion }) => `${protocolBinding} ${protocolVersion}`)).toEqual([
    "JSONRPC 1.0",
    "HTTP+JSON 1.0",
    "GRPC 1.0",
    "JSONRPC 0.3",
    "HTTP+JSON 0.3",
    "GRPC 0.3",
    "JSONRPC 0.1",
  ]);
  const grpc = interfaces.find(({ protocolBinding }) => protocolBinding === "GRPC");
  expect(await stateOverGrpc(grpc?.url ?? "", id)).toBe("TASK_STATE_COMPLETED");
  testbed.end("SIGTERM");
  expect(await testbed.ended).toBe(0);
  expect(testbed.said.stderr).toBe("");
});

test("a taken port is one clear line and exit code 1", { timeout }, async () => {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const testbed = start({ PORT: String(port) });
  expect(await testbed.ended).toBe(1);
  expect(testbed.said).toEqual({ stdout: "", stderr: `port ${port} of 127.0.0.1 is already in use\n` });
});

test("a taken GRPC_PORT is one clear line and exit code 1, and HTTP is not served either", { timeout }, async () => {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const testbed = start({ PORT: "0", GRPC_PORT: String(port) });
  expect(await testbed.ended).toBe(1);
  expect(testbed.said).toEqual({ stdout: "", stderr: `port ${port} of 127.0.0.1 is already in use\n` });
});

test("an environment that cannot be served is one clear line and exit code 1", { timeout }, async () => {
  const testbed = start({ A2A_STORE: "sqlite:tasks.db" });
  expect(await testbed.ended).toBe(1);
  expect(testbed.said).toEqual({ stdout: "", stderr: "A2A_STORE must be memory, the one store served today, not sqlite:tasks.db.\n" });
});

/** Asks for a task by a client made by hand. */
async function stateOverGrpc(address: string, id: string): Promise<unknown> {
  const [form] = grpcForms;
  const rpc = form?.rpcs.GetTask;
  if (!form || !rpc) throw new TypeError("nobody serves GetTask");
  const client = new Client(address, credentials.createInsecure());
  onTestFinished(() => client.close());
  const bytes = form.codecOf(rpc.input).encode({ id });
  const answer = await new Promise<Buffer>((resolve, reject) => {
    client.makeUnaryRequest(`/${form.service}/${rpc.rpc}`, same, same, bytes, (error, message) =>
      message ? resolve(message) : reject(error ?? new TypeError("no answer")),
    );
  });
  const parsed = form.codecOf(rpc.output).decode(answer);
  return parsed.ok ? Object(parsed.value).status.state : parsed;
}

function same(bytes: Buffer): Buffer {
  return bytes;
}

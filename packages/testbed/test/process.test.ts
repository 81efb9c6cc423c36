import { once } from "node:events";
import { createServer } from "node:net";
import { connect } from "@a2a/client";
import { Client, credentials } from "@grpc/grpc-js";
import { expect, onTestFinished, test } from "vitest";
import { grpcForms } from "../../grpc/src/server/forms.js";
import { outcome, readUntil, sendForTask } from "./open-testbed.js";
import { start } from "./process.js";

const timeout = 60_000;

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

for (const [what, address, line] of [
  ["that is no address of a store", "oracle:ada:secret@x", "A2A_STORE must be memory, sqlite:FILE or postgres://…\n"],
  ["that cannot be opened", "sqlite:/there/is/no/such/folder/tasks.db", expect.stringMatching(/^[^\n]*tasks\.db[^\n]*\n$/)],
] as const) {
  test(`a store ${what} is one clear line and exit code 1`, { timeout }, async () => {
    const testbed = start({ A2A_STORE: address });
    expect(await testbed.ended).toBe(1);
    expect(testbed.said).toEqual({ stdout: "", stderr: line });
  });
}

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

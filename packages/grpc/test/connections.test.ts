// What one connection may ask of a server.

import { once } from "node:events";
import type { ClientHttp2Session, ClientHttp2Stream } from "node:http2";
import { connect } from "node:http2";
import type { AgentDefinition } from "@a2a/server";
import { expect, onTestFinished, test } from "vitest";
import { open } from "./opened.js";
import type { Outsider } from "./outsider.js";
import { outsiderOf } from "./outsider.js";
import { facts10 } from "./published-facts.js";

const definition: AgentDefinition = {
  card: { name: "Large" },
  async *run() {
    yield "x".repeat(2 ** 20);
  },
};

/** A connection of which not a byte of an answer is read until it says so; headers and trailers are. */
async function connectUnread(address: string): Promise<ClientHttp2Session> {
  const session = connect(`http://${address}`, { settings: { initialWindowSize: 0 } });
  onTestFinished(() => session.destroy());
  await once(session, "remoteSettings");
  return session;
}

interface Posted {
  /** The status, once the call has ended. */
  readonly ended: Promise<string>;
  /** Whether an answer or a refusal has begun to come. */
  readonly begun: Promise<unknown>;
}

function post(session: ClientHttp2Session, path: string, bytes: Uint8Array): Posted {
  const stream: ClientHttp2Stream = session.request({
    ":method": "POST",
    ":path": path,
    "content-type": "application/grpc",
    te: "trailers",
  });
  const head = Buffer.alloc(5);
  head.writeUInt32BE(bytes.length, 1);
  stream.end(Buffer.concat([head, bytes]));
  let status = "none";
  const told = (headers: object): void => {
    status = String(Reflect.get(headers, "grpc-status") ?? status);
  };
  stream.on("response", told).on("trailers", told).resume();
  return { begun: once(stream, "response"), ended: once(stream, "close").then(() => status) };
}

/** A request for what is a mebibyte. */
async function makeLarge(outsider: Outsider): Promise<{ readonly id: string }> {
  const { items } = await outsider.ask("SendMessage", { message: { message_id: "m", role: "ROLE_USER", parts: [{ text: "hi" }] } });
  return { id: Object(items[0]?.task).id };
}

test("a connection has a thousand calls at a time", async () => {
  const { grpc } = await open(definition);
  const session = await connectUnread(grpc.url);
  expect(session.remoteSettings.maxConcurrentStreams).toBe(1000);
});

test("who reads no answers has 64 MiB of them waiting, and further large ones are RESOURCE_EXHAUSTED until they are read", async () => {
  const { grpc } = await open(definition);
  const outsider = outsiderOf(facts10.package, grpc.url);
  const large = await makeLarge(outsider);
  const request = outsider.encode("GetTask", large);
  const session = await connectUnread(grpc.url);
  const path = outsider.path("GetTask");
  const posted = Array.from({ length: 80 }, () => post(session, path, request));
  await Promise.all(posted.map(({ begun }) => begun));
  const small = post(session, outsider.path("ListTasks"), outsider.encode("ListTasks", {}));
  await small.begun;
  // Another connection is another matter.
  expect((await outsider.ask("GetTask", large)).status.code).toBe(0);
  session.settings({ initialWindowSize: 2 ** 24 });
  session.setLocalWindowSize(2 ** 27);
  const statuses = await Promise.all(posted.map(({ ended }) => ended));
  expect(statuses.filter((status) => status === "0")).toHaveLength(63);
  expect(statuses.filter((status) => status === "8")).toHaveLength(17);
  expect(await small.ended).toBe("0");
  expect(await post(session, path, request).ended).toBe("0");
});

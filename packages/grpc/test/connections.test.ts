// What one connection may ask of a server.

import type { AgentDefinition } from "@a2a/server";
import { expect, test } from "vitest";
import { open } from "./opened.js";
import type { Outsider } from "./outsider.js";
import { outsiderOf } from "./outsider.js";
import { connectHttp2, post } from "./posted.js";
import { facts10 } from "./published-facts.js";

const definition: AgentDefinition = {
  card: { name: "Large" },
  async *run() {
    yield "x".repeat(2 ** 20);
  },
};

/** A request for what is a mebibyte. */
async function makeLarge(outsider: Outsider): Promise<{ readonly id: string }> {
  const { items } = await outsider.ask("SendMessage", { message: { message_id: "m", role: "ROLE_USER", parts: [{ text: "hi" }] } });
  return { id: Object(items[0]?.task).id };
}

test("a connection has a thousand calls at a time", async () => {
  const { grpc } = await open(definition);
  const session = await connectHttp2(grpc.url);
  expect(session.remoteSettings.maxConcurrentStreams).toBe(1000);
});

test("who reads no answers has 64 MiB of them waiting, and further large ones are RESOURCE_EXHAUSTED until they are read", async () => {
  const { grpc } = await open(definition);
  const outsider = outsiderOf(facts10.package, grpc.url);
  const large = await makeLarge(outsider);
  const request = outsider.encode("GetTask", large);
  // Headers and trailers are read, but not a byte of an answer until it says so.
  const session = await connectHttp2(grpc.url, { settings: { initialWindowSize: 0 } });
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

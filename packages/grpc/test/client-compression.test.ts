// grpc-js uncompresses what agents answer: what it cannot read has no status of theirs.

import { once } from "node:events";
import type { ServerHttp2Stream } from "node:http2";
import { createServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { cardAt } from "./card-at.js";
import { answerTo, ending, handmade, meet } from "./handmade.js";
import { frame } from "./posted.js";

const bytes = answerTo("GetTask", { id: "t", contextId: "c", status: { state: "TASK_STATE_COMPLETED" } });

/** An agent that answers every call with one message, which says that it is compressed. @param coding what the headers say of how */
async function compressing(coding: string | undefined, packed: Buffer, isEnded: boolean): Promise<string> {
  const server = createServer();
  server.on("session", (session) => onTestFinished(() => session.destroy()));
  server.on("stream", (stream: ServerHttp2Stream) => {
    const headers = { "content-type": "application/grpc", ...(coding !== undefined && { "grpc-encoding": coding }) };
    stream.on("error", () => undefined).resume();
    stream.respond({ ":status": 200, ...headers }, { waitForTrailers: true });
    stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
    const message = frame(packed);
    message[0] = 1;
    if (isEnded) stream.end(message);
    else stream.write(message);
  });
  server.listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  // safe: it listens on a port
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const unreadable: readonly [name: string, coding: string | undefined, packed: Buffer][] = [
  ["is none by gzip", "gzip", bytes],
  ["is cut off", "gzip", gzipSync(bytes).subarray(0, -9)],
  ["is none by deflate", "deflate", bytes],
  ["is compressed in a way that nobody knows", "lol", bytes],
  ["does not say how it is compressed", undefined, bytes],
  ["says both that it is compressed and that it is not", "identity", bytes],
];

for (const [name, coding, packed] of unreadable) {
  for (const isEnded of [true, false]) {
    test(`an answer is BAD_RESPONSE that ${name}, in a call that ${isEnded ? "ends" : "goes on"}`, async () => {
      const url = await compressing(coding, packed, isEnded);
      const client = await meet(cardAt(url));
      const failure = (operation: string): object => ({
        name: "LocalError",
        code: "BAD_RESPONSE",
        message: `${url} answered ${operation} in a compression that cannot be read`,
      });
      await expect(client.getTask("t")).rejects.toMatchObject(failure("GetTask"));
      await expect(client.stream("hi").next()).rejects.toMatchObject(failure("SendStreamingMessage"));
    });
  }
}

test("an answer that is compressed is read", async () => {
  const client = await meet(cardAt(await compressing("gzip", gzipSync(bytes), true)));
  expect(await client.getTask("t")).toMatchObject({ id: "t" });
});

test("an agent that could not read what was asked says so itself", async () => {
  const text = "Failed to decompress gzip-encoded message";
  const { url } = await handmade((call) => call.emit("error", ending(13, text)));
  await expect((await meet(cardAt(url))).getTask("t")).rejects.toMatchObject({ name: "A2AError", code: "InternalError", message: text });
});

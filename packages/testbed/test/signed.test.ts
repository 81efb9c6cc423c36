// What is signed, between the packages: the testbed signs its cards and what it tells webhooks, the client and its webhook verify.

import { once } from "node:events";
import type { RequestListener } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ConnectOptions } from "@a2a/client";
import { connect } from "@a2a/client";
import type { Push } from "@a2a/client/push-receiver";
import { createPushReceiver } from "@a2a/client/push-receiver";
import { trustCards } from "@a2a/client/signing";
import { grpc } from "@a2a/grpc/client";
import { serveGrpc } from "@a2a/grpc/server";
import type { Listening } from "@a2a/server/node";
import { serve } from "@a2a/server/node";
import { expect, onTestFinished, test, vi } from "vitest";
import { createTestbed } from "../src/index.js";

const alice = { authorization: "Bearer test-token" };

/** A testbed that signs, on this machine in every binding. */
async function open(): Promise<{ readonly server: Listening; connect(options?: ConnectOptions): ReturnType<typeof connect> }> {
  const testbed = createTestbed({ profile: "signed-card", pushAllow: ["127.0.0.1"] });
  const server = await serve(testbed, { ...testbed.options, port: 0 });
  onTestFinished(() => server.close());
  await serveGrpc(server, { port: 0 });
  const verifyCard = trustCards({ keys: `${server.url}/.well-known/jwks.json`, algorithms: ["ES256"] });
  return { server, connect: (options = {}) => connect(server.url, { verifyCard, transports: [grpc()], ...options }) };
}

for (const [version, binding] of [
  ["1.0", "JSONRPC"],
  ["1.0", "HTTP+JSON"],
  ["1.0", "GRPC"],
  ["0.3", "JSONRPC"],
  ["0.3", "HTTP+JSON"],
] as const) {
  test(`signed-card signs both of its cards, and a client verifies them: ${version} over ${binding}`, async () => {
    const client = await (await open()).connect({ versions: [version], bindings: [binding], headers: alice });
    expect(client.card.signatures?.length).toBeGreaterThan(0);
    expect((await client.getExtendedCard()).skills.map(({ id }) => id)).toContain("whoami");
  });
}

test("signed-card cannot sign what goes through the protobuf of 0.3, and does not", async () => {
  const { server, connect: open03 } = await open();
  const options = { versions: ["0.3"], bindings: ["GRPC"], headers: alice } as const;
  await expect((await open03(options)).getExtendedCard()).rejects.toMatchObject({
    code: "BAD_SIGNATURE",
    message: "the card has no signature",
  });
  const verifyCard = trustCards({ keys: `${server.url}/.well-known/jwks.json`, allowUnsigned: true });
  expect((await (await open03({ ...options, verifyCard })).getExtendedCard()).name).toBe("A2A testbed");
});

test("signed-card has a key of its own in every process", async () => {
  const [one, other] = [await open(), await open()];
  const keysOfOther = trustCards({ keys: `${other.server.url}/.well-known/jwks.json` });
  await expect(one.connect({ verifyCard: keysOfOther })).rejects.toMatchObject({ code: "BAD_SIGNATURE" });
});

for (const version of ["1.0", "0.3", "0.1"] as const) {
  test(`a webhook that checks JWTs takes what signed-card tells it, each thing once: ${version}`, async () => {
    const { server } = await open();
    const pushes: Push[] = [];
    const refused: object[] = [];
    const { node } = createPushReceiver({
      token: "t",
      jwt: { jwks: `${server.url}/.well-known/jwks.json`, requireBodyHash: true, algorithms: ["ES256"] },
      onPush: (push) => void pushes.push(push),
      logger: { warn: (facts) => refused.push(facts), error: (facts) => refused.push(facts) },
    });
    const url = await listen(node);
    await (await connect(server.url, { versions: [version] })).send("echo a", { pushConfig: { url, token: "t" } });
    await vi.waitFor(() => expect(pushes.at(-1)?.status?.state).toBe("TASK_STATE_COMPLETED"), { interval: 5, timeout: 4000 });
    expect(refused).toEqual([]);
    for (const { claims } of pushes) expect(claims).toMatchObject({ aud: url, jti: expect.any(String), exp: expect.any(Number) });
    expect(new Set(pushes.map(({ claims }) => claims?.jti)).size).toBe(pushes.length);
  });
}

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // safe: it listens on a port
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}

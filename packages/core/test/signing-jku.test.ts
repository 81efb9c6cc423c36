import { once } from "node:events";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { FetchKeys } from "../src/signing.js";
import { signCard, verifyCard } from "../src/signing.js";
import { makeKey } from "./signing-keys.js";

const url = "https://keys.example/jwks.json";
const { signer, jwks, publicKey } = await makeKey("one");
const signedAt = (jku: string) => signCard({ name: "Agent" }, { ...signer, jku });
const signed = await signedAt(url);

test("a key set that is allowed is fetched, once for all signatures", async () => {
  const fetchKeys = vi.fn<FetchKeys>(async () => jwks);
  const many = { ...signed, signatures: [...signed.signatures, ...signed.signatures] };
  expect(await verifyCard(many, { jku: [url], fetchKeys })).toMatchObject({ kid: "one" });
  expect(fetchKeys.mock.calls.map(([at]) => at.href)).toEqual([url]);
});

test("a policy decides on each address", async () => {
  const jku = vi.fn((each: URL) => each.host === "keys.example");
  expect(await verifyCard(signed, { jku, fetchKeys: async () => jwks })).toMatchObject({ kid: "one" });
  expect(jku.mock.calls.map(([each]) => each.href)).toEqual([url]);
});

test("keys that are known go before those that a signature names", async () => {
  const fetchKeys = vi.fn<FetchKeys>();
  expect(await verifyCard(signed, { keys: jwks, jku: [url], fetchKeys })).toMatchObject({ kid: "one" });
  expect(fetchKeys).not.toHaveBeenCalled();
  expect(await verifyCard(signed, { keys: { keys: [] }, jku: [url], fetchKeys: async () => jwks })).toMatchObject({ kid: "one" });
});

describe("nothing is fetched", () => {
  for (const [what, jku, allowed] of [
    ["unless it is allowed", url, undefined],
    ["from another origin", "https://evil.example/jwks.json", [url]],
    ["from another path", "https://keys.example/other.json", [url]],
    ["from another path with dots", "https://keys.example/jwks.json/../other.json", [url]],
    ["with another query", `${url}?a`, [url]],
    ["from another port", "https://keys.example:8443/jwks.json", [url]],
    ["from a host that looks alike", "https://keys.example.evil.example/jwks.json", [url]],
    ["from a user of that host", "https://keys.example@evil.example/jwks.json", () => true],
    ["over http, whatever is allowed", "http://keys.example/jwks.json", () => true],
    ["from a file, whatever is allowed", "file:///etc/passwd", () => true],
    ["from data, whatever is allowed", "data:application/json,{}", () => true],
    ["from another scheme on this machine", "ftp://localhost/jwks.json", () => true],
  ] as const) {
    test(what, async () => {
      const fetchKeys = vi.fn<FetchKeys>(async () => jwks);
      const options = { keys: { keys: [] }, fetchKeys, ...(allowed && { jku: allowed }) };
      await expect(verifyCard(await signedAt(jku), options)).rejects.toMatchObject({ code: "BAD_SIGNATURE" });
      expect(fetchKeys).not.toHaveBeenCalled();
    });
  }
});

for (const [what, answer] of [
  ["no key set", "keys"],
  ["an object without keys", {}],
  ["keys of other names", { keys: [{ ...publicKey, kid: "two" }] }],
  ["a thousand keys of other names", { keys: Array.from({ length: 1000 }, (_, at) => ({ ...publicKey, kid: `k${at}` })) }],
] as const) {
  test(`a signature is not good where its address has ${what}`, () =>
    expect(verifyCard(signed, { jku: [url], fetchKeys: async () => answer })).rejects.toMatchObject({ code: "BAD_SIGNATURE" }));
}

describe("over HTTP", () => {
  test("the keys are fetched with nothing that tells who asks", async () => {
    const asked: IncomingMessage[] = [];
    const address = await listen((request, response) => {
      asked.push(request);
      response.end(JSON.stringify(jwks));
    });
    expect(await verifyCard(await signedAt(`${address}/jwks.json`), { jku: [`${address}/jwks.json`] })).toMatchObject({ kid: "one" });
    expect(asked.map(({ method, url: path, headers }) => [method, path, headers.authorization, headers.cookie])).toEqual([
      ["GET", "/jwks.json", undefined, undefined],
    ]);
  });

  for (const [what, code, listener] of [
    ["redirects", "BAD_RESPONSE", (_, response) => response.writeHead(302, { location: "/jwks.json" }).end()],
    ["is no JSON", "BAD_RESPONSE", (_, response) => response.end("<html>")],
    ["is not there", "BAD_RESPONSE", (_, response) => response.writeHead(404).end(JSON.stringify(jwks))],
    ["never ends", "BAD_RESPONSE", (_, response) => writeForever(response)],
    ["breaks off", "NETWORK", (_, response) => void response.destroy()],
  ] as const satisfies readonly (readonly [string, string, RequestListener])[]) {
    test(`a key set that ${what} is no reason to call the card forged: ${code}`, async () => {
      const paths: (string | undefined)[] = [];
      const address = await listen((request, response) => {
        paths.push(request.url);
        // A redirect that was followed would find the keys.
        if (request.url === "/jwks.json") response.end(JSON.stringify(jwks));
        else listener(request, response);
      });
      const verified = verifyCard(await signedAt(`${address}/here`), { jku: () => true });
      await expect(verified).rejects.toMatchObject({ code, message: expect.stringContaining("signature 1: ") });
      expect(paths).toEqual(["/here"]);
    });
  }

  test("a signature whose keys cannot be had does not stand in the way of one that is good", async () => {
    const address = await listen((_, response) => response.destroy());
    const both = await signCard(await signedAt(`${address}/here`), { ...signer, kid: "two" });
    expect(await verifyCard(both, { keys: { keys: [{ ...publicKey, kid: "two" }] }, jku: () => true })).toMatchObject({
      kid: "two",
      at: 1,
    });
  });

  test("waiting for keys ends with the signal", async () => {
    const controller = new AbortController();
    const address = await listen(() => controller.abort(new Error("given up")));
    const verified = verifyCard(await signedAt(`${address}/here`), { jku: () => true, signal: controller.signal });
    await expect(verified).rejects.toThrow("given up");
  });
});

function writeForever(response: ServerResponse): void {
  while (response.write(" ".repeat(10_000)));
  response.once("drain", () => writeForever(response));
}

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // safe: it listens on a port
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

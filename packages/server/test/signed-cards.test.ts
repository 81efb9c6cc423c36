// The agent's signatures: each card as it is served has its own, and the keys to check them are served beside.

import type { Jwk, SigningAlgorithm } from "@a2a/core/signing";
import { verifyCard } from "@a2a/core/signing";
import type { AgentDefinition, HandlerOptions, SigningOptions } from "@a2a/server";
import { createA2AHandler } from "@a2a/server";
import { exportJWK, generateKeyPair } from "jose";
import { describe, expect, test } from "vitest";
import { answered, call } from "./rpc.js";
import type { Served } from "./subjects.js";
import { echo, listeningLogger, openFetch, subjects } from "./subjects.js";

const newPath = "/.well-known/agent-card.json";
const oldPath = "/.well-known/agent.json";
const keysPath = "/.well-known/jwks.json";

async function keyOf(kid: string, alg: SigningAlgorithm = "ES256"): Promise<Jwk> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg };
}

const key = await keyOf("one");
const signing: SigningOptions = { keys: { key } };

/** An agent that says more to callers whom it knows, and whose card has what counts as nothing and what is a version's own. */
const agent: AgentDefinition = {
  ...echo,
  card: {
    name: "Signed",
    description: "",
    securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
    securityRequirements: [{ schemes: { bearer: { list: [] } } }],
  },
  extendedCard: { skills: [{ id: "more", name: "More", description: "For those who are known", tags: [] }] },
};

const authenticate: HandlerOptions["authenticate"] = ({ header }) => (header("authorization") === "Bearer t" ? { user: "alice" } : {});
const alice = { authorization: "Bearer t" };

interface SignedCard {
  readonly name: string;
  readonly signatures: readonly { readonly protected: string }[];
}

async function read<T>(served: Served, path: string, headers: Readonly<Record<string, string>> = {}): Promise<T> {
  const response = await served.fetch(path, { headers });
  expect(response.status).toBe(200);
  return response.json();
}

function headersOf({ signatures }: SignedCard): Record<string, unknown>[] {
  return signatures.map((each) => JSON.parse(Buffer.from(each.protected, "base64url").toString()));
}

describe.each(subjects)("with keys, by $name", ({ open }) => {
  for (const [path, version] of [
    [newPath, ""],
    [newPath, "1.0"],
    [newPath, "0.3"],
    [oldPath, ""],
    [oldPath, "0.3"],
  ] as const) {
    test(`the card at ${path} for ${version || "readers of any version"} is signed as it is there`, async () => {
      const served = await open(agent, { signing });
      const card = await read<SignedCard>(served, path, { "a2a-version": version });
      const keys = await read<{ keys: Jwk[] }>(served, keysPath);
      expect(await verifyCard(card, { keys, forms: ["whole", "specified"] })).toMatchObject({
        kid: "one",
        alg: "ES256",
        card: { name: "Signed" },
      });
      await expect(verifyCard({ ...card, name: "Forged" }, { keys })).rejects.toMatchObject({ code: "BAD_SIGNATURE" });
    });
  }
});

for (const [what, options, version] of [
  ["for readers of 0.1 alone", {}, "0.1"],
  ["of an agent of 0.1 alone", { versions: ["0.1"] }, ""],
  ["of an agent whose only JSON-RPC is that of 0.1", { versions: ["0.1"], bindings: ["JSONRPC"] }, ""],
] as const satisfies readonly (readonly [string, HandlerOptions, string])[]) {
  test(`the card ${what} is not signed: it would be taken for one of a later version`, async () => {
    const served = await openFetch(agent, { signing, ...options });
    const card = await read<SignedCard>(served, oldPath, { "a2a-version": version });
    expect(card).toMatchObject({ name: "Signed", url: "http://agent.test/" });
    expect(card).not.toHaveProperty("signatures");
  });
}

test("nor is that of an agent that names an interface of 0.1 alone", async () => {
  const supportedInterfaces = [{ url: "https://old.example", protocolBinding: "JSONRPC", protocolVersion: "0.1" }];
  const served = await openFetch({ ...agent, card: { ...agent.card, supportedInterfaces } }, { signing });
  expect(await read(served, oldPath)).not.toHaveProperty("signatures");
});

test("one card for readers of all versions is signed as those of 1.0 see it, and as a whole", async () => {
  const served = await openFetch(agent, { signing });
  const card = await read<SignedCard>(served, newPath);
  const keys = await read<{ keys: Jwk[] }>(served, keysPath);
  for (const form of ["specified", "filled", "whole"] as const)
    expect(await verifyCard(card, { keys, forms: [form] })).toMatchObject({ form });
  const { card: seen } = await verifyCard(card, { keys, forms: ["specified"] });
  expect(Object.keys(seen)).not.toContain("url");
  expect(seen).toMatchObject({
    supportedInterfaces: expect.any(Array),
    securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
  });
  // What 0.3 alone says is in the last one.
  await expect(verifyCard({ ...card, url: "https://evil.example" }, { keys, forms: ["whole"] })).rejects.toMatchObject({
    code: "BAD_SIGNATURE",
  });
});

describe("the extended card is signed as each version has it", () => {
  const roads: readonly (readonly [string, (served: Served) => Promise<unknown>])[] = [
    ["JSON-RPC 1.0", async (served) => (await call(served, "GetExtendedAgentCard", {}, { headers: alice })).result],
    [
      "JSON-RPC 0.3",
      async (served) =>
        (await call(served, "agent/getAuthenticatedExtendedCard", undefined, { headers: { ...alice, "a2a-version": "0.3" } })).result,
    ],
    ["HTTP+JSON 1.0", (served) => read(served, "/extendedAgentCard", alice)],
    ["HTTP+JSON 0.3", (served) => read(served, "/v1/card", alice)],
    ["a plain GET of 0.2", (served) => read(served, "/agent/authenticatedExtendedCard", alice)],
  ];
  for (const [road, get] of roads) {
    test(`over ${road}`, async () => {
      const served = await openFetch(agent, { signing, authenticate });
      const card = await get(served);
      const keys = await read<{ keys: Jwk[] }>(served, keysPath);
      expect(card).toMatchObject({ skills: [{ id: "more" }] });
      expect(await verifyCard(card, { keys, forms: ["whole", "specified"] })).toMatchObject({ kid: "one" });
      await expect(verifyCard({ ...Object(card), skills: [] }, { keys })).rejects.toMatchObject({ code: "BAD_SIGNATURE" });
    });
  }
});

test("a card is signed once, so that caches know it", async () => {
  const served = await openFetch(agent, { signing });
  const [one, other] = [await served.fetch(newPath), await served.fetch(newPath)];
  expect(await one.text()).toBe(await other.text());
  expect((await served.fetch(newPath, { headers: { "if-none-match": one.headers.get("etag") ?? "" } })).status).toBe(304);
});

test("without keys nothing is signed, and there is no key set", async () => {
  const served = await openFetch(agent, { authenticate });
  expect(await read(served, newPath)).not.toHaveProperty("signatures");
  expect((await call(served, "GetExtendedAgentCard", {}, { headers: alice })).result).not.toHaveProperty("signatures");
  expect((await served.fetch(keysPath)).status).toBe(404);
});

test("with several keys each signs", async () => {
  const rsa = await keyOf("two", "RS256");
  const served = await openFetch(agent, { signing: { keys: [{ key }, { key: rsa, jku: "https://keys.example/all.json" }] } });
  const card = await read<SignedCard>(served, newPath, { "a2a-version": "0.3" });
  expect(headersOf(card)).toEqual([
    { alg: "ES256", kid: "one", typ: "JOSE" },
    { alg: "RS256", kid: "two", typ: "JOSE", jku: "https://keys.example/all.json" },
  ]);
  const { keys } = await read<{ keys: Jwk[] }>(served, keysPath);
  expect(keys.map(({ kid }) => kid)).toEqual(["one", "two"]);
});

for (const [publicUrl, basePath, jku] of [
  ["https://agent.example", "", "https://agent.example/.well-known/jwks.json"],
  ["https://agent.example/a/b", "/a/b", "https://agent.example/a/b/.well-known/jwks.json"],
  ["https://agent.example/a/b/", "/a/b", "https://agent.example/a/b/.well-known/jwks.json"],
] as const) {
  test(`an agent at ${publicUrl} says where its keys are, and they are there`, async () => {
    const served = await openFetch(agent, { signing, publicUrl, basePath });
    expect(headersOf(await read<SignedCard>(served, newPath, { "a2a-version": "0.3" }))).toEqual([
      { alg: "ES256", kid: "one", typ: "JOSE", jku },
    ]);
    for (const path of [new URL(jku).pathname, keysPath]) expect((await served.fetch(path)).status).toBe(200);
  });
}

describe("the key set", () => {
  const members: Readonly<Record<"ES256" | "RS256" | "EdDSA", readonly string[]>> = {
    ES256: ["kty", "crv", "x", "y", "kid", "alg", "use"],
    RS256: ["kty", "n", "e", "kid", "alg", "use"],
    EdDSA: ["kty", "crv", "x", "kid", "alg", "use"],
  };
  for (const alg of ["ES256", "RS256", "EdDSA"] as const) {
    test(`shows nothing of a private key: ${alg}`, async () => {
      const made = { ...(await keyOf("k", alg)), note: "between us" };
      const { privateKey } = await generateKeyPair(alg, { extractable: true });
      const served = await openFetch(agent, { signing: { keys: [{ key: made }, { key: privateKey, alg, kid: "c" }] } });
      const text = await (await served.fetch(keysPath)).text();
      const { keys }: { keys: Jwk[] } = JSON.parse(text);
      expect(keys.map((each) => Object.keys(each))).toEqual([members[alg], members[alg]]);
      const secret = (await exportJWK(privateKey)).d ?? "";
      expect(secret.length).toBeGreaterThan(20);
      for (const hidden of [made.d ?? "", secret, "between us"]) expect(text).not.toContain(hidden);
      const card = await read<SignedCard>(served, newPath);
      for (const kid of ["k", "c"])
        expect(await verifyCard(card, { keys: { keys: keys.filter((each) => each.kid === kid) } })).toMatchObject({ kid });
    });
  }

  test("of a key that cannot be read is the public half that is given", async () => {
    const { privateKey, publicKey } = await generateKeyPair("ES256");
    const served = await openFetch(agent, { signing: { keys: { key: privateKey, alg: "ES256", kid: "k", publicKey } } });
    const keys = await read<{ keys: Jwk[] }>(served, keysPath);
    expect(await verifyCard(await read(served, newPath), { keys })).toMatchObject({ kid: "k" });
  });

  test("is for everybody and for caches, and for reading alone", async () => {
    const served = await openFetch(agent, { signing, authenticate: () => Promise.reject(new Error("nobody")) });
    const response = await served.fetch(keysPath);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      ...{ "content-type": "application/json", "access-control-allow-origin": "*", "cache-control": "public, max-age=60" },
    });
    expect((await served.fetch(keysPath, { headers: { "if-none-match": response.headers.get("etag") ?? "" } })).status).toBe(304);
    expect(await (await served.fetch(keysPath, { method: "HEAD" })).text()).toBe("");
    expect((await served.fetch(keysPath, { method: "POST" })).status).toBe(405);
  });
});

test("signatures of others that the author has put on the card stay", async () => {
  const other = { protected: "e30", signature: "AAAA" };
  const served = await openFetch({ ...agent, card: { ...agent.card, signatures: [other] } }, { signing });
  const card = await read<SignedCard>(served, newPath, { "a2a-version": "1.0" });
  expect(card.signatures[0]).toEqual(other);
  expect(await verifyCard(card, { keys: await read<{ keys: Jwk[] }>(served, keysPath) })).toMatchObject({ kid: "one", at: 1 });
});

test("a key that does not fit its algorithm is told to the logger, and no card is served unsigned", async () => {
  const { logger, told } = listeningLogger();
  const served = await openFetch(agent, { logger, signing: { keys: { key, alg: "ES384" } } });
  expect(await answered(await served.fetch(newPath))).toMatchObject({ status: 500, error: { code: -32603 } });
  expect(told.map(({ message }) => message)).toEqual(["a request failed"]);
});

for (const [what, wrong] of [
  ["no key", { keys: [] }],
  ["a public key", { keys: { key: { ...key, d: undefined } } }],
  ["a shared secret", { keys: { key: { kty: "oct", k: "AAAA", kid: "k", alg: "HS256" } } }],
  ["no kid", { keys: { key: { ...key, kid: undefined } } }],
  ["the algorithm none", { keys: { key, alg: "none" } }],
  ["two keys of one name", { keys: [{ key }, { key }] }],
  ["a jku that is no URL", { keys: { key, jku: "jwks.json" } }],
  ["no lifetime", { keys: { key }, webhooks: { lifetimeSeconds: 0 } }],
] as const) {
  test(`${what} is refused when the agent is made`, () => {
    // safe: what the types would refuse is what is tested
    expect(() => createA2AHandler({ definition: agent }, { signing: wrong as SigningOptions })).toThrow(TypeError);
  });
}

test("a key that can neither be read nor is shown is refused when the agent is made", async () => {
  const { privateKey } = await generateKeyPair("ES256");
  expect(() => createA2AHandler({ definition: agent }, { signing: { keys: { key: privateKey, alg: "ES256", kid: "k" } } })).toThrow(
    "publicKey",
  );
});

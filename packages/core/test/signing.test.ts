import type { AgentCard } from "@a2a/core";
import { compactVerify, importJWK } from "jose";
import { describe, expect, test } from "vitest";
import type { CardForm, SigningAlgorithm } from "../src/signing.js";
import { publicJwk, signCard, verifyCard } from "../src/signing.js";
import { makeKey } from "./signing-keys.js";

const card: AgentCard = {
  name: "Example Agent",
  description: "",
  version: "1.0.0",
  supportedInterfaces: [{ url: "https://agent.example", protocolBinding: "JSONRPC", protocolVersion: "1.0", tenant: "" }],
  capabilities: { streaming: false, pushNotifications: false, extensions: [] },
  securitySchemes: { tls: { mtlsSecurityScheme: {} } },
  securityRequirements: [{ schemes: { tls: { list: [] } } }],
  defaultInputModes: [],
  defaultOutputModes: ["text/plain"],
  skills: [],
  documentationUrl: "",
};

const { signer, jwks, publicKey } = await makeKey("one");

/** What the signature of a card is made over. */
async function signedText(
  signed: { readonly signatures: readonly { readonly protected: string; readonly signature: string }[] },
  payload: string,
) {
  const [{ protected: header, signature } = { protected: "", signature: "" }] = signed.signatures;
  const text = `${header}.${Buffer.from(payload).toString("base64url")}.${signature}`;
  return compactVerify(text, await importJWK(publicKey, "ES256"));
}

describe("what is signed of a card of 1.0", () => {
  test("is its canonical form by section 8.4.1: what says nothing is left out unless it is REQUIRED or optional", async () => {
    const signed = await signCard(card, signer, { forms: ["specified"] });
    // By hand, after the example of the section.
    const payload = [
      '{"capabilities":{"pushNotifications":false,"streaming":false},"defaultInputModes":[],"defaultOutputModes":["text/plain"],"description":"",',
      '"documentationUrl":"","name":"Example Agent","securityRequirements":[{"schemes":{"tls":{}}}],"securitySchemes":{"tls":{"mtlsSecurityScheme":{}}},',
      '"skills":[],"supportedInterfaces":[{"protocolBinding":"JSONRPC","protocolVersion":"1.0","url":"https://agent.example"}],"version":"1.0.0"}',
    ].join("");
    expect((await signedText(signed, payload)).protectedHeader).toEqual({ alg: "ES256", kid: "one", typ: "JOSE" });
  });

  for (const [what, change] of [
    ["is written in another order", (each: AgentCard) => Object.fromEntries(Object.entries(each).reverse())],
    ["has members that say nothing", (each: AgentCard) => ({ ...each, iconUrl: null, signed: undefined })],
    [
      "lacks members that say nothing, as after protobuf",
      ({ capabilities: { extensions: _, ...rest }, ...each }: AgentCard) => ({ ...each, capabilities: rest }),
    ],
    ["has further members, which are not relied on", (each: AgentCard) => ({ ...each, security: [{ stolen: [] }] })],
  ] as const) {
    test(`is the same where it ${what}`, async () => {
      const signed = await signCard(card, signer);
      const { card: covered } = await verifyCard(change(signed as unknown as AgentCard), { keys: jwks, forms: ["specified"] });
      expect(covered).not.toHaveProperty("security");
      expect(covered).toMatchObject({ name: card.name, description: "", skills: [], signatures: signed.signatures });
    });
  }

  for (const [what, change] of [
    ["a text is another", { name: "Another" }],
    ["a REQUIRED member is gone", { description: undefined }],
    ["an optional member that says nothing is there", { iconUrl: "" }],
    ["an optional member that says nothing is gone", { documentationUrl: undefined }],
    ["an interface is another", { supportedInterfaces: [{ ...card.supportedInterfaces[0], url: "https://evil.example" }] }],
    ["a capability that was off is not said", { capabilities: { pushNotifications: false } }],
  ] as const) {
    test(`is not the same where ${what}`, async () => {
      const signed = await signCard(card, signer);
      const verified = verifyCard({ ...signed, ...change }, { keys: jwks, forms: ["whole", "specified"] });
      await expect(verified).rejects.toMatchObject({
        code: "BAD_SIGNATURE",
        message: expect.stringContaining('signature 1: it is not made over this card with the key "one"'),
      });
    });
  }
});

test("a card is signed in each form that differs, so that the official SDKs verify it as well", async () => {
  const formOf = async (only: readonly CardForm[]): Promise<CardForm> => {
    const signed = await signCard(card, signer, { forms: only });
    expect(signed.signatures).toHaveLength(1);
    return (await verifyCard(signed, { keys: jwks })).form;
  };
  expect((await signCard(card, signer)).signatures).toHaveLength(2);
  expect((await signCard({ ...card, protocolVersion: "0.3.0" }, signer)).signatures).toHaveLength(3);
  expect([await formOf(["specified"]), await formOf(["filled"]), await formOf(["whole"])]).toEqual(["specified", "filled", "whole"]);
  const { description: _, capabilities: __, skills: ___, securityRequirements: ____, ...some } = card;
  const full = { ...some, securitySchemes: {}, documentationUrl: "https://a.example", defaultInputModes: ["text/plain"] };
  expect((await signCard(full, signer)).signatures).toHaveLength(1);
});

test("what may be empty is protected where the form of the SDKs is not taken", async () => {
  const filled = await signCard(card, signer, { forms: ["filled"] });
  const changed = { ...filled, securityRequirements: [] };
  expect((await verifyCard(changed, { keys: jwks })).form).toBe("filled");
  await expect(verifyCard(changed, { keys: jwks, forms: ["specified", "whole"] })).rejects.toMatchObject({ code: "BAD_SIGNATURE" });
});

for (const [version, old] of [
  ["0.3", { protocolVersion: "0.3.0", name: "Old", url: "https://agent.example", skills: [] }],
  ["0.1", { name: "Older", url: "https://agent.example", authentication: null }],
] as const) {
  test(`a card of ${version} is signed as it stands`, async () => {
    const signed = await signCard(old, signer);
    expect(signed.signatures).toHaveLength(1);
    expect(await verifyCard(JSON.parse(JSON.stringify(signed)), { keys: jwks })).toMatchObject({
      form: "whole",
      kid: "one",
      alg: "ES256",
      at: 0,
      card: old,
    });
    await expect(verifyCard({ ...signed, more: 1 }, { keys: jwks })).rejects.toMatchObject({ code: "BAD_SIGNATURE" });
  });
}

for (const alg of ["RS256", "PS256", "ES256", "ES384", "ES512", "EdDSA", "Ed25519"] satisfies SigningAlgorithm[]) {
  test(`${alg} signs and verifies, with a JWK and with a CryptoKey`, async () => {
    const made = await makeKey("k", alg);
    // safe: keys of these algorithms are pairs
    const key = (await importJWK(made.signer.key, alg)) as CryptoKey;
    const signed = await signCard(await signCard({ name: "a" }, made.signer), { key, alg, kid: "k" });
    expect(signed.signatures).toHaveLength(2);
    for (const each of signed.signatures)
      expect(await verifyCard({ ...signed, signatures: [each] }, { keys: made.jwks })).toMatchObject({ alg, kid: "k" });
  });
}

test("several sign, and one who is trusted is enough", async () => {
  const two = await makeKey("two", "RS256");
  const signed = await signCard(card, [signer, two.signer], { forms: ["specified"] });
  expect(await verifyCard(signed, { keys: two.jwks })).toMatchObject({ kid: "two", at: 1 });
  expect(await verifyCard(signed, { keys: jwks })).toMatchObject({ kid: "one", at: 0 });
  expect(await verifyCard(signed, { keys: (kid) => (kid === "two" ? two.publicKey : undefined) })).toMatchObject({ kid: "two" });
  await expect(verifyCard(signed, { keys: (await makeKey("three")).jwks })).rejects.toThrow(
    'no signature of the card is good: signature 1: there is no key "one"; signature 2: there is no key "two"',
  );
});

test("signatures that a card has already stay, and are no part of what is signed", async () => {
  const two = await makeKey("two");
  const signed = await signCard(await signCard(card, signer), two.signer);
  expect(signed.signatures).toHaveLength(4);
  expect(await verifyCard(signed, { keys: jwks })).toMatchObject({ kid: "one" });
  expect(await verifyCard(signed, { keys: two.jwks })).toMatchObject({ kid: "two" });
});

for (const [what, bad] of [
  ["no alg", { key: { ...signer.key, alg: undefined } }],
  ["no kid", { key: { ...signer.key, kid: undefined } }],
  ["the algorithm none", { ...signer, alg: "none" }],
  ["a shared secret", { key: { kty: "oct", k: "AAAA", kid: "k", alg: "HS256" } }],
  ["a shared secret as an algorithm of a pair", { key: { kty: "oct", k: "AAAA", kid: "k", alg: "ES256" } }],
  ["a public key", { key: publicKey }],
  ["a jku that is no URL", { ...signer, jku: "/jwks.json" }],
] as const) {
  // safe: what the types would refuse is what is tested
  test(`${what} signs nothing`, () => expect(signCard(card, bad as typeof signer)).rejects.toThrow(TypeError));
}

test("the public half of a key is nothing but that", async () => {
  for (const alg of ["RS256", "ES256", "EdDSA"] as const) {
    const made = await makeKey("k", alg);
    const { kid: _, alg: __, ...rest } = made.publicKey;
    expect(publicJwk(made.signer.key)).toEqual(rest);
  }
  expect(publicJwk({ kty: "oct", k: "AAAA" })).toBeUndefined();
  expect(publicJwk({ kty: "EC", crv: "P-256" })).toBeUndefined();
  expect(publicJwk({ kty: "constructor" })).toBeUndefined();
});

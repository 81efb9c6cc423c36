import { createHmac } from "node:crypto";
import { CompactSign } from "jose";
import { describe, expect, test, vi } from "vitest";
import type { Jwk } from "../src/signing.js";
import { canonicalJson, signCard, verifyCard } from "../src/signing.js";
import { base64UrlJson, makeKey } from "./signing-keys.js";

const card = { name: "Agent", supportedInterfaces: [], more: 1 };
const { signer, jwks, publicKey } = await makeKey("one");
const signed = await signCard(card, signer, { forms: ["whole"] });
const [good] = signed.signatures;
if (!good) throw new TypeError("the card is not signed");

const header = { alg: "ES256", kid: "one", typ: "JOSE" };

/** A signature that is right but for its header. */
async function signedWith(protectedHeader: object): Promise<{ protected: string; signature: string }> {
  const text = `${base64UrlJson(protectedHeader)}.${base64UrlJson(canonicalJson(card))}`;
  const key = await crypto.subtle.importKey("jwk", { ...signer.key, key_ops: ["sign"] }, { name: "ECDSA", namedCurve: "P-256" }, false, [
    "sign",
  ]);
  const bytes = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, key, new TextEncoder().encode(text));
  return { protected: base64UrlJson(protectedHeader), signature: Buffer.from(bytes).toString("base64url") };
}

test("what is made by hand here is a good signature, but for what is wrong with it", async () => {
  expect(await verifyCard({ ...card, signatures: [await signedWith(header)] }, { keys: jwks })).toMatchObject({ kid: "one" });
});

describe("a signature is not good where", () => {
  for (const [what, signature, why] of [
    ["its protected header is not JSON", { ...good, protected: base64UrlJson("{") }, "is not a JSON object"],
    ["its protected header is a list", { ...good, protected: base64UrlJson([]) }, "is not a JSON object"],
    ["its protected header is not base64url", { ...good, protected: "{}" }, "is not a JSON object"],
    ["its protected header is empty", { ...good, protected: "" }, "is not a JSON object"],
    ["its protected header is not text", { ...good, protected: 1 }, "is not a JSON object"],
    [
      "its protected header is very long",
      { ...good, protected: base64UrlJson({ ...header, x: "x".repeat(10_000) }) },
      "is not a JSON object",
    ],
    ["it is no object", null, "is not a JSON object"],
    ["it is not base64url", { ...good, signature: "a+b" }, "it is not base64url"],
    ["it is empty", { ...good, signature: "" }, "it is not base64url"],
    ["it is no text", { ...good, signature: [] }, "it is not base64url"],
    ["it is another", { ...good, signature: "AAAA" }, "it is not made over this card"],
  ] as const) {
    test(what, async () => {
      const verified = verifyCard({ ...signed, signatures: [signature] }, { keys: jwks });
      await expect(verified).rejects.toMatchObject({
        code: "BAD_SIGNATURE",
        message: expect.stringContaining("signature 1: it"),
      });
      await expect(verified).rejects.toThrow(why);
    });
  }

  for (const [what, protectedHeader, why] of [
    ["kid is missing", { alg: "ES256" }, "kid is missing"],
    ["kid is empty", { ...header, kid: "" }, "kid is missing"],
    ["kid is no text", { ...header, kid: ["one"] }, "kid is missing"],
    ["alg is missing", { kid: "one" }, "its algorithm is missing"],
    ["alg is none", { ...header, alg: "none" }, 'its algorithm is "none"'],
    ["alg is in capitals", { ...header, alg: "NONE" }, 'its algorithm is "NONE"'],
    ["alg is a list", { ...header, alg: ["ES256"] }, "its algorithm is missing"],
    ["something is critical", { ...header, crit: ["exp"], exp: 1 }, "crit or b64"],
    ["nothing is critical", { ...header, crit: [] }, "crit or b64"],
    ["the payload is signed as it is", { ...header, crit: ["b64"], b64: false }, "crit or b64"],
    ["b64 stands alone", { ...header, b64: false }, "crit or b64"],
    ["jku is no text", { ...header, jku: {} }, "jku"],
  ] as const) {
    test(`${what}, although it is made with the key`, async () => {
      const verified = verifyCard({ ...card, signatures: [await signedWith(protectedHeader)] }, { keys: jwks });
      await expect(verified).rejects.toMatchObject({ code: "BAD_SIGNATURE" });
      await expect(verified).rejects.toThrow(why);
    });
  }

  test("a public key was used as a shared secret", async () => {
    const forged = { alg: "HS256", kid: "one" };
    const text = `${base64UrlJson(forged)}.${base64UrlJson(canonicalJson(card))}`;
    for (const secret of [JSON.stringify(publicKey), String(publicKey.x)]) {
      const signature = createHmac("sha256", secret).update(text).digest("base64url");
      const attempt = { ...card, signatures: [{ protected: base64UrlJson(forged), signature }] };
      await expect(verifyCard(attempt, { keys: jwks })).rejects.toThrow('its algorithm is "HS256"');
      // safe: what the types would refuse is what is tested
      await expect(verifyCard(attempt, { keys: jwks, algorithms: ["HS256" as "ES256"] })).rejects.toThrow(TypeError);
    }
  });

  test("the key is a shared secret, though it says that it is not", async () => {
    const secret = { kty: "oct", k: Buffer.alloc(32).toString("base64url"), kid: "one", alg: "ES256" };
    const text = new TextEncoder().encode(canonicalJson(card));
    const [protectedText = "", , signature = ""] = (
      await new CompactSign(text).setProtectedHeader({ alg: "HS256", kid: "one" }).sign(Buffer.alloc(32))
    ).split(".");
    const attempt = { ...card, signatures: [{ protected: protectedText, signature }, good] };
    await expect(verifyCard(attempt, { keys: { keys: [secret] } })).rejects.toThrow('the key "one" is not one for ES256');
  });
});

describe("a key is not one for a signature where it", () => {
  for (const [what, change] of [
    ["is for another algorithm", { alg: "ES384" }],
    ["is for encryption", { use: "enc" }],
    ["is for something else", { key_ops: ["deriveBits"] }],
    ["is over", { exp: 1_000 }],
    ["was revoked", { revoked: { revoked_at: 1 } }],
  ] as const satisfies readonly (readonly [string, Partial<Jwk>])[]) {
    test(what, () =>
      expect(verifyCard(signed, { keys: { keys: [{ ...publicKey, ...change } as Jwk] } })).rejects.toThrow("is not one for ES256"),
    );
  }

  test("is another of the same name", async () => {
    const other = (await makeKey("one")).publicKey;
    await expect(verifyCard(signed, { keys: { keys: [other] } })).rejects.toThrow('it is not made over this card with the key "one"');
  });

  test("is none", async () => {
    // safe: what the types would refuse is what is tested
    for (const keys of [[null], [{ kid: "one" }], [{ kid: "one", kty: "EC", crv: "P-256", x: "AA", y: "AA" }]])
      await expect(verifyCard(signed, { keys: { keys: keys as unknown as Jwk[] } })).rejects.toMatchObject({ code: "BAD_SIGNATURE" });
  });
});

test("of several keys of one name each is tried, and no more than a few", async () => {
  const others = await Promise.all(Array.from({ length: 5 }, async () => (await makeKey("one")).publicKey));
  expect(await verifyCard(signed, { keys: { keys: [...others.slice(0, 3), publicKey] } })).toMatchObject({ kid: "one" });
  await expect(verifyCard(signed, { keys: { keys: [...others, publicKey] } })).rejects.toMatchObject({ code: "BAD_SIGNATURE" });
});

test("a key is valid until it ends", async () => {
  const keys = { keys: [{ ...publicKey, exp: 1_000 }] };
  expect(await verifyCard(signed, { keys, now: () => new Date(999_000) })).toMatchObject({ kid: "one" });
});

test("a private key verifies as its public half", async () => {
  expect(await verifyCard(signed, { keys: { keys: [signer.key] } })).toMatchObject({ kid: "one" });
});

for (const [what, signatures, why] of [
  ["a thousand signatures", Array.from({ length: 1000 }, () => good), "has 1000 signatures, and at most 16"],
  ["one more than are looked at", Array.from({ length: 17 }, () => good), "has 17 signatures"],
  ["no signatures", [], "has no signature"],
  ["nothing for signatures", undefined, "has no signature"],
  ["something else for signatures", "good", "has no signature"],
] as const) {
  test(`a card with ${what} is refused before a key is looked for`, async () => {
    const keys = vi.fn();
    await expect(verifyCard({ ...card, signatures }, { keys })).rejects.toMatchObject({
      code: "BAD_SIGNATURE",
      message: expect.stringContaining(why),
    });
    expect(keys).not.toHaveBeenCalled();
  });
}

for (const [what, hostile, why] of [
  ["very long", { name: "x".repeat(2 ** 20 + 1) }, "the card is longer than"],
  ["nested very deep", { name: JSON.parse(`${"[".repeat(5_000)}${"]".repeat(5_000)}`) }, "the card is nested more than"],
  ["with half a character", { name: "\ud800" }, "the card has no canonical form"],
] as const) {
  test(`a card that is ${what} is refused`, () =>
    expect(verifyCard({ ...hostile, signatures: [good] }, { keys: jwks })).rejects.toMatchObject({
      code: "BAD_SIGNATURE",
      message: expect.stringContaining(why),
    }));
}

for (const value of [null, "card", 1, []]) {
  test(`${JSON.stringify(value)} is no card`, () =>
    expect(verifyCard(value, { keys: jwks })).rejects.toMatchObject({ code: "BAD_SIGNATURE" }));
}

test("members that all objects inherit are not members of a card", async () => {
  const hostile = JSON.parse(
    '{"name":"a","supportedInterfaces":[{"__proto__":{"url":"https://evil.example"}}],"constructor":1,"__proto__":{"polluted":true}}',
  );
  const again = await signCard(hostile, signer);
  const { card: covered, form } = await verifyCard(JSON.parse(JSON.stringify(again)), { keys: jwks });
  expect([form, JSON.stringify(covered)]).toEqual(["whole", JSON.stringify(again)]);
  const { card: known } = await verifyCard(again, { keys: jwks, forms: ["specified"] });
  expect(Object.keys(known)).toEqual(["name", "supportedInterfaces", "signatures"]);
});

test("whom to trust has to be said", () => expect(verifyCard(signed, {})).rejects.toThrow(TypeError));

test("a verification that is given up rejects with the signal's reason", async () => {
  const signal = AbortSignal.abort(new Error("given up"));
  await expect(verifyCard(signed, { keys: jwks, signal })).rejects.toThrow("given up");
});

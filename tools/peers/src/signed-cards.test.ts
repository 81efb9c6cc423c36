// The official SDK 1.3.0 and this package sign and verify each other's cards, and neither takes what somebody has changed.

import { connect } from "@a2a/client";
import { trustCards } from "@a2a/client/signing";
import type { Jwk } from "@a2a/core/signing";
import { signCard, verifyCard } from "@a2a/core/signing";
import { serve } from "@a2a/server/node";
import { createTestbed } from "@a2a/testbed";
import type { CryptoKey, JWK } from "jose";
import { exportJWK, generateKeyPair } from "jose";
import { AgentCard, generateAgentCardSignature, verifyAgentCardSignature } from "sdk-1.3";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { caseCard } from "./as-server/case-stage.js";

// The SDK tells the console of every signature that is not good.
beforeEach(() => void vi.spyOn(console, "debug").mockImplementation(() => undefined));
afterEach(() => void vi.restoreAllMocks());

const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
const kid = "k";
const keys = { keys: [{ ...(await exportJWK(publicKey)), kid, alg: "ES256" } satisfies Jwk] };
const signer = { key: { ...(await exportJWK(privateKey)), kid, alg: "ES256" } satisfies Jwk };
const url = "https://agent.example/";

/** Cards in their JSON, with more and more of what says nothing. */
const cards: Readonly<Record<string, object>> = {
  "with everything filled": {
    ...{ name: "Filled", description: "Says all", version: "1.0.0", documentationUrl: `${url}docs`, iconUrl: `${url}icon.png` },
    supportedInterfaces: [{ url, protocolBinding: "JSONRPC", protocolVersion: "1.0", tenant: "t" }],
    provider: { url, organization: "Ö & Söhne €😀" },
    capabilities: {
      streaming: true,
      pushNotifications: false,
      extensions: [{ uri: `${url}ext`, description: "d", required: true, params: { b: [1, 1e21, 0.1], a: { "10": null, "9": "x" } } }],
    },
    securitySchemes: {
      key: { apiKeySecurityScheme: { location: "header", name: "X-Key", description: "d" } },
      oauth: { oauth2SecurityScheme: { flows: { clientCredentials: { tokenUrl: `${url}token`, scopes: { read: "Reads" } } } } },
    },
    securityRequirements: [{ schemes: { oauth: { list: ["read"] } } }],
    ...{ defaultInputModes: ["text/plain"], defaultOutputModes: ["text/plain"] },
    skills: [{ id: "s", name: "S", description: "Does", tags: ["a"], examples: ["e"], inputModes: ["text/plain"] }],
  },
  "with REQUIRED members that say nothing": {
    ...{ name: "Hollow", description: "", version: "", capabilities: {}, defaultInputModes: [], defaultOutputModes: [], skills: [] },
    supportedInterfaces: [{ url, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
  },
  "with optional members and messages that say nothing": {
    ...{ name: "Set", description: "d", version: "1", documentationUrl: "", iconUrl: "" },
    supportedInterfaces: [{ url, protocolBinding: "JSONRPC", protocolVersion: "1.0", tenant: "" }],
    capabilities: { streaming: false, pushNotifications: false, extendedAgentCard: false, extensions: [] },
    securitySchemes: { tls: { mtlsSecurityScheme: {} } },
    securityRequirements: [{ schemes: { tls: { list: [] } } }, {}],
    ...{
      defaultInputModes: ["text/plain"],
      defaultOutputModes: ["text/plain"],
      skills: [{ id: "s", name: "", description: "", tags: [] }],
    },
  },
};

/** The SDK's verdict on a card in its JSON, as it came. */
function verifyBySdk(card: object, key: CryptoKey = publicKey): Promise<void> {
  const find = async (name: string): Promise<CryptoKey> => {
    if (name !== kid) throw new Error(`no key ${name}`);
    return key;
  };
  // safe: it reads what it is given as JSON first, whatever its types say; what was read already would lose its security schemes
  return verifyAgentCardSignature(find)(card as AgentCard);
}

/** A card in its JSON, signed by the SDK; or, as its objects, in which it keeps cards. */
async function signBySdk(card: object, as: "JSON" | "objects" = "JSON"): Promise<object> {
  const sign = generateAgentCardSignature(privateKey, { alg: "ES256", kid, typ: "JOSE" });
  // safe: as above
  if (as === "JSON") return JSON.parse(JSON.stringify(await sign(card as AgentCard)));
  return JSON.parse(JSON.stringify(AgentCard.toJSON(await sign(AgentCard.fromJSON(card)))));
}

describe.each(Object.entries(cards))("a card %s", (_, card) => {
  test("that the SDK signs is one that we verify", async () => {
    expect(await verifyCard(await signBySdk(card), { keys })).toMatchObject({ kid, alg: "ES256" });
  });

  test("that we sign is one that the SDK verifies", async () => {
    await expect(verifyBySdk(await signCard(card, signer))).resolves.toBeUndefined();
  });

  test("that the SDK has read and written is still one that we verify", async () => {
    const signed = await signCard(card, signer);
    expect(await verifyCard(AgentCard.toJSON(AgentCard.fromJSON(signed)), { keys })).toMatchObject({ kid });
  });

  for (const [what, change] of [
    ["its name", { name: "Forged" }],
    ["where it is", { supportedInterfaces: [{ url: "https://evil.example", protocolBinding: "JSONRPC", protocolVersion: "1.0" }] }],
    ["what it can do", { capabilities: { streaming: false, extendedAgentCard: true } }],
    ["a skill more", { skills: [{ id: "x", name: "x", description: "x", tags: ["x"] }] }],
  ] as const) {
    test(`is refused by both where somebody has changed ${what}`, async () => {
      for (const signed of [await signBySdk(card), await signCard(card, signer)]) {
        await expect(verifyCard({ ...signed, ...change }, { keys })).rejects.toMatchObject({ code: "BAD_SIGNATURE" });
        await expect(verifyBySdk({ ...signed, ...change })).rejects.toThrow("No valid signatures");
      }
    });
  }

  test("is refused by both where the key is another's", async () => {
    const other = await generateKeyPair("ES256", { extractable: true });
    const others = { keys: [{ ...(await exportJWK(other.publicKey)), kid }] };
    for (const signed of [await signBySdk(card), await signCard(card, signer)]) {
      await expect(verifyCard(signed, { keys: others })).rejects.toMatchObject({ code: "BAD_SIGNATURE" });
      await expect(verifyBySdk(signed, other.publicKey)).rejects.toThrow("No valid signatures");
    }
  });
});

const { "with everything filled": whole = {} } = cards;
const { securitySchemes: _, securityRequirements: __, ...open } = Object(whole);

test("a card without security schemes is the same to the SDK as JSON and as an object", async () => {
  expect(await verifyCard(await signBySdk(open, "objects"), { keys })).toMatchObject({ kid });
  await expect(verifyBySdk(AgentCard.fromJSON(await signCard(open, signer)))).resolves.toBeUndefined();
});

test("the SDK signs no security scheme of a card that it has as an object: others could change it, and we do not take the card", async () => {
  const signed = await signBySdk(whole, "objects");
  const securitySchemes = { key: { apiKeySecurityScheme: { location: "query", name: "stolen" } } };
  await expect(verifyBySdk(AgentCard.fromJSON({ ...signed, securitySchemes }))).resolves.toBeUndefined();
  for (const card of [signed, { ...signed, securitySchemes }])
    await expect(verifyCard(card, { keys })).rejects.toMatchObject({ code: "BAD_SIGNATURE" });
});

describe("an agent of ours that signs", () => {
  for (const version of ["1.0", ""]) {
    test(`has a card that the SDK verifies, for readers ${version ? `of ${version}` : "of any version"}`, async () => {
      const { url: address, verify } = await openSigning();
      const response = await fetch(`${address}/.well-known/agent-card.json`, { headers: { "a2a-version": version } });
      const card = await response.json();
      await expect(verify(card)).resolves.toBeUndefined();
      await expect(verify({ ...card, name: "Forged" })).rejects.toThrow("No valid signatures");
    });
  }

  test("has an extended card that the SDK verifies", async () => {
    const { url: address, verify } = await openSigning();
    const headers = { authorization: "Bearer test-token", "a2a-version": "1.0" };
    const card = await (await fetch(`${address}/extendedAgentCard`, { headers })).json();
    await expect(verify(card)).resolves.toBeUndefined();
    await expect(verify({ ...card, skills: [] })).rejects.toThrow("No valid signatures");
  });
});

/** The testbed that signs, and the SDK's verdict with the keys that it shows. */
async function openSigning(): Promise<{ readonly url: string; verify(card: AgentCard): Promise<void> }> {
  const testbed = createTestbed({ profile: "signed-card" });
  const server = await serve(testbed, { ...testbed.options, port: 0 });
  onTestFinished(() => server.close());
  const { keys: shown }: { keys: Jwk[] } = await (await fetch(`${server.url}/.well-known/jwks.json`)).json();
  const find = async (name: string): Promise<JWK> => {
    // safe: it is one, and the SDK throws where it is none
    return shown.find((each) => each.kid === name) as JWK;
  };
  return { url: server.url, verify: verifyAgentCardSignature(find) };
}

test("our client connects to an agent whose card the SDK has signed", async () => {
  const signed = await signBySdk(Object(AgentCard.toJSON(caseCard("SDK 1.3", url, ["1.0"]))), "objects");
  const fetchCard = async (): Promise<Response> => Response.json(signed);
  const verify = trustCards({ keys });
  expect((await connect(url, { fetch: fetchCard, verifyCard: verify })).card.name).toBe("SDK 1.3");
  const forged = async (): Promise<Response> => Response.json({ ...signed, name: "Forged" });
  await expect(connect(url, { fetch: forged, verifyCard: verify })).rejects.toMatchObject({ code: "BAD_SIGNATURE" });
});

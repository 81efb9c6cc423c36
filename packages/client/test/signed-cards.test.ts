import { connect } from "@a2a/client";
import { trustCards } from "@a2a/client/signing";
import { connect as connectNewest } from "@a2a/client/v1.0";
import type { AgentCard } from "@a2a/core";
import { lintCard } from "@a2a/core";
import type { Jwk } from "@a2a/core/signing";
import { signCard } from "@a2a/core/signing";
import type { HandlerOptions } from "@a2a/server";
import { createA2AHandler, defineAgent } from "@a2a/server";
import { exportJWK, generateKeyPair } from "jose";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { cardOf, json, localErrorOf, peerOf } from "./peers.js";

async function keyOf(kid: string): Promise<{ readonly key: Jwk; readonly jwks: { readonly keys: readonly Jwk[] } }> {
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  return {
    key: { ...(await exportJWK(privateKey)), kid, alg: "ES256" },
    jwks: { keys: [{ ...(await exportJWK(publicKey)), kid, alg: "ES256" }] },
  };
}

const { key, jwks } = await keyOf("one");
const url = "https://agent.test";
const keySet = `${url}/.well-known/jwks.json`;

const agent = defineAgent({
  card: { name: "Signed", securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: "Bearer" } } } },
  extendedCard: { description: "For those who are known" },
  async *run({ text }) {
    yield `echo: ${text}`;
  },
});

/** An agent that signs, and every request to it. */
function open(options: HandlerOptions = {}): ReturnType<typeof peerOf> {
  const handler = createA2AHandler(agent, {
    ...{ publicUrl: url, signing: { keys: { key } }, ...options },
    authenticate: ({ header }) => (header("authorization") ? { user: "alice" } : {}),
  });
  onTestFinished(() => handler.close());
  return peerOf((request) => handler.fetch(request));
}

/** Lets somebody change what is answered at some paths. */
function forging(
  peer: ReturnType<typeof peerOf>,
  change: (card: AgentCard) => object,
  paths = /agent-card\.json$/,
): ReturnType<typeof peerOf> {
  return peerOf(async (request) => {
    const response = await peer.fetch(request);
    return paths.test(request.url) ? json(change(await response.json())) : response;
  });
}

const pathsOf = ({ requests }: ReturnType<typeof peerOf>): string[] => requests.map((each) => each.url.replace(url, ""));

describe("a card is taken that is signed with a key", () => {
  for (const [what, verifyCard] of [
    ["that is known", trustCards({ keys: jwks })],
    ["that is found", trustCards({ keys: (kid) => jwks.keys.find((each) => each.kid === kid) })],
    ["of a key set at an address", trustCards({ keys: keySet })],
    ["that the card names and that is allowed", trustCards({ jku: [keySet] })],
    ["that a policy allows", trustCards({ jku: ({ host }) => host === "agent.test" })],
  ] as const) {
    for (const [name, connectWith] of [
      ["every version", connect],
      ["1.0", connectNewest],
    ] as const) {
      test(`${what}, by the client of ${name}`, async () => {
        const { fetch } = open();
        const client = await connectWith(url, { fetch, verifyCard });
        expect(client.card).toMatchObject({ name: "Signed", signatures: expect.any(Array) });
        expect(await client.send("hi")).toMatchObject({ status: { state: "TASK_STATE_COMPLETED" } });
      });
    }
  }

  for (const versions of [["1.0"], ["0.3"]] as const) {
    test(`as an agent of ${versions} signs it`, async () => {
      const client = await connect(url, { fetch: open({ versions }).fetch, versions, verifyCard: trustCards({ keys: jwks }) });
      expect(client.interfaces[0].protocolVersion).toBe(versions[0]);
    });
  }

  test("as it was handed over", async () => {
    const card = await signCard(cardOf(), { key });
    const { card: taken } = await connect({ ...card, signatures: [...card.signatures] }, { verifyCard: trustCards({ keys: jwks }) });
    expect(taken).toEqual(card);
  });
});

describe("a card is refused", () => {
  const verifyCard = trustCards({ keys: jwks });

  for (const [what, change] of [
    [
      "whose interface is another's",
      (card) => ({ ...card, supportedInterfaces: [{ ...card.supportedInterfaces[0], url: "https://evil.test" }] }),
    ],
    ["whose name is another", (card) => ({ ...card, name: "Forged" })],
    ["without signatures", ({ signatures: _, ...card }) => card],
    ["whose list of signatures is empty", (card) => ({ ...card, signatures: [] })],
    ["with a thousand signatures", (card) => ({ ...card, signatures: Array.from({ length: 1000 }, () => card.signatures?.[0]) })],
  ] as const satisfies readonly (readonly [string, (card: AgentCard) => object])[]) {
    test(what, async () => {
      const peer = forging(open(), change);
      expect(await localErrorOf(connect(url, { fetch: peer.fetch, verifyCard }))).toMatchObject({ code: "BAD_SIGNATURE" });
      expect(pathsOf(peer)).toEqual(["/.well-known/agent-card.json"]);
    });
  }

  test("whose key is not trusted", async () => {
    const stranger = await keyOf("one");
    const error = await localErrorOf(connect(url, { fetch: open().fetch, verifyCard: trustCards({ keys: stranger.jwks }) }));
    expect(error).toMatchObject({
      code: "BAD_SIGNATURE",
      message: expect.stringContaining('signature 1: it is not made over this card with the key "one"'),
    });
  });

  test("whose key set a forger has put elsewhere", async () => {
    const forger = await keyOf("one");
    const peer = forging(open(), ({ signatures: _, ...card }) => card);
    const forged = await signCard(await (await peer.fetch(new Request(`${url}/.well-known/agent-card.json`))).json(), {
      ...{ key: forger.key, jku: "https://evil.test/jwks.json" },
    });
    const site = peerOf((request) => json(request.url.includes("evil") ? forger.jwks : forged));
    expect(await localErrorOf(connect(url, { fetch: site.fetch, verifyCard: trustCards({ jku: [keySet] }) }))).toMatchObject({
      code: "BAD_SIGNATURE",
    });
    expect(site.requests.filter((each) => each.url.includes("evil"))).toEqual([]);
  });
});

test("what nobody has signed is not relied on", async () => {
  const security = [{ stolen: [] }];
  const peer = forging(open({ versions: ["1.0"] }), (card) => ({ ...card, security, icon_url: "https://evil.test/icon.png", more: 1 }));
  const checkCard = vi.fn(lintCard);
  const plain = await connect(url, { fetch: peer.fetch });
  expect(plain.card).toMatchObject({ securityRequirements: expect.any(Array) });
  const { card } = await connect(url, { fetch: peer.fetch, checkCard, verifyCard: trustCards({ keys: jwks }) });
  for (const seen of [card, checkCard.mock.calls[0]?.[0]])
    for (const name of ["security", "securityRequirements", "icon_url", "iconUrl", "more"]) expect(seen).not.toHaveProperty(name);
});

describe("a card without signatures", () => {
  const verifyCard = trustCards({ keys: jwks, allowUnsigned: true });

  test("is that of an agent of 0.1, which cannot sign", async () => {
    const { fetch } = open({ versions: ["0.1"] });
    expect(await localErrorOf(connect(url, { fetch, verifyCard: trustCards({ keys: jwks }) }))).toMatchObject({ code: "BAD_SIGNATURE" });
    expect((await connect(url, { fetch, verifyCard })).interfaces[0].protocolVersion).toBe("0.1");
  });

  test("is taken where that is allowed", async () => {
    const { fetch } = forging(open(), ({ signatures: _, ...card }) => card);
    expect((await connect(url, { fetch, verifyCard })).card.name).toBe("Signed");
  });

  test("is no excuse for one that is signed wrongly", async () => {
    const { fetch } = forging(open(), (card) => ({ ...card, name: "Forged" }));
    expect(await localErrorOf(connect(url, { fetch, verifyCard }))).toMatchObject({ code: "BAD_SIGNATURE" });
  });
});

describe("keys are fetched", () => {
  test("with nothing of what the client sends to the agent", async () => {
    const peer = open();
    const headers = { "x-api-key": "secret", authorization: "Bearer t" };
    await connect(url, { fetch: peer.fetch, headers, verifyCard: trustCards({ jku: [keySet] }) });
    const asked = peer.requests.filter((each) => each.url === keySet);
    expect(asked.map((each) => Object.fromEntries(each.headers))).toEqual([{ accept: "application/json" }]);
  });

  test("from what a signature names only where allowUrl says so as well", async () => {
    const peer = open();
    const allowUrl = vi.fn((_: URL, purpose: string) => purpose !== "keys");
    const failing = connect(url, { fetch: peer.fetch, allowUrl, verifyCard: trustCards({ jku: () => true }) });
    expect(await localErrorOf(failing)).toMatchObject({
      code: "REFUSED_URL",
      message: expect.stringContaining("allowUrl refuses the agent's keys"),
    });
    expect(allowUrl.mock.calls.map(([each, purpose]) => [each.href, purpose])).toEqual([[keySet, "keys"]]);
    expect(pathsOf(peer)).toEqual(["/.well-known/agent-card.json"]);
  });

  for (const [what, code, answer] of [
    ["redirects", "BAD_RESPONSE", () => new Response(null, { status: 302, headers: { location: "/elsewhere" } })],
    ["is not there", "BAD_RESPONSE", () => Response.json(jwks, { status: 404 })],
    ["is very long", "BAD_RESPONSE", () => new Response(`{"keys":[],"x":"${"x".repeat(300_000)}"}`)],
    ["cannot be reached", "NETWORK", () => Promise.reject(new TypeError("fetch failed"))],
  ] as const) {
    for (const [how, options] of [
      ["named by the card", { jku: [keySet] }],
      ["named by the caller", { keys: keySet }],
    ] as const) {
      test(`and a key set ${how} that ${what} is told as such: ${code}`, async () => {
        const served = open();
        const peer = peerOf((request) => (request.url === keySet ? answer() : served.fetch(request)));
        expect(await localErrorOf(connect(url, { fetch: peer.fetch, verifyCard: trustCards(options) }))).toMatchObject({ code });
      });
    }
  }

  test("until the caller gives up", async () => {
    const controller = new AbortController();
    const served = open();
    const peer = peerOf((request) => {
      if (request.url !== keySet) return served.fetch(request);
      controller.abort(new Error("given up"));
      return new Promise(() => undefined);
    });
    const connecting = connect(url, { fetch: peer.fetch, signal: controller.signal, verifyCard: trustCards({ jku: [keySet] }) });
    await expect(connecting).rejects.toThrow("given up");
  });
});

describe("the extended card", () => {
  for (const [version, binding] of [
    ["1.0", "JSONRPC"],
    ["1.0", "HTTP+JSON"],
    ["0.3", "JSONRPC"],
    ["0.3", "HTTP+JSON"],
  ] as const) {
    const options = {
      versions: [version],
      bindings: [binding],
      headers: { authorization: "Bearer t" },
      verifyCard: trustCards({ keys: jwks }),
    };

    test(`is verified as well: ${version} over ${binding}`, async () => {
      const client = await connect(url, { ...options, fetch: open().fetch });
      expect(await client.getExtendedCard()).toMatchObject({ description: "For those who are known" });
    });

    test(`is refused where somebody has changed it: ${version} over ${binding}`, async () => {
      const served = open();
      const peer = peerOf(async (request) => {
        const response = await served.fetch(request);
        return /\.well-known/.test(request.url)
          ? response
          : new Response((await response.text()).replace("who are known", "who are not"), response);
      });
      const client = await connect(url, { ...options, fetch: peer.fetch });
      expect(await localErrorOf(client.getExtendedCard())).toMatchObject({ code: "BAD_SIGNATURE" });
    });
  }
});

for (const [what, options] of [
  ["nobody", {}],
  ["a key set over http", { keys: "http://agent.test/jwks.json" }],
  ["a key set with a password", { keys: "https://a:b@agent.test/jwks.json" }],
  ["a key set in a file", { keys: "file:///jwks.json" }],
  ["a key set of another scheme on this machine", { keys: "ftp://localhost/jwks.json" }],
  ["a key set somewhere", { keys: "jwks.json" }],
] as const) {
  test(`whoever trusts ${what} is told at once`, () => expect(() => trustCards(options)).toThrow(TypeError));
}

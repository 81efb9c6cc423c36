// JWTs that are taken, and all those that are not.

import type { Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Caller } from "@a2a/server";
import type { JwtBearerOptions } from "@a2a/server/jwt";
import { jwtBearer } from "@a2a/server/jwt";
import type { CryptoKey, JWK, JWTPayload } from "jose";
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { describe, expect, onTestFinished, test } from "vitest";
import { call, say } from "./rpc.js";
import { agentOf, listeningLogger, openFetch } from "./subjects.js";

const issuer = "https://id.example";
const audience = "https://agent.example";

interface Pair {
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

async function makePair(kid: string, alg = "ES256"): Promise<Pair> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg } };
}

const own = await makePair("own");
const other = await makePair("other");
const rsa = await makePair("rsa", "RS256");

const usual: JWTPayload = { iss: issuer, aud: audience, sub: "ann", exp: Math.floor(Date.now() / 1000) + 600 };

function sign(claims: JWTPayload, { privateKey, jwk }: Pair = own, header: object = {}): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: jwk.alg ?? "", ...(jwk.kid !== undefined && { kid: jwk.kid }), ...header })
    .sign(privateKey);
}

const taken: JwtBearerOptions = { issuer, audience, jwks: { keys: [own.jwk, rsa.jwk] } };

async function verify(token: string, options: Partial<JwtBearerOptions> = {}): Promise<Caller | undefined> {
  const verifier = jwtBearer({ ...taken, ...options });
  return verifier.kind === "bearer" ? verifier.verify(token) : expect.fail(verifier.kind);
}

const without = (name: string): JWTPayload => Object.fromEntries(Object.entries(usual).filter(([key]) => key !== name));
const secondsFromNow = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;

describe("a JWT is taken", () => {
  for (const [what, claims, caller] of [
    ["for the user that it is of", usual, { user: "ann" }],
    ["with its scopes", { ...usual, scope: "read write" }, { user: "ann", scopes: ["read", "write"] }],
    ["with the scopes of a list", { ...usual, scp: ["read", 5, ""] }, { user: "ann", scopes: ["read"] }],
    ["with the scopes of a text by another name", { ...usual, scp: "read" }, { user: "ann", scopes: ["read"] }],
    ["that is for others as well", { ...usual, aud: ["https://other.example", audience] }, { user: "ann" }],
    ["that was valid a moment ago", { ...usual, exp: secondsFromNow(-10) }, { user: "ann" }],
    ["that will be valid in a moment", { ...usual, nbf: secondsFromNow(10) }, { user: "ann" }],
  ] satisfies readonly (readonly [string, JWTPayload, Caller])[]) {
    test(what, async () => expect(await verify(await sign(claims))).toEqual(caller));
  }

  test("whichever key has signed it", async () => expect(await verify(await sign(usual, rsa))).toEqual({ user: "ann" }));

  test("for whom the author says that it is of", async () => {
    const callerFrom: JwtBearerOptions["callerFrom"] = ({ email, team }) => ({ user: String(email), claims: { team: String(team) } });
    const token = await sign({ ...usual, email: "ann@example", team: "blue" });
    expect(await verify(token, { callerFrom })).toEqual({ user: "ann@example", claims: { team: "blue" } });
    expect(await verify(token, { callerFrom: () => undefined })).toBeUndefined();
  });
});

describe("a JWT is nobody's", () => {
  const unsigned = new UnsecuredJWT(usual).encode();
  for (const [what, make] of [
    ["that is too old", () => sign({ ...usual, exp: secondsFromNow(-60) })],
    ["that is valid for ever", () => sign(without("exp"))],
    ["that is not valid yet", () => sign({ ...usual, nbf: secondsFromNow(60) })],
    ["of another issuer", () => sign({ ...usual, iss: "https://other.example" })],
    ["of no issuer", () => sign(without("iss"))],
    ["for others", () => sign({ ...usual, aud: ["https://other.example"] })],
    ["for nobody", () => sign(without("aud"))],
    ["of nobody", () => sign(without("sub"))],
    ["of a user without a name", () => sign({ ...usual, sub: "" })],
    ["that another key has signed", () => sign(usual, other)],
    ["that another key has signed in the name of this one", () => sign(usual, other, { kid: "own" })],
    ["that nobody has signed", () => unsigned],
    [
      "whose signature is that of another",
      async () => [...(await sign({ ...usual, sub: "ben" })).split(".").slice(0, 2), (await sign(usual)).split(".")[2]].join("."),
    ],
    ["that is signed with the public key as if it were a secret", () => signWithPublicKey()],
    ["that understands what nobody here does", () => sign(usual, own, { crit: ["exp2"], exp2: true }).catch(() => "not.a.jwt")],
    ["that is three words", () => "one.two.three"],
    ["that is one word", () => "token"],
    ["that brings its own key", () => sign(usual, other, { kid: "own", jwk: other.jwk })],
  ] as const) {
    test(what, async () => expect(await verify(await make())).toBeUndefined());
  }

  test("with an algorithm that the author does not take", async () => {
    expect(await verify(await sign(usual, rsa), { algorithms: ["ES256"] })).toBeUndefined();
    expect(await verify(await sign(usual), { algorithms: ["ES256"] })).toEqual({ user: "ann" });
  });

  test("a second beyond what clocks may be apart", async () => {
    const token = await sign({ ...usual, exp: secondsFromNow(-10) });
    expect(await verify(token, { clockToleranceSeconds: 0 })).toBeUndefined();
  });
});

async function signWithPublicKey(): Promise<string> {
  const secret = new TextEncoder().encode(JSON.stringify(own.jwk));
  return new SignJWT(usual).setProtectedHeader({ alg: "HS256", kid: "own" }).sign(secret);
}

describe("keys that are published", () => {
  /** Publishes keys, until the test is over; counts how often they are fetched. */
  async function publish(
    answer: () => readonly JWK[] | number | "never",
  ): Promise<{ readonly url: string; readonly count: () => number; readonly server: Server }> {
    let count = 0;
    const server = createServer((_request, response) => {
      count += 1;
      const keys = answer();
      if (keys === "never") return;
      if (typeof keys === "number") response.writeHead(keys, { location: "/elsewhere" }).end();
      else response.end(JSON.stringify({ keys }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    // safe: it listens on a port
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`, count: () => count, server };
  }

  const securitySchemes = { it: { openIdConnectSecurityScheme: { openIdConnectUrl: issuer } } };
  const card = { name: "Guarded", securitySchemes, securityRequirements: [{ schemes: { it: {} } }] };

  async function statusesOf(url: string, tokens: readonly string[]): Promise<{ readonly statuses: number[]; readonly told: string }> {
    const { logger, told } = listeningLogger();
    const security = { it: jwtBearer({ issuer, audience, jwksUrl: url }) };
    const served = await openFetch({ ...agentOf(async () => "hi"), card }, { security, logger, authenticateTimeoutMs: 200 });
    const statuses: number[] = [];
    for (const token of tokens) {
      const { status } = await call(served, "SendMessage", { message: say("hi") }, { headers: { authorization: `Bearer ${token}` } });
      statuses.push(status);
    }
    return { statuses, told: told.map(({ facts, message }) => `${message}: ${Object(facts).error?.message ?? ""}`).join("\n") };
  }

  test("are fetched once, whatever JWTs there are of keys that they are not", async () => {
    const { url, count } = await publish(() => [own.jwk]);
    const tokens = [await sign(usual), await sign({ ...usual, sub: "ben" }), await sign(usual, other), await sign(usual, other)];
    expect((await statusesOf(url, tokens)).statuses).toEqual([200, 200, 401, 401]);
    expect(count()).toBe(1);
  });

  for (const [what, answer] of [
    ["that cannot be had", () => 500],
    ["that are somewhere else", () => 302],
    ["that never come", () => "never"],
  ] satisfies readonly (readonly [string, () => number | "never"])[]) {
    test(`${what} are no fault of the caller's: 503, reported, and not asked for with every call`, async () => {
      const { url, count } = await publish(answer);
      const { statuses, told } = await statusesOf(url, [await sign(usual), await sign(usual), await sign(usual)]);
      expect(statuses).toEqual([503, 503, 503]);
      expect(count()).toBe(1);
      expect(told).toMatch(
        what === "that never come" ? "it took too long" : "a verifier failed: the keys that sign the tokens cannot be had",
      );
    });
  }
});

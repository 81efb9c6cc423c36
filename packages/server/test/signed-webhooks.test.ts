// What webhooks are told is signed: who says it, to whom, when and what, in a JWT that the agent's key set verifies.

import { createHash } from "node:crypto";
import type { Jwk } from "@a2a/core/signing";
import type { SigningOptions } from "@a2a/server";
import type { JWTPayload } from "jose";
import { createLocalJWKSet, exportJWK, generateKeyPair, jwtVerify } from "jose";
import { expect, test } from "vitest";
import { say, send } from "./rpc.js";
import { agentOf, countingIds } from "./subjects.js";
import type { Reaction, Told } from "./webhooks.js";
import { openPushing, openReceiver } from "./webhooks.js";

const agent = agentOf(async () => "done");
const now = (): Date => new Date("2026-01-31T12:00:00.500Z");

async function keyOf(kid: string, alg: "RS256" | "ES256"): Promise<Jwk> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg };
}

const jwtIn = /^Bearer (\S+\.\S+\.\S+)$/;

interface Outcome {
  readonly told: readonly Told[];
  readonly url: string;
  /** Of each call that has one. */
  readonly claims: readonly JWTPayload[];
}

/** Runs a task with a webhook, and reads what that is sent. */
async function tell(signing: SigningOptions, config: object = {}, react?: (told: Told, at: number) => Reaction): Promise<Outcome> {
  const receiver = await openReceiver(react);
  const served = await openPushing(agent, { signing, now, makeId: countingIds(), publicUrl: "https://agent.example" });
  await send(served, "SendMessage", {
    message: say("hi"),
    configuration: { taskPushNotificationConfig: { url: receiver.url, ...config } },
  });
  const keys = createLocalJWKSet(await (await served.fetch("/.well-known/jwks.json")).json());
  await served.close();
  expect(receiver.told.length).toBeGreaterThan(2);
  const tokens = receiver.told.flatMap(({ headers }) => jwtIn.exec(headers.authorization ?? "")?.[1] ?? []);
  const verified = await Promise.all(tokens.map((token) => jwtVerify(token, keys, { currentDate: now() })));
  return { told: receiver.told, url: receiver.url, claims: verified.map(({ payload }) => payload) };
}

for (const alg of ["ES256", "RS256"] as const) {
  test(`every call says who sends it, to whom, when and what: ${alg}`, async () => {
    const { told, url, claims } = await tell(
      { keys: [{ key: await keyOf("one", alg) }, { key: await keyOf("two", "RS256") }] },
      { token: "t" },
    );
    expect(claims).toHaveLength(told.length);
    for (const [at, { iss, aud, iat, exp, jti, request_body_sha256 }] of claims.entries()) {
      expect({ iss, aud, iat, exp }).toEqual({ iss: "https://agent.example", aud: url, iat: 1_769_860_800, exp: 1_769_861_100 });
      expect(jti).toBe(told[at]?.headers["webhook-id"]);
      expect(request_body_sha256).toBe(createHash("sha256").update(JSON.stringify(told[at]?.body)).digest("hex"));
    }
    expect(new Set(claims.map(({ jti }) => jti)).size).toBe(claims.length);
    expect(told.map(({ headers }) => headers["x-a2a-notification-token"])).toEqual(told.map(() => "t"));
  });
}

test("a call that is tried again is the same one", async () => {
  const { told, claims } = await tell({ keys: { key: await keyOf("one", "ES256") } }, {}, (_, at) => (at === 0 ? 503 : 200));
  expect(told[1]?.body).toEqual(told[0]?.body);
  expect(claims[1]?.jti).toBe(claims[0]?.jti);
});

for (const [what, config, header] of [
  ["what a client has configured goes before", { authentication: { scheme: "Bearer", credentials: "c" } }, "Bearer c"],
  ["a scheme without credentials leaves the header free", { authentication: { scheme: "Bearer" } }, expect.stringMatching(jwtIn)],
] as const) {
  test(what, async () => {
    const { told } = await tell({ keys: { key: await keyOf("one", "ES256") } }, config);
    expect(told.map(({ headers }) => headers.authorization)).toEqual(told.map(() => header));
  });
}

test("who and how long are options", async () => {
  const { claims } = await tell({ keys: { key: await keyOf("one", "ES256") }, webhooks: { issuer: "me", lifetimeSeconds: 10 } });
  expect(claims[0]).toMatchObject({ iss: "me", exp: 1_769_860_810 });
});

test("calls are not signed where that is switched off", async () => {
  const { told } = await tell({ keys: { key: await keyOf("one", "ES256") }, webhooks: false });
  expect(told.map(({ headers }) => headers.authorization)).toEqual(told.map(() => undefined));
});

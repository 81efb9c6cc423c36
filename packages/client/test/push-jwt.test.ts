import { createHash } from "node:crypto";
import type { JwtOptions } from "@a2a/client/push-receiver";
import type { CryptoKey, JWK } from "jose";
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { OpenReceiver } from "./receivers.js";
import { listen, openReceiver, statusOf } from "./receivers.js";

/** A key of the sender. */
interface SenderKey {
  readonly alg: string;
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

async function keyOf(alg: string, kid: string): Promise<SenderKey> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return { alg, kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: "sig" } };
}

let rsa: SenderKey;
let ec: SenderKey;
let stranger: SenderKey;

beforeAll(async () => {
  [rsa, ec, stranger] = await Promise.all([keyOf("RS256", "rsa"), keyOf("ES256", "ec"), keyOf("RS256", "rsa")]);
});

type Claims = Readonly<Record<string, unknown>>;

const working = statusOf("WORKING");
const body = JSON.stringify(working);
const now = (): number => Math.floor(Date.now() / 1000);
const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/** A JWT as the official samples make it, unless it says otherwise; an undefined claim is left out. */
function sign(claims: Claims = {}, { alg, kid, privateKey }: SenderKey = rsa): Promise<string> {
  const payload = { iat: now(), exp: now() + 300, request_body_sha256: hashOf(body), ...claims };
  return new SignJWT(JSON.parse(JSON.stringify(payload))).setProtectedHeader({ alg, kid }).sign(privateKey);
}

const bearer = async (token: string | Promise<string>): Promise<Record<string, string>> => ({ authorization: `Bearer ${await token}` });

function open(options: Partial<JwtOptions> = {}, more = {}): Promise<OpenReceiver> {
  return openReceiver({ jwt: { jwks: { keys: [rsa.jwk, ec.jwk] }, ...options }, ...more });
}

describe("a JWT is taken", () => {
  for (const [name, claims, options] of [
    ["that is as the samples make it", {}, {}],
    ["that says nothing of the body", { request_body_sha256: undefined }, {}],
    ["that never expires", { exp: undefined }, {}],
    ["whose hash is in capitals", { request_body_sha256: hashOf(body).toUpperCase() }, {}],
    ["of the issuer, for the audience", { iss: "agent", aud: ["other", "me"] }, { issuer: "agent", audience: "me" }],
    ["of one of several issuers", { iss: "b" }, { issuer: ["a", "b"] }],
    ["of a clock that is ahead a little", { iat: now() + 3 }, {}],
    ["that is older where it may be", { iat: now() - 600, exp: undefined }, { maxAgeSeconds: 900 }],
    ["that has the hash that it has to have", {}, { requireBodyHash: true }],
  ] satisfies [string, Claims, Partial<JwtOptions>][]) {
    test(name, async () => {
      const { post, pushes } = await open(options);
      expect(await post(body, await bearer(sign(claims)))).toMatchObject({ status: 200 });
      expect(pushes[0]?.claims).toMatchObject(JSON.parse(JSON.stringify(claims)));
    });
  }

  test("with an elliptic curve, after Bearer in any case", async () => {
    const { post } = await open();
    expect(await post(body, { authorization: `bearer ${await sign({}, ec)}` })).toMatchObject({ status: 200 });
  });

  test("whose hash is of the body without the spaces that it was sent with", async () => {
    const { post } = await open();
    expect(await post(JSON.stringify(working, null, 1), await bearer(sign()))).toMatchObject({ status: 200 });
  });

  test("together with the token, and not without", async () => {
    const { post } = await open({}, { token: "t" });
    expect(await post(body, await bearer(sign()))).toMatchObject({ status: 401 });
    expect(await post(body, { ...(await bearer(sign())), "x-a2a-notification-token": "t" })).toMatchObject({ status: 200 });
  });
});

describe("a call is refused", () => {
  const forged = async (): Promise<string> => {
    const [head, payload, signature] = (await sign()).split(".");
    const claims = { ...JSON.parse(Buffer.from(payload ?? "", "base64url").toString()), iss: "agent" };
    return [head, Buffer.from(JSON.stringify(claims)).toString("base64url"), signature].join(".");
  };
  const shared = async (): Promise<string> => {
    // What a receiver would verify that took the public key for a secret.
    const secret = new TextEncoder().encode(JSON.stringify(rsa.jwk));
    return new SignJWT({ request_body_sha256: hashOf(body) }).setProtectedHeader({ alg: "HS256", kid: "rsa" }).setIssuedAt().sign(secret);
  };
  const rows: readonly (readonly [string, () => Promise<string> | string, string, Partial<JwtOptions>?])[] = [
    ["with a JWT that was changed", forged, "not signed with the key"],
    ["with a key of somebody else's that has the name of the sender's", () => sign({}, stranger), "not signed with the key"],
    ["with a key that the sender does not publish", () => sign({}, { ...stranger, kid: "new" }), "not known"],
    ["with a JWT that has expired", () => sign({ exp: now() - 10 }), "too old"],
    ["with a JWT that is older than it may be, though it has not expired", () => sign({ iat: now() - 310 }), "too old"],
    ["with a JWT that does not say when it was made", () => sign({ iat: undefined }), "claim"],
    ["with a JWT that was made in the future", () => sign({ iat: now() + 60 }), "claim"],
    ["with a JWT that is not valid yet", () => sign({ nbf: now() + 60 }), "claim"],
    ["with a JWT of another issuer", () => sign({ iss: "other" }), "claim", { issuer: "agent" }],
    ["with a JWT of no issuer", () => sign(), "claim", { issuer: "agent" }],
    ["with a JWT for somebody else", () => sign({ aud: "you" }), "claim", { audience: "me" }],
    ["with a JWT for another body", () => sign({ request_body_sha256: hashOf("{}") }), "another body"],
    ["with a hash that is no text", () => sign({ request_body_sha256: 1 }), "no hash"],
    ["with a JWT that has no hash though it has to", () => sign({ request_body_sha256: undefined }), "no hash", { requireBodyHash: true }],
    ["with a JWT that nobody signed", () => new UnsecuredJWT({}).setIssuedAt().encode(), "algorithm"],
    ["with a JWT that is signed with a shared secret", shared, "algorithm"],
    ["with an algorithm that is not among those taken", () => sign(), "algorithm", { algorithms: ["ES256"] }],
    ["with something that is no JWT", () => "a.b.c", "is none"],
    ["with an opaque token", () => "opaque", "is none"],
    ["with an empty token", () => "", "there is no JWT"],
  ];
  for (const [name, token, words, options] of rows) {
    test(name, async () => {
      const { post, pushes } = await open(options);
      const answer = await post(body, await bearer(token()));
      expect(answer.status).toBe(401);
      expect(answer.detail).toContain(words);
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
      expect(pushes).toEqual([]);
    });
  }

  test("without an Authorization header, and with one of another scheme", async () => {
    const { post } = await open();
    expect(await post(body, {})).toMatchObject({ status: 401 });
    expect(await post(body, { authorization: `Basic ${await sign()}` })).toMatchObject({ status: 401 });
  });

  test("whose body was changed, also where only a member was added that is read again later", async () => {
    const { post } = await open();
    const { statusUpdate } = statusOf("COMPLETED") as { statusUpdate: object };
    for (const changed of [
      statusOf("COMPLETED"),
      `{"statusUpdate":${JSON.stringify(statusUpdate)},${body.slice(1, -1)},"statusUpdate":{}}`,
    ]) {
      expect(await post(changed, await bearer(sign()))).toMatchObject({ status: 401, detail: "the JWT is for another body" });
    }
  });
});

describe("a signed notification that comes again", () => {
  const chunk = { artifactUpdate: { taskId: "t", contextId: "c", artifact: { artifactId: "a", parts: [{ text: "ha" }] }, append: true } };
  const hash = hashOf(JSON.stringify(chunk));

  test("is not handed on, whatever id is put beside it", async () => {
    const { post, pushes } = await open();
    const headers = await bearer(sign({ request_body_sha256: hash }));
    await post(chunk, headers);
    await post(chunk, headers);
    await post(chunk, { ...headers, "webhook-id": "other" });
    expect(pushes).toHaveLength(1);
  });

  test("is known by the id of its JWT, and another one's is another", async () => {
    const { post, pushes } = await open();
    for (const jti of ["1", "2", "1"]) await post(chunk, await bearer(sign({ request_body_sha256: hash, jti }, ec)));
    expect(pushes).toHaveLength(2);
  });

  test("is known by the time of its status, where its sender signs it anew", async () => {
    const { post, pushes } = await open();
    for (const jti of ["1", "2"]) await post(body, await bearer(sign({ jti })));
    expect(pushes).toHaveLength(1);
  });

  test("is not taken for one by a JWT that its sender uses for all", async () => {
    const { post, pushes } = await open();
    const headers = await bearer(sign({ request_body_sha256: undefined, jti: "1" }));
    await post(chunk, headers);
    await post(chunk, headers);
    await post(working, headers);
    expect(pushes).toHaveLength(3);
  });

  test("is remembered for as long as its JWT is taken", async () => {
    const untils: number[] = [];
    const store = { has: () => false, add: (_: string, untilMs: number) => void untils.push(untilMs) };
    const { post } = await open({ maxAgeSeconds: 3600 }, { replay: { store, windowMs: 1000 } });
    const before = Date.now();
    await post(body, await bearer(sign()));
    expect(Math.min(...untils)).toBeGreaterThanOrEqual(before + 3_605_000);
  });
});

/** Serves keys on this machine, which the test may change. */
async function serveKeys(): Promise<{ readonly url: string; keys: unknown; status: number; asked: number; text: string | undefined }> {
  const served: { url: string; keys: unknown; status: number; asked: number; text: string | undefined } = {
    url: "",
    keys: [rsa.jwk],
    status: 200,
    asked: 0,
    text: undefined,
  };
  const origin = await listen((_, response) => {
    served.asked += 1;
    response.writeHead(served.status, { "content-type": "application/json", location: "/elsewhere" });
    response.end(served.text ?? JSON.stringify({ keys: served.keys }));
  });
  served.url = `${origin}/.well-known/jwks.json`;
  return served;
}

describe("keys that are fetched", () => {
  afterEach(() => void vi.useRealTimers());

  /** Stops the clock of everything but timers. */
  function stopClock(): (byMs: number) => void {
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    return (byMs) => void vi.setSystemTime(Date.now() + byMs);
  }

  test("are remembered", async () => {
    const served = await serveKeys();
    const { post } = await open({ jwks: served.url });
    expect(served.asked).toBe(0);
    for (let time = 0; time < 3; time++) expect(await post(body, await bearer(sign()))).toMatchObject({ status: 200 });
    expect(served.asked).toBe(1);
  });

  test("are fetched once more for a key that is not among them, at most twice a minute", async () => {
    const pass = stopClock();
    const served = await serveKeys();
    const { post } = await open({ jwks: new URL(served.url) });
    expect(await post(body, await bearer(sign()))).toMatchObject({ status: 200 });
    served.keys = [rsa.jwk, ec.jwk];
    pass(30_000);
    expect(await post(body, await bearer(sign({}, ec)))).toMatchObject({ status: 200 });
    expect(served.asked).toBe(2);
    for (let time = 0; time < 3; time++) {
      expect(await post(body, await bearer(sign({}, { ...stranger, kid: `new-${time}` })))).toMatchObject({ status: 401 });
    }
    expect(served.asked).toBe(2);
  });

  for (const [name, change, words] of [
    ["fail", { status: 500 }, "answered 500"],
    ["redirect", { status: 302 }, "redirects"],
    ["are no JSON", { text: "<html>" }, "not JSON"],
    ["are no keys", { text: "{}" }, "JSON Web Key Set"],
    ["are too long", { text: JSON.stringify({ keys: [], more: "x".repeat(300_000) }) }, "more than 262144 bytes"],
  ] as const) {
    test(`but ${name} are the receiver's trouble: the sender comes again`, async () => {
      const pass = stopClock();
      const served = Object.assign(await serveKeys(), change);
      const { post, reports, pushes } = await open({ jwks: served.url });
      const answer = await post(body, await bearer(sign()));
      expect(answer).toMatchObject({ status: 503, detail: "it cannot be taken now; send it again later" });
      expect(reports).toMatchObject([{ facts: { error: { message: expect.stringContaining(words) } } }]);
      expect(pushes).toEqual([]);
      Object.assign(served, { status: 200, text: undefined });
      pass(5_000);
      expect(await post(body, await bearer(sign()))).toMatchObject({ status: 200 });
    });
  }

  test("and cannot be had are not asked for again with every call", async () => {
    const served = Object.assign(await serveKeys(), { status: 500 });
    const { post } = await open({ jwks: served.url });
    for (let time = 0; time < 5; time++) expect(await post(body, await bearer(sign()))).toMatchObject({ status: 503 });
    expect(served.asked).toBe(1);
  });

  test("are not asked for what is no JWT, nor for an algorithm that is not taken", async () => {
    const served = await serveKeys();
    const { post } = await open({ jwks: served.url, algorithms: ["ES256"] });
    expect(await post(body, await bearer("opaque"))).toMatchObject({ status: 401 });
    expect(await post(body, await bearer(sign()))).toMatchObject({ status: 401 });
    expect(served.asked).toBe(0);
  });

  test("are fetched by what the program gives", async () => {
    const asked: string[] = [];
    const fetch = async (request: Request): Promise<Response> => {
      asked.push(request.url);
      return Response.json({ keys: [rsa.jwk] });
    };
    const { post } = await open({ jwks: "https://agent.example/.well-known/jwks.json", fetch });
    expect(await post(body, await bearer(sign()))).toMatchObject({ status: 200 });
    expect(asked).toEqual(["https://agent.example/.well-known/jwks.json"]);
  });
});

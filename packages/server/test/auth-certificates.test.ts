// Callers who are known by the certificate of their connection.

import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request } from "node:https";
import type { ClientCertificate, HandlerOptions } from "@a2a/server";
import { mutualTls } from "@a2a/server/auth";
import type { Listening } from "@a2a/server/node";
import { serve } from "@a2a/server/node";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { call, say } from "./rpc.js";
import { agentOf, echo, openFetch } from "./subjects.js";

// Made for these tests, of no use anywhere else: one that is its own authority, and one that nobody trusts.
const read = (name: string): Buffer => readFileSync(new URL(`./tls/test-only-${name}.pem`, import.meta.url));
const known = { cert: read("cert"), key: read("key") };
const stranger = { cert: read("stranger-cert"), key: read("stranger-key") };

const card = { name: "Guarded", securitySchemes: { cert: { mtlsSecurityScheme: {} } }, securityRequirements: [{ schemes: { cert: {} } }] };
const whoami = { ...agentOf(async ({ caller }) => caller.user ?? "nobody"), card };
const security = { cert: mutualTls(({ subject }) => (typeof subject.CN === "string" ? { user: subject.CN } : undefined)) };

async function open(options: HandlerOptions, requestCert = true): Promise<Listening> {
  const server = await serve(
    { definition: whoami },
    { ...options, port: 0, tls: { ...known, ...(requestCert && { ca: known.cert, requestCert }) } },
  );
  onTestFinished(() => server.close());
  return server;
}

async function ask(url: string, client: object, verb = "POST", path = "/"): Promise<{ readonly status: number; readonly text: string }> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params: { message: say("hi") } });
  const headers = { "content-type": "application/json", "a2a-version": "1.0" };
  const asking = request(url + path, { method: verb, headers, ca: known.cert, agent: false, ...client });
  asking.end(verb === "POST" ? body : undefined);
  const [response] = await once(asking, "response");
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) text += chunk;
  return { status: response.statusCode, text };
}

test("a caller with a certificate that is trusted is served, and the agent knows who it is", async () => {
  const { status, text } = await ask((await open({ security })).url, known);
  expect([status, JSON.parse(text).result.task.artifacts[0].parts[0].text]).toEqual([200, "localhost"]);
});

for (const [what, client, requestCert] of [
  ["no certificate", {}, true],
  ["a certificate that nobody trusts", stranger, true],
  ["a certificate that nobody has asked for", known, false],
] as const) {
  test(`a caller with ${what} is refused, and may read the card`, async () => {
    const { url } = await open({ security }, requestCert);
    const { status, text } = await ask(url, client);
    expect([status, text.includes("credentials")]).toEqual([401, true]);
    expect((await ask(url, client, "GET", "/.well-known/agent-card.json")).status).toBe(200);
  });
}

test("where connections have no certificates there is none, whatever a header says", async () => {
  const served = await openFetch(whoami, { security });
  const headers = { "x-client-cert": "CN=localhost", "x-forwarded-client-cert": "Subject=CN=localhost" };
  expect((await call(served, "SendMessage", { message: say("hi") }, { headers })).status).toBe(401);
});

test("an author who looks by itself sees the certificate as well: plain JSON", async () => {
  const seen = vi.fn((_: ClientCertificate | undefined) => undefined);
  const { url } = await open({
    authenticate({ clientCertificate }) {
      seen(clientCertificate());
      return {};
    },
  });
  await ask(url, known);
  await ask(url, stranger);
  const [[certificate], [none]] = seen.mock.calls as [[ClientCertificate], [undefined]]; // safe: two calls were made
  expect(none).toBeUndefined();
  expect(JSON.parse(JSON.stringify(certificate))).toEqual({
    subject: { CN: "localhost" },
    issuer: { CN: "localhost" },
    subjectAltName: "IP Address:127.0.0.1, DNS:localhost",
    serialNumber: expect.stringMatching(/^[\dA-F]+$/),
    fingerprint256: expect.stringMatching(/^(?:[\dA-F]{2}:){31}[\dA-F]{2}$/),
  });
});

describe("a server", () => {
  test("does not take the certificates of any authority in the world", async () => {
    await expect(serve({ definition: echo }, { port: 0, tls: { ...known, requestCert: true } })).rejects.toThrow(
      new TypeError("tls.requestCert needs tls.ca: who signs the certificates of clients"),
    );
  });
});

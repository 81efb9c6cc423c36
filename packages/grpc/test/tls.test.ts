import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { defineAgent } from "@a2a/server";
import { mutualTls } from "@a2a/server/auth";
import { credentials } from "@grpc/grpc-js";
import { expect, test } from "vitest";
import { open } from "./opened.js";
import { outsiderOf } from "./outsider.js";
import { facts10 } from "./published-facts.js";
import { rawClient } from "./raw-client.js";

// Made for the tests of the server: self-signed for 127.0.0.1, of no use anywhere else.
const folder = new URL("../../server/test/tls/", import.meta.url);
const cert = readFileSync(new URL("test-only-cert.pem", folder));
const key = readFileSync(new URL("test-only-key.pem", folder));

const agent = defineAgent({
  card: { name: "Echo" },
  async *run({ text }) {
    yield text;
  },
});
const hi = { message: { message_id: "m", role: "ROLE_USER", parts: [{ text: "hi" }] } };

for (const [name, tls] of [
  ["bytes", { cert, key }],
  ["text", { cert: cert.toString(), key: key.toString() }],
] as const) {
  test(`with a certificate and its key as ${name}, calls are encrypted`, async () => {
    const { grpc } = await open(agent.definition, {}, { tls });
    const trusting = rawClient(grpc.url, credentials.createSsl(cert));
    expect((await outsiderOf(facts10.package, grpc.url, trusting).ask("SendMessage", hi)).status.code).toBe(0);
    const plain = outsiderOf(facts10.package, grpc.url);
    expect((await plain.ask("SendMessage", hi)).status.code).toBe(14);
  });
}

test("clients can be made to have a certificate", async () => {
  const { grpc } = await open(agent.definition, {}, { tls: { cert, key, ca: cert, requireClientCertificate: true } });
  const known = rawClient(grpc.url, credentials.createSsl(cert, key, cert));
  expect((await outsiderOf(facts10.package, grpc.url, known).ask("SendMessage", hi)).status.code).toBe(0);
  const unknown = rawClient(grpc.url, credentials.createSsl(cert));
  expect((await outsiderOf(facts10.package, grpc.url, unknown).ask("SendMessage", hi)).status.code).toBe(14);
});

test("whom its certificate is for is known to the agent", async () => {
  const card = {
    name: "Guarded",
    securitySchemes: { cert: { mtlsSecurityScheme: {} } },
    securityRequirements: [{ schemes: { cert: {} } }],
  };
  const security = { cert: mutualTls(({ subject, subjectAltName }) => ({ user: `${subject.CN} (${subjectAltName})` })) };
  const whoami = defineAgent({ card, run: async ({ caller }) => caller.user ?? "nobody" });
  const { grpc } = await open(whoami.definition, { security }, { tls: { cert, key, ca: cert, requireClientCertificate: true } });
  const known = rawClient(grpc.url, credentials.createSsl(cert, key, cert));
  const { items } = await outsiderOf(facts10.package, grpc.url, known).ask("SendMessage", hi);
  expect(JSON.stringify(items)).toContain("localhost (IP Address:127.0.0.1, DNS:localhost)");
  const unasking = await open(whoami.definition, { security }, { tls: { cert, key } });
  const unasked = rawClient(unasking.grpc.url, credentials.createSsl(cert, key, cert));
  expect((await outsiderOf(facts10.package, unasking.grpc.url, unasked).ask("SendMessage", hi)).status.code).toBe(16);
});

for (const tls of [undefined, { cert, key }]) {
  test(`what is no HTTP/2 ends the connection and nothing else${tls ? ", with TLS" : ""}`, async () => {
    const { grpc } = await open(agent.definition, {}, tls ? { tls } : {});
    for (const text of [
      "GET / HTTP/1.1\r\nhost: x\r\n\r\n",
      "\u0000".repeat(100),
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff",
    ]) {
      const socket = connect(grpc.port, "127.0.0.1");
      const closed = new Promise((resolve) => socket.once("close", resolve));
      socket.on("error", () => undefined).resume();
      socket.end(Buffer.from(text, "latin1"));
      await closed;
    }
    const client = rawClient(grpc.url, tls ? credentials.createSsl(cert) : credentials.createInsecure());
    expect((await outsiderOf(facts10.package, grpc.url, client).ask("SendMessage", hi)).status.code).toBe(0);
  });
}

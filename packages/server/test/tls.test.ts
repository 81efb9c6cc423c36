import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request } from "node:https";
import { serve } from "@a2a/server/node";
import { expect, onTestFinished, test } from "vitest";
import { say } from "./rpc.js";
import { echo } from "./subjects.js";

// Made for these tests: self-signed for 127.0.0.1, of no use anywhere else.
const cert = readFileSync(new URL("./tls/test-only-cert.pem", import.meta.url));
const key = readFileSync(new URL("./tls/test-only-key.pem", import.meta.url));

async function exchange(url: string, init: { method: string; body?: string }): Promise<unknown> {
  const asked = request(url, { ca: cert, method: init.method, headers: { "content-type": "application/json", "a2a-version": "1.0" } });
  asked.end(init.body);
  const [response] = await once(asked, "response");
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) text += chunk;
  return JSON.parse(text);
}

function addressesOf(card: unknown): string[] {
  return Object(card).supportedInterfaces.map(({ url }: { url: string }) => url);
}

test("with a certificate and its key the agent is served over https, and its card says so", async () => {
  const server = await serve({ definition: echo }, { port: 0, tls: { cert, key } });
  onTestFinished(() => server.close());
  expect(server.url).toBe(`https://127.0.0.1:${server.port}`);
  const card = await exchange(`${server.url}/.well-known/agent-card.json`, { method: "GET" });
  expect(new Set(addressesOf(card))).toEqual(new Set([`${server.url}/`, server.url]));
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params: { message: say("hi") } });
  expect(await exchange(server.url, { method: "POST", body })).toMatchObject({
    result: { task: { status: { state: "TASK_STATE_COMPLETED" } } },
  });
});

test("publicUrl is what the card says, whatever the host that it is fetched from", async () => {
  const server = await serve({ definition: echo }, { port: 0, tls: { cert, key }, publicUrl: "https://agent.example/a2a" });
  onTestFinished(() => server.close());
  const card = await exchange(`${server.url}/.well-known/agent-card.json`, { method: "GET" });
  expect(new Set(addressesOf(card))).toEqual(new Set(["https://agent.example/a2a"]));
});

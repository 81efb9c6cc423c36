// Where an agent listens at every address of a machine, its card says one at which it can be called.

import type { AgentDefinition } from "@a2a/server";
import { expect, test } from "vitest";
import { open } from "./opened.js";
import { outsiderOf } from "./outsider.js";
import { facts10 } from "./published-facts.js";

const definition: AgentDefinition = { card: { name: "Everywhere" }, extendedCard: { description: "more" }, run: async () => "hi" };

async function urlsAt(host: string, port: number): Promise<string[]> {
  const response = await fetch(`http://${host}:${port}/.well-known/agent-card.json`, { headers: { "a2a-version": "1.0" } });
  const { supportedInterfaces }: { supportedInterfaces: { url: string; protocolBinding: string }[] } = await response.json();
  return supportedInterfaces.filter(({ protocolBinding }) => protocolBinding === "GRPC").map(({ url }) => url);
}

test("the card names the host that it was asked at", async () => {
  const { http, grpc } = await open(definition, {}, { host: "0.0.0.0", versions: ["1.0"] });
  expect(await urlsAt("127.0.0.1", http.port)).toEqual([`127.0.0.1:${grpc.port}`]);
  expect(await urlsAt("localhost", http.port)).toEqual([`localhost:${grpc.port}`]);
});

test("url and the host of publicUrl are named instead", async () => {
  const set = { host: "0.0.0.0", versions: ["1.0"] } as const;
  const publicUrl = "https://agent.example/a2a";
  const { http, grpc } = await open(definition, { publicUrl }, set);
  expect(await urlsAt("127.0.0.1", http.port)).toEqual([`agent.example:${grpc.port}`]);
  const named = await open(definition, { publicUrl }, { ...set, url: "grpc.example:443" });
  expect(await urlsAt("127.0.0.1", named.http.port)).toEqual(["grpc.example:443"]);
});

test("the card that gRPC gives names the host that gRPC was called at, also for HTTP", async () => {
  const options = { host: "0.0.0.0", authenticate: () => ({ user: "ann" }) };
  const { http, grpc } = await open(definition, options, { host: "0.0.0.0", versions: ["1.0"] });
  const { items } = await outsiderOf(facts10.package, `127.0.0.1:${grpc.port}`).ask("GetExtendedAgentCard", {});
  const card = Object(items[0]);
  const faces: { url: string; protocol_version: string }[] = card.supported_interfaces;
  expect(new Set(faces.map(({ url }) => url.replace(/\/$/, "")))).toEqual(
    new Set([`http://127.0.0.1:${http.port}`, `127.0.0.1:${grpc.port}`]),
  );
});

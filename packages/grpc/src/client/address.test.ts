import { ChannelCredentials } from "@grpc/grpc-js";
import { describe, expect, test } from "vitest";
import { parseAddress } from "./address.js";
import type { GrpcClientOptions } from "./options.js";
import { completeGrpcClientOptions } from "./options.js";

const insecure = ChannelCredentials.createInsecure();
const secure = ChannelCredentials.createSsl();

describe("an address is called", () => {
  const rows: readonly [address: string, options: GrpcClientOptions, url: string, target: string][] = [
    ["agent.example:4101", {}, "https://agent.example:4101", "dns:///agent.example:4101"],
    ["agent.example", {}, "https://agent.example", "dns:///agent.example:443"],
    ["agent.example:80", {}, "https://agent.example:80", "dns:///agent.example:80"],
    ["agent.example:443", { plaintext: true }, "http://agent.example:443", "dns:///agent.example:443"],
    ["agent.example", { plaintext: true }, "http://agent.example", "dns:///agent.example:80"],
    ["agent.example:1", { credentials: insecure }, "http://agent.example:1", "dns:///agent.example:1"],
    ["127.0.0.1:4101", {}, "http://127.0.0.1:4101", "dns:///127.0.0.1:4101"],
    ["localhost:4101", {}, "http://localhost:4101", "dns:///localhost:4101"],
    ["[::1]:4101", {}, "http://[::1]:4101", "dns:///[::1]:4101"],
    ["[2001:db8::1]:4101", {}, "https://[2001:db8::1]:4101", "dns:///[2001:db8::1]:4101"],
    ["localhost:4101", { tls: {} }, "https://localhost:4101", "dns:///localhost:4101"],
    ["localhost:4101", { credentials: secure }, "https://localhost:4101", "dns:///localhost:4101"],
    ["192.168.0.1:4101", {}, "https://192.168.0.1:4101", "dns:///192.168.0.1:4101"],
    ["unix:4101", {}, "https://unix:4101", "dns:///unix:4101"],
    ["http://agent.example:4101", {}, "http://agent.example:4101", "dns:///agent.example:4101"],
    ["http://agent.example:4101", { tls: {} }, "http://agent.example:4101", "dns:///agent.example:4101"],
    ["https://agent.example/a2a?x#y", {}, "https://agent.example", "dns:///agent.example:443"],
    ["https://127.0.0.1:4101", { plaintext: true }, "https://127.0.0.1:4101", "dns:///127.0.0.1:4101"],
    ["HTTPS://Agent.Example:4101", {}, "https://agent.example:4101", "dns:///agent.example:4101"],
    ["grpc://agent.example", {}, "http://agent.example", "dns:///agent.example:80"],
    ["grpcs://agent.example", {}, "https://agent.example", "dns:///agent.example:443"],
  ];
  for (const [address, options, url, target] of rows) {
    test(`at ${target} as ${url}: ${address} with ${Object.keys(options).join() || "no options"}`, () => {
      const parsed = parseAddress(address, completeGrpcClientOptions(options));
      expect(parsed).toEqual({ url, target, isEncrypted: url.startsWith("https") });
    });
  }
});

for (const address of [
  "",
  "unix:/tmp/socket",
  "/path",
  "host/path",
  "ftp://host:1",
  "user:key@host:1",
  "https://user@host",
  "host:port",
  "h\\x:1",
  "a b:1",
  "[::1",
]) {
  test(`no address is ${JSON.stringify(address)}`, () => {
    expect(parseAddress(address, completeGrpcClientOptions({}))).toBeUndefined();
  });
}

for (const options of [
  { credentials: secure, tls: {} },
  { credentials: secure, plaintext: true },
  { plaintext: true, tls: {} },
  { tls: { cert: "x" } },
  { keepaliveMs: 0 },
  { keepaliveMs: Number.NaN },
]) {
  test(`options that cannot be meant are a TypeError: ${Object.keys(options)}`, () => {
    expect(() => completeGrpcClientOptions(options)).toThrow(TypeError);
  });
}

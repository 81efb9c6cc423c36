import { describe, expect, test } from "vitest";
import { createNameBeside, createOriginOf } from "./named-host.js";

describe("gRPC is called", () => {
  const rows: readonly [listening: string, httpUrl: string, named: string][] = [
    ["127.0.0.1", "http://agent.example:4100/", "127.0.0.1:4101"],
    ["::1", "http://agent.example:4100/", "[::1]:4101"],
    ["fe80::1%eth0", "http://agent.example:4100/", "[fe80::1%eth0]:4101"],
    ["0.0.0.0", "http://127.0.0.1:4100/", "127.0.0.1:4101"],
    ["0.0.0.0", "https://agent.example/a2a", "agent.example:4101"],
    ["::", "http://localhost:4100/", "localhost:4101"],
    ["::0", "http://[::1]:4100/", "[::1]:4101"],
    ["0.0.0.0", "http://a b/", "0.0.0.0:4101"],
  ];
  for (const [listening, httpUrl, named] of rows) {
    test(`at ${named} where it listens at ${listening} and HTTP is called at ${httpUrl}`, () => {
      expect(createNameBeside(listening, 4101)(httpUrl)).toBe(named);
    });
  }
});

describe("HTTP is called", () => {
  const rows: readonly [listening: string | undefined, authority: string, origin: string][] = [
    [undefined, "agent.example:4101", "https://agent.example:4101"],
    [undefined, "", "https://localhost"],
    ["http://127.0.0.1:4100", "agent.example:4101", "http://127.0.0.1:4100"],
    ["http://0.0.0.0:4100", "agent.example:4101", "http://agent.example:4100"],
    ["http://[::]:4100", "[::1]:4101", "http://[::1]:4100"],
    ["http://0.0.0.0:4100", "a b", "http://0.0.0.0:4100"],
    ["http://0.0.0.0:4100", "", "http://0.0.0.0:4100"],
  ];
  for (const [listening, authority, origin] of rows) {
    test(`at ${origin} where it listens at ${listening ?? "nobody knows"} and gRPC is called at "${authority}"`, () => {
      expect(createOriginOf(listening, "https")(authority)).toBe(origin);
    });
  }
});

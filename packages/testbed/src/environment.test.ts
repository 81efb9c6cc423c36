import { expect, test } from "vitest";
import { readEnvironment } from "./environment.js";

const defaults = { port: 4100, host: "127.0.0.1", profile: "default", pushAllow: [], store: { kind: "memory" } };

test("everything has a default, and an empty variable is an unset one", () => {
  expect(readEnvironment({})).toEqual({ ok: true, settings: defaults });
  const empty = { PORT: "", HOST: "", PUBLIC_URL: "", GRPC_PORT: "", A2A_STORE: "", A2A_PUSH_ALLOW: "", A2A_VERSIONS: "", PROFILE: "" };
  expect(readEnvironment(empty)).toEqual({ ok: true, settings: defaults });
});

test("every variable that is served is read", () => {
  const environment = {
    PORT: "0",
    HOST: "::1",
    PUBLIC_URL: "https://a.example/x",
    GRPC_PORT: "4101",
    A2A_STORE: "sqlite:x.db",
    A2A_PUSH_ALLOW: "127.0.0.1, [::1],",
    A2A_VERSIONS: " 1.0, 1.1",
    PROFILE: "auth",
  };
  const settings = {
    port: 0,
    host: "::1",
    publicUrl: "https://a.example/x",
    grpcPort: 4101,
    profile: "auth",
    pushAllow: ["127.0.0.1", "[::1]"],
    store: { kind: "sqlite", file: "x.db" },
    versions: ["1.0", "1.1"],
  };
  expect(readEnvironment(environment)).toEqual({ ok: true, settings });
});

const served = "default, no-streaming, no-push, no-extended-card, extended-not-configured, required-extension, auth, tenants, signed-card";

for (const [environment, problem] of [
  [{ PORT: "http" }, "PORT must be a number from 0 to 65535, not http."],
  [{ PORT: "65536" }, "PORT must be a number from 0 to 65535, not 65536."],
  [{ PORT: "-1" }, "PORT must be a number from 0 to 65535, not -1."],
  [{ PORT: " " }, "PORT must be a number from 0 to 65535, not  ."],
  [{ PUBLIC_URL: "a.example" }, "PUBLIC_URL must be an http or https URL, not a.example."],
  [{ PUBLIC_URL: "ftp://a.example" }, "PUBLIC_URL must be an http or https URL, not ftp://a.example."],
  [{ GRPC_PORT: "yes" }, "GRPC_PORT must be a number from 0 to 65535, not yes."],
  [{ GRPC_PORT: "65536" }, "GRPC_PORT must be a number from 0 to 65535, not 65536."],
  [{ A2A_STORE: "mysql://ada:secret@127.0.0.1/x" }, "A2A_STORE must be memory, sqlite:FILE or postgres://…"],
  [{ A2A_PUSH_ALLOW: "127.0.0.1:80" }, "A2A_PUSH_ALLOW must be host names without ports, separated by commas, not 127.0.0.1:80."],
  [{ A2A_PUSH_ALLOW: "a b" }, "A2A_PUSH_ALLOW must be host names without ports, separated by commas, not a b."],
  [{ A2A_VERSIONS: "1.1,2.0" }, "A2A_VERSIONS must be of 1.0, 0.3, 0.1, 1.1, separated by commas, not 1.1,2.0."],
  [{ PROFILE: "signed" }, `PROFILE must be one of ${served}, the profiles served today, not signed.`],
  [{ PROFILE: "toString" }, `PROFILE must be one of ${served}, the profiles served today, not toString.`],
] as const) {
  test(`${JSON.stringify(environment)} is refused in one clear line`, () => {
    expect(readEnvironment(environment)).toEqual({ ok: false, problem });
  });
}

import type { SecurityScheme } from "@a2a/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { challengesOf } from "./challenge.js";

const http = (scheme: string): SecurityScheme => ({ httpAuthSecurityScheme: { scheme } });
const oauth2: SecurityScheme = { oauth2SecurityScheme: { flows: { clientCredentials: { tokenUrl: "https://id.example", scopes: {} } } } };
const openId: SecurityScheme = { openIdConnectSecurityScheme: { openIdConnectUrl: "https://id.example" } };
const key = (location: string, name: string): SecurityScheme => ({ apiKeySecurityScheme: { location, name } });

describe("a caller is challenged", () => {
  for (const [what, schemes, challenges] of [
    ["for Bearer by a card without schemes", [], 'Bearer realm="A"'],
    ["by the name of an http scheme", [http("DPoP")], 'DPoP realm="A"'],
    ["for Bearer however it is written", [http("bearer")], 'Bearer realm="A"'],
    ["for Basic with its character set", [http("BASIC")], 'Basic realm="A", charset="UTF-8"'],
    ["for Bearer by OAuth 2 and OpenID Connect, once", [oauth2, openId, http("Bearer")], 'Bearer realm="A"'],
    ["for an API key by its place", [key("header", "X-API-Key")], 'ApiKey realm="A", in="header", name="X-API-Key"'],
    [
      "for each of several API keys",
      [key("query", "a"), key("query", "b")],
      'ApiKey realm="A", in="query", name="a", ApiKey realm="A", in="query", name="b"',
    ],
    ["for a client certificate", [{ mtlsSecurityScheme: {} }], 'MutualTLS realm="A"'],
    ["by several schemes in the card's order", [http("basic"), openId], 'Basic realm="A", charset="UTF-8", Bearer realm="A"'],
    ["by the other schemes where one is no name of HTTP", [http("no token\r\nx: y"), http("basic")], 'Basic realm="A", charset="UTF-8"'],
    ["for Bearer where no scheme is a name of HTTP", [http("no token")], 'Bearer realm="A"'],
  ] as const) {
    test(what, () => {
      const securitySchemes = Object.fromEntries(schemes.map((scheme, at) => [`scheme-${at}`, scheme]));
      expect(challengesOf({ name: "A", securitySchemes })).toBe(challenges);
    });
  }

  const schemes = { token: http("bearer"), key: key("header", "X-Key"), login: http("basic"), idp: oauth2 };
  const asking = (...alternatives: readonly (readonly string[])[]): { schemes: { [name: string]: { list: string[] } } }[] =>
    alternatives.map((names) => ({
      schemes: Object.fromEntries(names.map((name) => [name, { list: name === "idp" ? ["read", "write"] : [] }])),
    }));
  for (const [what, securityRequirements, challenges] of [
    ["by the schemes that are required alone", asking(["login"]), 'Basic realm="A", charset="UTF-8"'],
    ["by all that go together", asking(["key", "token"]), 'ApiKey realm="A", in="header", name="X-Key", Bearer realm="A"'],
    ["with the scopes that its token needs", asking(["idp"], ["token"]), 'Bearer realm="A", scope="read write", Bearer realm="A"'],
    ["by what is required, where nothing is an alternative", asking(["login"], []), 'Basic realm="A", charset="UTF-8"'],
    [
      "for Bearer where what is required is unknown, with all that is known",
      asking(["other"]),
      challengesOf({ name: "A", securitySchemes: schemes }),
    ],
  ] as const) {
    test(what, () =>
      expect(challengesOf({ name: "A", securitySchemes: schemes, securityRequirements: [...securityRequirements] })).toBe(challenges),
    );
  }

  test("with what is wrong with its token, where that is for Bearer", () => {
    const card = { name: "A", securitySchemes: { token: schemes.token, login: schemes.login } };
    expect(challengesOf(card, { error: "invalid_token" })).toBe(
      'Bearer realm="A", error="invalid_token", Basic realm="A", charset="UTF-8"',
    );
  });

  test("in one line of printable ASCII that can be read back, whatever the card says", () => {
    const texts = fc.string({ unit: fc.constantFrom(...'"\\a ,=%é名\n\u0000\ud800\u{1f600}'), minLength: 1 });
    fc.assert(
      fc.property(texts, texts, texts, (name, scheme, place) => {
        const header = challengesOf({ name, securitySchemes: { a: http(scheme), b: key(place, name) } }, { error: "invalid_token" });
        expect(header).toMatch(/^[ -~]+$/);
        expect(new Headers({ "www-authenticate": header }).get("www-authenticate")).toBe(header);
        const bare = header.replaceAll(/"(?:[^"\\]|\\.)*"/g, "q");
        expect(bare).toMatch(/^(?:\S+ realm=q, (?:charset=q, )?)?ApiKey realm=q, in=q, name=q$/);
      }),
    );
  });
});

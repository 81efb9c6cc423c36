// A card that asks for credentials is served by those who look at them, or not at all.

import type { AgentCard } from "@a2a/core";
import type { AgentDefinition, HandlerOptions, Security } from "@a2a/server";
import { createA2AHandler, defineAgent } from "@a2a/server";
import { apiKey, basic, httpCredentials, mutualTls, opaqueBearer } from "@a2a/server/auth";
import { jwtBearer } from "@a2a/server/jwt";
import { describe, expect, test } from "vitest";
import { echo } from "./subjects.js";

const oauth = { flows: { clientCredentials: { tokenUrl: "https://id.example/token", scopes: {} } } };

const schemes: NonNullable<AgentCard["securitySchemes"]> = {
  token: { httpAuthSecurityScheme: { scheme: "Bearer" } },
  login: { httpAuthSecurityScheme: { scheme: "BASIC" } },
  proof: { httpAuthSecurityScheme: { scheme: "DPoP" } },
  key: { apiKeySecurityScheme: { location: "header", name: "X-Key" } },
  oauth: { oauth2SecurityScheme: oauth },
  openId: { openIdConnectSecurityScheme: { openIdConnectUrl: "https://id.example" } },
  cert: { mtlsSecurityScheme: {} },
};

const nobody = (): undefined => undefined;

const fitting: Security = {
  token: opaqueBearer(nobody),
  login: basic(nobody),
  proof: httpCredentials(nobody),
  key: apiKey(nobody),
  oauth: opaqueBearer(nobody),
  openId: jwtBearer({ issuer: "https://id.example", audience: "agent", jwks: { keys: [] } }),
  cert: mutualTls(nobody),
};

function secured(card: Partial<AgentCard>): AgentDefinition {
  return { ...echo, card: { name: "Guarded", ...card } };
}

function start(card: Partial<AgentCard>, options: HandlerOptions): () => unknown {
  return () => createA2AHandler({ definition: secured(card) }, options);
}

test("a card whose schemes all have a verifier that fits is served", () => {
  expect(start({ securitySchemes: schemes }, { security: fitting })).not.toThrow();
});

test("a card whose schemes an author looks at in another way is served", () => {
  expect(start({ securitySchemes: schemes }, { authenticate: () => ({}) })).not.toThrow();
});

describe("does not start:", () => {
  const { token, ...others } = fitting;
  const required = (...names: string[]): NonNullable<AgentCard["securityRequirements"]> => [
    { schemes: Object.fromEntries(names.map((name) => [name, {}])) },
  ];
  for (const [what, card, options, reason] of [
    [
      "a card with schemes that nobody looks at",
      { securitySchemes: schemes },
      {},
      "give `security` a verifier for each of its schemes, or `authenticate`",
    ],
    [
      "a card that requires what it has not, and nobody looks",
      { securityRequirements: required("token") },
      {},
      "the agent card asks for credentials",
    ],
    ["a scheme without a verifier", { securitySchemes: schemes }, { security: others }, "security.token is missing"],
    [
      "a verifier without a scheme",
      {},
      { security: { token: opaqueBearer(nobody) } },
      "security.token is for none of the card's schemes: none",
    ],
    [
      "a requirement of a scheme that the card has not",
      { securitySchemes: schemes, securityRequirements: required("token", "tokne") },
      { security: fitting },
      "the card requires tokne, which is none of its schemes: token, login, proof, key, oauth, openId, cert",
    ],
    [
      "a skill's requirement of one",
      {
        securitySchemes: schemes,
        skills: [{ id: "s", name: "S", description: "S", tags: [], securityRequirements: [{ schemes: { other: {} } }] }],
      },
      { security: fitting },
      "the card requires other",
    ],
    [
      "a requirement by a name that every object has",
      { securitySchemes: schemes, securityRequirements: required("constructor") },
      { security: fitting },
      "the card requires constructor",
    ],
    [
      "an API key in a place that requests have not",
      { securitySchemes: { ...schemes, key: { apiKeySecurityScheme: { location: "body", name: "key" } } } },
      { security: fitting },
      "the API key of the card's security scheme key has to be in a header, the query or a cookie",
    ],
    [
      "both ways at once",
      { securitySchemes: schemes },
      { security: fitting, authenticate: () => ({}) },
      "security and authenticate exclude each other",
    ],
    // safe: what JavaScript lets through
    ["a card that asks in the words of 0.3", { security: [{ token: [] }] } as Partial<AgentCard>, {}, "write `securityRequirements`"],
  ] as const satisfies readonly (readonly [string, Partial<AgentCard>, HandlerOptions, string])[]) {
    test(what, () => {
      expect(start(card, options)).toThrow(TypeError);
      expect(start(card, options)).toThrow(reason);
    });
  }

  for (const [name, wrong] of [
    ["token", basic(nobody)],
    ["login", opaqueBearer(nobody)],
    ["proof", opaqueBearer(nobody)],
    ["key", httpCredentials(nobody)],
    ["oauth", apiKey(nobody)],
    ["openId", mutualTls(nobody)],
    ["cert", basic(nobody)],
  ] as const) {
    test(`a verifier for ${wrong.kind} as that of the scheme ${name}`, () => {
      expect(start({ securitySchemes: schemes }, { security: { ...fitting, [name]: wrong } })).toThrow(
        `security.${name} is for ${wrong.kind}`,
      );
    });
  }
});

describe("an agent whose card asks for credentials", () => {
  test("is defined, and has no handler without those who look at them", () => {
    const agent = defineAgent(secured({ securitySchemes: schemes }));
    expect(() => agent.fetch).toThrow(
      new TypeError("the agent card asks for credentials: serve it by createA2AHandler(agent, { security }).fetch"),
    );
    expect(createA2AHandler(agent, { security: fitting }).fetch).toBeTypeOf("function");
  });

  test("is told at once that its card is not valid", () => {
    // safe: what JavaScript lets through
    const wrong = { securitySchemes: schemes, version: 5 } as unknown as Partial<AgentCard>;
    expect(() => defineAgent(secured(wrong))).toThrow("/version must be");
  });
});

describe("a verifier is not made of", () => {
  const jwt = { issuer: "https://id.example", audience: "agent", jwksUrl: "https://id.example/keys" };
  for (const [what, make, reason] of [
    ["an empty token", () => opaqueBearer({ ann: "" }), 'a secret that is not empty: "ann"'],
    ["an empty password", () => basic({ ann: "" }), 'a password that is not empty: "ann"'],
    ["a user without a name", () => apiKey({ "": "k" }), "a user has a name"],
    ["a name that no password can be sent with", () => basic({ "a:b": "p" }), "a name without a colon"],
    ["a key of two users", () => apiKey({ ann: "k", ben: "k" }), "two users have the same secret"],
    ["JWTs of anybody", () => jwtBearer({ ...jwt, issuer: "" }), "issuer must say"],
    ["JWTs for anybody", () => jwtBearer({ ...jwt, audience: [] }), "audience must say"],
    ["JWTs for nobody", () => jwtBearer({ ...jwt, audience: "" }), "audience must say"],
    // safe: what JavaScript lets through
    [
      "keys that are no list",
      () => jwtBearer({ issuer: "i", audience: "a", jwks: {} as { keys: object[] } }),
      "jwks must be a JSON Web Key Set",
    ],
    ["keys in two places", () => jwtBearer({ ...jwt, jwks: { keys: [] } }), "jwksUrl or jwks, one of them"],
    ["keys in no place", () => jwtBearer({ issuer: "i", audience: "a" }), "jwksUrl or jwks, one of them"],
    [
      "keys that anybody on the way can change",
      () => jwtBearer({ ...jwt, jwksUrl: "http://id.example/keys" }),
      "jwksUrl must be an https URL",
    ],
    ["a key that both sides have", () => jwtBearer({ ...jwt, algorithms: ["RS256", "HS256"] }), "HS256"],
    ["no signature", () => jwtBearer({ ...jwt, algorithms: ["none"] }), "none"],
    ["a clock that goes backwards", () => jwtBearer({ ...jwt, clockToleranceSeconds: -1 }), "clockToleranceSeconds must be 0 or above"],
  ] as const) {
    test(what, () => {
      expect(make).toThrow(TypeError);
      expect(make).toThrow(reason);
    });
  }

  test("passwords, and says none of them in its error", () => {
    expect(() => apiKey({ ann: "top secret", ben: "top secret" })).toThrow(/^(?!.*top secret)/);
  });
});

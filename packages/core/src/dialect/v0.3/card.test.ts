import { describe, expect, test } from "vitest";
import type * as Wire from "../../generated/v0.3/types.js";
import type { AgentCard, SecurityScheme } from "../../generated/v1.0/types.js";
import { decodeAgentCard, encodeCard, encodeExtendedCard } from "./card.js";
import { factsV03 } from "./facts.js";

const url = "https://agent.example/a2a";
const tokenUrl = "https://login.example/token";
const spoken = { url, protocolBinding: "JSONRPC", protocolVersion: "0.3" };
const lists = { defaultInputModes: ["text/plain"], defaultOutputModes: ["text/plain"], skills: [] };
const own: AgentCard = { name: "A", description: "B", version: "1", capabilities: {}, supportedInterfaces: [spoken], ...lists };
const wire: Wire.AgentCard = {
  protocolVersion: "0.3.0",
  name: "A",
  description: "B",
  version: "1",
  capabilities: {},
  url,
  preferredTransport: "JSONRPC",
  ...lists,
};

test("the least card says the same in both", () => {
  expect(encodeCard(own)).toStrictEqual(wire);
  expect(decodeAgentCard(wire)).toStrictEqual(own);
});

describe("interfaces", () => {
  const rest = { url: `${url}/rest`, protocolBinding: "HTTP+JSON", protocolVersion: "0.3.0" };
  const newer = { ...spoken, protocolVersion: "1.0" };

  test("those of other versions, with a tenant, and doubles are left out; the first left is the main one", () => {
    const supportedInterfaces = [
      newer,
      { ...spoken, url: tokenUrl, tenant: "x" },
      rest,
      { ...rest, protocolVersion: "0.2" },
      spoken,
      { ...spoken, protocolVersion: "0.2" },
    ];
    expect(encodeCard({ ...own, supportedInterfaces })).toMatchObject({
      protocolVersion: "0.3.0",
      url: rest.url,
      preferredTransport: "HTTP+JSON",
      additionalInterfaces: [
        { url: rest.url, transport: "HTTP+JSON" },
        { url, transport: "JSONRPC" },
      ],
    });
  });

  test("an agent that speaks only newer versions has no card", () => {
    for (const supportedInterfaces of [[newer], [{ ...spoken, protocolVersion: "latest" }], [{ ...spoken, protocolVersion: "0.1" }]]) {
      expect(encodeCard({ ...own, supportedInterfaces })).toBeUndefined();
      expect(() => encodeExtendedCard({ ...own, supportedInterfaces })).toThrow(
        expect.objectContaining({ code: "ExtendedCardNotConfiguredError" }),
      );
    }
  });

  test("the main one comes first, each once, all of the card's version", () => {
    const additionalInterfaces = [
      { url, transport: "JSONRPC" },
      { url, transport: "GRPC" },
    ];
    expect(decodeAgentCard({ ...wire, protocolVersion: "0.2.5", additionalInterfaces }).supportedInterfaces).toStrictEqual([
      { url, protocolBinding: "JSONRPC", protocolVersion: "0.2" },
      { url, protocolBinding: "GRPC", protocolVersion: "0.2" },
    ]);
  });

  test("a card without a transport speaks JSON-RPC", () => {
    const { preferredTransport: _, ...rest } = wire;
    expect(decodeAgentCard(rest).supportedInterfaces).toStrictEqual([spoken]);
  });
});

describe("capabilities", () => {
  test("the extended card stands elsewhere in 0.3", () => {
    const encoded = encodeCard({ ...own, capabilities: { extendedAgentCard: true, streaming: false } });
    expect(encoded).toMatchObject({ capabilities: { streaming: false }, supportsAuthenticatedExtendedCard: true });
    expect(encoded && decodeAgentCard(encoded).capabilities).toStrictEqual({ streaming: false, extendedAgentCard: true });
  });

  test("the other name of it is read too", () => {
    const card = { ...wire, supportsExtendedAgentCard: true };
    expect(decodeAgentCard(card).capabilities).toStrictEqual({ extendedAgentCard: true });
  });

  test("an extension without a URI is left out", () => {
    const extensions = [{ description: "nameless" }, { uri: "https://x", params: { a: 1 } }];
    expect(encodeCard({ ...own, capabilities: { extensions } })?.capabilities).toStrictEqual({ extensions: [extensions[1]] });
  });
});

test("a signature is read, and not written for a representation that it was not made for", () => {
  const signatures = [{ protected: "p", signature: "s", header: { kid: "k" } }];
  expect(decodeAgentCard({ ...wire, signatures }).signatures).toStrictEqual(signatures);
  expect(encodeCard({ ...own, signatures })).not.toHaveProperty("signatures");
});

test("the token text is a media type, of the agent and of its skills", () => {
  const skill = { id: "s", name: "S", description: "", tags: [], inputModes: ["text"], outputModes: ["text", "image/png"] };
  expect(decodeAgentCard({ ...wire, defaultInputModes: ["text"], defaultOutputModes: ["text"], skills: [skill] })).toMatchObject({
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [{ inputModes: ["text/plain"], outputModes: ["text/plain", "image/png"] }],
  });
});

describe("security schemes", () => {
  const flow = { tokenUrl, scopes: { a: "A" } };
  const both: readonly (readonly [Wire.SecurityScheme, SecurityScheme])[] = [
    [
      { type: "apiKey", description: "d", in: "query", name: "key" },
      { apiKeySecurityScheme: { description: "d", location: "query", name: "key" } },
    ],
    [{ type: "http", scheme: "bearer", bearerFormat: "JWT" }, { httpAuthSecurityScheme: { scheme: "bearer", bearerFormat: "JWT" } }],
    [
      { type: "oauth2", flows: { clientCredentials: flow }, oauth2MetadataUrl: url },
      { oauth2SecurityScheme: { flows: { clientCredentials: flow }, oauth2MetadataUrl: url } },
    ],
    [
      { type: "oauth2", flows: { authorizationCode: { ...flow, authorizationUrl: url, refreshUrl: url } } },
      { oauth2SecurityScheme: { flows: { authorizationCode: { ...flow, authorizationUrl: url, refreshUrl: url } } } },
    ],
    [
      { type: "oauth2", flows: { implicit: { authorizationUrl: url, scopes: {} } } },
      { oauth2SecurityScheme: { flows: { implicit: { authorizationUrl: url, scopes: {} } } } },
    ],
    [{ type: "oauth2", flows: { password: flow } }, { oauth2SecurityScheme: { flows: { password: flow } } }],
    [{ type: "openIdConnect", openIdConnectUrl: url }, { openIdConnectSecurityScheme: { openIdConnectUrl: url } }],
    [{ type: "mutualTLS" }, { mtlsSecurityScheme: {} }],
  ];
  for (const [one, other] of both) {
    test(`${JSON.stringify(one)} says the same in both`, () => {
      expect(encodeCard({ ...own, securitySchemes: { s: other } })?.securitySchemes).toStrictEqual({ s: one });
      expect(decodeAgentCard({ ...wire, securitySchemes: { s: one } }).securitySchemes).toStrictEqual({ s: other });
    });
  }

  test("several flows become several schemes, any one of which will do, for the agent and for its skills", () => {
    const securitySchemes: Wire.SecuritySchemes = {
      login: { type: "oauth2", flows: { authorizationCode: { ...flow, authorizationUrl: url }, clientCredentials: flow } },
      key: { type: "apiKey", in: "header", name: "k" },
    };
    const skills = [{ id: "s", name: "S", description: "", tags: [], security: [{ login: ["b"] }] }];
    const card = decodeAgentCard({ ...wire, securitySchemes, security: [{ login: ["a"], key: [] }, { key: [] }], skills });
    expect(Object.keys(card.securitySchemes ?? {})).toEqual(["login", "login#clientCredentials", "key"]);
    expect(card.securityRequirements).toStrictEqual([
      { schemes: { login: { list: ["a"] }, key: { list: [] } } },
      { schemes: { "login#clientCredentials": { list: ["a"] }, key: { list: [] } } },
      { schemes: { key: { list: [] } } },
    ]);
    expect(card.skills[0]?.securityRequirements).toStrictEqual([
      { schemes: { login: { list: ["b"] } } },
      { schemes: { "login#clientCredentials": { list: ["b"] } } },
    ]);
  });

  test("a card that asks for many schemes of many flows together does not grow without end", () => {
    const flows = { authorizationCode: { ...flow, authorizationUrl: url }, clientCredentials: flow, password: flow };
    const names = Array.from({ length: 40 }, (_, at) => `s${at}`);
    const securitySchemes = Object.fromEntries(names.map((name) => [name, { type: "oauth2" as const, flows }]));
    const requirement = Object.fromEntries(names.map((name) => [name, []]));
    const { securityRequirements = [] } = decodeAgentCard({ ...wire, securitySchemes, security: [requirement, requirement] });
    expect(securityRequirements.length).toBeLessThan(20);
    for (const { schemes = {} } of securityRequirements) expect(Object.keys(schemes)).toHaveLength(40);
  });

  test("a flow that 0.3 does not know goes, and the scheme that is asked for stays", () => {
    const scheme = { oauth2SecurityScheme: { flows: { deviceCode: { ...flow, deviceAuthorizationUrl: url } } } };
    const encoded = encodeCard({ ...own, securitySchemes: { s: scheme }, securityRequirements: [{ schemes: { s: {} } }] });
    expect(encoded).toMatchObject({ securitySchemes: { s: { type: "oauth2", flows: {} } }, security: [{ s: [] }] });
    expect(encoded && decodeAgentCard(encoded).securitySchemes).toStrictEqual({ s: { httpAuthSecurityScheme: { scheme: "Bearer" } } });
  });

  for (const [location, place] of [
    ["Cookie", "cookie"],
    ["constructor", "header"],
  ] as const) {
    test(`a key in ${location} is one in ${place}`, () => {
      const encoded = encodeCard({ ...own, securitySchemes: { s: { apiKeySecurityScheme: { location, name: "k" } } } });
      expect(encoded?.securitySchemes).toMatchObject({ s: { in: place } });
    });
  }

  test("a scheme called __proto__ is a scheme like any other", () => {
    const securitySchemes = JSON.parse('{"__proto__":{"type":"mutualTLS"}}');
    const card = decodeAgentCard({ ...wire, securitySchemes, security: [JSON.parse('{"__proto__":[]}'), { constructor: [] }] });
    expect(JSON.stringify(card.securitySchemes)).toBe('{"__proto__":{"mtlsSecurityScheme":{}}}');
    expect(JSON.stringify(card.securityRequirements)).toBe(
      '[{"schemes":{"__proto__":{"list":[]}}},{"schemes":{"constructor":{"list":[]}}}]',
    );
  });
});

describe("whose card it is", () => {
  for (const [what, card, isOwn] of [
    ["one of 0.3", wire, true],
    ["one of 0.2.0, which has no version but schemes", { name: "A", securitySchemes: {} }, true],
    ["one of 0.1", { name: "A", url, authentication: { schemes: [] }, skills: [] }, false],
    ["one of 0.1 with nulls", { name: "A", url, securitySchemes: null, protocolVersion: null }, false],
    ["an empty one", {}, false],
  ] as const) {
    test(`${what} is ${isOwn ? "" : "not "}its own`, () => {
      expect(factsV03.isOwnCard(card)).toBe(isOwn);
    });
  }
});

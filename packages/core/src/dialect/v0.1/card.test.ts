import { describe, expect, test } from "vitest";
import type { AgentCard, AgentInterface, SecurityRequirement, SecurityScheme, SecuritySchemes } from "../../generated/v1.0/types.js";
import { isAgentCard } from "../../generated/v1.0/validators.js";
import { createDialectV01 } from "./index.js";

const dialect = createDialectV01();
const own: AgentInterface = { url: "https://example.com/v0.1", protocolBinding: "JSONRPC", protocolVersion: "0.1" };
const card: AgentCard = {
  name: "Ledger",
  description: "",
  supportedInterfaces: [own],
  version: "2",
  capabilities: { streaming: true, pushNotifications: false },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: [],
  skills: [{ id: "find", name: "Find", description: "", tags: [] }],
};
const wire = {
  name: "Ledger",
  url: own.url,
  version: "2",
  capabilities: { streaming: true, pushNotifications: false },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: [],
  skills: [{ id: "find", name: "Find" }],
};

describe("a card that is written", () => {
  test("leaves out what later versions require and this agent does not say", () => {
    expect(dialect.encodeCard(card)).toStrictEqual(wire);
    expect(dialect.decodeCard(wire)).toStrictEqual({ ok: true, value: card });
  });

  for (const [name, supportedInterfaces, url] of [
    [
      "the first that speaks the version",
      [
        { ...own, url: "a", protocolVersion: "1.0" },
        { ...own, url: "b" },
        { ...own, url: "c" },
      ],
      "b",
    ],
    ["one with a patch number", [{ ...own, protocolVersion: "0.1.0" }], own.url],
    ["none of another binding", [{ ...own, protocolBinding: "GRPC" }], undefined],
    ["none of another version", [{ ...own, protocolVersion: "0.10" }], undefined],
  ] as const) {
    test(`has the address of an interface: ${name}`, () => {
      expect(dialect.encodeCard({ ...card, supportedInterfaces: [...supportedInterfaces] })).toEqual(
        url === undefined ? undefined : { ...wire, url },
      );
    });
  }

  test("does not mention what only later versions know", () => {
    const later = {
      ...card,
      capabilities: { ...card.capabilities, extendedAgentCard: true, extensions: [{ uri: "x" }] },
      signatures: [{ protected: "p", signature: "s" }],
      iconUrl: "https://example.com/icon.png",
      skills: card.skills.map((skill) => ({ ...skill, securityRequirements: [] })),
    };
    expect(dialect.encodeCard(later)).toStrictEqual(wire);
  });
});

describe("a card that is read", () => {
  test("without modes takes plain text, and the token text is one", () => {
    const { defaultInputModes: _, ...modest } = wire;
    const read = dialect.decodeCard({
      ...modest,
      defaultOutputModes: ["text", "image/png"],
      skills: [{ id: "a", name: "A", inputModes: ["text"] }],
    });
    expect(read).toMatchObject({
      value: {
        defaultInputModes: ["text/plain"],
        defaultOutputModes: ["text/plain", "image/png"],
        skills: [{ inputModes: ["text/plain"] }],
      },
    });
  });

  test("that is not one is refused", () => {
    expect(dialect.decodeCard({ ...wire, url: "" })).toMatchObject({ ok: false, problem: { pointer: "/url" } });
    expect(dialect.decodeCard(null)).toMatchObject({ ok: false, problem: { pointer: "" } });
  });

  test("is every one that no later version claims", () => {
    expect(dialect.isOwnCard({})).toBe(true);
  });
});

const flow = { tokenUrl: "https://example.com/token", scopes: { read: "Read" } };
const code = { authorizationUrl: "https://example.com/authorize", ...flow };

const schemes: readonly (readonly [name: string, credentials: string | undefined, SecurityScheme])[] = [
  ["Bearer", undefined, { httpAuthSecurityScheme: { scheme: "Bearer" } }],
  ["Basic", undefined, { httpAuthSecurityScheme: { scheme: "Basic" } }],
  ["jwt", undefined, { httpAuthSecurityScheme: { scheme: "jwt" } }],
  ["ApiKey", '{"in":"query","name":"key"}', { apiKeySecurityScheme: { location: "query", name: "key" } }],
  ["OAuth2", JSON.stringify(flow), { oauth2SecurityScheme: { flows: { clientCredentials: flow } } }],
  ["OAuth2", JSON.stringify(code), { oauth2SecurityScheme: { flows: { authorizationCode: code } } }],
  [
    "OpenIdConnect",
    '{"openIdConnectUrl":"https://example.com"}',
    { openIdConnectSecurityScheme: { openIdConnectUrl: "https://example.com" } },
  ],
  ["MutualTLS", undefined, { mtlsSecurityScheme: {} }],
];

describe("how callers authenticate", () => {
  for (const [name, credentials, scheme] of schemes) {
    test(`${name} ${credentials ?? ""} is ${Object.keys(scheme)}, there and back`, () => {
      const authentication = { schemes: [name], ...(credentials !== undefined && { credentials }) };
      const security = { securitySchemes: { [name]: scheme }, securityRequirements: [{ schemes: { [name]: { list: [] } } }] };
      expect(dialect.decodeCard({ ...wire, authentication })).toEqual({ ok: true, value: { ...card, ...security } });
      expect(dialect.encodeCard({ ...card, ...security })).toEqual({ ...wire, authentication });
    });
  }

  const rows: readonly (readonly [string, readonly string[], string | undefined, SecuritySchemes | undefined])[] = [
    [
      "an API key of which nothing else is known is a header",
      ["apikey"],
      undefined,
      { apikey: { apiKeySecurityScheme: { location: "header", name: "X-API-Key" } } },
    ],
    ["OAuth without flows is a token", ["oauth2"], "ask us", { oauth2: { httpAuthSecurityScheme: { scheme: "Bearer" } } }],
    [
      "several are alternatives, doubles and empty names none",
      ["Bearer", "", "Bearer"],
      undefined,
      { Bearer: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
    ],
    ["a name that objects have is a name", ["constructor"], "[]", { constructor: { httpAuthSecurityScheme: { scheme: "constructor" } } }],
    ["no name asks for nothing", [], undefined, undefined],
  ];
  for (const [name, schemes, credentials, expected] of rows) {
    test(name, () => {
      const read = dialect.decodeCard({ ...wire, authentication: { schemes, ...(credentials && { credentials }) } });
      if (!read.ok) throw new Error(JSON.stringify(read.problem));
      expect(isAgentCard(read.value)).toBe(true);
      expect(read.value.securitySchemes).toEqual(expected);
      const asked = expected === undefined ? undefined : Object.keys(expected).map((each) => ({ schemes: { [each]: { list: [] } } }));
      expect(read.value.securityRequirements).toEqual(asked);
    });
  }

  test("a __proto__ among the schemes is one of them", () => {
    const read = dialect.decodeCard({ ...wire, authentication: { schemes: ["__proto__"] } });
    expect(JSON.stringify(read)).toContain('"securitySchemes":{"__proto__":{"httpAuthSecurityScheme":{"scheme":"__proto__"}}}');
  });

  test("only the schemes that are asked for are named, each once, and only those that there are", () => {
    const securitySchemes = {
      a: { httpAuthSecurityScheme: { scheme: "Bearer" } },
      b: { httpAuthSecurityScheme: { scheme: "Bearer" } },
      c: { mtlsSecurityScheme: {} },
    };
    const securityRequirements: SecurityRequirement[] = [{ schemes: { b: {}, missing: {} } }, { schemes: { a: {} } }, {}];
    expect(dialect.encodeCard({ ...card, securitySchemes, securityRequirements })).toEqual({
      ...wire,
      authentication: { schemes: ["Bearer"] },
    });
    expect(dialect.encodeCard({ ...card, securitySchemes })).toEqual({ ...wire, authentication: { schemes: ["Bearer", "MutualTLS"] } });
  });

  test("of two flows of OAuth the first is told, whole", () => {
    const securitySchemes = {
      a: { oauth2SecurityScheme: { flows: { clientCredentials: flow } } },
      b: { oauth2SecurityScheme: { flows: { authorizationCode: { ...code, tokenUrl: "https://example.com/other" } } } },
    };
    const authentication = { schemes: ["OAuth2"], credentials: JSON.stringify(flow) };
    expect(dialect.encodeCard({ ...card, securitySchemes })).toEqual({ ...wire, authentication });
  });
});

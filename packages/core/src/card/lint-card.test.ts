import { readdirSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyJson, arbitraryOf } from "../../test/arbitrary.js";
import { canonicals, readJson, schemaDirectory } from "../../test/canonical.js";
import { toBase64 } from "../builders/base64.js";
import { dialects } from "../dialect/dialects.js";
import type { CardRuleName } from "./card-finding.js";
import { contentRules } from "./content-rules.js";
import { extensionRules } from "./extension-rules.js";
import { interfaceRules } from "./interface-rules.js";
import { lintCard } from "./lint-card.js";
import { securityRules } from "./security-rules.js";
import { signatureRules } from "./signature-rules.js";

type Members = Readonly<Record<string, unknown>>;
type Row = readonly [rule: CardRuleName, what: string, pointer: string, changed: Members, more?: readonly CardRuleName[]];

const url = "https://agent.example/a2a";
const skill = { id: "add", name: "Add", description: "Adds numbers.", tags: ["numbers"] };
const texts = {
  name: "Adder",
  description: "Adds.",
  version: "1.2.3",
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
};
const speaks = { url, protocolBinding: "JSONRPC", protocolVersion: "1.0" };
const old = { url, protocolBinding: "JSONRPC", protocolVersion: "0.1" };
const code = { authorizationUrl: "https://id.example/authorize", tokenUrl: "https://id.example/token", scopes: { add: "May add." } };
const protectedHeader = { alg: "ES256", kid: "key-1", typ: "JOSE" };

const cardV10: Members = {
  ...texts,
  supportedInterfaces: [speaks],
  provider: { organization: "Example", url: "https://example.com" },
  documentationUrl: "https://example.com/docs",
  iconUrl: "https://example.com/icon.png",
  capabilities: {
    streaming: true,
    pushNotifications: true,
    extendedAgentCard: true,
    extensions: [{ uri: "urn:example:x", required: true }],
  },
  securitySchemes: {
    web: { oauth2SecurityScheme: { flows: { authorizationCode: code } } },
    key: { apiKeySecurityScheme: { location: "header", name: "X-API-Key" } },
    token: { httpAuthSecurityScheme: { scheme: "Bearer" } },
  },
  securityRequirements: [{ schemes: { web: { list: ["add"] } } }, { schemes: { key: { list: [] } } }],
  skills: [{ ...skill, inputModes: ["text/csv; header=present", "image/*"], securityRequirements: [{ schemes: { token: { list: [] } } }] }],
  signatures: [{ protected: base64Url(protectedHeader), signature: "c2lnbmF0dXJl" }],
};

const cardV03: Members = {
  ...texts,
  protocolVersion: "0.3.0",
  url,
  preferredTransport: "JSONRPC",
  additionalInterfaces: [
    { url, transport: "JSONRPC" },
    { url: "https://agent.example/grpc", transport: "GRPC" },
  ],
  capabilities: { streaming: true, extensions: [{ uri: "urn:example:x", required: true }] },
  supportsAuthenticatedExtendedCard: true,
  securitySchemes: {
    web: {
      type: "oauth2",
      flows: { authorizationCode: code, clientCredentials: { tokenUrl: "https://id.example/token", scopes: { admin: "All." } } },
    },
    token: { type: "http", scheme: "bearer" },
  },
  security: [{ token: [] }, { web: ["add", "admin"] }],
  skills: [{ ...skill, security: [{ web: ["admin"] }] }],
  signatures: [{ protected: base64Url({ alg: "ES256" }), signature: "c2lnbmF0dXJl" }],
};

const cardV01: Members = {
  name: "Adder",
  url,
  version: "1.2.3",
  capabilities: {},
  authentication: { schemes: ["Bearer", "OAuth2"], credentials: JSON.stringify({ tokenUrl: "https://id.example/token", scopes: {} }) },
  skills: [{ id: "add", name: "Add" }],
};

const two = (changed: Members): Members => ({ supportedInterfaces: [speaks, { ...speaks, ...changed }] });
const ofSkill = (changed: Members): Members => ({ skills: [{ ...skill, ...changed }] });
const signed = (changed: Members): Members => ({ signatures: [{ protected: base64Url(protectedHeader), signature: "c2ln", ...changed }] });
const oauth = (flows: Members, more: Members = {}): Members => ({
  securityRequirements: [],
  securitySchemes: { "a/b": { oauth2SecurityScheme: { flows, ...more } } },
  skills: [skill],
});

const rowsV10: readonly Row[] = [
  ["invalid", "no interface", "/supportedInterfaces", { supportedInterfaces: [] }],
  ["invalid", "a skill with an empty id", "/skills/0/id", ofSkill({ id: "" })],
  ["interface-url", "a relative URL", "/supportedInterfaces/1/url", two({ url: "/a2a" })],
  ["interface-url", "a host and a port", "/supportedInterfaces/1/url", two({ url: "agent.example:443", protocolBinding: "GRPC" })],
  ["interface-url", "no URL for a binding of its own", "/supportedInterfaces/1/url", two({ url: "agent", protocolBinding: "urn:binding" })],
  ["interface-https", "http beyond this machine", "/supportedInterfaces/1/url", two({ url: "http://127.0.0.1.example/" })],
  ["interface-version", "a version that is none", "/supportedInterfaces/1/protocolVersion", two({ protocolVersion: "latest" })],
  ["interface-version-unknown", "a version to come", "/supportedInterfaces/1/protocolVersion", two({ protocolVersion: "9.0" })],
  ["interface-binding-unknown", "a binding that is none", "/supportedInterfaces/1/protocolBinding", two({ protocolBinding: "jsonrpc" })],
  ["interface-duplicate", "an interface twice", "/supportedInterfaces/1", two({ protocolVersion: "1.0.1", tenant: "" })],
  ["interface-tenant", "a tenant for callers of 0.3", "/supportedInterfaces/1/tenant", two({ protocolVersion: "0.3", tenant: "a" })],
  [
    "interface-none-known",
    "only a binding of its own",
    "/supportedInterfaces",
    { supportedInterfaces: [{ ...speaks, url: "wss://a.example", protocolBinding: "urn:binding" }] },
  ],
  [
    "security-scheme-unknown",
    "a scheme that is not there",
    "/securityRequirements/0/schemes/a~1b",
    { securityRequirements: [{ schemes: { "a/b": { list: [] } } }] },
  ],
  [
    "security-scheme-unknown",
    "a scheme that every object has",
    "/securityRequirements/0/schemes/toString",
    { securityRequirements: [{ schemes: { toString: { list: [] } } }] },
  ],
  [
    "security-scheme-unknown",
    "a skill's scheme that is not there",
    "/skills/0/securityRequirements/0/schemes/no",
    ofSkill({ securityRequirements: [{ schemes: { no: {} } }] }),
  ],
  [
    "security-scope-unknown",
    "a scope that is not there",
    "/securityRequirements/0/schemes/web/list/1",
    { securityRequirements: [{ schemes: { web: { list: ["add", "toString"] } } }] },
  ],
  [
    "http-scheme",
    "a scheme that breaks the header",
    "/securitySchemes/token/httpAuthSecurityScheme/scheme",
    { securitySchemes: { token: { httpAuthSecurityScheme: { scheme: "Bearer token" } } }, securityRequirements: [] },
  ],
  [
    "api-key-location",
    "an API key in the body",
    "/securitySchemes/token/apiKeySecurityScheme/location",
    { securitySchemes: { token: { apiKeySecurityScheme: { location: "body", name: "key" } } }, securityRequirements: [] },
  ],
  ["oauth-flow-deprecated", "the implicit flow", "/securitySchemes/a~1b/oauth2SecurityScheme/flows/implicit", oauth({ implicit: {} })],
  ["oauth-flow-deprecated", "the password flow", "/securitySchemes/a~1b/oauth2SecurityScheme/flows/password", oauth({ password: {} })],
  [
    "oauth-url",
    "a token URL without TLS",
    "/securitySchemes/a~1b/oauth2SecurityScheme/flows/clientCredentials/tokenUrl",
    oauth({ clientCredentials: { tokenUrl: "http://id.example", scopes: {} } }),
  ],
  [
    "oauth-url",
    "a relative authorization URL",
    "/securitySchemes/a~1b/oauth2SecurityScheme/flows/authorizationCode/authorizationUrl",
    oauth({ authorizationCode: { ...code, authorizationUrl: "/authorize" } }),
  ],
  [
    "oauth-url",
    "a device URL without TLS",
    "/securitySchemes/a~1b/oauth2SecurityScheme/flows/deviceCode/deviceAuthorizationUrl",
    oauth({ deviceCode: { ...code, deviceAuthorizationUrl: "http://id.example" } }),
  ],
  [
    "oauth-url",
    "a refresh URL without TLS",
    "/securitySchemes/a~1b/oauth2SecurityScheme/flows/authorizationCode/refreshUrl",
    oauth({ authorizationCode: { ...code, refreshUrl: "ftp://id.example" } }),
  ],
  [
    "oauth-url",
    "a metadata URL without TLS",
    "/securitySchemes/a~1b/oauth2SecurityScheme/oauth2MetadataUrl",
    oauth({ authorizationCode: code }, { oauth2MetadataUrl: "http://id.example" }),
  ],
  [
    "oauth-url",
    "an OpenID Connect URL without TLS",
    "/securitySchemes/id/openIdConnectSecurityScheme/openIdConnectUrl",
    {
      securitySchemes: { id: { openIdConnectSecurityScheme: { openIdConnectUrl: "http://id.example" } } },
      securityRequirements: [],
      skills: [skill],
    },
  ],
  [
    "extended-card-open",
    "an extended card for nobody",
    "/capabilities/extendedAgentCard",
    { securitySchemes: {}, securityRequirements: [], skills: [skill] },
  ],
  [
    "extension-uri",
    "an extension without a URI",
    "/capabilities/extensions/1/uri",
    { capabilities: { extensions: [{ uri: "urn:a" }, { description: "nameless" }] } },
  ],
  [
    "extension-uri",
    "an extension with a word for a URI",
    "/capabilities/extensions/0/uri",
    { capabilities: { extensions: [{ uri: "traces" }] } },
  ],
  [
    "extension-duplicate",
    "an extension twice",
    "/capabilities/extensions/2/uri",
    { capabilities: { extensions: [{ uri: "urn:a" }, { uri: "urn:b" }, { uri: "urn:a" }] } },
  ],
  [
    "extension-out-of-reach",
    "a required extension for callers of 0.1",
    "/capabilities/extensions/0/required",
    { supportedInterfaces: [speaks, old] },
  ],
  ["name-missing", "an empty name", "/name", { name: "" }],
  ["description-missing", "a blank description", "/description", { description: " \n" }],
  ["version-not-semantic", "a version of two numbers", "/version", { version: "1.0" }],
  ["provider-url", "a provider's URL that is a host", "/provider/url", { provider: { organization: "Example", url: "example.com" } }],
  ["link-url", "documentation that is a path", "/documentationUrl", { documentationUrl: "/docs" }],
  ["link-url", "an icon that is a script", "/iconUrl", { iconUrl: "javascript:alert(1)" }],
  ["media-type", "a mode that is a word", "/defaultInputModes/1", { defaultInputModes: ["text/plain", "file"] }],
  ["media-type", "an output mode that is a file name", "/defaultOutputModes/0", { defaultOutputModes: ["a.png"] }],
  ["media-type", "a skill's mode that is a word", "/skills/0/outputModes/0", ofSkill({ outputModes: ["file"] })],
  ["skills-missing", "no skill", "/skills", { skills: [] }],
  ["skill-id-blank", "a blank id", "/skills/0/id", ofSkill({ id: " " })],
  ["skill-id-duplicate", "an id twice", "/skills/2/id", { skills: [skill, { ...skill, id: "other" }, skill] }],
  ["skill-name-missing", "a skill without a name", "/skills/0/name", ofSkill({ name: "" })],
  ["skill-description-missing", "a skill without a description", "/skills/0/description", ofSkill({ description: "" })],
  ["skill-tags-missing", "a skill without tags", "/skills/0/tags", ofSkill({ tags: [] })],
  [
    "signature-header",
    "a header in standard base64",
    "/signatures/0/protected",
    signed({ protected: `${base64Url({ ...protectedHeader, x: "" })}==` }),
  ],
  ["signature-header", "a header that is cut", "/signatures/0/protected", signed({ protected: "abcde" })],
  ["signature-value", "a signature that is cut", "/signatures/0/signature", signed({ signature: "abcde" })],
  ["signature-header", "a header that is no JSON", "/signatures/0/protected", signed({ protected: "abcd" })],
  ["signature-header", "a header that is a list", "/signatures/0/protected", signed({ protected: base64Url([protectedHeader]) })],
  ["signature-header", "a header without an algorithm", "/signatures/0/protected", signed({ protected: base64Url({ kid: "key-1" }) })],
  [
    "signature-header",
    "a header that signs nothing",
    "/signatures/0/protected",
    signed({ protected: base64Url({ ...protectedHeader, alg: "None" }) }),
  ],
  ["signature-key-id", "a header without a key", "/signatures/0/protected", signed({ protected: base64Url({ alg: "ES256" }) })],
  ["signature-value", "a signature in standard base64", "/signatures/0/signature", signed({ signature: "a+b/" })],
];

const main: Members = { additionalInterfaces: [] };
// In 0.3 the version is that of all interfaces.
const noneKnown: readonly CardRuleName[] = ["interface-none-known"];
const rowsV03: readonly Row[] = [
  ["invalid", "no URL", "/url", { url: undefined }],
  ["interface-url", "a relative URL", "/url", { ...main, url: "/a2a" }],
  [
    "interface-https",
    "http at another interface",
    "/additionalInterfaces/1/url",
    {
      additionalInterfaces: [
        { url, transport: "JSONRPC" },
        { url: "http://b.example", transport: "GRPC" },
      ],
    },
  ],
  ["interface-version", "a version that is none", "/protocolVersion", { ...main, protocolVersion: "v0.3" }, noneKnown],
  ["interface-version-unknown", "a version to come", "/protocolVersion", { protocolVersion: "0.4.0" }, noneKnown],
  [
    "interface-binding-unknown",
    "a transport that is none",
    "/additionalInterfaces/0/transport",
    { additionalInterfaces: [{ url: "https://b.example", transport: "REST" }] },
  ],
  ["interface-none-known", "only a transport of its own", "/url", { ...main, preferredTransport: "urn:binding" }],
  ["preferred-transport-missing", "no transport", "/preferredTransport", { preferredTransport: undefined }],
  ["security-scheme-unknown", "a scheme that is not there", "/security/1/no", { security: [{ token: [] }, { no: [] }] }],
  ["security-scope-unknown", "a scope that no flow has", "/security/1/web/1", { security: [{ token: [] }, { web: ["add", "fly"] }] }],
  [
    "security-scope-unknown",
    "a scope that only the second requirement asks for",
    "/security/1/web/1",
    { security: [{ web: ["add"] }, { web: ["add", "fly"] }] },
  ],
  ["security-scope-unknown", "a skill's scope that no flow has", "/skills/0/security/0/web/0", ofSkill({ security: [{ web: ["fly"] }] })],
  ["security-scheme-unknown", "a scheme that is not there, asked for twice", "/security/0/no", { security: [{ no: [] }, { no: [] }] }],
  ["security-scheme-unknown", "a skill's scheme that is not there", "/skills/0/security/0/no", ofSkill({ security: [{ no: [] }] })],
  [
    "http-scheme",
    "a scheme that breaks the header",
    "/securitySchemes/token/scheme",
    { securitySchemes: { token: { type: "http", scheme: "Bearer\r\n" } }, security: [], skills: [skill] },
  ],
  [
    "oauth-flow-deprecated",
    "the second flow",
    "/securitySchemes/a~1b/flows/password",
    {
      securitySchemes: {
        "a/b": { type: "oauth2", flows: { authorizationCode: code, password: { tokenUrl: "https://id.example", scopes: {} } } },
      },
      security: [],
      skills: [skill],
    },
  ],
  [
    "oauth-url",
    "a token URL without TLS",
    "/securitySchemes/web/flows/clientCredentials/tokenUrl",
    {
      securitySchemes: { web: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "http://id.example", scopes: {} } } } },
      security: [],
      skills: [skill],
    },
  ],
  [
    "extended-card-open",
    "an extended card for nobody",
    "/supportsAuthenticatedExtendedCard",
    { securitySchemes: undefined, security: undefined, skills: [skill] },
  ],
  [
    "extension-uri",
    "an extension with a word for a URI",
    "/capabilities/extensions/0/uri",
    { capabilities: { extensions: [{ uri: "traces" }] } },
  ],
  ["description-missing", "no description", "/description", { description: undefined }],
  ["skill-tags-missing", "a skill without tags", "/skills/0/tags", { skills: [{ ...skill, tags: undefined }] }],
  [
    "signature-header",
    "a header without an algorithm",
    "/signatures/0/protected",
    { signatures: [{ protected: base64Url({ kid: "a" }), signature: "c2ln" }] },
  ],
];

const rowsV01: readonly Row[] = [
  ["invalid", "no skills", "/skills", { skills: undefined }],
  ["interface-url", "a relative URL", "/url", { url: "agent" }],
  ["interface-https", "http beyond this machine", "/url", { url: "http://agent.example" }],
  ["version-not-semantic", "a date for a version", "/version", { version: "2025-05-01" }],
  ["http-scheme", "a scheme that breaks the header", "/authentication/schemes/1", { authentication: { schemes: ["Bearer", "a b"] } }],
  ["http-scheme", "the only scheme, as a text", "/authentication/schemes", { authentication: { schemes: "a b" } }],
  [
    "oauth-url",
    "a token URL without TLS",
    "/authentication/credentials",
    { authentication: { schemes: ["OAuth2"], credentials: '{"tokenUrl":"http://id.example"}' } },
  ],
  ["media-type", "a mode that is a word", "/defaultInputModes/1", { defaultInputModes: ["text", "file"] }],
  ["skills-missing", "no skill", "/skills", { skills: [] }],
  [
    "skill-id-duplicate",
    "an id twice",
    "/skills/1/id",
    {
      skills: [
        { id: "a", name: "A" },
        { id: "a", name: "B" },
      ],
    },
  ],
];

const tables = { "1.0": [cardV10, rowsV10], "0.3": [cardV03, rowsV03], "0.1": [cardV01, rowsV01] } as const;

for (const [version, [clean, rows]] of Object.entries(tables)) {
  describe(`a card of ${version}`, () => {
    test("that is right in everything has no finding", () => {
      expect(lintCard(clean)).toEqual({ version, findings: [] });
    });

    for (const [rule, what, pointer, changed, more = []] of rows) {
      test(`with ${what} has the finding ${[rule, ...more].join(" and ")} and no other`, () => {
        const { version: said, findings } = lintCard(JSON.parse(JSON.stringify({ ...clean, ...changed })));
        expect([said, findings.map((each) => each.rule), findings[0]?.pointer]).toEqual([version, [rule, ...more], pointer]);
        expect(findings[0]?.clause.startsWith(`${version}, section `)).toBe(true);
      });
    }
  });
}

test("every rule is shown by a card that breaks it", () => {
  const rules = [...interfaceRules, ...securityRules, ...extensionRules, ...contentRules, ...signatureRules];
  const shown = [...rowsV10, ...rowsV03].map(([rule]) => rule);
  expect(rules.map(({ rule }) => rule).filter((rule) => !shown.includes(rule))).toEqual([]);
  expect(new Set(rules.map(({ rule }) => rule)).size).toBe(rules.length);
});

test("JSON that is nested without end is refused, or not looked into, where it may stand", () => {
  const deep: unknown = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
  for (const card of [deep, { ...cardV10, skills: deep }, { ...cardV03, capabilities: deep }, { ...cardV01, authentication: deep }]) {
    expect(lintCard(card).findings.map(({ rule }) => rule)).toEqual(["invalid"]);
  }
  expect(lintCard({ ...cardV10, capabilities: { extensions: [{ uri: "urn:x", params: { deep } }] } }).findings).toEqual([]);
});

test("a hostile card is read in a time that grows with its length, not with its square", () => {
  const many = Array.from({ length: 20_000 }, (_, at) => `a${at}`);
  for (const card of [
    { ...cardV10, supportedInterfaces: many.map((each) => ({ url: each, protocolBinding: each, protocolVersion: each })) },
    { ...cardV10, securityRequirements: many.map((each) => ({ schemes: { [each]: {} } })), skills: many.map(() => skill) },
    { ...cardV10, securityRequirements: many.map((each) => ({ schemes: { web: { list: [each] } } })) },
    { ...cardV03, security: many.map((each) => ({ [each]: [] })) },
    { ...cardV03, security: many.map((each) => ({ web: [each] })) },
    { ...cardV03, additionalInterfaces: many.map((each) => ({ url: each, transport: each })) },
    { ...cardV01, authentication: { schemes: many.map((each) => `${each} b`) } },
  ]) {
    expect(lintCard(card).findings.length).toBeGreaterThanOrEqual(many.length);
  }
  // With the square it is minutes.
}, 60_000);

test("an error is what callers fail on, a warning is what works", () => {
  const severities = (changed: Members): string[] => lintCard({ ...cardV10, ...changed }).findings.map(({ severity }) => severity);
  expect([severities({ supportedInterfaces: [] }), severities(two({ url: "/" })), severities({ version: "1" })]).toEqual([
    ["error"],
    ["error"],
    ["warning"],
  ]);
});

for (const host of [
  "http://localhost:4100",
  "http://127.0.0.1/",
  "http://127.9.9.9:1",
  "http://[::1]:4100/a2a",
  "http://agent.localhost",
]) {
  test(`${host} stays on this machine, and needs no TLS`, () => {
    expect(lintCard({ ...cardV10, ...two({ url: host }) }).findings).toEqual([]);
  });
}

for (const version of ["0.0.0", "1.2.3-rc.1+build.05", "10.20.30"]) {
  test(`${version} is a version`, () => {
    expect(lintCard({ ...cardV10, version }).findings).toEqual([]);
  });
}

for (const version of ["", "v1.0.0", "1.0.0.0", "01.0.0", "1.0.0-01", "1.0.0-", "1.0.0-a..b"]) {
  test(`${JSON.stringify(version)} is not a version`, () => {
    expect(lintCard({ ...cardV10, version }).findings.map(({ rule }) => rule)).toEqual(["version-not-semantic"]);
  });
}

test("a card of 0.2 is one of 0.3, and need not name its transport", () => {
  const { preferredTransport: _, ...card } = cardV03;
  expect(lintCard({ ...card, protocolVersion: "0.2.5" })).toEqual({ version: "0.3", findings: [] });
});

test("a card for the readers of several versions is one of the newest", () => {
  expect(lintCard({ ...cardV03, ...cardV10 }).version).toBe("1.0");
});

for (const value of [null, 1, "card", true, [], [cardV10]]) {
  test(`${JSON.stringify(value)?.slice(0, 20)} is of no version, and not valid`, () => {
    expect(lintCard(value)).toMatchObject({ findings: [{ rule: "invalid", severity: "error", pointer: "" }] });
    expect(lintCard(value)).not.toHaveProperty("version");
  });
}

describe("the examples of the schemas", () => {
  // Cards that are published are in a version's own form: those of another are given to callers who ask for them in it.
  for (const folder of new Set(canonicals.filter(({ files }) => files.includes("errors")).map(({ examples }) => examples.at(-1)))) {
    for (const kind of ["valid", "invalid"] as const) {
      const path = `${folder}/examples/${kind}/AgentCard/`;
      for (const name of readdirSync(new URL(path, schemaDirectory))) {
        test(`${folder} ${kind} ${name} ${kind === "valid" ? "is not called invalid" : "is never without a finding"}`, () => {
          const example = readJson<{ value?: unknown }>(path + name);
          const rules = lintCard(kind === "valid" ? example : example.value).findings.map(({ rule }) => rule);
          if (kind === "valid") expect(rules).not.toContain("invalid");
          else expect(rules).not.toEqual([]);
        });
      }
    }
  }
});

test("no JSON makes it throw, and every pointer leads into the card, or to a member that it lacks", () => {
  const cards = canonicals.map(({ definitions }) => arbitraryOf(definitions, "AgentCard"));
  const member = fc.constantFrom(...Object.keys({ ...cardV10, ...cardV03, ...cardV01 }));
  const mixed = fc
    .tuple(fc.oneof(...cards, fc.constantFrom(cardV10, cardV03, cardV01)), fc.dictionary(member, anyJson, { maxKeys: 2 }))
    .map(([card, changed]) => ({ ...Object(card), ...changed }));
  fc.assert(
    fc.property(fc.oneof(anyJson, ...cards, mixed), (value) => {
      const card: unknown = JSON.parse(JSON.stringify(value));
      const before = JSON.stringify(card);
      for (const { pointer, message } of lintCard(card).findings) {
        expect(message).not.toBe("");
        const parent = pointer.slice(0, pointer.lastIndexOf("/"));
        if (pointer !== "") expect([pointer, typeof resolve(card, parent)]).toEqual([pointer, "object"]);
      }
      expect(JSON.stringify(card)).toBe(before);
    }),
    { numRuns: 250 },
  );
});

test("every dialect's own way of saying a clean card is clean", () => {
  const read = dialects[0].decodeCard({
    ...cardV10,
    signatures: undefined,
    supportedInterfaces: [speaks, { ...speaks, protocolVersion: "0.3" }],
  });
  if (!read.ok) throw new Error(read.problem.pointer);
  for (const dialect of dialects.slice(0, 2))
    expect(lintCard(dialect.encodeCard(read.value))).toEqual({ version: dialect.version, findings: [] });
});

function base64Url(value: unknown): string {
  return toBase64(new TextEncoder().encode(JSON.stringify(value)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

function resolve(value: unknown, pointer: string): unknown {
  const steps = pointer.split("/").slice(1);
  return steps.reduce<unknown>((inner, step) => Object(inner)[step.replaceAll("~1", "/").replaceAll("~0", "~")], value);
}

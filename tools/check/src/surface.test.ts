import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { root } from "./source-files.js";

/** The client's surface is one, whichever versions it speaks. */
const client: readonly string[] = [
  ...[
    "AllowUrl",
    "CallOptions",
    "CardCache",
    "Client",
    "ConnectOptions",
    "Credential",
    "CredentialNeed",
    "CredentialSource",
    "Credentials",
    "Deviation",
    "Fetch",
    "InterceptedCall",
  ],
  ...[
    "Interceptor",
    "KeptCard",
    "OnDeviation",
    "CallOutcome",
    "PasswordCredential",
    "RetryPolicy",
    "SendOptions",
    "Sendable",
    "TaskHandle",
    "TaskQuery",
    "TaskUpdate",
    "TraceContext",
    "TransportFactory",
  ],
  ...["UrlPurpose", "VerifyCard", "VerifyMeans", "connect", "createCardCache", "foldTask"],
];

/** Every name that people can import, by entry. A new line here is a product decision. */
const surface: Readonly<Record<string, readonly string[]>> = {
  "packages/core/src/index.ts": [
    ...[
      "A2AError",
      "A2AErrorOptions",
      "CardFinding",
      "CardReport",
      "CardRuleName",
      "Content",
      "ErrorName",
      "RefinedErrorName",
      "JsonLimits",
      "LocalError",
      "LocalErrorCode",
      "LocalErrorOptions",
      "Loss",
      "MakeId",
      "MessageOptions",
      "Outcome",
    ],
    ...[
      "ParsedJson",
      "PartOptions",
      "Problem",
      "TaskEvent",
      "Validator",
      "Version",
      "Violation",
      "applyEvent",
      "artifact",
      "bytesOf",
      "copyTask",
    ],
    ...[
      "data",
      "file",
      "fromBase64",
      "isA2AError",
      "isInterrupted",
      "isTerminal",
      "lintCard",
      "message",
      "parseJson",
      "partsOf",
      "text",
      "textOf",
    ],
    ...["toBase64", "validate", "versions"],
  ],
  "packages/core/src/signing.ts": [
    ...["CardForm", "FetchKeys", "FindKey", "Jwk", "Jwks", "ProtectedHeader", "SignCardOptions", "Signer", "SigningAlgorithm"],
    ...["TrustedKeys", "VerifiedCard", "VerifyCardOptions", "canonicalJson", "publicJwk", "signCard", "verifyCard"],
  ],
  "packages/server/src/index.ts": [
    ...[
      "A2AHandler",
      "Agent",
      "AgentCardInput",
      "AgentDefinition",
      "AgentSigner",
      "ArtifactInput",
      "Authenticate",
      "Caller",
      "CallerRequest",
      "ClientCertificate",
      "CorsOptions",
      "Departure",
      "DistinguishedName",
      "FetchHandler",
    ],
    ...[
      "FileUrls",
      "HandlerOptions",
      "Limits",
      "Lease",
      "LeaseStore",
      "ListQuery",
      "LogEntry",
      "Logger",
      "MaybePromise",
      "MemoryStoreOptions",
      ...["Adopted", "Also", "DeadLetter", "Relay", "RetentionOptions", "StoredDeadLetter"],
      "NewTask",
      "OnOperation",
      "OperationReport",
      "PasswordCredential",
      "PushConfigStore",
      "PushOptions",
      "Security",
      "StoredPushConfig",
      "StoredTask",
      "TaskKey",
    ],
    ...[
      "SigningOptions",
      "TaskPage",
      "TaskStore",
      "Turn",
      "Verifier",
      "Verify",
      "WebhookJwtOptions",
      "Yield",
      "createA2AHandler",
      "createMemoryStore",
      "defineAgent",
    ],
  ],
  "packages/server/src/auth.ts": ["KnownSecrets", "apiKey", "basic", "httpCredentials", "mutualTls", "opaqueBearer"],
  "packages/server/src/jwt.ts": ["JwtBearerOptions", "JwtClaims", "jwtBearer"],
  "packages/server/src/node.ts": [
    ...[
      "DialOptions",
      "ListenOptions",
      "ListenTls",
      "Listening",
      "MountOptions",
      "MountedHandler",
      "NodeHandler",
      "ServeOptions",
      "createGuardedFetch",
      "serve",
      "toNodeHandler",
    ],
  ],
  "packages/server/src/store-contract.ts": ["Instances", "StoreCase", "StoreContractOptions", "StorePlace", "storeContract"],
  "packages/sqlite/src/index.ts": [
    ...["SqlRow", "SqlValue", "SqliteConnection", "SqliteDriver", "SqliteDriverName", "SqliteStatement"],
    ...["SqliteStore", "SqliteStoreOptions", "openSqliteStore"],
  ],
  "packages/postgres/src/index.ts": ["PostgresStore", "PostgresStoreOptions", "openPostgresStore"],
  "packages/grpc/src/server.ts": ["GrpcListening", "GrpcOptions", "GrpcTls", "Served", "serveGrpc"],
  "packages/grpc/src/client.ts": ["GrpcClientOptions", "GrpcClientTls", "grpc"],
  "packages/client/src/index.ts": client,
  "packages/client/src/v1.0.ts": client,
  "packages/client/src/v1.1.ts": client,
  "packages/client/src/losses.ts": ["LossReport", "OnLoss", "reportLosses"],
  "packages/client/src/push-receiver.ts": [
    "JwtOptions",
    "NodePushRequest",
    "NodePushResponse",
    "PerTask",
    "Push",
    "PushLogger",
    "PushReceiver",
    "PushReceiverOptions",
    "ReplayOptions",
    "ReplayStore",
    "createPushReceiver",
  ],
  "packages/client/src/signing.ts": ["TrustOptions", "trustCards"],
  "packages/client/src/oauth.ts": [
    "ClientCredentialsOptions",
    "DeviceCodeOptions",
    "DevicePrompt",
    "OAuthOptions",
    "OpenIdConnectOptions",
    "RefreshTokenOptions",
    "clientCredentials",
    "deviceCode",
    "openIdConnect",
    "refreshToken",
  ],
};

/** Entries that may pass on everything that was generated. */
const passedOn: Readonly<Record<string, readonly string[]>> = {
  "packages/core/src/index.ts": ["#validators/v1.0", "./generated/v1.0/types.js"],
};

for (const [entry, names] of Object.entries(surface)) {
  const text = readFileSync(join(root, entry), "utf8");
  const exports = [...text.matchAll(/^export (?:type )?\{([^}]*)\} from "([^"]+)";/gm)].flatMap(([, list = "", from = ""]) =>
    list
      .split(",")
      .map((name) => name.trim())
      .filter(Boolean)
      .map((name) => ({ name, from: resolve(root, dirname(entry), from).replace(/\.js$/, ".ts") })),
  );

  test(`${entry} exports what is listed here`, () => {
    expect(exports.map(({ name }) => name).sort()).toEqual([...names].sort());
  });

  test(`${entry} passes on whole modules only where they are generated`, () => {
    expect([...text.matchAll(/^export \* from "([^"]+)";/gm)].map(([, from]) => from)).toEqual(passedOn[entry] ?? []);
    expect(text.match(/^export /gm)?.length).toBe([...text.matchAll(/^export (?:(?:type )?\{[^}]*\}|\*) from "[^"]+";/gm)].length);
  });

  test(`everything that ${entry} exports is documented`, () => {
    const silent = exports.filter(({ name, from }) => !isDocumented(readFileSync(from, "utf8"), name));
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
}

test("every package entry points to a source that exists", () => {
  for (const name of ["core", "server", "client"]) {
    const { exports }: { exports: Record<string, string | Record<string, string>> } = JSON.parse(
      readFileSync(join(root, "packages", name, "package.json"), "utf8"),
    );
    for (const target of Object.values(exports)) {
      const source = typeof target === "string" ? undefined : target["@a2a/source"];
      if (source) expect(existsSync(join(root, "packages", name, source)), source).toBe(true);
    }
  }
});

/** Whether a declaration has a comment for its readers right before it. */
function isDocumented(source: string, name: string): boolean {
  const declared = new RegExp(`^export (?:async )?(?:function\\*?|const|class|interface|type) ${name}\\b`, "m").exec(source);
  return declared !== null && /\*\/\s*(?:\/\/[^\n]*\n)?\s*$/.test(source.slice(0, declared.index));
}

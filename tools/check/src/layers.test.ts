import { expect, test } from "vitest";
import type { Import } from "./source-files.js";
import { importsOf, isTest, shippedFiles, sourceFiles } from "./source-files.js";

/** Package to the packages of this repository that it may import. Nobody imports the examples and the tools. */
const packages: Readonly<Record<string, readonly string[]>> = {
  core: [],
  server: ["core"],
  client: ["core"],
  grpc: ["core", "server", "client"],
  sqlite: ["core", "server"],
  postgres: ["core", "server"],
  testbed: ["core", "server", "client", "grpc", "sqlite", "postgres"],
  examples: ["core", "server", "client", "sqlite", "postgres"],
};

/** What every dialect stands on, besides its own version's generated code. They do not know each other. */
const dialectBasis: readonly string[] = [
  ...["dialect/dialect.ts", "dialect/choose-dialect.ts", "dialect/carried.ts", "dialect/carried-config.ts", "dialect/timestamp.ts"],
  ...[
    "dialect/padded-base64.ts",
    "dialect/part-description.ts",
    "dialect/modes.ts",
    "dialect/read-tolerant.ts",
    "dialect/read-known.ts",
    "dialect/proto-values.ts",
    "dialect/proto-object.ts",
    "dialect/object-error.ts",
    "dialect/error-info.ts",
    "dialect/known-operation.ts",
    "dialect/rewrite.ts",
  ],
  ...["generated/tables.ts", "generated/versions.ts", "generated/v1.0", "errors", "envelope", "validate", "task", "unreachable.ts"],
];

/** Folder, or file at the top of src/, to what it may import of its own package; itself always. Nothing else is allowed. */
const layers: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  core: {
    json: [],
    sse: [],
    "unreachable.ts": [],
    "join-chunks.ts": [],
    validate: ["json"],
    "generated/versions.ts": [],
    "generated/tables.ts": [],
    generated: ["validate"],
    envelope: [],
    errors: ["generated/tables.ts", "validate/validator.ts"],
    task: ["generated/v1.0", "generated/v1.1", "unreachable.ts"],
    builders: ["generated/v1.0"],
    "dialect/carried.ts": ["generated/v1.0"],
    "dialect/carried-config.ts": ["dialect/carried.ts", "generated/v1.0"],
    "dialect/timestamp.ts": [],
    "dialect/padded-base64.ts": [],
    "dialect/modes.ts": [],
    "dialect/read-tolerant.ts": ["validate", "dialect/dialect.ts"],
    "dialect/read-known.ts": [
      "dialect/carried.ts",
      "dialect/dialect.ts",
      "dialect/padded-base64.ts",
      "dialect/read-tolerant.ts",
      "validate",
    ],
    "dialect/proto-object.ts": ["dialect/read-tolerant.ts", "dialect/rewrite.ts"],
    "dialect/proto-values.ts": ["dialect/read-tolerant.ts", "dialect/timestamp.ts"],
    "dialect/rewrite.ts": ["dialect/carried.ts", "dialect/read-tolerant.ts"],
    "dialect/error-info.ts": ["dialect/carried.ts", "generated/tables.ts", "generated/v1.0"],
    "dialect/object-error.ts": [
      "dialect/carried.ts",
      "dialect/error-info.ts",
      "generated/tables.ts",
      "generated/v1.0",
      "errors",
      "envelope",
    ],
    "dialect/known-operation.ts": ["generated/versions.ts", "generated/v1.0"],
    "dialect/part-description.ts": ["dialect/carried.ts", "generated/v1.0"],
    "dialect/dialect.ts": ["generated/tables.ts", "generated/versions.ts", "generated/v1.0", "errors", "envelope", "validate"],
    "dialect/answer-of.ts": ["dialect/dialect.ts", "generated/tables.ts", "errors"],
    "dialect/difference.ts": ["dialect/carried.ts", "json"],
    "dialect/loss.ts": ["dialect/dialect.ts", "dialect/difference.ts", "generated/v1.0", "task"],
    "dialect/choose-dialect.ts": ["dialect/dialect.ts", "generated/v1.0", "errors"],
    "dialect/dialects.ts": ["dialect"],
    "dialect/client-versions.ts": ["dialect"],
    "dialect/proto-dialects.ts": ["dialect"],
    "dialect/proto-client-dialects.ts": ["dialect"],
    card: ["dialect", "generated/v1.0", "generated/versions.ts", "builders", "json", "validate", "unreachable.ts"],
    "dialect/v1.0": dialectBasis,
    // A preview of what 1.0 becomes: it adds to it.
    "dialect/v1.1": [...dialectBasis, "generated/v1.1", "dialect/v1.0"],
    "dialect/v0.3": [...dialectBasis, "generated/v0.3"],
    // A form of 0.3, which keeps what the version cannot say by the version's own rules.
    "dialect/v0.3-proto": [...dialectBasis, "generated/v0.3", "generated/v0.3-proto", "dialect/v0.3"],
    "dialect/v0.1": [...dialectBasis, "generated/v0.1"],
    "rest/path-template.ts": [],
    "rest/rest-versions.ts": ["generated/versions.ts"],
    rest: ["dialect", "errors", "generated"],
    signing: ["dialect/carried.ts", "card", "builders", "json", "errors", "generated/v1.0", "join-chunks.ts", "unreachable.ts"],
    "signing.ts": ["signing"],
    "index.ts": ["json", "validate", "generated", "errors", "task", "builders", "card", "dialect/loss.ts"],
    "internal-rest.ts": ["generated", "rest"],
    "internal-dialects.ts": ["generated", "dialect"],
    "internal-versions.ts": ["dialect"],
    "internal.ts": [
      ...[
        "json",
        "rest/rest-versions.ts",
        "sse",
        "unreachable.ts",
        "generated",
        "envelope",
        "dialect",
        "card/web-url.ts",
        "errors",
        "builders",
      ],
      ...["signing/signer.ts", "task", "join-chunks.ts"],
    ],
  },
  server: {
    "logger.ts": [],
    "deferred.ts": [],
    "lazy-abort.ts": [],
    "maybe-promise.ts": [],
    "recency.ts": [],
    "sweep.ts": [],
    "time-ordered-id.ts": [],
    caller: ["logger.ts", "maybe-promise.ts"],
    auth: ["caller"],
    "auth.ts": ["auth"],
    jwt: ["caller", "given.ts", "maybe-promise.ts"],
    "jwt.ts": ["jwt"],
    "given.ts": [],
    "assert-positive.ts": [],
    "limit-options.ts": ["assert-positive.ts"],
    "cors-options.ts": ["given.ts"],
    "store/store.ts": ["agent/turn-input.ts", "lazy-abort.ts", "maybe-promise.ts"],
    "store/rough-size.ts": ["store/store.ts"],
    "store-contract": ["store/memory-store.ts", "store/store.ts", "lazy-abort.ts", "maybe-promise.ts"],
    "store-contract.ts": ["store-contract"],
    store: ["agent/read-context.ts", "given.ts", "lazy-abort.ts", "recency.ts"],
    agent: ["caller", "binding-name.ts"],
    "invalid-params.ts": [],
    "binding-name.ts": [],
    "on-operation.ts": ["agent", "binding-name.ts"],
    "tell-losses.ts": ["logger.ts"],
    task: ["agent", "store/store.ts", "store/rough-size.ts", "logger.ts", "deferred.ts", "lazy-abort.ts", "maybe-promise.ts"],
    push: [
      ...["assert-positive.ts", "given.ts", "store/store.ts", "logger.ts", "invalid-params.ts", "lazy-abort.ts", "maybe-promise.ts"],
      "tell-losses.ts",
    ],
    signing: ["given.ts", "push/push-options.ts"],
    operation: ["task", "agent", "caller", "push", "store/store.ts", "invalid-params.ts", "lazy-abort.ts", "logger.ts", "recency.ts"],
    generated: [],
    "http/exchange.ts": ["caller", "lazy-abort.ts"],
    http: ["http/exchange.ts", "caller", "lazy-abort.ts", "assert-positive.ts", "given.ts"],
    binding: [
      ...["operation", "task", "agent", "caller", "http/exchange.ts", "logger.ts", "invalid-params.ts", "lazy-abort.ts", "on-operation.ts"],
      ...["binding-name.ts", "limit-options.ts", "maybe-promise.ts", "tell-losses.ts", "generated", "cors-options.ts", "signing"],
    ],
    "handler-options.ts": [
      "assert-positive.ts",
      "limit-options.ts",
      "given.ts",
      "cors-options.ts",
      "binding/rest-binding.ts",
      "binding-name.ts",
      "caller",
      "logger.ts",
      "on-operation.ts",
      "push/complete-push.ts",
      "push/push-options.ts",
      "signing/signing-options.ts",
      "store/store.ts",
      "time-ordered-id.ts",
    ],
    "create-service.ts": [
      ...["binding", "operation", "task", "push", "agent", "caller", "signing", "store/memory-store.ts", "http/exchange.ts"],
      ...["handler-options.ts", "sweep.ts"],
    ],
    "hosted.ts": ["create-service.ts"],
    "define-agent.ts": ["create-service.ts", "agent", "caller", "hosted.ts", "http", "handler-options.ts"],
    "node-agent.ts": [
      "assert-positive.ts",
      "create-service.ts",
      "define-agent.ts",
      "given.ts",
      "hosted.ts",
      "http",
      "handler-options.ts",
      "push",
    ],
    "internal.ts": [
      ...[
        "agent",
        "binding",
        "caller",
        "operation",
        "http",
        "hosted.ts",
        "create-service.ts",
        "binding-name.ts",
        "given.ts",
        "store",
        "lazy-abort.ts",
        "recency.ts",
        "tell-losses.ts",
        "time-ordered-id.ts",
      ],
    ],
    "index.ts": [
      "agent",
      "caller",
      "cors-options.ts",
      "define-agent.ts",
      "handler-options.ts",
      "http",
      "lazy-abort.ts",
      "limit-options.ts",
      "logger.ts",
      "maybe-promise.ts",
      "on-operation.ts",
      "push",
      "signing/signing-options.ts",
      "store",
    ],
    "node.ts": ["node-agent.ts", "http", "push/node-dial-guard.ts"],
  },
  client: {
    http: [],
    "load-part.ts": [],
    auth: ["http"],
    "auth/oauth": ["auth", "http"],
    transport: ["http", "load-part.ts"],
    discover: ["http", "load-part.ts", "transport"],
    route: ["transport", "http"],
    stream: ["transport", "http/retry.ts"],
    "request.ts": ["transport"],
    "session.ts": ["route", "stream", "transport", "http"],
    "send-message.ts": ["request.ts", "session.ts", "stream", "transport"],
    "create-following.ts": ["http", "request.ts", "send-message.ts", "session.ts", "stream", "transport"],
    "task-handle.ts": ["client.ts", "request.ts", "transport"],
    "client.ts": ["request.ts", "task-handle.ts", "transport"],
    "create-client.ts": [
      "client.ts",
      "create-following.ts",
      "http",
      "load-part.ts",
      "request.ts",
      "route",
      "session.ts",
      "stream",
      "task-handle.ts",
      "transport",
    ],
    losses: ["transport"],
    "losses.ts": ["losses"],
    "options.ts": ["auth/credential.ts", "discover", "http", "transport"],
    "connect-as.ts": ["auth", "client.ts", "create-client.ts", "discover", "http", "load-part.ts", "options.ts", "route", "transport"],
    "connect.ts": ["client.ts", "connect-as.ts", "options.ts", "route", "transport"],
    "connect-newest.ts": ["client.ts", "connect-as.ts", "options.ts", "transport"],
    "connect-preview.ts": ["client.ts", "connect-as.ts", "options.ts", "transport"],
    "index.ts": [
      "auth",
      "client.ts",
      "connect.ts",
      "discover",
      "http",
      "options.ts",
      "request.ts",
      "stream",
      "task-handle.ts",
      "transport",
    ],
    "v1.0.ts": [
      "auth",
      "client.ts",
      "connect-newest.ts",
      "discover",
      "http",
      "options.ts",
      "request.ts",
      "stream",
      "task-handle.ts",
      "transport",
    ],
    "v1.1.ts": [
      "auth",
      "client.ts",
      "connect-preview.ts",
      "discover",
      "http",
      "options.ts",
      "request.ts",
      "stream",
      "task-handle.ts",
      "transport",
    ],
    "internal.ts": ["http", "transport"],
    "push-receiver": ["http"],
    signing: ["discover", "http"],
    "signing.ts": ["signing"],
    "push-receiver.ts": ["push-receiver"],
    "oauth.ts": ["auth/oauth"],
  },
  grpc: {
    "rpc.ts": [],
    "silence.ts": [],
    generated: ["rpc.ts"],
    codec: ["rpc.ts"],
    standard: ["codec"],
    "binding.ts": ["rpc.ts", "generated"],
    server: ["rpc.ts", "silence.ts", "binding.ts", "codec", "standard"],
    "server.ts": ["server"],
    client: ["rpc.ts", "silence.ts", "binding.ts", "codec", "standard"],
    "client.ts": ["client"],
  },
  sqlite: {
    "next-turn.ts": [],
    "attempt.ts": [],
    "wakes.ts": [],
    "log-cache.ts": [],
    "storage-error.ts": [],
    "node-folder.ts": [],
    "node-wal-sync.ts": ["storage-error.ts"],
    "driver/driver.ts": [],
    "driver/load-driver.ts": ["driver/driver.ts"],
    "file-lock.ts": ["driver/driver.ts", "storage-error.ts"],
    "options.ts": ["driver/driver.ts"],
    "database.ts": ["driver/driver.ts", "storage-error.ts"],
    schema: ["database.ts"],
    "writer.ts": ["database.ts", "storage-error.ts"],
    "task-row.ts": ["database.ts", "driver/driver.ts"],
    "tasks.ts": ["database.ts", "driver/driver.ts", "task-row.ts"],
    "list-tasks.ts": ["database.ts", "driver/driver.ts", "task-row.ts"],
    "push-configs.ts": ["attempt.ts", "database.ts", "driver/driver.ts", "task-row.ts", "writer.ts"],
    "retention.ts": ["database.ts", "driver/driver.ts", "next-turn.ts", "task-row.ts", "writer.ts"],
    "maintenance.ts": ["database.ts", "next-turn.ts", "task-row.ts"],
    "sqlite-store.ts": [
      ...["attempt.ts", "database.ts", "list-tasks.ts", "log-cache.ts", "maintenance.ts", "options.ts", "push-configs.ts", "retention.ts"],
      ...["node-wal-sync.ts", "storage-error.ts", "task-row.ts", "tasks.ts", "wakes.ts", "writer.ts"],
    ],
    "open-sqlite-store.ts": [
      "file-lock.ts",
      "database.ts",
      "driver",
      "node-folder.ts",
      "node-wal-sync.ts",
      "options.ts",
      "push-configs.ts",
      "schema",
      "sqlite-store.ts",
    ],
    "index.ts": ["driver/driver.ts", "open-sqlite-store.ts", "options.ts", "sqlite-store.ts"],
  },
  postgres: {
    "line.ts": [],
    "node-hash.ts": [],
    "appended.ts": [],
    "postgres-options.ts": [],
    database: [],
    "schema/migrate.ts": ["database", "schema/migrations.ts"],
    schema: [],
    "key-text.ts": ["database/row.ts", "node-hash.ts"],
    "store-row.ts": ["database/row.ts", "key-text.ts"],
    instance: ["database"],
    wake: ["database", "key-text.ts", "node-hash.ts"],
    "tasks.ts": ["appended.ts", "database", "instance", "key-text.ts", "line.ts", "store-row.ts", "wake"],
    "list-tasks.ts": ["database", "key-text.ts", "store-row.ts"],
    "leases.ts": ["database", "key-text.ts", "tasks.ts"],
    "push-configs.ts": ["database", "key-text.ts", "store-row.ts", "tasks.ts"],
    "relay.ts": ["database", "key-text.ts", "tasks.ts"],
    "prune.ts": ["key-text.ts", "tasks.ts"],
    "check.ts": ["database"],
    "rounds.ts": ["instance", "relay.ts", "wake"],
    "open-postgres-store.ts": [
      ...["check.ts", "database", "instance", "leases.ts", "list-tasks.ts", "postgres-options.ts", "prune.ts", "push-configs.ts"],
      ...["relay.ts", "rounds.ts", "schema", "tasks.ts", "wake"],
    ],
    "index.ts": ["open-postgres-store.ts", "postgres-options.ts"],
  },
};

const files = sourceFiles("packages").filter(({ path }) => path.includes("/src/") && !isTest(path));
const imports = files.flatMap(importsOf);

test("packages import each other in one direction, through their public or internal door", () => {
  const wrong = imports.filter(({ from, to }) => {
    const door = /^@a2a\/([^/]+)(\/.*)?$/.exec(to);
    if (!door) return false;
    const own = from.split("/")[1] ?? "";
    return (
      !packages[own]?.includes(door[1] ?? "") ||
      ![
        undefined,
        "/internal",
        "/internal/dialects",
        "/internal/rest",
        "/internal/versions",
        "/node",
        "/server",
        "/signing",
        "/auth",
      ].includes(door[2])
    );
  });
  expect(wrong).toEqual([]);
});

test("relative imports stay inside their package", () => {
  expect(imports.filter(({ from, to, isRelative }) => isRelative && from.split("/")[1] !== to.split("/")[1])).toEqual([]);
});

for (const [name, rules] of Object.entries(layers)) {
  test(`inside ${name} every folder imports only what stands below it`, () => {
    const own = `packages/${name}/src/`;
    const wrong = imports
      .filter(({ from, isRelative }) => isRelative && from.startsWith(own))
      .filter(({ from, to }) => !mayImport(rules, from.slice(own.length), to.slice(own.length)))
      .map(({ from, to }) => `${from} -> ${to}`);
    expect(wrong).toEqual([]);
  });

  test(`every file of ${name} has its layer`, () => {
    const own = `packages/${name}/src/`;
    const homeless = files.filter(({ path }) => path.startsWith(own) && layerOf(rules, path.slice(own.length)) === undefined);
    expect(homeless.map(({ path }) => path)).toEqual([]);
  });
}

test("files do not import each other in circles", () => {
  const next = new Map(
    files.map((file) => [
      file.path,
      importsOf(file)
        .filter(isRuntime)
        .map(({ to }) => to),
    ]),
  );
  const done = new Set<string>();
  const circles: string[][] = [];
  function visit(path: string, way: readonly string[]): void {
    if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path]);
    else if (!done.has(path)) {
      for (const to of next.get(path) ?? []) visit(to, [...way, path]);
      done.add(path);
    }
  }
  for (const path of next.keys()) visit(path, []);
  expect(circles).toEqual([]);
});

test("core, client and server run everywhere: node: only in files called node-*.ts", () => {
  const wrong = imports.filter(
    ({ from, to }) => to.startsWith("node:") && !from.startsWith("packages/examples/") && !/\/node-[^/]*\.ts$/.test(from),
  );
  expect(wrong).toEqual([]);
});

test("core has no run-time dependency but for signing, the client one, and one more each for JWTs and OAuth", () => {
  const strangers = (name: string): string[] =>
    imports
      .filter(({ from, to, isRelative }) => from.startsWith(`packages/${name}/src/`) && !isRelative && !to.startsWith("@a2a/"))
      .map(({ to }) => to);
  expect([...new Set(strangers("core"))].sort()).toEqual(["canonicalize", "jose"]);
  expect([...new Set(strangers("client"))].sort()).toEqual(["eventsource-parser", "jose", "oauth4webapi"]);
});

test("what signing alone needs is imported by its own entries alone", () => {
  const isSigning = (path: string): boolean => /^packages\/\w+\/src\/signing(?:\/|\.ts$)/.test(path);
  // Whether a key can sign is asked when an agent is made, before anything is loaded; these need no package.
  const isLight = (to: string): boolean => /\/(?:signer|signing-options|create-signing)\.ts$/.test(to);
  const isOwn = (to: string): boolean => to === "canonicalize" || to === "@a2a/core/signing" || (isSigning(to) && !isLight(to));
  const wrong = imports.filter(({ from, to, isTypeOnly }) => !isTypeOnly && !isSigning(from) && isOwn(to));
  expect(wrong).toEqual([]);
});

test("what the client needs for OAuth alone is imported by its own entry alone", () => {
  const isOAuth = (path: string): boolean => path.startsWith("packages/client/src/auth/oauth/") || path === "packages/client/src/oauth.ts";
  const wrong = imports.filter(({ from, to }) => !isOAuth(from) && (isOAuth(to) || to === "oauth4webapi"));
  expect(wrong).toEqual([]);
});

test("the server's verifier of JWTs, which needs jose to start, is imported by its own entry alone", () => {
  const isOfJwts = (path: string): boolean => path.startsWith("packages/server/src/jwt/") || path === "packages/server/src/jwt.ts";
  const wrong = imports.filter(({ from, to }) => from.startsWith("packages/server/") && !isOfJwts(from) && isOfJwts(to));
  expect(wrong).toEqual([]);
});

test("what dials webhooks is loaded with the first of them, and by the Node entry alone", () => {
  const wrong = files.filter(({ text }) => /^import (?!type\b)[^;]*"undici"/m.test(text));
  expect(wrong.map(({ path }) => path)).toEqual([]);
  expect(new Set(imports.filter(({ to }) => to.endsWith("/node-dial-guard.ts")).map(({ from }) => from))).toEqual(
    new Set(["packages/server/src/node-agent.ts", "packages/server/src/node.ts"]),
  );
});

test("what speaks gRPC is imported by grpc alone", () => {
  const wrong = imports.filter(({ from, to }) => /^(@grpc\/|@bufbuild\/|grpc-|protobufjs)/.test(to) && !from.startsWith("packages/grpc/"));
  expect(wrong).toEqual([]);
});

test("types of an older version are imported by their dialect and their entry alone", () => {
  const wrong = imports.filter(({ from, to }) => {
    const [, folder, version] = /\/generated\/((v0\.\d+)[^/]*)\//.exec(to) ?? [];
    // A form of a version may know the version's own, never the other way round.
    const isDialects = from.includes(`/dialect/${folder}/`) || (folder === version && from.includes(`/dialect/${version}-`));
    // Routes are no types: HTTP+JSON has those of all versions.
    const isRoutes = from.includes("/core/src/rest/") && to.endsWith("/rest.ts");
    // Nor are descriptors: gRPC has those of all versions.
    const isDescriptors = from.startsWith("packages/grpc/") && to.endsWith("/descriptors.ts");
    return folder !== undefined && !isDialects && !isRoutes && !isDescriptors && !from.includes(`/generated/${folder}/`);
  });
  expect(wrong).toEqual([]);
});

test("no file that is written by hand is longer than 300 lines", () => {
  const long = shippedFiles().filter(({ text }) => text.split("\n").length > 301);
  expect(long.map(({ path }) => path)).toEqual([]);
});

function isRuntime({ isRelative, isTypeOnly }: Import): boolean {
  return isRelative && !isTypeOnly;
}

function mayImport(rules: Readonly<Record<string, readonly string[]>>, from: string, to: string): boolean {
  const layer = layerOf(rules, from);
  if (layer === undefined) return false;
  return within(layer, to) || (rules[layer] ?? []).some((allowed) => within(allowed, to));
}

/** The longest entry of the table that the file belongs to. */
function layerOf(rules: Readonly<Record<string, readonly string[]>>, path: string): string | undefined {
  return Object.keys(rules)
    .filter((layer) => within(layer, path))
    .sort((a, b) => b.length - a.length)[0];
}

function within(layer: string, path: string): boolean {
  return path === layer || path.startsWith(`${layer}/`);
}

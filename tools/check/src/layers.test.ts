import { expect, test } from "vitest";
import type { Import } from "./source-files.js";
import { importsOf, isTest, shippedFiles, sourceFiles } from "./source-files.js";

/** Package to the packages of this repository that it may import. Nobody imports the examples and the tools. */
const packages: Readonly<Record<string, readonly string[]>> = {
  core: [],
  server: ["core"],
  client: ["core"],
  grpc: ["core", "server", "client"],
  testbed: ["core", "server", "client", "grpc"],
  examples: ["core", "server", "client"],
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
    "dialect/client-dialects.ts": ["dialect"],
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
    "index.ts": ["json", "validate", "generated", "errors", "task", "builders", "card", "dialect/loss.ts"],
    "internal-rest.ts": ["generated", "rest"],
    "internal.ts": [
      ...["json", "rest/rest-versions.ts", "sse", "unreachable.ts", "generated", "envelope", "dialect", "card/web-url.ts"],
      "task/generation.ts",
    ],
  },
  server: {
    "logger.ts": [],
    "deferred.ts": [],
    "lazy-abort.ts": [],
    "maybe-promise.ts": [],
    "recency.ts": [],
    "sweep.ts": [],
    caller: [],
    "given.ts": [],
    "cors-options.ts": ["given.ts"],
    "store/store.ts": ["agent/turn-input.ts", "lazy-abort.ts", "maybe-promise.ts"],
    "store/rough-size.ts": ["store/store.ts"],
    store: ["agent/read-context.ts", "given.ts", "lazy-abort.ts", "recency.ts"],
    agent: ["caller", "binding-name.ts"],
    "invalid-params.ts": [],
    "binding-name.ts": [],
    "on-operation.ts": ["agent", "binding-name.ts"],
    "tell-losses.ts": ["logger.ts"],
    task: ["agent", "store/store.ts", "store/rough-size.ts", "logger.ts", "deferred.ts", "lazy-abort.ts", "maybe-promise.ts"],
    push: ["store/store.ts", "logger.ts", "invalid-params.ts", "lazy-abort.ts", "maybe-promise.ts", "tell-losses.ts"],
    operation: ["task", "agent", "caller", "push", "store/store.ts", "invalid-params.ts", "lazy-abort.ts", "logger.ts", "recency.ts"],
    generated: [],
    "http/exchange.ts": ["lazy-abort.ts"],
    http: ["http/exchange.ts", "lazy-abort.ts"],
    binding: [
      ...["operation", "task", "agent", "caller", "http/exchange.ts", "logger.ts", "invalid-params.ts", "lazy-abort.ts", "on-operation.ts"],
      ...["binding-name.ts", "maybe-promise.ts", "tell-losses.ts", "generated", "cors-options.ts"],
    ],
    "handler-options.ts": [
      "given.ts",
      "cors-options.ts",
      "binding/rest-binding.ts",
      "binding-name.ts",
      "caller",
      "logger.ts",
      "on-operation.ts",
      "push/push-options.ts",
      "store/store.ts",
    ],
    "create-service.ts": [
      ...["binding", "operation", "task", "push", "agent", "store/memory-store.ts", "http/exchange.ts", "handler-options.ts"],
      "sweep.ts",
    ],
    "hosted.ts": ["create-service.ts"],
    "define-agent.ts": ["create-service.ts", "agent", "hosted.ts", "http", "handler-options.ts"],
    "node-agent.ts": ["create-service.ts", "define-agent.ts", "given.ts", "hosted.ts", "http", "handler-options.ts"],
    "internal.ts": [
      ...[
        "agent",
        "binding",
        "operation",
        "http",
        "hosted.ts",
        "create-service.ts",
        "binding-name.ts",
        "given.ts",
        "store",
        "lazy-abort.ts",
        "tell-losses.ts",
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
      "logger.ts",
      "maybe-promise.ts",
      "on-operation.ts",
      "push",
      "store",
    ],
    "node.ts": ["node-agent.ts", "http"],
  },
  client: {
    http: [],
    auth: ["http"],
    "auth/oauth": ["auth", "http"],
    transport: ["http"],
    discover: ["http", "transport"],
    route: ["transport", "http/retry.ts"],
    stream: ["transport", "http/retry.ts"],
    "request.ts": ["transport"],
    "session.ts": ["route", "stream", "transport", "http"],
    "send-message.ts": ["request.ts", "session.ts", "stream", "transport"],
    "task-handle.ts": ["client.ts", "request.ts", "transport"],
    "client.ts": ["request.ts", "task-handle.ts", "transport"],
    "create-client.ts": ["client.ts", "request.ts", "route", "send-message.ts", "session.ts", "stream", "task-handle.ts", "transport"],
    losses: ["transport"],
    "losses.ts": ["losses"],
    "options.ts": ["auth/credential.ts", "discover", "http", "session.ts", "transport"],
    "connect-as.ts": ["auth", "client.ts", "create-client.ts", "discover", "http", "options.ts", "route", "session.ts", "transport"],
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
    "push-receiver.ts": ["push-receiver"],
    "oauth.ts": ["auth/oauth"],
  },
  grpc: {
    "rpc.ts": [],
    generated: ["rpc.ts"],
    codec: ["rpc.ts"],
    standard: ["codec"],
    "binding.ts": ["rpc.ts", "generated"],
    server: ["rpc.ts", "binding.ts", "codec", "standard"],
    "server.ts": ["server"],
    client: ["rpc.ts", "binding.ts", "codec", "standard"],
    "client.ts": ["client"],
  },
};

const files = sourceFiles("packages").filter(({ path }) => path.includes("/src/") && !isTest(path));
const imports = files.flatMap(importsOf);

test("packages import each other in one direction, through their public or internal door", () => {
  const wrong = imports.filter(({ from, to }) => {
    const door = /^@a2a\/([^/]+)(\/.*)?$/.exec(to);
    if (!door) return false;
    const own = from.split("/")[1] ?? "";
    return !packages[own]?.includes(door[1] ?? "") || ![undefined, "/internal", "/internal/rest", "/node", "/server"].includes(door[2]);
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

test("core has no run-time dependency, the client one, and one more each for JWTs and OAuth", () => {
  const strangers = (name: string): string[] =>
    imports
      .filter(({ from, to, isRelative }) => from.startsWith(`packages/${name}/`) && !isRelative && !to.startsWith("@a2a/"))
      .map(({ to }) => to);
  expect(strangers("core")).toEqual([]);
  expect([...new Set(strangers("client"))].sort()).toEqual(["eventsource-parser", "jose", "oauth4webapi"]);
});

test("what the client needs for OAuth alone is imported by its own entry alone", () => {
  const isOAuth = (path: string): boolean => path.startsWith("packages/client/src/auth/oauth/") || path === "packages/client/src/oauth.ts";
  const wrong = imports.filter(({ from, to }) => !isOAuth(from) && (isOAuth(to) || to === "oauth4webapi"));
  expect(wrong).toEqual([]);
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

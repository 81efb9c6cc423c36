import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryOf } from "../../test/arbitrary.js";
import { canonicals } from "../../test/canonical.js";
import type { Operation } from "../generated/v1.0/methods.js";
import { methods } from "../generated/v1.0/methods.js";
import type { AgentCard, StreamResponse } from "../generated/v1.0/types.js";
import type { Dialect } from "./dialect.js";
import type { Loss } from "./loss.js";
import { lossesOfCard, lossesOfEvent, lossesOfParams, lossesOfResult } from "./loss.js";
import { createDialectV01 } from "./v0.1/index.js";
import { dialectV03 } from "./v0.3/index.js";
import { dialectV03Proto } from "./v0.3-proto/index.js";
import { dialectV10 } from "./v1.0/index.js";

type Members = Record<string, unknown>;

/** One kind of value, as it is written in a version and read again, and what is reported of that. */
interface Road {
  readonly type: string;
  readonly wrap?: (value: Members) => Members;
  throughWire(value: never): unknown;
  report(value: never): readonly Loss[];
}

const place = { isLast: false, isCatchUp: true, artifactIndex: 0 };
const v10 = canonicals.find(({ folder }) => folder === "v1.0");
// safe: the keys of the table are the operations
const operations = Object.keys(methods) as Operation[];

/** Values of a type with what is lost, and is seldom found by chance. */
function rareOf(type: string, { version }: Dialect): [Members][] {
  if (type === "SendMessageRequest") {
    const message = { messageId: "m", taskId: "t", role: "ROLE_USER", parts: [{ text: "hi" }] };
    return [[{ message, configuration: { historyLength: 0 } }]];
  }
  if (type !== "AgentCard") return [];
  const addresses = { authorizationUrl: "https://idp.example/authorize", tokenUrl: "https://idp.example/token" };
  const scheme = { oauth2SecurityScheme: { flows: { authorizationCode: { ...addresses, scopes: {}, pkceRequired: true } } } };
  const names = { name: "A", description: "", version: "1" };
  const supportedInterfaces = [{ url: "https://agent.example/", protocolBinding: "JSONRPC", protocolVersion: version, tenant: "" }];
  const modes = { defaultInputModes: ["text/plain"], defaultOutputModes: ["text/plain"] };
  return [[{ ...names, supportedInterfaces, capabilities: {}, securitySchemes: { login: scheme }, ...modes, skills: [] }]];
}

function roadsOf(dialect: Dialect): Readonly<Record<string, Road>> {
  const roads: Record<string, Road> = {};
  for (const operation of operations) {
    const { params = "", result = "" } = v10?.methods[operation] ?? {};
    if (dialect.methodOf(operation) === undefined) continue;
    roads[`params of ${operation}`] = {
      type: params,
      throughWire: (value) => decoded(dialect.decodeParams(operation, dialect.encodeParams(operation, value))),
      report: (value) => lossesOfParams(dialect, operation, value),
    };
    if (methods[operation].streaming) continue;
    const isTaskAlways = operation === "SendMessage" && !dialect.rules.directReplies;
    roads[`results of ${operation}`] = {
      type: isTaskAlways ? "Task" : result,
      ...(isTaskAlways && { wrap: (task: Members) => ({ task }) }),
      throughWire: (value) => decoded(dialect.decodeResult(operation, dialect.encodeResult(operation, value), sent)),
      report: (value) => lossesOfResult(dialect, operation, value, sent),
    };
  }
  roads.cards = {
    type: "AgentCard",
    throughWire: (card) => decoded(dialect.decodeCard(dialect.encodeCard(card))),
    report: (card) => lossesOfCard(dialect, card),
  };
  return roads;
}

for (const [title, dialect] of [
  ["0.1 and before", createDialectV01(() => "made-up")],
  ["0.3 and 0.2", dialectV03],
  ["0.3 and 0.2 over HTTP+JSON and gRPC, which say it as their protobuf definition does", dialectV03Proto],
] as const) {
  const found = new Set<string>();

  describe(`what is written in ${title} and read again is what it was, but for the losses that are reported`, () => {
    for (const [name, { type, wrap = (value: Members) => value, throughWire, report }] of Object.entries(roadsOf(dialect))) {
      test(name, () => {
        const claim = (value: Members): void => {
          // safe: made from the schema of the type
          const losses = report(value as never);
          for (const { why } of losses) found.add(why);
          const [meant, read] = [json(value), json(throughWire(value as never))];
          for (const { pointer } of losses) expect([pointer, at(read, pointer)]).not.toEqual([pointer, at(meant, pointer)]);
          for (const { pointer } of losses) for (const root of [meant, read]) cut(root, pointer);
          expect(filled(read)).toEqual(filled(meant));
        };
        fc.assert(fc.property(valuesOf(type, dialect).map(wrap), claim), { numRuns: 120, examples: rareOf(type, dialect) });
      });
    }

    test("events, by what they make of a task", () => {
      const claim = (event: Members): void => {
        // safe: made from the schema of the type
        const losses = lossesOfEvent(dialect, event as unknown as StreamResponse, place);
        for (const { why } of losses) found.add(why);
        // What has an address on the wire of every version is never lost.
        expect(losses.map(({ pointer }) => pointer)).not.toContain("");
      };
      fc.assert(fc.property(valuesOf("StreamResponse", dialect), claim), { numRuns: 300 });
    });

    test("and the README says all of them", () => {
      const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
      const [, section = ""] = readme.split(`\nIn ${title}:\n\n`);
      const listed = section.split("\n\n")[0]?.split("\n");
      expect(listed).toEqual(dialect.losses.map(({ why }) => `- ${why}`));
    });

    test("every loss has a reason in the table, and every reason of the table occurs", () => {
      expect([...found].sort()).toEqual(dialect.losses.map(({ why }) => why).sort());
    });
  });
}

test("nothing is lost in the newest version", () => {
  const card = { name: "A" } as AgentCard;
  expect(lossesOfCard(dialectV10, card)).toEqual([]);
});

describe("a report says where, what and why", () => {
  const rows: readonly [what: string, losses: readonly Loss[], reported: readonly object[]][] = [
    [
      "media types that a caller takes",
      lossesOfParams(
        createDialectV01(() => "m"),
        "SendMessage",
        {
          message: { messageId: "m", taskId: "t", role: "ROLE_USER", parts: [{ text: "hi" }] },
          configuration: { acceptedOutputModes: ["image/png"], historyLength: 1 },
        },
      ),
      [{ pointer: "/configuration/acceptedOutputModes", what: "left out", why: "A caller does not say which media types it takes." }],
    ],
    [
      "a tenant",
      lossesOfParams(dialectV03, "GetTask", { id: "t", tenant: "acme" }),
      [{ pointer: "/tenant", what: "left out", why: "A request cannot name a tenant." }],
    ],
    ["nothing", lossesOfParams(dialectV03, "GetTask", { id: "t", historyLength: 2 }), []],
  ];
  for (const [what, losses, reported] of rows) {
    test(what, () => {
      expect(losses).toEqual(reported);
    });
  }
});

// safe: params that any result can answer to
const sent = { id: "config-1", taskId: "task-1", url: "https://client.example/", message: {} } as never;

/** Values of a type that a peer of that version can be sent at all: they name their task, and cards an interface of the version. */
function valuesOf(type: string, dialect: Dialect): fc.Arbitrary<Members> {
  return arbitraryOf(v10?.definitions ?? {}, type).map((value) => {
    const members = known(value);
    if ("url" in members && "taskId" in v10Properties(type)) members.taskId ||= "task-1";
    for (const config of listOf(members.configs)) config.taskId ||= "task-1";
    // Names in protobuf are made of ids without a slash.
    for (const each of [members, ...listOf(members.configs)]) {
      for (const name of ["id", "taskId"]) if (typeof each[name] === "string") each[name] = each[name].replaceAll("/", "-");
    }
    if (isMembers(members.message)) members.message.taskId ||= "task-1";
    const [first] = listOf(members.supportedInterfaces);
    if (first) Object.assign(first, { protocolBinding: "JSONRPC", protocolVersion: dialect.version, tenant: "" });
    return members;
  });
}

function v10Properties(type: string): object {
  return v10?.definitions[type]?.properties ?? {};
}

/** Without members that nobody knows: they are no part of a type. */
function known(value: unknown): Members {
  return JSON.parse(JSON.stringify(value), (key, member) => (key.startsWith("x-") ? undefined : member));
}

function decoded(outcome: { readonly ok: boolean; readonly value?: unknown }): unknown {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  return outcome.value;
}

/** What a pointer leads to; null for nothing. */
function at(root: unknown, pointer: string): unknown {
  return (
    namesOf(pointer).reduce<unknown>(
      (value, name) => (isMembers(value) || Array.isArray(value) ? Reflect.get(value, name) : undefined),
      root,
    ) ?? null
  );
}

function cut(root: unknown, pointer: string): void {
  const names = namesOf(pointer);
  const last = names.pop();
  const parent = names.reduce<unknown>(
    (value, name) => (isMembers(value) || Array.isArray(value) ? Reflect.get(value, name) : undefined),
    root,
  );
  if (last !== undefined && typeof parent === "object" && parent !== null) Reflect.deleteProperty(parent, last);
}

function namesOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** A value without what is empty: it says no more than what is absent. */
function filled(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map((each) => filled(each) ?? null);
  if (!isMembers(value)) return value === "" ? undefined : value;
  const members = Object.entries(value)
    .map(([name, member]) => [name, filled(member)] as const)
    .filter(([, member]) => member !== undefined);
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

function listOf(value: unknown): Members[] {
  return Array.isArray(value) ? value.filter(isMembers) : [];
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function json(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

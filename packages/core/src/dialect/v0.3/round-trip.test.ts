import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryOf } from "../../../test/arbitrary.js";
import type { Canonical, Schema } from "../../../test/canonical.js";
import { canonicals } from "../../../test/canonical.js";
import * as V03 from "../../generated/v0.3/index.js";
import * as V10 from "../../generated/v1.0/index.js";
import { validate } from "../../validate/validate.js";
import type { Validator } from "../../validate/validator.js";
import type { Decoded } from "../dialect.js";
import { toUtc } from "../timestamp.js";
import { dialectV03 as dialect } from "./index.js";

const v10 = canonicalOf("v1.0");
const v03 = canonicalOf("v0.3");
const runs = { numRuns: 100 };

type Validators = Readonly<Record<V03.Operation, Validator<unknown>>>;

// Values are made from the schema of the operation's type: the compiler need not know which operation it is.
const is: Readonly<Record<"params" | "results", readonly [Validators, Validators]>> = {
  params: [V03.params, V10.params],
  results: [V03.results, V10.results],
};

// safe: the keys of the table are the operations
const operations = Object.keys(V03.methods) as V03.Operation[];
const unary = operations.filter((operation) => !V03.methods[operation].streaming);

describe("1.0 -> 0.3 -> 1.0 changes nothing but what 0.3 cannot say", () => {
  for (const operation of operations) {
    const type = v10.methods[operation]?.params ?? "";

    test(`params of ${operation}`, () => {
      check(domainOf<never>(type).map(named), (params) => {
        const wire = valid(is.params[0][operation], json(dialect.encodeParams(operation, params)));
        const back = valid(is.params[1][operation], decoded(dialect.decodeParams(operation, wire)));
        expectSame(back, normal(type, params));
      });
    });
  }

  for (const operation of unary) {
    const type = v10.methods[operation]?.result ?? "";

    test(`the result of ${operation}`, () => {
      check(domainOf<never>(type).map(named).map(spoken), (result) => {
        const wire = valid(is.results[0][operation], json(dialect.encodeResult(operation, result)));
        const back = valid(is.results[1][operation], decoded(dialect.decodeResult(operation, wire, sent)));
        expectSame(back, normal(type, result));
      });
    });
  }

  test("events, each with its place", () => {
    check(fc.tuple(domainOf<V10.StreamResponse>("StreamResponse"), fc.boolean()), ([event, isLast]) => {
      const [wire, ...others] = dialect.encodeEvent(event, { isLast, isCatchUp: false });
      expect(others).toEqual([]);
      const back = decoded(dialect.createEventDecoder({})(json(valid(V03.isStreamEvent, wire))));
      expectSame(back.events, [normal("StreamResponse", event)]);
      expect(back.isLast).toBe(isLast && event.statusUpdate !== undefined);
      for (const each of back.events) valid(V10.isStreamResponse, each);
    });
  });

  test("cards", () => {
    check(domainOf<V10.AgentCard>("AgentCard").map(spoken), (card) => {
      const back = valid(V10.isAgentCard, decoded(dialect.decodeCard(json(valid(V03.isAgentCard, dialect.encodeCard(card))))));
      expectSame(back, normal("AgentCard", card));
    });
  });
});

describe("0.3 -> 1.0 -> 0.3 is stable after one round, and every step is valid", () => {
  for (const operation of operations) {
    test(`params of ${operation}`, () => {
      checkStable(v03.methods[operation]?.params ?? "", (wire) => {
        const params = decoded(dialect.decodeParams(operation, wire));
        valid(is.params[1][operation], params);
        return valid(is.params[0][operation], dialect.encodeParams(operation, params));
      });
    });
  }

  for (const operation of operations) {
    test(`the result of ${operation}`, () => {
      checkStable(v03.methods[operation]?.result ?? "", (wire) => {
        // An agent of another version is not spoken to in 0.3, whatever its card looks like.
        const given = operation === "GetExtendedAgentCard" ? ofOwnVersion(wire) : wire;
        const result = decoded(dialect.decodeResult(operation, given, sent));
        valid(is.results[1][operation], result);
        return valid(is.results[0][operation], dialect.encodeResult(operation, result));
      });
    });
  }

  test("events", () => {
    checkStable("StreamEvent", (wire) => {
      const { events, isLast } = decoded(dialect.createEventDecoder({})(wire));
      const again = events.flatMap((event) => dialect.encodeEvent(valid(V10.isStreamResponse, event), { isLast, isCatchUp: false }));
      expect(again).toHaveLength(1);
      return valid(V03.isStreamEvent, again[0]);
    });
  });

  test("cards", () => {
    checkStable("AgentCard", (wire) =>
      valid(V03.isAgentCard, dialect.encodeCard(valid(V10.isAgentCard, decoded(dialect.decodeCard(ofOwnVersion(wire)))))),
    );
  });
});

test("nothing that is decoded has a member that 1.0 does not know, but what a webhook carries", () => {
  check(wireOf("StreamEvent"), (wire) => {
    const { events } = decoded(dialect.createEventDecoder({})(wire));
    expect(events.map((event) => known("StreamResponse", event))).toStrictEqual(events);
  });
  check(wireOf("MessageSendParams"), (wire) => {
    const { configuration, ...params } = decoded(dialect.decodeParams("SendMessage", wire));
    const config = without(asMembers(configuration?.taskPushNotificationConfig), "metadata");
    for (const [type, value] of [
      ["SendMessageRequest", params],
      ["TaskPushNotificationConfig", config],
    ] as const) {
      expect(known(type, value)).toStrictEqual(value);
    }
  });
  check(wireOf("AgentCard"), (wire) => {
    const card = decoded(dialect.decodeCard(wire));
    expect(known("AgentCard", card)).toStrictEqual(card);
  });
});

test("reading and writing leave their argument as it is", () => {
  check(wireOf("StreamEvent"), (wire) => {
    const before = JSON.stringify(wire);
    const { events } = decoded(dialect.createEventDecoder({})(wire));
    expect(JSON.stringify(wire)).toBe(before);
    const domain = JSON.stringify(events);
    for (const event of events) dialect.encodeEvent(event, { isLast: true, isCatchUp: false });
    expect(JSON.stringify(events)).toBe(domain);
  });
});

test("members called __proto__ do no harm", () => {
  const member = '"__proto__":{"polluted":true,"kind":"message"}';
  const wire = JSON.parse(
    `{"message":{"kind":"message","messageId":"m","role":"user",${member},"parts":[{"kind":"data","data":{${member}},"metadata":{${member},"mediaType":"a/b"}}]},"metadata":{${member}}}`,
  );
  const request = decoded(dialect.decodeParams("SendMessage", wire));
  expect(Object.getPrototypeOf(request.message)).toBe(Object.prototype);
  expect(JSON.stringify(request.message.parts[0])).toContain("polluted");
  expect({}).not.toHaveProperty("polluted");
  expect(JSON.stringify(dialect.encodeParams("SendMessage", request))).toBe(
    JSON.stringify({ ...wire, message: JSON.parse(JSON.stringify(wire.message, withoutProto)) }),
  );

  function withoutProto(this: unknown, key: string, value: unknown): unknown {
    return key === "__proto__" && this === wire.message ? undefined : value;
  }
});

// Params that any result can answer to.
const sent: never = json({ taskId: "task-1", id: "config-1", url: "https://client.example/hook" }) as never;

/** Webhooks with the task that 0.3 asks for; that of a message without, as 1.0 has it. */
function named(value: never): never {
  const members: Members = value;
  if (Array.isArray(members.configs)) return { ...members, configs: members.configs.map((config) => named(config as never)) } as never;
  if ("url" in members) return { ...members, taskId: members.taskId || "task-1" } as never;
  const { taskPushNotificationConfig: config, ...rest } = asMembers(members.configuration);
  if (!config) return value;
  const configuration = { ...rest, taskPushNotificationConfig: without(asMembers(config), "taskId") };
  return { ...members, configuration } as never;
}

/** A card whose first interface can be spoken to in 0.3. */
function spoken<T extends object>(value: T): T {
  if (!("supportedInterfaces" in value) || !Array.isArray(value.supportedInterfaces)) return value;
  const [first, ...others] = value.supportedInterfaces;
  return { ...value, supportedInterfaces: [{ ...first, protocolVersion: "0.3", tenant: "" }, ...others] };
}

function ofOwnVersion(wire: unknown): unknown {
  // safe: made from the schema of the card
  return { ...(wire as V03.AgentCard), protocolVersion: "0.3.0" };
}

// What 0.3 cannot say, as code: each value as it comes back.

type Members = Record<string, unknown>;

const normalise: Readonly<Record<string, (members: Members) => Members>> = {
  SendMessageRequest({ tenant: _, message, configuration, ...rest }) {
    const { taskPushNotificationConfig: config, ...others } = asMembers(configuration);
    const id = asMembers(config).id ?? asMembers(message).taskId;
    const webhook = config
      ? { taskPushNotificationConfig: { ...without(asMembers(config), "id"), ...(id === undefined ? {} : { id }) } }
      : {};
    return { ...rest, message, ...(configuration ? { configuration: { ...others, ...webhook } } : {}) };
  },
  SendMessageConfiguration: (value) => withoutEmpty(value, "acceptedOutputModes"),
  GetTaskRequest: ({ tenant: _, ...rest }) => rest,
  CancelTaskRequest: ({ tenant: _, ...rest }) => rest,
  SubscribeToTaskRequest: ({ tenant: _, ...rest }) => rest,
  GetTaskPushNotificationConfigRequest: ({ tenant: _, ...rest }) => rest,
  ListTaskPushNotificationConfigsRequest: ({ taskId }) => ({ taskId }),
  ListTaskPushNotificationConfigsResponse: ({ configs = [] }) => ({ configs }),
  DeleteTaskPushNotificationConfigRequest: ({ tenant: _, ...rest }) => rest,
  DeleteTaskPushNotificationConfigResponse: () => ({}),
  GetExtendedAgentCardRequest: () => ({}),
  TaskPushNotificationConfig: ({ tenant: _, ...rest }) => ({ ...rest, id: rest.id || rest.taskId }),
  Task: (value) => withoutEmpty(value, "contextId", "artifacts", "history"),
  TaskStatus: ({ timestamp, ...rest }) => ({ ...rest, ...(timestamp === undefined ? {} : { timestamp: toUtc(String(timestamp)) }) }),
  Message: (value) => withoutEmpty(value, "contextId", "taskId", "extensions", "referenceTaskIds"),
  Artifact: (value) => withoutEmpty(value, "extensions"),
  Part(value) {
    const { filename, mediaType, metadata } = value;
    const implied = "text" in value ? "text/plain" : "data" in value ? "application/json" : undefined;
    if (value.url !== "") return mediaType === implied ? without(value, "mediaType") : value;
    const data = { ...(filename === undefined ? {} : { name: filename }), ...(mediaType === undefined ? {} : { mimeType: mediaType }) };
    return { data, metadata: { ...asMembers(metadata), a2a_compat: "file-reference" } };
  },
  AgentCard({ signatures: _, supportedInterfaces, ...rest }) {
    const own = (supportedInterfaces as Members[]).filter(({ protocolVersion, tenant }) => protocolVersion === "0.3" && !tenant);
    return { ...rest, supportedInterfaces: own.slice(0, 1).map(({ tenant: __, ...each }) => each) };
  },
  AgentCapabilities({ extensions, ...rest }) {
    const known = (extensions as Members[] | undefined)?.filter(({ uri }) => uri) ?? [];
    return { ...rest, ...(known.length > 0 ? { extensions: known } : {}) };
  },
  SecurityRequirement: ({ schemes = {} }) => ({ schemes }),
  StringList: ({ list = [] }) => ({ list }),
  APIKeySecurityScheme: (value) => ({ ...value, location: "header" }),
  AuthorizationCodeOAuthFlow: ({ pkceRequired: _, ...rest }) => rest,
  ImplicitOAuthFlow: ({ scopes = {}, ...rest }) => ({ ...rest, scopes }),
  PasswordOAuthFlow: ({ scopes = {}, ...rest }) => ({ ...rest, scopes }),
  SecurityScheme(value) {
    const { flows, description } = asMembers(value.oauth2SecurityScheme);
    const { deviceCode, implicit, password } = asMembers(flows);
    const isUnknown = deviceCode || (implicit && !asMembers(implicit).authorizationUrl) || (password && !asMembers(password).tokenUrl);
    return isUnknown ? { httpAuthSecurityScheme: { ...(description === undefined ? {} : { description }), scheme: "Bearer" } } : value;
  },
};

/** The members that 1.0 knows, without what 0.3 cannot say. */
function normal(type: string, value: unknown): unknown {
  return walk({ $ref: `#/$defs/${type}` }, value, (name, members) => normalise[name]?.(members) ?? members);
}

/** The members that 1.0 knows. */
function known(type: string, value: unknown): unknown {
  return walk({ $ref: `#/$defs/${type}` }, value, (_, members) => members);
}

function walk(schema: Schema, value: unknown, change: (type: string, members: Members) => Members): unknown {
  if (schema.$ref) {
    const name = schema.$ref.slice("#/$defs/".length);
    const inner = walk(v10.definitions[name] ?? {}, value, change);
    return typeof inner === "object" && inner !== null && !Array.isArray(inner) ? change(name, inner as Members) : inner;
  }
  if (Array.isArray(value)) return schema.items ? value.map((item) => walk(schema.items ?? {}, item, change)) : value;
  if (typeof value !== "object" || value === null || !schema.type) return value;
  const { properties = {}, additionalProperties } = schema;
  const entries = Object.entries(value).flatMap(([key, member]): [string, unknown][] => {
    const rule = Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
    if (rule === undefined || rule === false) return [];
    return [[key, rule === true ? member : walk(rule, member, change)]];
  });
  return Object.fromEntries(entries);
}

function asMembers(value: unknown): Members {
  return typeof value === "object" && value !== null ? (value as Members) : {};
}

function without(members: Members, ...names: string[]): Members {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)));
}

/** Lists and ids that are empty say nothing. */
function withoutEmpty(members: Members, ...names: string[]): Members {
  return without(members, ...names.filter((name) => members[name] === "" || (Array.isArray(members[name]) && members[name].length === 0)));
}

function canonicalOf(folder: string): Canonical {
  const canonical = canonicals.find((each) => each.folder === folder);
  if (!canonical) throw new Error(`no ${folder}`);
  return canonical;
}

function domainOf<T>(type: string): fc.Arbitrary<T> {
  // safe: values are made from the schema of the type
  return arbitraryOf(v10.definitions, type).map((value) => json(value) as T);
}

function wireOf(type: string): fc.Arbitrary<unknown> {
  return arbitraryOf(v03.definitions, type).map(json);
}

function checkStable(type: string, round: (wire: unknown) => unknown): void {
  check(wireOf(type), (wire) => {
    const once = json(round(wire));
    expect(json(round(once))).toStrictEqual(once);
  });
}

function check<T>(values: fc.Arbitrary<T>, claim: (value: T) => void): void {
  fc.assert(fc.property(values, claim), runs);
}

function valid<T>(is: Validator<T>, value: unknown): T {
  const outcome = validate(is, value);
  if (!outcome.ok) throw new Error(`${JSON.stringify(outcome.problem)} in ${JSON.stringify(value)}`);
  return outcome.value;
}

function decoded<T>(outcome: Decoded<T>): T {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
  return outcome.value;
}

/** Metadata that is there but empty is not told from none where something has been carried in it. */
function expectSame(actual: unknown, expected: unknown): void {
  expect(withoutEmptyMetadata(actual)).toStrictEqual(withoutEmptyMetadata(expected));
}

function withoutEmptyMetadata(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (key, member) => {
    const isEmpty = key === "metadata" && typeof member === "object" && member !== null && Object.keys(member).length === 0;
    return isEmpty ? undefined : member;
  });
}

function json(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyJson, arbitraryOf } from "../../../test/arbitrary.js";
import type { Canonical } from "../../../test/canonical.js";
import { canonicals } from "../../../test/canonical.js";
import { noisy } from "../../../test/noisy.js";
import * as methods from "../../generated/v0.3-proto/methods.js";
import * as V10 from "../../generated/v1.0/index.js";
import { validate } from "../../validate/validate.js";
import type { Validator } from "../../validate/validator.js";
import type { Decoded } from "../dialect.js";
import { dialectV03 } from "../v0.3/index.js";
import { dialectV03Proto as dialect } from "./index.js";

type Members = Record<string, unknown>;
type Validators = Readonly<Record<methods.Operation, Validator<unknown>>>;

const form = canonicalOf("v0.3-proto");
const v10 = canonicalOf("v1.0");
const runs = { numRuns: 100 };
// Values are made from the schema of the operation's type: the compiler need not know which operation it is.
const is: Readonly<Record<"params" | "results", readonly [Validators, Validators]>> = {
  params: [methods.params, V10.params],
  results: [methods.results, V10.results],
};
// safe: the keys of the table are the operations
const operations = Object.keys(methods.methods) as methods.Operation[];
const unary = operations.filter((operation) => !methods.methods[operation].streaming);
// safe: params that any result can answer to
const sent = { taskId: "task-1", id: "config-1", url: "https://client.example/hook", message: {} } as never;

describe("1.0 -> protobuf's 0.3 -> 1.0 is what 1.0 -> tagged 0.3 -> 1.0 is, but for what this form cannot say", () => {
  for (const operation of operations) {
    const type = v10.methods[operation]?.params ?? "";

    test(`params of ${operation}`, () => {
      check(domainOf(type).map(addressed), (params) => {
        const wire = valid(is.params[0][operation], json(dialect.encodeParams(operation, params)));
        const back = valid(is.params[1][operation], decoded(dialect.decodeParams(operation, wire)));
        const tagged = decoded(dialectV03.decodeParams(operation, json(dialectV03.encodeParams(operation, params))));
        const page = operation === "ListTaskPushNotificationConfigs" ? pageOf(params, "pageSize", "pageToken") : {};
        const { metadata, ...others } = sayable(tagged);
        const isCarried = metadata !== undefined && operation !== "CancelTask";
        expect(json(back)).toStrictEqual({ ...others, ...(isCarried && { metadata }), ...page });
      });
    });
  }

  for (const operation of unary.filter((each) => each !== "GetExtendedAgentCard")) {
    const type = v10.methods[operation]?.result ?? "";

    test(`the result of ${operation}`, () => {
      check(domainOf(type).map(addressed), (result) => {
        const wire = valid(is.results[0][operation], json(dialect.encodeResult(operation, result)));
        const back = valid(is.results[1][operation], decoded(dialect.decodeResult(operation, wire, sent)));
        const tagged = decoded(dialectV03.decodeResult(operation, json(dialectV03.encodeResult(operation, result)), sent));
        const page = operation === "ListTaskPushNotificationConfigs" ? pageOf(result, "nextPageToken") : {};
        expect(json(back)).toStrictEqual({ ...sayable(tagged), ...page });
      });
    });
  }

  test("events, each with its place", () => {
    check(fc.tuple(domainOf("StreamResponse"), fc.boolean()), ([event, isLast]) => {
      const [wire, ...others] = dialect.encodeEvent(event, { isLast, isCatchUp: false });
      expect(others).toEqual([]);
      const back = decoded(dialect.createEventDecoder({})(json(valid(methods.results.SubscribeToTask, wire))));
      const [item] = dialectV03.encodeEvent(event, { isLast, isCatchUp: false });
      const tagged = decoded(dialectV03.createEventDecoder({})(json(item)));
      expect(json(back)).toStrictEqual(sayable(tagged));
    });
  });

  test("cards keep all but signatures, interfaces of other versions, and what OAuth of 0.3 lacks", () => {
    check(domainOf("AgentCard").map(spoken), (card) => {
      const wire = valid(methods.results.GetExtendedAgentCard, json(dialect.encodeCard(card)));
      // Of both, because a scheme may have such a name, too.
      const back = known(valid(V10.isAgentCard, decoded(dialect.decodeCard(wire))));
      const { securitySchemes, securityRequirements, skills } = known(card);
      expect(back.skills.map((skill) => skill.securityRequirements)).toStrictEqual(
        skills.map((skill) => skill.securityRequirements?.map(filledRequirement)),
      );
      expect(back.securityRequirements).toStrictEqual(securityRequirements?.map(filledRequirement));
      expect(Object.keys(back.securitySchemes ?? {})).toEqual(Object.keys(securitySchemes ?? {}));
      for (const [name, scheme] of Object.entries(securitySchemes ?? {})) {
        if (!scheme.oauth2SecurityScheme) expect(back.securitySchemes?.[name]).toStrictEqual(scheme);
      }
    });
  });
});

describe("protobuf's 0.3 -> 1.0 -> protobuf's 0.3 is stable after one round, and every step is valid", () => {
  for (const operation of operations) {
    test(`params of ${operation}`, () => {
      checkStable(form.methods[operation]?.params ?? "", (wire) => {
        const params = decoded(dialect.decodeParams(operation, wire));
        valid(is.params[1][operation], params);
        return valid(is.params[0][operation], dialect.encodeParams(operation, params));
      });
    });

    test(`the result of ${operation}`, () => {
      checkStable(form.methods[operation]?.result ?? "", (wire) => {
        const result = decoded(dialect.decodeResult(operation, wire, sent));
        valid(is.results[1][operation], result);
        return valid(is.results[0][operation], dialect.encodeResult(operation, result));
      });
    });
  }
});

test("nothing that a peer writes makes reading throw", () => {
  const types = new Set(operations.flatMap((operation) => [form.methods[operation]?.params ?? "", form.methods[operation]?.result ?? ""]));
  const values = fc.oneof(...[...types].map((type) => arbitraryOf(form.definitions, type)));
  check(fc.tuple(values, anyJson, fc.nat()), ([value, noise, seed]) => {
    for (const wire of [noise, ...noisy(value, noise, seed)]) {
      for (const operation of operations) {
        dialect.inShapeOf?.(wire).decodeParams(operation, wire);
        dialect.decodeResult(operation, wire, sent);
      }
      dialect.createEventDecoder({})(wire);
      dialect.decodeCard(wire);
    }
  });
});

test("reading and writing leave their argument as it is", () => {
  check(wireOf("StreamResponse"), (wire) => {
    const before = JSON.stringify(wire);
    const { events } = decoded(dialect.createEventDecoder({})(wire));
    expect(JSON.stringify(wire)).toBe(before);
    const domain = JSON.stringify(events);
    for (const event of events) dialect.encodeEvent(event, { isLast: true, isCatchUp: false });
    expect(JSON.stringify(events)).toBe(domain);
  });
});

/** What this form can say of what the tagged one can. */
function sayable(value: unknown): Members {
  return JSON.parse(JSON.stringify(value), (key, member) => {
    if (key === "referenceTaskIds") return undefined;
    if (key === "configuration" && member.returnImmediately === false) delete member.returnImmediately;
    if (key === "configuration" && member.historyLength === 0) delete member.historyLength;
    return member;
  });
}

/** What this form can say of a page and the tagged one cannot. */
function pageOf(value: object, ...names: string[]): Members {
  return Object.fromEntries(
    Object.entries(value).filter(([name, member]) => names.includes(name) && (name !== "nextPageToken" || member !== "")),
  );
}

/** Webhooks name their task, as they are called by it. */
function addressed(value: never): never {
  const members: Members = JSON.parse(JSON.stringify(value), (key, member) => (key.startsWith("x-") ? undefined : member));
  for (const each of [members, ...listOf(members.configs)]) if ("url" in each) each.taskId = "task-1";
  for (const name of ["id", "taskId"]) if (typeof members[name] === "string") members[name] = pathless(members[name]);
  for (const each of listOf(members.configs)) if (typeof each.id === "string") each.id = each.id.replaceAll("/", "-");
  delete members.tenant;
  // safe: the same, but for what stands in members that are texts
  return members as never;
}

/** A card whose first interface can be spoken to in 0.3. */
function spoken(value: never): never {
  const [first, ...others] = known(value).supportedInterfaces;
  // safe: as above
  return { ...(value as object), supportedInterfaces: [{ ...first, protocolVersion: "0.3", tenant: "" }, ...others] } as never;
}

/** Without members that nobody knows. */
function known(card: unknown): V10.AgentCard {
  return JSON.parse(JSON.stringify(card), (key, member) => (key.startsWith("x-") ? undefined : member));
}

function filledRequirement({ schemes = {} }: V10.SecurityRequirement): V10.SecurityRequirement {
  return { schemes: Object.fromEntries(Object.entries(schemes).map(([name, { list = [] }]) => [name, { list }])) };
}

/** Names as they are to look like, where the schema takes any text; an agent of another version is not spoken to in 0.3. */
function wireOf(type: string): fc.Arbitrary<unknown> {
  return arbitraryOf(form.definitions, type).map((value) => {
    const wire: Members = type === "AgentCard" ? { ...known(value) } : json(value);
    const properties = form.definitions[type]?.properties ?? {};
    if (type === "AgentCard") wire.protocolVersion = "0.3.0";
    else if (type.includes("PushNotificationConfig") && typeof wire.name === "string") wire.name = webhookNamed(wire.name);
    else if ("name" in properties && typeof wire.name === "string") wire.name = `tasks/${pathless(wire.name)}`;
    if (typeof wire.parent === "string") wire.parent = `tasks/${pathless(wire.parent)}`;
    for (const config of [wire.config, ...listOf(wire.configs)].flatMap((each) => (isMembers(each) ? [each] : []))) {
      if (typeof config.name === "string") config.name = webhookNamed(config.name);
    }
    return wire;
  });
}

function webhookNamed(name: string): string {
  return `tasks/${pathless(name)}/pushNotificationConfigs/${pathless(name)}`;
}

function pathless(text: string): string {
  return text.replaceAll("/", "-") || "t";
}

function canonicalOf(folder: string): Canonical {
  const canonical = canonicals.find((each) => each.folder === folder);
  if (!canonical) throw new Error(`no ${folder}`);
  return canonical;
}

function domainOf(type: string): fc.Arbitrary<never> {
  // safe: values are made from the schema of the type
  return arbitraryOf(v10.definitions, type).map((value) => json(value) as never);
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

function valid<T>(guard: Validator<T>, value: unknown): T {
  const outcome = validate(guard, value);
  if (!outcome.ok) throw new Error(`${JSON.stringify(outcome.problem)} in ${JSON.stringify(value)}`);
  return outcome.value;
}

function decoded<T>(outcome: Decoded<T>): T {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
  return outcome.value;
}

function listOf(value: unknown): Members[] {
  return Array.isArray(value) ? value.filter(isMembers) : [];
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function json(value: unknown): Members {
  return JSON.parse(JSON.stringify(value));
}

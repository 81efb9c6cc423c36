import { isObject } from "../dialect/carried.js";
import type { AgentCard, Struct } from "../generated/v1.0/types.js";
import type { Version } from "../generated/versions.js";
import { pointerTo } from "../json/pointer.js";
import { unreachable } from "../unreachable.js";

/** A card in the domain, and what it was read from. */
export interface ReadCard {
  readonly version: Version;
  readonly card: AgentCard;
  readonly wire: Struct;
}

/**
 * Tells, of a place in the domain's card, the place in the card as it was given that it was read from. Where several became one or one became
 * several, it is the first that says the same.
 */
export function createWirePointer(read: ReadCard): (pointer: string) => string {
  switch (read.version) {
    case "1.1":
    case "1.0":
      return (pointer) => nearestPointer(read.wire, pointer);
    case "0.3":
      return withSteps(createStepsInV03(read));
    case "0.1":
      return withSteps(createStepsInV01(read));
    default:
      return unreachable(read.version);
  }
}

type Steps = readonly (string | number)[];

/** What something is known by, and the steps to it inside its item of a list. */
type Place = readonly [key: string, ...steps: Steps];

function withSteps(translate: (steps: readonly string[]) => Steps): (pointer: string) => string {
  return (pointer) => {
    const [, ...steps] = pointer.split("/");
    return translate(steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))).reduce<string>(pointerTo, "");
  };
}

/** A pointer as far as there is something in the card that may have the member: what is merely tolerated stands elsewhere. */
export function nearestPointer(wire: Struct, pointer: string): string {
  return withSteps((steps) => nearestTo(wire, steps))(pointer);
}

function nearestTo(wire: Struct, steps: readonly string[]): readonly string[] {
  const parent = steps.slice(0, -1);
  const value = valueAt(wire, parent);
  return steps.length === 0 || (typeof value === "object" && value !== null) ? steps : nearestTo(wire, parent);
}

function createStepsInV03({ card, wire }: ReadCard): (steps: readonly string[]) => Steps {
  const interfaceSteps = createInterfaceSteps(card, wire);
  const requirementSteps = createRequirementSteps();
  return (steps) => {
    const [first, second = "", third = "", fourth = "", fifth, sixth = "", list] = steps;
    switch (first) {
      case "supportedInterfaces":
        return interfaceSteps(Number(second || 0), third);
      case "capabilities":
        return second === "extendedAgentCard" ? ["supportsAuthenticatedExtendedCard"] : steps;
      case "securitySchemes":
        // The third step is the kind of scheme, which 0.3 tells by a member.
        return [first, ownName(wire.securitySchemes, second), ...steps.slice(3)];
      case "securityRequirements": {
        const scope = fifth === undefined ? undefined : valueAt(card, steps);
        return ["security", ...requirementSteps(wire.security, fourth, scope)];
      }
      case "skills": {
        if (third !== "securityRequirements") return steps;
        const scope = list === undefined ? undefined : valueAt(card, steps);
        return [first, second, "security", ...requirementSteps(valueAt(wire, [first, second, "security"]), sixth, scope)];
      }
      default:
        return steps;
    }
  };
}

const mainMembers: Readonly<Record<string, string>> = { protocolBinding: "preferredTransport", protocolVersion: "protocolVersion" };

function createInterfaceSteps(card: AgentCard, wire: Struct): (at: number, member: string) => Steps {
  const further = firstPlaces(wire.additionalInterfaces, (each) => (isObject(each) ? [[keyOf(each.url, each.transport)]] : []));
  return (at, member) => {
    if (at === 0 || member === "protocolVersion") return [mainMembers[member] ?? "url"];
    const { url, protocolBinding } = card.supportedInterfaces[at] ?? {};
    return [
      "additionalInterfaces",
      ...(further.get(keyOf(url, protocolBinding)) ?? []),
      member === "protocolBinding" ? "transport" : member,
    ];
  };
}

/** The steps from a list of requirements to the first that asks for a scheme, or for a scope of it. */
function createRequirementSteps(): (requirements: unknown, name: string, scope: unknown) => Steps {
  const known = new Map<unknown, ReadonlyMap<string, Steps>>();
  return (requirements, name, scope) => {
    const places = known.get(requirements) ?? firstPlaces(requirements, keysOfRequirement);
    known.set(requirements, places);
    return places.get(keyOf(name, scope)) ?? places.get(keyOf(firstName(name), scope)) ?? [];
  };
}

function* keysOfRequirement(requirement: unknown): Generator<Place> {
  for (const [name, scopes] of Object.entries(isObject(requirement) ? requirement : {})) {
    yield [keyOf(name, undefined), name];
    for (const [at, scope] of (Array.isArray(scopes) ? scopes : []).entries()) yield [keyOf(name, scope), name, at];
  }
}

/** The steps to what is known by each key, where it comes first: looked up for each finding, of which a hostile card has many. */
function firstPlaces(list: unknown, keysOf: (item: unknown) => Iterable<Place>): ReadonlyMap<string, Steps> {
  const places = new Map<string, Steps>();
  for (const [at, item] of (Array.isArray(list) ? list : []).entries()) {
    for (const [key, ...steps] of keysOf(item)) {
      if (!places.has(key)) places.set(key, [at, ...steps]);
    }
  }
  return places;
}

function keyOf(...texts: unknown[]): string {
  return JSON.stringify(texts.filter((text) => text !== undefined));
}

function ownName(names: unknown, name: string): string {
  return isObject(names) && Object.hasOwn(names, name) ? name : firstName(name);
}

/** A scheme of several flows became several, whose names have that of the flow behind its own. */
function firstName(name: string): string {
  return name.replace(/#[^#]*$/, "");
}

function createStepsInV01({ wire }: ReadCard): (steps: readonly string[]) => Steps {
  const schemes = firstPlaces(valueAt(wire, ["authentication", "schemes"]), (name) => [[keyOf(name)]]);
  return (steps) => {
    const [first, name = "", kind] = steps;
    if (first === "supportedInterfaces") return ["url"];
    if (first !== "securitySchemes") return steps;
    if (kind !== "httpAuthSecurityScheme") return ["authentication", "credentials"];
    return ["authentication", "schemes", ...(schemes.get(keyOf(name)) ?? [])];
  };
}

function valueAt(value: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>((inner, step) => {
    if (Array.isArray(inner)) return inner[Number(step)];
    return isObject(inner) && Object.hasOwn(inner, step) ? inner[step] : undefined;
  }, value);
}

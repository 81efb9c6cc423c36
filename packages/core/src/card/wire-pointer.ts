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
 * The place in the card as it was given that a place in the domain's card was read from. Where several became one or one became several, it is
 * the first that says the same.
 */
export function toWirePointer(pointer: string, read: ReadCard): string {
  const steps = pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  switch (read.version) {
    case "1.0":
      return pointer;
    case "0.3":
      return stepsInV03(steps, read).reduce<string>(pointerTo, "");
    case "0.1":
      return stepsInV01(steps, read).reduce<string>(pointerTo, "");
    default:
      return unreachable(read.version);
  }
}

type Steps = readonly (string | number)[];

function stepsInV03(steps: readonly string[], { card, wire }: ReadCard): Steps {
  const [first, second = "", third = "", ...rest] = steps;
  switch (first) {
    case "supportedInterfaces":
      return interfaceSteps(card, wire, { at: Number(second || 0), member: third });
    case "capabilities":
      return second === "extendedAgentCard" ? ["supportsAuthenticatedExtendedCard"] : steps;
    case "securitySchemes":
      // The third step is the kind of scheme, which 0.3 tells by a member.
      return [first, ownName(wire.securitySchemes, second), ...rest];
    case "securityRequirements":
      return ["security", ...requirementSteps(wire.security, { ...namedBy(steps.slice(2)), scope: valueAt(card, steps) })];
    case "skills":
      if (third !== "securityRequirements") return steps;
      return [
        first,
        second,
        "security",
        ...requirementSteps(valueAt(wire, [first, second, "security"]), { ...namedBy(rest.slice(1)), scope: valueAt(card, steps) }),
      ];
    default:
      return steps;
  }
}

const mainMembers: Readonly<Record<string, string>> = { protocolBinding: "preferredTransport", protocolVersion: "protocolVersion" };

function interfaceSteps(card: AgentCard, wire: Struct, { at, member }: { readonly at: number; readonly member: string }): Steps {
  if (at === 0 || member === "protocolVersion") return [mainMembers[member] ?? "url"];
  const { url, protocolBinding } = card.supportedInterfaces[at] ?? {};
  const further: unknown[] = Array.isArray(wire.additionalInterfaces) ? wire.additionalInterfaces : [];
  const found = further.findIndex((each) => isObject(each) && each.url === url && each.transport === protocolBinding);
  return ["additionalInterfaces", found, member === "protocolBinding" ? "transport" : member];
}

interface Asked {
  readonly name: string;
  readonly isScope: boolean;
  readonly scope: unknown;
}

/** Of `schemes/<name>` and `schemes/<name>/list/<at>`, what is asked for. */
function namedBy([, name = "", list]: readonly string[]): Omit<Asked, "scope"> {
  return { name, isScope: list !== undefined };
}

function requirementSteps(requirements: unknown, { name, isScope, scope }: Asked): Steps {
  const all: unknown[] = Array.isArray(requirements) ? requirements : [];
  for (const [at, requirement] of all.entries()) {
    const own = ownName(requirement, name);
    const scopes = valueAt(requirement, [own]);
    if (!Array.isArray(scopes)) continue;
    if (!isScope) return [at, own];
    if (scopes.includes(scope)) return [at, own, scopes.indexOf(scope)];
  }
  return [];
}

/** A scheme of several flows became several, whose names have that of the flow behind its own. */
function ownName(names: unknown, name: string): string {
  return isObject(names) && Object.hasOwn(names, name) ? name : name.replace(/#[^#]*$/, "");
}

function stepsInV01(steps: readonly string[], { wire }: ReadCard): Steps {
  const [first, name = "", kind] = steps;
  if (first === "supportedInterfaces") return ["url"];
  if (first !== "securitySchemes") return steps;
  if (kind !== "httpAuthSecurityScheme") return ["authentication", "credentials"];
  const schemes = valueAt(wire, ["authentication", "schemes"]);
  return ["authentication", "schemes", ...(Array.isArray(schemes) ? [schemes.indexOf(name)] : [])];
}

function valueAt(value: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>((inner, step) => {
    if (Array.isArray(inner)) return inner[Number(step)];
    return isObject(inner) && Object.hasOwn(inner, step) ? inner[step] : undefined;
  }, value);
}

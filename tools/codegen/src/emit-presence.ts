import type { MemberFacts } from "./proto-model.js";
import { ownTypes } from "./proto-model.js";
import type { Definitions, MethodsFile, Schema } from "./schema-model.js";
import { refName } from "./schema-model.js";

/**
 * The `presence.ts` of the newest version: which members of a card are there though they say nothing, because a card is signed without all others
 * that say nothing. Protobuf decides: what is REQUIRED, `optional`, of a oneof or a message is there where it is set.
 */
export function emitPresence(definitions: Definitions, { card }: MethodsFile): string {
  const types = reachable(definitions, card.type).map((name) => `${name}: ${emitType(definitions[name] ?? {})},`);
  return `/** What counts in the values of a type: which members, or, of a map, values under names of any kind. */
export type Presence = { readonly members: Readonly<Record<string, MemberPresence>> } | { readonly each: string | undefined };

/** Whether a member is there where it is set to what says nothing, and the type of its value or of the items of its list. */
export interface MemberPresence {
  readonly counts: boolean;
  readonly type?: string;
}

/** What counts in each of the types that a card is made of, by the type's name. */
export const presence: Readonly<Record<string, Presence>> = {
  ${types.join("\n")}
};

/** The type of a card. */
export const cardType = "${card.type}";
`;
}

function reachable(definitions: Definitions, root: string): string[] {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    const { properties = {}, additionalProperties } = definitions[name] ?? {};
    const values = [...Object.values(properties), ...(typeof additionalProperties === "object" ? [additionalProperties] : [])];
    for (const value of values) {
      const inner = typeOf(value);
      if (inner !== undefined && definitions[inner]?.type === "object" && !isFree(definitions[inner])) visit(inner);
    }
  };
  visit(root);
  return [...found];
}

/** Whether the names in the objects of a type are anybody's, and so are the values. */
function isFree({ properties, additionalProperties }: Schema): boolean {
  return properties === undefined && typeof additionalProperties !== "object";
}

function typeOf(member: Schema): string | undefined {
  const { $ref } = member.items ?? member;
  return $ref && refName($ref);
}

function emitType({ properties = {}, additionalProperties, required = [] }: Schema): string {
  if (typeof additionalProperties === "object") return `{ each: ${JSON.stringify(typeOf(additionalProperties))} }`;
  const rows = Object.entries(properties).map(([name, member]) => {
    const facts = { counts: countsEmpty(member, required.includes(name)), type: typeOf(member) };
    return `${JSON.stringify(name)}: ${JSON.stringify(facts)}`;
  });
  return `{ members: { ${rows.join(", ")} } }`;
}

/** Whether a member is there where it is set to what says nothing. */
function countsEmpty({ "x-proto": given }: Schema, isRequired: boolean): boolean {
  // safe: lintProto has checked it
  const { t = "", repeated, optional, oneof } = (given ?? {}) as MemberFacts;
  if (isRequired || optional === true || oneof !== undefined) return true;
  const isScalar = (ownTypes.get(t)?.kind ?? "message") === "scalar";
  return !(isScalar || repeated === true || t.startsWith("map<"));
}

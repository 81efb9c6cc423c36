import type { Schema } from "../../codegen/src/schema-model.js";
import { excludedMembers, presenceMembers, refName } from "../../codegen/src/schema-model.js";
import { valueText } from "../../codegen/src/value-text.js";
import type { Area, Change } from "./change.js";
import { compareEnumNumbers, compareFieldFacts } from "./compare-protobuf.js";
import type { Names, Tell } from "./compare-value.js";
import { compareSets, compareValue, compareWords } from "./compare-value.js";
import { matchTypes } from "./match-types.js";
import { usageOf } from "./usage.js";
import type { VersionFacts } from "./version-facts.js";

/** What differs between the types of two states. */
export function compareTypes(before: VersionFacts, after: VersionFacts): Change[] {
  const changes: Change[] = [];
  const names = matchTypes(before, after);
  const [formerUsage, usage] = [usageOf(before), usageOf(after)];
  const isSpoken = before.methods.grpc && after.methods.grpc;
  for (const [was, schema] of Object.entries(before.definitions)) {
    const is = names.get(was);
    const current = is === undefined ? undefined : after.definitions[is];
    const places = {
      before: `schema/${before.folder}/schema.json#/$defs/${was}`,
      after: `schema/${after.folder}/schema.json#/$defs/${is}`,
    };
    const tellOf = (area: Area): Tell => {
      return (kind, rule, pointer, text) => {
        const at = (kind === "removed" ? places.before : places.after) + pointer;
        changes.push({ kind, rule, area, subject: is ?? was, usage: is === undefined ? formerUsage.get(was) : usage.get(is), at, text });
      };
    };
    const tell = tellOf("types");
    if (!current) tell("removed", "removed", "", `type ${was}`);
    else {
      if (is !== was) tell("changed", "altered", "", `type ${is}, formerly ${was}`);
      compareDefinition(schema, current, names, tell);
      if (isSpoken) compareProtobuf(schema, current, names, tellOf("protobuf"));
    }
  }
  return [...changes, ...newTypes(after, new Set(names.values()), usage)];
}

function newTypes({ folder, definitions }: VersionFacts, known: ReadonlySet<string>, usage: ReturnType<typeof usageOf>): Change[] {
  const names = Object.keys(definitions).filter((name) => !known.has(name));
  return names.map((subject): Change => {
    const at = `schema/${folder}/schema.json#/$defs/${subject}`;
    return { kind: "added", rule: "added", area: "types", subject, usage: usage.get(subject), at, text: `type ${subject}` };
  });
}

function compareDefinition(before: Schema, after: Schema, names: Names, tell: Tell): void {
  compareWords(before, after, "", tell);
  compareUnion(before, after, names, tell);
  if (!before.discriminator && !after.discriminator) compareValue(withoutMembers(before), withoutMembers(after), names, "", tell);
  compareMembers(before, after, names, tell);
  compareExclusions(before, after, tell);
}

/** Members have comparisons of their own. */
function withoutMembers({ properties, ...rest }: Schema): Schema {
  return properties ? { ...rest, type: "object", additionalProperties: true } : rest;
}

function compareMembers(before: Schema, after: Schema, names: Names, tell: Tell): void {
  const old = before.properties ?? {};
  const own = after.properties ?? {};
  for (const [name, member] of Object.entries(old)) {
    const at = `/properties/${name}`;
    const current = own[name];
    if (!current) {
      tell("removed", "removed", at, `member ${name}: ${valueText(member)}`);
      continue;
    }
    const tellOf: Tell = (kind, rule, pointer, text) => tell(kind, rule, pointer, `member ${name}: ${text}`);
    compareWords(member, current, at, tellOf);
    compareValue(member, current, names, at, tellOf);
    const [wasRequired, isRequired] = [before, after].map(({ required = [] }) => required.includes(name));
    if (wasRequired && !isRequired) tell("changed", "widened", at, `member ${name}: optional, was required`);
    if (!wasRequired && isRequired) tell("changed", "narrowed", at, `member ${name}: required, was optional`);
  }
  for (const [name, member] of Object.entries(own)) {
    if (Object.hasOwn(old, name)) continue;
    const isRequired = after.required?.includes(name);
    const text = `${isRequired ? "required member" : "member"} ${name}: ${valueText(member)}`;
    tell("added", isRequired ? "narrowed" : "added", `/properties/${name}`, text);
  }
}

/** Exactly one of several members, or one of several types told apart by a tag. */
function compareUnion(before: Schema, after: Schema, names: Names, tell: Tell): void {
  const [was, is] = [presenceMembers(before), presenceMembers(after)];
  if (was && is) {
    compareSets(was, is, "/oneOf", "branch", tell);
    compareTitles(before, after, tell);
  } else if (was) tell("changed", "widened", "/oneOf", `any of ${was.join(", ")} may be set, was exactly one`);
  else if (is) tell("changed", "narrowed", "/oneOf", `exactly one of ${is.join(", ")} is set`);
  const [tag, now] = [before.discriminator?.propertyName, after.discriminator?.propertyName];
  if (tag !== now)
    tell(
      "changed",
      "altered",
      "/discriminator",
      now ? `told apart by ${now}${tag ? `, was ${tag}` : ""}` : `no longer told apart by ${tag}`,
    );
  else if (tag)
    compareSets(
      branches(before).map((name) => names.get(name) ?? name),
      branches(after),
      "/oneOf",
      "branch",
      tell,
    );
}

/** Titles of branches are types of TypeScript. */
function compareTitles(before: Schema, after: Schema, tell: Tell): void {
  const titles = ({ oneOf = [] }: Schema): string[] => oneOf.flatMap(({ title }) => title ?? []);
  for (const title of titles(before)) if (!titles(after).includes(title)) tell("removed", "removed", "/oneOf", `type ${title} of a branch`);
  for (const title of titles(after)) if (!titles(before).includes(title)) tell("added", "added", "/oneOf", `type ${title} of a branch`);
}

function branches({ oneOf = [] }: Schema): string[] {
  return oneOf.map(({ $ref = "" }) => refName($ref));
}

function compareExclusions(before: Schema, after: Schema, tell: Tell): void {
  const pairs = (schema: Schema): string[] => excludedMembers(schema).map((pair) => pair.join(" and "));
  for (const pair of pairs(after)) if (!pairs(before).includes(pair)) tell("changed", "narrowed", "/not", `not both of ${pair}`);
  for (const pair of pairs(before)) if (!pairs(after).includes(pair)) tell("changed", "widened", "/not", `both of ${pair} may be set`);
}

function compareProtobuf(before: Schema, after: Schema, names: Names, tell: Tell): void {
  if (before.enum && after.enum) compareEnumNumbers(before, after, tell);
  for (const [name, member] of Object.entries(before.properties ?? {})) {
    const current = after.properties?.[name];
    if (current)
      compareFieldFacts(member, current, names, (kind, rule, text) =>
        tell(kind, rule, `/properties/${name}/x-proto`, `member ${name}: ${text}`),
      );
  }
}

import { factsOf } from "../proto-model.js";
import type { Schema } from "../schema-model.js";
import { excludedMembers, presenceMembers } from "../schema-model.js";
import { valueText } from "../value-text.js";
import { code, linkTo, prose, table } from "./markdown.js";

/** A heading for a type, what it is, and a table of its members or values. */
export function emitType(name: string, schema: Schema): string[] {
  const { description, deprecated, "x-clause": clause } = schema;
  return [
    `### ${name}`,
    `${deprecated ? "**Deprecated.** " : ""}${prose(description)} *A2A ${clause}.*`,
    ...rules(schema),
    ...(schema.properties ? [memberTable(schema)] : []),
    ...(schema.enum ? [valueTable(schema)] : []),
  ];
}

/** What holds of the value as a whole. */
function rules(schema: Schema): string[] {
  const { discriminator, properties, oneOf } = schema;
  if (discriminator) return [`${valueText(schema, (type) => linkTo(type))}, told apart by ${code(discriminator.propertyName)}.`];
  if (schema.enum) return [];
  if (!properties)
    return [`In JSON: ${valueText(schema, (type) => linkTo(type))}${schema.additionalProperties === true ? " with any members" : ""}.`];
  const presence = presenceMembers(schema);
  const titles = oneOf?.flatMap(({ title }) => (title === undefined ? [] : [code(title)])) ?? [];
  return [
    ...(presence
      ? [`Exactly one of ${presence.map(code).join(", ")} is set${titles.length > 0 ? `, which is the type ${titles.join(", ")}` : ""}.`]
      : []),
    ...excludedMembers(schema).map((pair) => `Not both of ${pair.map(code).join(" and ")} are set.`),
  ];
}

function memberTable(schema: Schema): string {
  const members = Object.entries(schema.properties ?? {});
  if (members.length === 0) return "No members.";
  const presence = presenceMembers(schema) ?? [];
  const hasNumbers = members.some(([, member]) => factsOf(member).n !== undefined);
  const rows = members.map(([name, member]) => {
    const required = schema.required?.includes(name) ? "yes" : presence.includes(name) ? "one of" : "";
    const number = hasNumbers ? [String(factsOf(member).n ?? "")] : [];
    return [code(name), ...number, memberText(member), required, meaning(member)];
  });
  return table(["member", ...(hasNumbers ? ["number"] : []), "type", "required", "meaning"], rows);
}

function memberText(member: Schema): string {
  return valueText(member, (type) => linkTo(type)) + (member.minItems ? ", not empty" : "");
}

function meaning({ description, deprecated, default: absent }: Schema): string {
  const tail = absent === undefined ? "" : ` Absent: ${code(JSON.stringify(absent))}.`;
  return `${deprecated ? "**Deprecated.** " : ""}${prose(description)}${tail}`;
}

function valueTable({ enum: values = [], "x-proto": facts }: Schema): string {
  // safe: lintProto has checked that these are numbers
  const numbers = (facts ?? {}) as Readonly<Record<string, number>>;
  const rows = values.map((value) => [code(value), ...(facts ? [String(numbers[value] ?? "")] : [])]);
  return table(["value", ...(facts ? ["number"] : [])], rows);
}

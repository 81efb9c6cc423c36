import type { Schema } from "./schema-model.js";
import { refName } from "./schema-model.js";

/** Says in a few words what a value is: `string`, `list of Part`, `"user" or "agent"`. How a type is named is up to the caller. */
export function valueText(schema: Schema, nameOf: (type: string) => string = (type) => type): string {
  const { $ref, anyOf, oneOf, items, type, additionalProperties } = schema;
  if ($ref !== undefined) return nameOf(refName($ref));
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return either(schema.enum.map((value) => JSON.stringify(value)));
  if (anyOf) return either(anyOf.map((branch) => valueText(branch, nameOf)));
  if (schema.discriminator && oneOf) return either(oneOf.map((branch) => valueText(branch, nameOf)));
  if (typeof additionalProperties === "object") return `map of ${valueText(additionalProperties, nameOf)}`;
  if (items) return `list of ${valueText(items, nameOf)}`;
  if (type === undefined) return "any JSON";
  return either([type].flat()) + detail(schema);
}

/** What is checked of a text or a number, or said of it. */
function detail({ format, contentEncoding, minimum, maximum }: Schema): string {
  const said = format ?? contentEncoding;
  if (said) return ` (${said})`;
  if (minimum === undefined && maximum === undefined) return "";
  return maximum === undefined ? ` from ${minimum}` : ` from ${minimum ?? "any"} to ${maximum}`;
}

function either(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

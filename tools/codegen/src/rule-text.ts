// A schema as the shortest text that packages/core/src/validate/create-rule-parser.ts reads. It is made of what AJV is given, so that both check
// the same; what such a text cannot say stops the generator.

import type { ValidatorView } from "./validator-view.js";

/** The rules of one type. */
export interface RuleText {
  /**
   * Nothing is a string, `+` one that is not empty, `:` one in base64 (which nobody checks, but readers normalise), `%` one of a format, `|a|b`
   * one of these; `?` is a boolean, `#0,100` an integer within bounds, `=1` a constant, `&object,null` one of several kinds, `*` anything.
   *
   * `>` is a value of a type, `~` one or null, `<kind a b` one of the types that a tag tells apart. `[` is a list, `[1` one that is not empty,
   * `{` a map, both followed by the rule of what is in them. `{*` is an object of any members, `&object` one that knows none.
   *
   * `id!+ status!> text^` are the members of an object: each with its rule, after a mark where it is required (`!`) or where exactly one member
   * with the mark is set (`^`). `a,b-` stands for two members of which at most one is set.
   */
  readonly text: string;
  /** What `>`, `~`, `%` and the branches of `<` stand for, in their order: names of types and of formats. */
  readonly references: readonly string[];
}

/** Puts the rules of a type into a text. */
export function ruleText(view: ValidatorView): RuleText {
  const references: string[] = [];
  return { text: view.properties ? members(view, references) : rule(view, references), references };
}

function members(view: ValidatorView, references: string[]): string {
  const { type, properties, required, additionalProperties = {}, exactlyOne, atMostOne, allOf, ...others } = view;
  const names = Object.keys(recordOf(properties));
  const marks = new Map<string, string>();
  for (const name of inOrder(required, names)) marks.set(name, "!");
  for (const name of inOrder(exactlyOne, names)) marks.set(name, "^");
  if (type !== "object" || Object.keys({ ...others, ...recordOf(additionalProperties) }).length > 0) throw unspeakable(view);
  const pairs = [...(allOf ? listOf(allOf).map((each) => recordOf(each).atMostOne) : []), ...(atMostOne ? [atMostOne] : [])];
  const words = [
    ...pairs.map((pair) => `${listOf(pair).join()}-`),
    ...Object.entries(recordOf(properties)).map(([name, member]) => name + (marks.get(name) ?? "") + rule(recordOf(member), references)),
  ];
  if (names.some((name) => !/^[\w@]+$/.test(name)) || words.some((word) => word.includes(" "))) throw unspeakable(view);
  return words.join(" ");
}

function rule(view: ValidatorView, references: string[]): string {
  const { type } = view;
  const keywords = Object.keys(view).sort().join();
  switch (keywords) {
    case "":
      return "*";
    case "$ref":
    case "orNull":
      references.push(String(view[keywords]));
      return keywords === "orNull" ? "~" : ">";
    case "discriminator,oneOf,required,type":
      return union(view, references);
    case "const":
      if (typeof view.const === "object") throw unspeakable(view);
      return `=${JSON.stringify(view.const)}`;
    case "enum,type":
      return `|${joined(view.enum, "|")}`;
    case "format,type":
      references.push(String(view.format));
      return "%";
    case "contentEncoding,type":
      return ":";
    case "minLength,type":
      return "+";
    case "minimum,type":
      return `#${view.minimum}`;
    case "maximum,minimum,type":
      return `#${view.minimum},${view.maximum}`;
    case "items,type":
    case "items,minItems,type":
      return `[${view.minItems ?? ""}${rule(recordOf(view.items), references)}`;
    case "additionalProperties,type":
      return view.additionalProperties === true ? "{*" : `{${rule(recordOf(view.additionalProperties), references)}`;
    case "type":
      return kinds[String(type)] ?? `&${type}`;
    default:
      throw unspeakable(view);
  }
}

const kinds: Readonly<Record<string, string>> = { string: "", boolean: "?" };

function union({ discriminator, oneOf }: ValidatorView, references: string[]): string {
  const { propertyName, values } = recordOf(discriminator);
  references.push(...listOf(oneOf).map((branch) => String(recordOf(branch).$ref)));
  return `<${joined([propertyName, ...listOf(values)], " ")}`;
}

/** Texts side by side, which can be told apart again. */
function joined(texts: unknown, separator: string): string {
  if (listOf(texts).some((text) => String(text).includes(separator))) throw unspeakable(texts);
  return listOf(texts).join(separator);
}

/** Names that are checked in the order of the members, for the text has them but once. */
function inOrder(names: unknown, members: readonly string[]): string[] {
  const given = names === undefined ? [] : listOf(names).map(String);
  if (given.join() !== members.filter((name) => given.includes(name)).join()) {
    throw new Error(`${given.join(", ")} have to be in the order in which they are members: ${members.join(", ")}`);
  }
  return given;
}

function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw unspeakable(value);
  return value;
}

function recordOf(value: unknown): ValidatorView {
  if (typeof value !== "object" || value === null) throw unspeakable(value);
  // safe: of an object every member can be read
  return value as ValidatorView;
}

function unspeakable(view: unknown): Error {
  return new Error(`no text of rules can say ${JSON.stringify(view)}`);
}

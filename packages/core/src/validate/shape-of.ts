import type { RuledValidator } from "./create-rule-parser.js";
import { wordsOf } from "./create-rule-parser.js";
import { shape } from "./runtime.js";
import type { Member, Shape, Validator } from "./validator.js";

/** The shape of what a validator of objects accepts, one that `createRuleParser` has made: it is read off the rules. */
export function shapeOf(is: Validator<unknown>): Shape {
  // safe: objects have members
  return memberOf(is) as Shape;
}

/** The same of several. */
export function shapesOf<K extends string>(validators: Readonly<Record<K, Validator<unknown>>>): Readonly<Record<K, Shape>> {
  const rows = Object.entries<Validator<unknown>>(validators).map(([name, is]) => [name, shapeOf(is)]);
  // safe: the keys are the same
  return Object.fromEntries(rows) as Record<K, Shape>;
}

/**
 * The name of a member in protobuf to its name in JSON, where they differ: of all members that some shapes have, at any depth.
 *
 * @param irregular protobuf's names of those that are not called there as in JSON, but in snake_case
 */
export function jsonNamesOf(
  irregular: Readonly<Record<string, string>>,
  ...roots: readonly Readonly<Record<string, Shape>>[]
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const visit = (members: Readonly<Record<string, Member>>): void => {
    for (const [name, member] of Object.entries(members)) {
      const proto = irregular[name] ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      if (proto !== name) names.set(proto, name);
      if (typeof member === "object") visit("each" in member ? { each: member.each } : member.members);
    }
  };
  for (const shapes of roots) for (const root of Object.values(shapes)) visit({ root });
  return names;
}

function memberOf(validator: Validator<unknown> | RegExp | undefined): Member {
  // safe: all validators of this form have rules, and what is no validator is not asked for
  const is = validator as RuledValidator;
  is.shape ??= readShape(is);
  return is.shape;
}

function readShape({ text, references }: RuledValidator): Member {
  let met = 0;
  const read = (rule: string): Member => {
    const mark = rule.replace(/^\[\d*/, "");
    if (mark === ">" || mark === "~") return memberOf(references[met++]);
    if (mark === "%") met++;
    return mark === ":" ? "base64" : "value";
  };
  if (text[0] === "{") {
    const each = read(text.slice(1));
    return typeof each === "object" ? { each } : "value";
  }
  if (text === "&object") return shape({});
  if (!/^[\w@]/.test(text)) return "value";
  const members = wordsOf(text).filter(({ mark }) => mark !== "-");
  return shape(Object.fromEntries(members.map(({ name, rule }) => [name, read(rule)])));
}

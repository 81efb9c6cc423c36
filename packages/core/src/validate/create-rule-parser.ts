import { pointerTo } from "../json/pointer.js";
import type { Fault, Member, Validator } from "./validator.js";

/**
 * Makes the validator of one type of its rules.
 *
 * @param section where the specification defines the type
 * @param text the rules, as `RuleText` of tools/codegen/src/rule-text.ts explains them
 * @param references what the text refers to, in its order: other types, and the patterns of formats
 */
export type ParseRules = <T>(typeName: string, section: string, text: string, ...references: readonly Reference[]) => Validator<T>;

type Reference = Validator<unknown> | RegExp;

/** A validator that has its rules at hand. */
export interface RuledValidator extends Validator<unknown> {
  readonly text: string;
  readonly references: readonly Reference[];
  /** What its values hold, once somebody has asked. */
  shape?: Member;
}

/** Finds what is wrong with a value of some kind. */
export type Check<V = unknown> = (value: V) => Fault | undefined;

/** An object whose members are checked. */
export type Members = Readonly<Record<string, unknown>>;

/** How rules are read that begin with a mark, by the mark. */
export type Marks = Readonly<Record<string, (rest: string, context: Context) => Check>>;

/** What it takes to read a rule of one type. */
export interface Context {
  readonly marks: Marks;
  refuse(keyword: string, params?: Fault["params"]): Fault;
  /** What the next mark refers to. */
  next(): Reference | undefined;
}

/**
 * Makes what reads the rules of one version. A browser is given these where a server has compiled code, which is several times as fast and as
 * large: the two give the same answers (test/compact.test.ts).
 *
 * @param document what stands before every section in a clause
 * @param furtherMarks of rules that not every version has
 */
export function createRuleParser(document: string, furtherMarks?: Marks): ParseRules {
  const marks = { ...commonMarks, ...furtherMarks };
  const clauses: Record<string, string> = {};
  return <T>(typeName: string, section: string, text: string, ...references: readonly Reference[]) => {
    clauses[typeName] = document + section;
    let check: Check | undefined;
    const about: Omit<RuledValidator, "errors"> & { errors?: readonly Fault[] | null } = { typeName, clauses, text, references };
    const is = Object.assign((value: unknown): boolean => {
      // when the first value comes, for most pages meet few of the types
      check ??= parseType(typeName, text, { marks, references });
      const fault = check(value);
      is.errors = fault ? [fault] : null;
      return !fault;
    }, about);
    // safe: the generator makes the text and the type of one schema, and tests compare the two
    return is as unknown as Validator<T>;
  };
}

interface Source {
  readonly marks: Marks;
  readonly references: readonly Reference[];
}

function parseType(type: string, text: string, { marks, references }: Source): Check {
  let met = 0;
  return parseRule(text, {
    marks,
    refuse: (keyword, params = {}) => ({ path: "", type, keyword, params }),
    next: () => references[met++],
  });
}

function parseRule(text: string, context: Context): Check {
  const parse = context.marks[text.charAt(0)];
  return parse ? parse(text.slice(1), context) : object(text, context);
}

/** What begins with none of these has members. */
const commonMarks: Marks = {
  "": (_, context) => kind("string", context),
  "+": (_, context) => kind("string", context, (text) => (text === "" ? context.refuse("minLength") : undefined)),
  ":": (_, context) => kind("string", context),
  "%": (_, context) => {
    // safe: the mark refers to a pattern
    const pattern = context.next() as RegExp;
    return kind<string>("string", context, (text) => (pattern.test(text) ? undefined : context.refuse("format")));
  },
  "|": (rest, context) => {
    const texts = rest.split("|");
    return kind<string>("string", context, (text) =>
      texts.includes(text) ? undefined : context.refuse("enum", { values: quoted(texts) }),
    );
  },
  "?": (_, context) => kind("boolean", context),
  "#": (rest, context) => {
    const [least = 0, most = Number.POSITIVE_INFINITY] = rest.split(",").map(Number);
    return kind<number>("integer", context, (value) => {
      if (value > most) return context.refuse("maximum", { comparison: "<=", limit: most });
      return value < least ? context.refuse("minimum", { comparison: ">=", limit: least }) : undefined;
    });
  },
  "&": (rest, context) => {
    const checks = rest.split(",").map((name) => kind(name, context));
    return (value) => (checks.every((check) => check(value)) ? context.refuse("type", { type: rest }) : undefined);
  },
  "*": () => () => undefined,
  ">": (_, context) => reference(context),
  "[": (rest, context) => {
    const limit = Number.parseInt(rest, 10) || 0;
    const check = parseRule(rest.replace(/^\d+/, ""), context);
    return kind<readonly unknown[]>("array", context, (items) => {
      if (items.length < limit) return context.refuse("minItems", { limit });
      for (let index = 0; index < items.length; index++) {
        const fault = check(items[index]);
        if (fault) return under(index, fault);
      }
      return undefined;
    });
  },
  "{": (rest, context) => {
    const check = parseRule(rest, context);
    return kind<Members>("object", context, (members) => {
      for (const name in members) {
        const fault = check(members[name]);
        if (fault) return under(name, fault);
      }
      return undefined;
    });
  },
};

/**
 * An object with members: what is missing goes before what is wrong, and how many are set before both. All is found in one loop, because most
 * of the time goes into looking members up by their names.
 */
function object(text: string, context: Context): Check {
  const words = wordsOf(text);
  const pairs = words.flatMap(({ name, mark }) => (mark === "-" ? [name.split(",")] : []));
  const rows = words.flatMap(({ name, mark, rule }) => (mark === "-" ? [] : [{ name, mark, check: parseRule(rule, context) }]));
  const exclusive = rows.flatMap(({ name, mark }) => (mark === "^" ? [name] : []));
  return kind<Members>("object", context, (members) => {
    for (const pair of pairs) {
      if (pair.every((name) => members[name] !== undefined)) return context.refuse("atMostOne", { members: pair.join(", ") });
    }
    let set = 0;
    let missing: Fault | undefined;
    let wrong: Fault | undefined;
    for (const { name, mark, check } of rows) {
      const member = members[name];
      if (member === undefined) {
        if (mark === "!") missing ??= context.refuse("required", { missingProperty: name });
        continue;
      }
      if (mark === "^") set++;
      const fault = wrong ? undefined : check(member);
      if (fault) wrong = under(name, fault);
    }
    return exclusive.length > 0 && set !== 1 ? context.refuse("exactlyOne", { members: exclusive.join(", ") }) : (missing ?? wrong);
  });
}

/** The members that a text has, each with its mark and its rule. */
export function wordsOf(text: string): { name: string; mark: string; rule: string }[] {
  return text.split(" ").map((word) => {
    const [, name = "", mark = "", rule = ""] = /([\w@,]+)([-!^]?)(.*)/.exec(word) ?? [];
    return { name, mark, rule };
  });
}

const kinds: Readonly<Record<string, (value: unknown) => boolean>> = {
  array: Array.isArray,
  integer: Number.isInteger,
  null: (value) => value === null,
  number: Number.isFinite,
  object: isObject,
};

/** A value of some kind, of which more may be asked. */
export function kind<V>(type: string, { refuse }: Context, more?: Check<V>): Check {
  const isKind = kinds[type];
  // safe: who asks more names the kind that V is
  return (value) => ((isKind ? isKind(value) : typeof value === type) ? more?.(value as V) : refuse("type", { type }));
}

/** The check of the type that the next mark refers to. */
export function reference({ next }: Context): Check {
  // safe: the mark refers to a type
  const is = next() as Validator<unknown>;
  return (value) => (is(value) ? undefined : is.errors?.[0]);
}

function under(step: string | number, fault: Fault): Fault {
  return { ...fault, path: pointerTo("", step) + fault.path };
}

/** Texts as a list for people. */
export function quoted(texts: readonly string[]): string {
  return texts.map((text) => JSON.stringify(text)).join(", ");
}

/** Whether a value has members. */
export function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

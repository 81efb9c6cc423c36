import { dateTime } from "./date-time.js";
import { clausesOf } from "./emit-validators.js";
import { ruleText } from "./rule-text.js";
import type { Definitions } from "./schema-model.js";
import { validatorView } from "./validator-view.js";

/**
 * The `compact-validators.ts` of one version: what `validators.ts` exports, for those who count bytes. Each type is a constant of its own, so
 * that a bundle has the rules of those that it uses.
 */
export function emitCompactValidators(definitions: Definitions, types: readonly string[]): string {
  const clauses = clausesOf(definitions, types);
  const document = commonStart(Object.values(clauses));
  const rules = new Map<string, string>();
  let hasTimes = false;
  const visit = (name: string): void => {
    const schema = definitions[name] ?? {};
    // what AJV need not know: an object of any members is no object without members
    const isMap = schema.additionalProperties === true && !schema.properties;
    const { text, references } = ruleText({ ...validatorView(schema, definitions), ...(isMap && { additionalProperties: true }) });
    const names = references.map((reference) => {
      if (reference === "date-time") return "dateTime";
      if (!rules.has(reference)) visit(reference);
      return `is${reference}`;
    });
    hasTimes ||= references.includes("date-time");
    const given = [name, clauses[name]?.slice(document.length), text].map((each) => JSON.stringify(each));
    rules.set(name, `/*#__PURE__*/ parse(${[...given, ...names].join(", ")});`);
  };
  for (const type of types) if (!rules.has(type)) visit(type);
  const guards = [...rules].map(([name, rule]) => {
    if (!types.includes(name)) return `const is${name} = ${rule}`;
    return `/** Tells whether a value is a {@link T.${name}}. */\nexport const is${name}: Validator<T.${name}> = ${rule}`;
  });
  // Too many are no harm: such a letter may stand in a value as well.
  const isFurther = [...rules.values()].some((rule) => /[=~<]/.test(rule));
  return `import { createRuleParser } from "../../validate/create-rule-parser.js";
${isFurther ? 'import { furtherMarks } from "../../validate/further-marks.js";\n' : ""}import type { Validator } from "../../validate/validator.js";
import type * as T from "./types.js";

const parse = /*#__PURE__*/ createRuleParser(${JSON.stringify(document)}${isFurther ? ", furtherMarks" : ""});
${hasTimes ? `\nconst dateTime =\n  ${dateTime};\n` : ""}
${guards.join("\n\n")}
`;
}

/** What all texts begin with. */
function commonStart([first = "", ...others]: readonly string[]): string {
  const end = [...first].findIndex((letter, index) => others.some((other) => other[index] !== letter));
  return end < 0 ? first : first.slice(0, end);
}

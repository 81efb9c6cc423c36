import type { Check, Marks, Members } from "./create-rule-parser.js";
import { isObject, kind, quoted, reference } from "./create-rule-parser.js";

/** Marks that only some versions have: constants, what may be null, and types that a tag tells apart. */
export const furtherMarks: Marks = {
  "=": (rest, { refuse }) => {
    const allowedValue: unknown = JSON.parse(rest);
    return (value) => (value === allowedValue ? undefined : refuse("const", { allowedValue }));
  },
  "~": (_, context) => {
    const check = reference(context);
    return (value) => (value === null ? undefined : isObject(value) ? check(value) : context.refuse("orNull"));
  },
  "<": (rest, context) => {
    const [tag = "", ...tags] = rest.split(" ");
    const checks = new Map<unknown, Check>(tags.map((each) => [each, reference(context)]));
    return kind<Members>("object", context, (members) => {
      const given = members[tag];
      if (given === undefined) return context.refuse("required", { missingProperty: tag });
      const check = checks.get(given);
      return check ? check(members) : context.refuse("discriminator", { tag, values: quoted(tags) });
    });
  },
};

import type { Fault } from "./faults.js";
import type { Source } from "./load-schema.js";
import { ruleText } from "./rule-text.js";
import type { SchemaFile } from "./schema-model.js";
import { validatorView } from "./validator-view.js";

/** Checks that the rules of every type can be said in the short texts that browsers read, which cannot say all that JSON Schema can. */
export function lintRuleTexts({ path, content: { $defs } }: Source<SchemaFile>): Fault[] {
  return Object.entries($defs).flatMap(([name, schema]): Fault[] => {
    try {
      ruleText(validatorView(schema, $defs));
      return [];
    } catch (error) {
      return [{ at: `${path}#/$defs/${name}`, message: error instanceof Error ? error.message : String(error) }];
    }
  });
}

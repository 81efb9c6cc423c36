import { Ajv } from "ajv";
import standalone from "ajv/dist/standalone/index.js";
import { dateTime } from "./date-time.js";
import { addKeywords } from "./keywords.js";
import type { Definitions, Schema } from "./schema-model.js";
import { refName } from "./schema-model.js";
import { validatorView } from "./validator-view.js";

/** The `validators.ts` of one version: a type guard for each of the named types. */
export function emitValidators(definitions: Definitions, types: readonly string[]): string {
  const ajv = createCompiler(definitions);
  const code = standalone.default(ajv, Object.fromEntries(types.map((type) => [`is${type}`, type])));
  const checks = [...code.matchAll(/^export const (is\w+) = (validate\d+);$/gm)];
  const body = withOwnFaults(withoutUnusedSchemas(code.replace(/^export const is\w+ = validate\d+;$|^"use strict";/gm, "")));
  if (/\brequire\(|\bimport\b|\beval\(|new Function/.test(body)) throw new Error("the generated validators need more than themselves");
  const guards = checks.map(([, guard = "", check = ""]) => {
    const type = guard.slice("is".length);
    return `/** Tells whether a value is a {@link T.${type}}. */
export const ${guard}: Validator<T.${type}> = /*#__PURE__*/ validator(${JSON.stringify(type)}, clauses, ${check});`;
  });
  return `// @ts-nocheck
import { under, validator } from "../../validate/runtime.js";
import type { Clauses, Validator } from "../../validate/validator.js";
import type * as T from "./types.js";

const clauses: Clauses = ${JSON.stringify(clausesOf(definitions, types))};
${body}
${guards.join("\n\n")}
`;
}

/** An AJV that knows each definition by its name and says in every fault whose rule is broken. */
export function createCompiler(definitions: Definitions): Ajv {
  const ajv = new Ajv({
    meta: false,
    validateSchema: false,
    messages: false,
    discriminator: true,
    strictRequired: false,
    allowUnionTypes: true,
    code: { source: true, esm: true, lines: true },
    formats: { "date-time": dateTime },
  });
  addKeywords(ajv);
  for (const [name, schema] of Object.entries(definitions)) {
    ajv.addSchema(validatorView(schema, definitions), name);
    const entry = ajv.schemas[name];
    if (entry) entry.schemaPath = name;
  }
  return ajv;
}

/**
 * Faults as `Fault` of validate/validator.ts has them: the path to a value is added by whoever calls its check and gets a fault (see the
 * keyword `$ref`), and of the path through the schemas only the type is kept, which saves an eighth of the minified size.
 */
function withOwnFaults(code: string): string {
  const own = code
    .replaceAll(/\(data, \{instancePath="".*\}=\{\}\)\{$/gm, "(data){")
    .replaceAll("{instancePath,", '{instancePath:"",')
    .replaceAll("instancePath:instancePath+", "instancePath:")
    .replaceAll(/schemaPath:"(\w+)\/[^"]*"/g, 'type:"$1"')
    .replaceAll("instancePath:", "path:");
  if (/instancePath|schemaPath/.test(own)) throw new Error("this version of ajv prints faults in another way");
  return own;
}

/** AJV prints every schema that it has met; only those that a check still reads are kept. */
function withoutUnusedSchemas(code: string): string {
  return code.replace(/^const (schema\d+) = .*;$/gm, (line, name: string) => {
    return code.split(new RegExp(`\\b${name}\\b`)).length > 2 ? line : "";
  });
}

/** The clause of every type that a fault can belong to. */
export function clausesOf(definitions: Definitions, types: readonly string[]): Record<string, string> {
  const reached = new Set<string>();
  const visit = (schema: Schema): void => {
    const name = schema.$ref && refName(schema.$ref);
    if (name && !reached.has(name)) {
      reached.add(name);
      visit(definitions[name] ?? {});
    }
    const inner = [
      schema.items,
      schema.additionalProperties,
      ...Object.values(schema.properties ?? {}),
      ...(schema.oneOf ?? []),
      ...(schema.anyOf ?? []),
    ];
    for (const part of inner) if (typeof part === "object") visit(part);
  };
  for (const type of types) visit({ $ref: `#/$defs/${type}` });
  const canRefuse = (name: string): boolean => types.includes(name) || Object.keys(validatorView(definitions[name] ?? {}, {})).length > 0;
  const names = Object.keys(definitions).filter((name) => reached.has(name) && canRefuse(name));
  return Object.fromEntries(names.map((name) => [name, definitions[name]?.["x-clause"] ?? ""]));
}

// The rules of schema/README.md, "How a schema is written". What passes here, the views and the emitters can rely on.

import type { Fault, Report } from "./faults.js";
import { lintObject, lintUnion } from "./lint-object.js";
import { lintRuleTexts } from "./lint-rule-texts.js";
import type { Source, Sources } from "./load-schema.js";
import type { BindingsFile, Definitions, ErrorsFile, MethodsFile, Schema, SchemaFile } from "./schema-model.js";
import { refName, rowsOf } from "./schema-model.js";

/** Where a schema stands: what is allowed depends on it. */
type Place = "definition" | "member" | "item";

type Shape = "reference" | "constant" | "nullable" | "text" | "number" | "flag" | "list" | "null" | "mixed" | "object" | "union" | "any";

const annotations: Readonly<Record<Place, readonly string[]>> = {
  definition: ["description", "x-clause", "x-proto", "deprecated", "tsType"],
  member: ["description", "x-proto", "deprecated", "default"],
  item: [],
};

const keywords: Readonly<Record<Shape, readonly string[]>> = {
  reference: ["$ref"],
  constant: ["const"],
  nullable: ["anyOf"],
  text: ["type", "enum", "minLength", "format", "contentEncoding"],
  number: ["type", "minimum", "maximum"],
  flag: ["type"],
  list: ["type", "items", "minItems"],
  null: ["type"],
  mixed: ["type"],
  object: ["type", "properties", "required", "additionalProperties", "oneOf", "not"],
  union: ["type", "required", "discriminator", "oneOf"],
  any: [],
};

/** Checks all schemas, and that the tables beside them name what exists. */
export function lintSchemas({ versions, folders, forms }: Sources): Fault[] {
  const { newest, versions: rows } = versions.content;
  const faults: Fault[] = [];
  if (!rows.some(({ folder }) => folder === newest)) faults.push({ at: `${versions.path}#/newest`, message: `${newest} is not listed` });
  const names = folders[0] ? namesOf(folders[0].errors.content) : [];
  for (const { schema, methods, errors } of folders) {
    faults.push(...lintSchema(schema), ...lintMethods(methods, schema.content.$defs), ...lintErrors(errors, names));
  }
  for (const { schema, methods } of forms) faults.push(...lintSchema(schema), ...lintMethods(methods, schema.content.$defs));
  // a schema that breaks another rule has no view
  return faults.length > 0 ? faults : [...folders, ...forms].flatMap(({ schema }) => lintRuleTexts(schema));
}

/** Checks one `schema.json`. */
export function lintSchema({ path, content }: Source<SchemaFile>): Fault[] {
  const faults: Fault[] = [];
  const report: Report = (pointer, message) => faults.push({ at: `${path}#${pointer}`, message });
  const known = ["$schema", "$id", "title", "description", "$defs"];
  for (const keyword of Object.keys(content)) if (!known.includes(keyword)) report("", `has the unknown keyword ${keyword}`);
  if (!isRecord(content.$defs)) {
    report("", "has no $defs");
    return faults;
  }
  const titles = new Set(Object.keys(content.$defs));
  for (const [name, schema] of Object.entries(content.$defs)) {
    const at = `/$defs/${name}`;
    if (!isRecord(schema)) {
      report(at, "is no object with the keywords of a type");
      continue;
    }
    if (!/^[A-Z][A-Za-z0-9]*$/.test(name)) report(at, "is no PascalCase name");
    if (!schema["x-clause"]) report(at, "has no x-clause");
    else if (!/^\d+\.\d+, ./.test(schema["x-clause"])) report(at, 'has an x-clause that is not like "1.0, section 4.1.1"');
    lintNode(schema, "definition", at, content.$defs, report);
    for (const { title } of schema.oneOf ?? []) {
      if (title && titles.has(title)) report(at, `names a branch ${title}, which is a type already`);
      if (title) titles.add(title);
    }
  }
  for (const title of titles) {
    if (/\d[a-z]/.test(title)) report("/$defs", `names a type ${title}: its TypeScript type would have a capital letter after the digit`);
  }
  return faults;
}

function lintNode(schema: Schema, place: Place, at: string, definitions: Definitions, report: Report): void {
  if (!isRecord(schema)) {
    report(at, "is true or false, but has to say of which type it is");
    return;
  }
  const shape = shapeOf(schema);
  if (place !== "definition" && needsName(schema, shape)) {
    report(at, "has to be a named type in $defs: objects are not written inline");
    return;
  }
  const allowed = [...annotations[place], ...keywords[shape]];
  for (const keyword of Object.keys(schema)) {
    if (!allowed.includes(keyword)) report(at, `has the keyword ${keyword}, which a ${place} (${shape}) cannot have`);
  }
  if (place !== "item") lintDescription(schema, at, report);
  lintValues(schema, at, report);
  if (schema.$ref !== undefined) lintReference(schema.$ref, at, definitions, report);
  if (schema.anyOf) lintNullable(schema.anyOf, at, definitions, report);
  if (shape === "list" && schema.items === undefined) report(at, "is an array without items");
  if (schema.items !== undefined) lintNode(schema.items, "item", `${at}/items`, definitions, report);
  if (shape === "any" && !schema.tsType) report(at, "has neither type nor tsType");
  if (typeof schema.additionalProperties === "object") {
    lintNode(schema.additionalProperties, "item", `${at}/additionalProperties`, definitions, report);
  }
  for (const [key, member] of Object.entries(schema.properties ?? {})) {
    lintNode(member, "member", `${at}/properties/${key}`, definitions, report);
  }
  if (shape === "object") lintObject(schema, at, report);
  if (shape === "union") lintUnion(schema, at, definitions, report);
}

/** What has members, or is too strange for a member, needs an entry of its own in `$defs`. */
function needsName({ type }: Schema, shape: Shape): boolean {
  if (shape === "mixed") return ["object", "array"].some((name) => type?.includes(name));
  return ["object", "union", "null", "any"].includes(shape);
}

function shapeOf(schema: Schema): Shape {
  if (schema.$ref !== undefined) return "reference";
  if ("const" in schema) return "constant";
  if (schema.anyOf) return "nullable";
  if (schema.discriminator) return "union";
  if (schema.properties || schema.additionalProperties !== undefined || schema.oneOf) return "object";
  if (Array.isArray(schema.type)) return "mixed";
  const shapes: Readonly<Record<string, Shape>> = {
    array: "list",
    boolean: "flag",
    integer: "number",
    null: "null",
    number: "number",
    object: "object",
    string: "text",
  };
  return typeof schema.type === "string" ? (shapes[schema.type] ?? "any") : "any";
}

/** Meta-schemas take true and false for schemas. */
function isRecord(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function lintDescription({ description }: Schema, at: string, report: Report): void {
  if (typeof description !== "string" || description.trim() === "") report(at, "has no description");
  else if (description.includes("*/")) report(at, "has a description that would end a comment");
}

function lintValues(schema: Schema, at: string, report: Report): void {
  if (schema.enum && !schema.enum.every((value) => typeof value === "string")) report(at, "has an enum with a value that is no string");
  if (schema.enum && new Set(schema.enum).size < schema.enum.length) report(at, "has an enum with a value twice");
  if (schema.minLength !== undefined && schema.minLength !== 1) report(at, "has a minLength other than 1");
  if (schema.format !== undefined && !["date-time", "uri"].includes(schema.format)) report(at, `has the unknown format ${schema.format}`);
  if (schema.contentEncoding !== undefined && schema.contentEncoding !== "base64") report(at, "has a contentEncoding other than base64");
  if ((schema.minimum ?? schema.maximum) !== undefined && schema.type !== "integer") report(at, "has a bound, but is no integer");
}

function lintReference(ref: string, at: string, definitions: Definitions, report: Report): void {
  if (!ref.startsWith("#/$defs/")) report(at, `refers to ${ref}, which is not like #/$defs/Name`);
  else if (!Object.hasOwn(definitions, refName(ref))) report(at, `refers to ${refName(ref)}, which does not exist`);
}

function lintNullable(anyOf: readonly Schema[], at: string, definitions: Definitions, report: Report): void {
  const [first, second] = anyOf;
  if (anyOf.length !== 2 || !first?.$ref || second?.type !== "null") {
    report(at, "has an anyOf that is no type or null");
    return;
  }
  lintReference(first.$ref, at, definitions, report);
  if (definitions[refName(first.$ref)]?.type !== "object") report(at, "may be null or something that is no object");
}

function lintMethods({ path, content }: Source<BindingsFile | MethodsFile>, definitions: Definitions = {}): Fault[] {
  const places: [pointer: string, type: string][] = [
    ...("card" in content ? ofVersion(content) : []),
    ...Object.entries(content.methods).flatMap(([name, { params, result }]): [string, string][] => {
      return [
        [`/methods/${name}/params`, params],
        [`/methods/${name}/result`, result],
      ];
    }),
  ];
  const unknown = places.filter(([, type]) => !Object.hasOwn(definitions, type));
  return [
    ...unknown.map(([pointer, type]) => ({ at: `${path}#${pointer}`, message: `names the type ${type}, which does not exist` })),
    ...lintRoutes(path, content, definitions),
  ];
}

function ofVersion({ card, push }: MethodsFile): [pointer: string, type: string][] {
  return [
    ["/card/type", card.type],
    ["/push/type", push.type],
  ];
}

/** What a route takes from its path and its body are members of the params. */
function lintRoutes(path: string, content: BindingsFile, definitions: Definitions): Fault[] {
  return Object.entries(content.methods).flatMap(([operation, { params, rest = [] }]) => {
    const members = Object.keys(definitions[params]?.properties ?? {});
    return rest.flatMap((route, at) => {
      const inPath = [...route.path.matchAll(/\{(\w+)/g)].map(([, name = ""]) => name);
      const unknown = [...inPath, ...(route.body ? [route.body] : [])].filter((name) => !members.includes(name));
      return unknown.map((name) => ({
        at: `${path}#/methods/${operation}/rest/${at}`,
        message: `names ${name}, which is no member of ${params}`,
      }));
    });
  });
}

/** The errors that every version has. */
function namesOf(content: ErrorsFile): string[] {
  return rowsOf(content).common.map(([name]) => name);
}

function lintErrors({ path, content }: Source<ErrorsFile>, names: readonly string[]): Fault[] {
  const own = namesOf(content);
  const astray = rowsOf(content).refined.filter(([, { refines }]) => !own.includes(refines ?? ""));
  const missing = names.filter((name) => !own.includes(name));
  const surplus = own.filter((name) => !names.includes(name));
  const unknown = Object.entries(content.refusals).filter(([, { error }]) => !own.includes(error));
  const aliased = Object.entries(content.aliases ?? {}).flatMap(([version, others]) => {
    return Object.entries(others).flatMap(([name, other]) => [name, other].map((each) => [`${version}/${name}`, each] as const));
  });
  return [
    ...astray.map(([name, { refines }]) => ({
      at: `${path}#/errors/${name}/refines`,
      message: `names ${refines}, which not every version has`,
    })),
    ...missing.map((name) => ({ at: `${path}#/errors`, message: `lacks ${name}, which the newest version has` })),
    ...surplus.map((name) => ({ at: `${path}#/errors/${name}`, message: "is an error that the newest version lacks" })),
    ...aliased
      .filter(([, name]) => !own.includes(name))
      .map(([at, name]) => ({ at: `${path}#/aliases/${at}`, message: `names ${name}, which does not exist` })),
    ...unknown.map(([name, { error }]) => ({ at: `${path}#/refusals/${name}/error`, message: `names ${error}, which does not exist` })),
  ];
}

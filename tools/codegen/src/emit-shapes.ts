import type { BindingsFile, Definitions, MethodsFile, Schema } from "./schema-model.js";
import { refName, snakeCase, validatedTypes } from "./schema-model.js";

/**
 * The `shapes.ts` of the newest version, and of a form that protobuf defines: which members each of its types has. Older versions need none, for
 * their dialects build what they read member by member, and no member has two names.
 */
export function emitShapes(definitions: Definitions, file: BindingsFile | MethodsFile): string {
  const roots = validatedTypes(file);
  const types = withMembers(definitions, roots);
  const shapes = types.map((name) => `const ${name}: Shape = ${emitShape(definitions[name] ?? {}, definitions)};`);
  const rows = Object.entries(file.methods);
  return `import { shape } from "../../validate/runtime.js";
import type { Shape } from "../../validate/validator.js";
import type { Operation } from "./methods.js";

${shapes.join("\n\n")}

/** The shape of each operation's params. */
export const paramsShapes: Readonly<Record<Operation, Shape>> = {
  ${rows.map(([operation, { params }]) => `${operation}: ${params},`).join("\n")}
};

/** The shape of each operation's result; of a streaming one, of one item. */
export const resultShapes: Readonly<Record<Operation, Shape>> = {
  ${rows.map(([operation, { result }]) => `${operation}: ${result},`).join("\n")}
};
${
  "card" in file
    ? emitCardShape(
        file,
        types.flatMap((name) => protoNames(definitions[name] ?? {})),
      )
    : ""
}`;
}

function emitCardShape({ card }: MethodsFile, names: readonly (readonly [string, string])[]): string {
  return `
/** The shape of an agent card. */
export const cardShape: Shape = ${card.type};

/** The name of a member in protobuf to its name in JSON, where they differ. */
export const jsonNames: ReadonlyMap<string, string> = /*#__PURE__*/ new Map(${JSON.stringify([...new Map(names)].sort())});
`;
}

/**
 * The `compact-shapes.ts` of the same: what `shapes.ts` exports, read off the compact validators, which have all member names
 * already.
 */
export function emitCompactShapes(definitions: Definitions, file: BindingsFile | MethodsFile): string {
  const rows = Object.entries(file.methods);
  return `import { ${"card" in file ? "jsonNamesOf, shapeOf, " : ""}shapesOf } from "../../validate/shape-of.js";
import type { Shape } from "../../validate/validator.js";
import { ${validatedTypes(file)
    .map((type) => `is${type}`)
    .sort()
    .join(", ")} } from "./compact-validators.js";
import type { Operation } from "./methods.js";

/** The shape of each operation's params. */
export const paramsShapes: Readonly<Record<Operation, Shape>> = /*#__PURE__*/ shapesOf({
  ${rows.map(([operation, { params }]) => `${operation}: is${params},`).join("\n")}
});

/** The shape of each operation's result; of a streaming one, of one item. */
export const resultShapes: Readonly<Record<Operation, Shape>> = /*#__PURE__*/ shapesOf({
  ${rows.map(([operation, { result }]) => `${operation}: is${result},`).join("\n")}
});
${"card" in file ? emitCompactCardShape(file, Object.values(definitions).flatMap(protoNames)) : ""}`;
}

function emitCompactCardShape({ card }: MethodsFile, names: readonly (readonly [string, string])[]): string {
  const irregular = names.filter(([proto, json]) => proto !== snakeCase(json)).map(([proto, json]) => [json, proto]);
  return `
/** The shape of an agent card. */
export const cardShape: Shape = /*#__PURE__*/ shapeOf(is${card.type});

/** The name of a member in protobuf to its name in JSON, where they differ. */
export const jsonNames: ReadonlyMap<string, string> = /*#__PURE__*/ jsonNamesOf(
  ${JSON.stringify(Object.fromEntries(irregular))}, paramsShapes, resultShapes, { cardShape });
`;
}

/** The types with members that values of some types can hold, each after those that it refers to. */
function withMembers(definitions: Definitions, roots: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (name: string): void => {
    const schema = definitions[name] ?? {};
    for (const inner of innerTypes(schema, definitions)) visit(inner);
    found.add(name);
  };
  for (const root of roots) visit(root);
  return [...found];
}

/** The types with members that stand in the members of a type, or in the values of a map. */
function innerTypes({ properties, additionalProperties }: Schema, definitions: Definitions): string[] {
  const values = [...Object.values(properties ?? {}), ...(typeof additionalProperties === "object" ? [additionalProperties] : [])];
  return values.flatMap((value) => shapedType(value, definitions) ?? []);
}

/** The type of a member or of the items of a list, where readers can look into its values. */
function shapedType(member: Schema, definitions: Definitions): string | undefined {
  const { $ref } = member.items ?? member;
  const name = $ref && refName($ref);
  const target = name ? definitions[name] : undefined;
  if (target?.type !== "object") return undefined;
  const isFree = target.additionalProperties !== undefined && innerTypes(target, definitions).length === 0;
  return isFree ? undefined : name;
}

function emitShape(schema: Schema, definitions: Definitions): string {
  const { properties = {}, additionalProperties } = schema;
  if (typeof additionalProperties === "object") return `{ each: ${emitMember(additionalProperties, definitions)} }`;
  const members = Object.entries(properties).map(([name, member]) => `${JSON.stringify(name)}: ${emitMember(member, definitions)}`);
  return `/*#__PURE__*/ shape({ ${members.join(", ")} })`;
}

function emitMember(member: Schema, definitions: Definitions): string {
  if (member.contentEncoding === "base64") return '"base64"';
  return shapedType(member, definitions) ?? '"value"';
}

/** Protobuf's names for the members of a type, with those of JSON; they are in snake_case unless the schema says otherwise. */
function protoNames({ properties = {} }: Schema): [proto: string, json: string][] {
  return Object.entries(properties).flatMap(([json, { "x-proto": facts }]): [string, string][] => {
    const given = typeof facts === "object" && facts !== null && "name" in facts ? String(facts.name) : undefined;
    const proto = given ?? snakeCase(json);
    return proto === json ? [] : [[proto, json]];
  });
}

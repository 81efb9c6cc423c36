import type { BindingsFile, ErrorsFile, SchemaFile } from "../../codegen/src/schema-model.js";
import type { JsonSchema, JsonTypes } from "./json-schema.js";
import { isNamed, itemsOf, typesOf, valueText } from "./json-schema.js";
import type { Item, Outline } from "./outline.js";

/** What our folder says, in the files that are compared with a published JSON Schema. */
export interface OwnFiles {
  readonly schema: SchemaFile;
  readonly methods: BindingsFile;
  readonly errors: ErrorsFile;
}

/** A published JSON Schema and our files, as lists that can be compared. @throws TypeError where the document is no such file */
export function outlineJson(document: unknown, own: OwnFiles): { readonly published: Outline; readonly ours: Outline } {
  const theirs = typesOf(definitionsOf(document));
  // safe: what we allow ourselves is part of what the published documents do
  const types = typesOf(own.schema.$defs as Readonly<Record<string, JsonSchema>>);
  const envelopes = [...theirs].filter(([name, schema]) => schema.properties?.jsonrpc && !types.has(name));
  const errors = [...theirs].filter(([name, schema]) => schema.properties?.code?.const !== undefined && !types.has(name));
  const apart = new Set([...envelopes, ...errors].map(([name]) => name));
  return {
    published: new Map([
      ...typeItems(theirs, types).filter(([subject]) => !apart.has(subject.split(".")[0] ?? "")),
      ...envelopes.flatMap(([name, schema]) => operationItem(name, schema, theirs, types)),
      ...errors.map(([, { properties = {} }]) => errorItem(properties.code?.const, textOf(properties.message))),
    ]),
    ours: new Map([...typeItems(types, theirs), ...ownOperations(own.methods, types, theirs), ...ownErrors(own.errors)]),
  };
}

function definitionsOf(document: unknown): Readonly<Record<string, JsonSchema>> {
  // safe: of any value a member can be looked for, and what is there is read with care
  const { definitions, $defs = definitions } = (document ?? {}) as {
    definitions?: Record<string, JsonSchema>;
    $defs?: Record<string, JsonSchema>;
  };
  if (!$defs) throw new TypeError("is no JSON Schema with definitions");
  return $defs;
}

/** Types that both documents name; of the others only objects, for all else is told where it is used. */
function typeItems(types: JsonTypes, others: JsonTypes): [string, Item][] {
  return [...types.keys()].filter((name) => isNamed(name, types, others)).flatMap((name) => itemsOf(name, types, others));
}

/** A request says which method it is; the answer to it has its name, and a result. */
function operationItem(name: string, { properties = {} }: JsonSchema, theirs: JsonTypes, ours: JsonTypes): [string, Item][] {
  const method = properties.method?.const;
  if (typeof method !== "string") return [];
  const base = name.replace(/Request$/, "");
  const result = [`${base}SuccessResponse`, `${base}Response`].map((answer) => theirs.get(answer)?.properties?.result).find(Boolean);
  const facts: Record<string, string> = {};
  if (properties.params) facts.params = valueText(properties.params, theirs, ours);
  if (result) facts.result = valueText(result, theirs, ours);
  return [[`method ${method}`, { kind: "operation", facts }]];
}

function ownOperations({ methods }: BindingsFile, types: JsonTypes, others: JsonTypes): [string, Item][] {
  const value = (name: string): string => valueText({ $ref: `#/$defs/${name}` }, types, others);
  return Object.values(methods).flatMap(({ jsonrpc, params, result }): [string, Item][] => {
    return jsonrpc ? [[`method ${jsonrpc}`, { kind: "operation", facts: { params: value(params), result: value(result) } }]] : [];
  });
}

/** The first error of a code is the one that a reader takes it for. */
function ownErrors({ errors }: ErrorsFile): [string, Item][] {
  return Object.values(errors)
    .reverse()
    .map(({ code, message }) => errorItem(code, message));
}

function errorItem(code: unknown, text: string | undefined): [string, Item] {
  return [`error ${code}`, { kind: "error", facts: text === undefined ? {} : { text } }];
}

function textOf(message: JsonSchema | undefined): string | undefined {
  const text = message?.const ?? message?.default;
  return typeof text === "string" ? text : undefined;
}

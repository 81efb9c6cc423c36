// One version as protobuf describes it, read from x-proto and the method table. What `lintProto` has passed is complete.

import type { BindingsFile, Definitions, Schema, SchemaFile } from "./schema-model.js";
import { refName, snakeCase } from "./schema-model.js";

export interface ProtoFile {
  readonly package: string;
  readonly service: string;
  /** What it describes, for people. */
  readonly title: string;
  readonly rpcs: readonly ProtoRpc[];
  readonly messages: readonly ProtoMessage[];
  readonly enums: readonly ProtoEnum[];
}

export interface ProtoRpc {
  /** The newest version's name for it. */
  readonly operation: string;
  readonly name: string;
  /** Other names that published documents give it. */
  readonly aliases: readonly string[];
  readonly input: ProtoType;
  readonly output: ProtoType;
  /** The answer is a stream. */
  readonly streaming: boolean;
  readonly clause: string;
}

export interface ProtoMessage {
  readonly name: string;
  readonly comment: string;
  readonly deprecated: boolean;
  readonly fields: readonly ProtoField[];
}

export interface ProtoField {
  readonly name: string;
  readonly jsonName: string;
  readonly number: number;
  /** Of a list its items', of a map its values'. */
  readonly type: ProtoType;
  readonly label: "single" | "optional" | "repeated" | "map";
  readonly oneof: string | undefined;
  /** Marked REQUIRED. */
  readonly required: boolean;
  /** The JSON has to have it, and protobuf cannot tell whether it was set. */
  readonly filled: boolean;
  readonly deprecated: boolean;
  readonly comment: string;
}

export interface ProtoEnum {
  readonly name: string;
  readonly comment: string;
  readonly values: readonly (readonly [name: string, number: number])[];
}

export interface ProtoType {
  readonly kind: "scalar" | "message" | "enum";
  /** Full where the type is not of this file. */
  readonly name: string;
}

/** The `x-proto` of a member. */
export interface MemberFacts {
  readonly n?: number;
  readonly t?: string;
  readonly repeated?: boolean;
  readonly optional?: boolean;
  readonly oneof?: string;
  readonly name?: string;
  readonly required?: boolean;
}

/** Protobuf's own types that members can have, by the names that x-proto gives them. */
export const ownTypes: ReadonlyMap<string, ProtoType> = new Map<string, ProtoType>([
  ...["string", "bytes", "bool", "int32", "int64"].map((name): [string, ProtoType] => [name, { kind: "scalar", name }]),
  ...["Struct", "Value", "Timestamp"].map((name): [string, ProtoType] => [name, { kind: "message", name: `google.protobuf.${name}` }]),
]);

/** The protobuf file that one version's schema and method table describe. */
export function protoFileOf({ title, $defs }: SchemaFile, { grpc, methods }: BindingsFile): ProtoFile {
  if (!grpc) throw new TypeError("a version without a service has no protobuf file");
  const types = reachedTypes($defs, methods).map((name): [string, Schema] => [name, $defs[name] ?? {}]);
  return {
    ...grpc,
    title,
    rpcs: Object.entries(methods).map(([operation, { grpc: name = "", grpcAliases = [], params, result, streaming, clause }]) => {
      return { operation, name, aliases: grpcAliases, input: typeOf(params, $defs), output: typeOf(result, $defs), streaming, clause };
    }),
    messages: types.filter(([, schema]) => !schema.enum).map(([name, schema]) => messageOf(name, schema, $defs)),
    enums: types.filter(([, schema]) => schema.enum).map(([name, schema]) => enumOf(name, schema)),
  };
}

/** The types that requests and answers are made of, in the order of the schema, without those that are protobuf's own. */
export function reachedTypes(definitions: Definitions, methods: BindingsFile["methods"]): string[] {
  const reached = new Set<string>();
  const visit = (name: string): void => {
    const schema = definitions[name];
    if (!schema || reached.has(name) || ownTypes.has(name) || nameOf(name, schema) !== name) return;
    reached.add(name);
    for (const member of Object.values(schema.properties ?? {})) visit(factsOf(member).t?.replace(/^map<string,(.*)>$/, "$1") ?? "");
  };
  for (const { params, result } of Object.values(methods)) for (const name of [params, result]) visit(name);
  return Object.keys(definitions).filter((name) => reached.has(name));
}

/** What a schema says of protobuf; `lintProto` checks it. */
export function factsOf({ "x-proto": facts }: Schema): MemberFacts {
  return typeof facts === "object" && facts !== null ? facts : {};
}

/** The type that a `t` or a row of the method table names. */
export function typeOf(name: string, definitions: Definitions): ProtoType {
  const own = ownTypes.get(name);
  if (own) return own;
  const schema = definitions[name] ?? {};
  return schema.enum ? { kind: "enum", name } : { kind: "message", name: nameOf(name, schema) };
}

/** The type of a map's values, undefined where a `t` is no map. */
export function mapValueOf(t: string): string | undefined {
  return /^map<string,(.+)>$/.exec(t)?.[1];
}

function nameOf(name: string, schema: Schema): string {
  return factsOf(schema).name ?? name;
}

function messageOf(name: string, schema: Schema, definitions: Definitions): ProtoMessage {
  const { properties = {}, required = [], deprecated = false } = schema;
  const fields = Object.entries(properties).map(([key, member]) => fieldOf(key, member, required.includes(key), definitions));
  return { name, comment: commentOf(schema), deprecated, fields: fields.sort((a, b) => a.number - b.number) };
}

function fieldOf(jsonName: string, member: Schema, isRequired: boolean, definitions: Definitions): ProtoField {
  const { n: number = 0, t = "", name = snakeCase(jsonName), required = isRequired, ...facts } = factsOf(member);
  const value = mapValueOf(t);
  const label = value ? "map" : facts.repeated ? "repeated" : facts.optional ? "optional" : "single";
  const type = typeOf(value ?? t, definitions);
  const isImplicit = label === "repeated" || label === "map" || (label === "single" && type.kind !== "message" && !facts.oneof);
  const { deprecated = false } = member;
  const filled = isRequired && isImplicit;
  return { name, jsonName, number, type, label, oneof: facts.oneof, required, filled, deprecated, comment: commentOf(member) };
}

function enumOf(name: string, schema: Schema): ProtoEnum {
  // safe: lintProto has checked that these are numbers
  const numbers = schema["x-proto"] as Readonly<Record<string, number>>;
  return { name, comment: commentOf(schema), values: Object.entries(numbers).sort(([, a], [, b]) => a - b) };
}

function commentOf({ description = "", "x-clause": clause }: Schema): string {
  return clause ? `${description}\nA2A ${clause}.` : description;
}

/** The definition that a member's values are of, or the items of its list. */
export function targetOf(member: Schema): string | undefined {
  const { $ref } = member.items ?? member;
  return $ref && refName($ref);
}

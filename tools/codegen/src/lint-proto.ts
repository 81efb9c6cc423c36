// The rules of x-proto in schema/README.md. What passes here, protobuf's compiler takes, and its JSON is what the schema describes.

import type { Fault, Report } from "./faults.js";
import type { Source } from "./load-schema.js";
import { factsOf, mapValueOf, ownTypes, reachedTypes, targetOf } from "./proto-model.js";
import type { BindingsFile, Definitions, Schema, SchemaFile } from "./schema-model.js";
import { presenceMembers, snakeCase } from "./schema-model.js";

/** The two files of a version that its protobuf file is made of. */
export interface ProtoSources {
  readonly schema: Source<SchemaFile>;
  readonly methods: Source<BindingsFile>;
}

/** Checks what a version with a gRPC binding says of protobuf: every type that its rpcs reach, and the rpcs. */
export function lintProto({ schema, methods }: ProtoSources): Fault[] {
  const faults: Fault[] = [];
  const definitions = schema.content.$defs;
  const report: Report = (pointer, message) => faults.push({ at: `${schema.path}#${pointer}`, message });
  for (const name of reachedTypes(definitions, methods.content.methods)) {
    const type = definitions[name] ?? {};
    if (type.enum) lintEnum(type, `/$defs/${name}`, report);
    else lintMessage(type, `/$defs/${name}`, definitions, report);
  }
  lintRpcs(methods.content, (pointer, message) => faults.push({ at: `${methods.path}#${pointer}`, message }));
  return faults;
}

function lintRpcs({ methods }: BindingsFile, report: Report): void {
  const names = new Set<string>();
  for (const [operation, { grpc, grpcAliases = [] }] of Object.entries(methods)) {
    if (!grpc) report(`/methods/${operation}`, "has no rpc");
    for (const name of [grpc ?? operation, ...grpcAliases]) {
      if (names.has(name)) report(`/methods/${operation}`, `has the rpc ${name}, which another operation has`);
      names.add(name);
    }
  }
}

function lintEnum({ enum: values = [], "x-proto": facts }: Schema, at: string, report: Report): void {
  const numbers: Readonly<Record<string, unknown>> = typeof facts === "object" && facts !== null ? { ...facts } : {};
  for (const value of values) if (!(value in numbers)) report(at, `has no number for ${value}`);
  const all = Object.values(numbers);
  if (!all.every((number) => Number.isInteger(number))) report(at, "has a number that is no integer");
  if (new Set(all).size < all.length) report(at, "has a number twice");
  if (!all.includes(0)) report(at, "has no value with the number 0, which is what an enum is that is not set");
  for (const value of Object.keys(numbers)) if (!/^[A-Z][A-Z0-9_]*$/.test(value)) report(at, `has the value ${value}, which is no name`);
}

function lintMessage(schema: Schema, at: string, definitions: Definitions, report: Report): void {
  if (schema.type !== "object" || schema.discriminator || schema.additionalProperties !== undefined) {
    report(at, "is reached by an rpc, but is no message");
    return;
  }
  const members = Object.entries(schema.properties ?? {});
  const numbers = new Set<number | undefined>();
  const names = new Set<string>();
  for (const [key, member] of members) {
    const place = `${at}/properties/${key}`;
    const { n, name = snakeCase(key) } = factsOf(member);
    lintMember(member, place, definitions, report);
    if (numbers.has(n)) report(place, `has the number ${n} of another member`);
    if (names.has(name)) report(place, `has the name ${name} of another member`);
    numbers.add(n);
    names.add(name);
  }
  lintOneof(schema, at, names, report);
}

/** A oneof is what the schema says with its own oneOf, so that the two cannot differ. */
function lintOneof(schema: Schema, at: string, names: ReadonlySet<string>, report: Report): void {
  const inOneof = Object.entries(schema.properties ?? {}).filter(([, member]) => factsOf(member).oneof !== undefined);
  const exclusive = presenceMembers(schema) ?? [];
  if (
    inOneof
      .map(([key]) => key)
      .sort()
      .join() !== [...exclusive].sort().join()
  )
    report(at, "has other members in a oneof than in oneOf");
  const oneofs = new Set(inOneof.map(([, member]) => factsOf(member).oneof ?? ""));
  if (oneofs.size > 1) report(at, "has more than one oneof");
  for (const oneof of oneofs) if (names.has(oneof)) report(at, `has a oneof ${oneof}, which is the name of a member`);
}

const knownFacts = ["n", "t", "repeated", "optional", "oneof", "name", "required"];
const largest = 2 ** 29 - 1;

function lintMember(member: Schema, at: string, definitions: Definitions, report: Report): void {
  if (member["x-proto"] === undefined) {
    report(at, "has no x-proto, though it is reached by an rpc");
    return;
  }
  const { n = 0, t = "", name, repeated, optional, oneof } = factsOf(member);
  for (const fact of Object.keys(factsOf(member))) if (!knownFacts.includes(fact)) report(at, `has the unknown fact ${fact} in x-proto`);
  if (!Number.isInteger(n) || n < 1 || n > largest || (n >= 19000 && n <= 19999))
    report(at, `has the number ${n}, which no field can have`);
  if (name !== undefined && !/^[a-z][a-z0-9_]*$/.test(name)) report(at, `has the name ${name}, which is not in snake_case`);
  const value = mapValueOf(t);
  const type = value ?? t;
  const known = ownTypes.get(type);
  const target = definitions[type];
  if (!known && !(target && (target.enum || target.type === "object"))) report(at, `has the type ${t}, which does not exist`);
  else if (!isSuch(member, t, Boolean(repeated), definitions)) report(at, `is no ${repeated ? "list of " : ""}${t} in JSON`);
  if ((repeated || value) && (optional || oneof)) report(at, "is a list or a map, which cannot be optional or in a oneof");
  if (repeated && (target?.enum || type === "bool" || type === "int32" || type === "int64"))
    report(at, `is a list of ${type}, which @a2a/grpc does not read`);
  if (optional && (oneof || (known?.kind ?? "message") === "message") && !target?.enum) report(at, "needs no optional");
}

/** Whether the JSON of a member is what protobuf's JSON of a type is. */
function isSuch(member: Schema, t: string, repeated: boolean, definitions: Definitions): boolean {
  const value = mapValueOf(t);
  if (value) {
    const { additionalProperties } = definitions[targetOf(member) ?? ""] ?? {};
    return typeof additionalProperties === "object" && isSuch(additionalProperties, value, false, definitions);
  }
  if (repeated !== (member.type === "array")) return false;
  const single = member.items ?? member;
  if (definitions[t] !== undefined) return targetOf(member) === t;
  return jsonForms[t]?.(single) ?? false;
}

const jsonForms: Readonly<Record<string, (schema: Schema) => boolean>> = {
  string: ({ type, contentEncoding, format }) => type === "string" && !contentEncoding && format !== "date-time",
  bytes: ({ type, contentEncoding }) => type === "string" && contentEncoding === "base64",
  Timestamp: ({ type, format }) => type === "string" && format === "date-time",
  bool: ({ type }) => type === "boolean",
  // without bounds a valid value could be too large for the field
  int32: ({ type, minimum = -Infinity, maximum = Infinity }) => type === "integer" && minimum >= -(2 ** 31) && maximum < 2 ** 31,
  // and beyond these bounds it would be another number once it is read
  int64: ({ type, minimum = -Infinity, maximum = Infinity }) =>
    type === "integer" && minimum >= Number.MIN_SAFE_INTEGER && maximum <= Number.MAX_SAFE_INTEGER,
};

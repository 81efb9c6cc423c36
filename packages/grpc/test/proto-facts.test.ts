import protobuf from "protobufjs";
import { describe, expect, test } from "vitest";
import { loadProto } from "./load-proto.js";
import { facts10 } from "./published-facts.js";

for (const facts of [facts10]) {
  describe(`${facts.package}.proto`, () => {
    const root = loadProto(facts.package);
    const namespace = root.lookup(facts.package);
    const types = namespace instanceof protobuf.Namespace ? namespace.nestedArray : [];

    for (const published of facts.types) {
      const name = nameOf(published);
      test(`${name} is as published`, () => {
        expect(wordsOf(types.find((type) => type.name === name))).toBe(normal(published));
      });
    }

    test("it has no other types", () => {
      const names = types.filter((type) => !(type instanceof protobuf.Service)).map(({ name }) => name);
      expect(names.sort()).toEqual(facts.types.map(nameOf).sort());
    });

    test("the service is as published", () => {
      const service = root.lookupService(`${facts.package}.${facts.service}`);
      const rpcs = service.methodsArray.map(({ name, requestType, requestStream, responseStream, responseType }) => {
        return `${name}(${requestStream ? "stream " : ""}${requestType}) -> ${responseStream ? "stream " : ""}${responseType}`;
      });
      expect(rpcs.sort()).toEqual([...facts.rpcs].sort());
    });
  });
}

/** What protobufjs has understood of a type, in the words of the facts. */
function wordsOf(type: protobuf.ReflectionObject | undefined): string {
  if (type instanceof protobuf.Enum) {
    const values = Object.entries(type.values).sort(([, a], [, b]) => a - b);
    return `enum ${type.name}: ${values.map(([name, number]) => `${name}=${number}`).join(", ")}`;
  }
  if (!(type instanceof protobuf.Type)) return "missing";
  const fields = [...type.fieldsArray].sort((a, b) => a.id - b.id).map(wordsOfField);
  return `${type.name}: ${fields.length > 0 ? fields.join("; ") : "no fields"}`;
}

function wordsOfField(field: protobuf.Field): string {
  const options: Readonly<Record<string, unknown>> = field.options ?? {};
  const optional = options.proto3_optional === true;
  const type = field.type.replace("google.protobuf.", "");
  const words = [
    ...(optional ? ["optional"] : []),
    ...(field.repeated ? ["repeated"] : []),
    field instanceof protobuf.MapField ? `map<${field.keyType},${type}>` : type,
    ...(options["(google.api.field_behavior)"] === "REQUIRED" ? ["R"] : []),
    ...(field.partOf && !optional ? [`oneof:${field.partOf.name}`] : []),
    ...(options.json_name === undefined ? [] : [`json:${options.json_name}`]),
    ...(options.deprecated === true ? ["deprecated"] : []),
  ];
  return `${field.name}=${field.id} ${words.join(" ")}`;
}

/** A published type with its fields by their numbers. */
function normal(published: string): string {
  if (published.startsWith("enum ") || published.endsWith("no fields")) return published;
  const [name, fields = ""] = published.split(": ");
  const numberOf = (field: string): number => Number(/=(\d+)/.exec(field)?.[1]);
  return `${name}: ${fields
    .split("; ")
    .sort((a, b) => numberOf(a) - numberOf(b))
    .join("; ")}`;
}

function nameOf(published: string): string {
  return published.replace("enum ", "").split(":")[0] ?? "";
}

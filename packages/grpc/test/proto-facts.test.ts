import type { DescEnum, DescField, DescFile, DescMessage } from "@bufbuild/protobuf";
import { ScalarType } from "@bufbuild/protobuf";
import protobuf from "protobufjs";
import { describe, expect, test } from "vitest";
import * as v03 from "../src/generated/v0.3-proto/descriptors.js";
import * as v10 from "../src/generated/v1.0/descriptors.js";
import * as v11 from "../src/generated/v1.1/descriptors.js";
import { loadProto } from "./load-proto.js";
import { facts03, facts10, facts11 } from "./published-facts.js";

for (const { facts, suffix, file, rpcs } of [
  { facts: facts10, suffix: "", ...v10 },
  { facts: facts03, suffix: "", ...v03 },
  { facts: facts11, suffix: "-v1.1", ...v11 },
]) {
  describe(`${facts.package}${suffix}.proto`, () => {
    const root = loadProto(facts.package + suffix);
    const namespace = root.lookup(facts.package);
    const types = namespace instanceof protobuf.Namespace ? namespace.nestedArray : [];

    for (const published of facts.types) {
      const name = nameOf(published);
      test(`${name} is as published`, () => {
        expect(wordsOf(types.find((type) => type.name === name))).toBe(normal(published));
      });

      test(`the descriptor of ${name} says the same, but for REQUIRED`, () => {
        expect(wordsOfDescriptor(file, name)).toBe(normal(published).replaceAll(/ R\b/g, ""));
      });
    }

    test("it has no other types", () => {
      const names = types.filter((type) => !(type instanceof protobuf.Service)).map(({ name }) => name);
      expect(names.sort()).toEqual(facts.types.map(nameOf).sort());
    });

    test("the service is as published", () => {
      const service = root.lookupService(`${facts.package}.${facts.service}`);
      const methods = service.methodsArray.map(({ name, requestType, requestStream, responseStream, responseType }) => {
        return `${name}(${requestStream ? "stream " : ""}${requestType}) -> ${responseStream ? "stream " : ""}${responseType}`;
      });
      expect(methods.sort()).toEqual([...facts.rpcs].sort());
    });

    test("the descriptor of the service says the same", () => {
      const methods = file.services
        .flatMap((service) => service.methods)
        .map(({ name, methodKind, input, output }) => {
          return `${name}(${localName(input)}) -> ${methodKind === "server_streaming" ? "stream " : ""}${localName(output)}`;
        });
      expect(methods.sort()).toEqual([...facts.rpcs].sort());
      expect(file.services.map(({ typeName }) => typeName)).toEqual([`${facts.package}.${facts.service}`]);
    });

    test("every operation has an rpc of the service, and its aliases are none", () => {
      const methods = file.services.flatMap((service) => service.methods);
      for (const { rpc, aliases, input, output, streaming } of Object.values(rpcs)) {
        const method = methods.find(({ name }) => name === rpc);
        expect([method?.input, method?.output, method?.methodKind]).toEqual([input, output, streaming ? "server_streaming" : "unary"]);
        expect(methods.filter(({ name }) => aliases.includes(name))).toEqual([]);
      }
      expect(Object.keys(rpcs)).toHaveLength(methods.length);
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

/** What the library has understood of a descriptor, in the words of the facts. */
function wordsOfDescriptor(file: DescFile, name: string): string {
  const values = file.enums.find((each) => each.name === name)?.values.map((value) => `${value.name}=${value.number}`);
  if (values) return `enum ${name}: ${values.join(", ")}`;
  const fields = file.messages.find((each) => each.name === name)?.fields.map(wordsOfDescField) ?? ["missing"];
  return `${name}: ${fields.length > 0 ? fields.join("; ") : "no fields"}`;
}

function wordsOfDescField(field: DescField): string {
  const { proto, number, jsonName, message, oneof, deprecated } = field;
  const type = field.scalar ? ScalarType[field.scalar].toLowerCase() : localName(message ?? field.enum);
  const words = [
    ...(proto.proto3Optional ? ["optional"] : []),
    ...(field.fieldKind === "list" ? ["repeated"] : []),
    field.fieldKind === "map" ? `map<string,${type}>` : type.replace("google.protobuf.", ""),
    ...(oneof ? [`oneof:${oneof.name}`] : []),
    ...(jsonName === proto.name.replace(/_(.)/g, (_, letter) => letter.toUpperCase()) ? [] : [`json:${jsonName}`]),
    ...(deprecated ? ["deprecated"] : []),
  ];
  return `${field.name}=${number} ${words.join(" ")}`;
}

/** A type by its name in its own file, another's by its full name. */
function localName(type: DescMessage | DescEnum | undefined): string {
  return type?.typeName.startsWith("google.") ? type.typeName : (type?.name ?? "nothing");
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

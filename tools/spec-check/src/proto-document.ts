import protobuf from "protobufjs";
import { camelCase } from "../../codegen/src/emit-proto.js";
import type { ProtoField, ProtoFile } from "../../codegen/src/proto-model.js";
import { protoFileOf } from "../../codegen/src/proto-model.js";
import type { BindingsFile, RestRow, SchemaFile } from "../../codegen/src/schema-model.js";
import type { Item, Outline } from "./outline.js";

/** A published `.proto` file and our files, as lists that can be compared. @throws TypeError where the document is no such file */
export function outlineProto(
  document: string,
  own: { readonly schema: SchemaFile; readonly methods: BindingsFile },
): { readonly published: Outline; readonly ours: Outline } {
  return { published: outlineDocument(document), ours: outlineOwn(protoFileOf(own.schema, own.methods), own.methods) };
}

function outlineDocument(text: string): Outline {
  const items: [string, Item][] = [];
  const { root, package: name = "" } = parse(text);
  const scope = name ? root.lookup(name) : root;
  for (const each of scope instanceof protobuf.Namespace ? scope.nestedArray : []) {
    if (each instanceof protobuf.Type) items.push(...messageItems(each));
    else if (each instanceof protobuf.Enum) items.push(...enumItems(each.name, Object.entries(each.values)));
    else if (each instanceof protobuf.Service) items.push(...serviceItems(name, each));
  }
  if (items.length === 0) throw new TypeError("defines nothing");
  return new Map(items);
}

function parse(text: string): protobuf.IParserResult {
  try {
    return protobuf.parse(text, { keepCase: true });
  } catch (error) {
    throw new TypeError(`is no proto file: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function messageItems({ name, fieldsArray }: protobuf.Type): [string, Item][] {
  const fields = fieldsArray.map((field): [string, Item] => {
    const options: Readonly<Record<string, unknown>> = field.options ?? {};
    const isOptional = options.proto3_optional === true;
    const facts = {
      number: String(field.id),
      type: field.type,
      label: field instanceof protobuf.MapField ? "map" : field.repeated ? "repeated" : isOptional ? "optional" : "single",
      oneof: (!isOptional && field.partOf?.name) || "none",
      required: options["(google.api.field_behavior)"] === "REQUIRED" ? "yes" : "no",
      "JSON name": String(options.json_name ?? camelCase(field.name)),
    };
    return [`${name}.${field.name}`, { kind: "member", within: name, facts }];
  });
  return [[name, { kind: "type", facts: {} }], ...fields];
}

function enumItems(name: string, values: readonly (readonly [string, number])[]): [string, Item][] {
  const items = values.map(([value, number]): [string, Item] => [
    `${name}.${value}`,
    { kind: "value", within: name, facts: { number: String(number) } },
  ]);
  return [[name, { kind: "type", facts: {} }], ...items];
}

function serviceItems(packageName: string, { name, methodsArray }: protobuf.Service): [string, Item][] {
  const rpcs = methodsArray.flatMap(({ name: rpc, requestType, responseType, responseStream, parsedOptions }): [string, Item][] => {
    const facts = { params: requestType, result: `${responseStream ? "stream of " : ""}${responseType}` };
    return [[`rpc ${rpc}`, { kind: "operation", facts }], ...routesOf(parsedOptions).map((route) => routeItem(rpc, route))];
  });
  return [["service", { kind: "service", facts: { name: `${packageName}.${name}` } }], ...rpcs];
}

/** What `google.api.http` says, without what lies below another path only to name a tenant. */
function routesOf(options: unknown): RestRow[] {
  // safe: of any value a member can be looked for, and what is there is read with care
  const rules = [options].flat().flatMap((each) => ((each ?? {}) as Record<string, unknown>)["(google.api.http)"] ?? []);
  return rules.flatMap((rule) => {
    // safe: as above
    const { additional_bindings: more, body, ...verbs } = rule as Readonly<Record<string, unknown>>;
    const routes = Object.entries(verbs).map(([verb, path]): RestRow => {
      const row = { verb: verb.toUpperCase(), path: pathOf(String(path)) };
      return typeof body === "string" && body !== "*" ? { ...row, body: camelCase(body) } : row;
    });
    const others = [more ?? []].flat().flatMap((each) => routesOf({ "(google.api.http)": each }));
    return [...routes, ...others.filter(({ path }) => !routes.some((route) => path === `/{tenant}${route.path}`))];
  });
}

/** `{task_id=*}` is one step that a member says, which we write `{taskId}`. */
function pathOf(path: string): string {
  return path.replaceAll("=*}", "}").replaceAll(/\{(\w+)/g, (_, name: string) => `{${camelCase(name)}`);
}

function routeItem(rpc: string, { verb, path, body }: RestRow): [string, Item] {
  return [`route ${verb} ${path}`, { kind: "route", within: `rpc ${rpc}`, facts: { rpc, body: body ?? "all" } }];
}

function outlineOwn(file: ProtoFile, { rest, methods }: BindingsFile): Outline {
  return new Map([
    ["service", { kind: "service", facts: { name: `${file.package}.${file.service}` } }],
    ...file.rpcs.flatMap(({ operation, name, input, output, streaming }): [string, Item][] => {
      const facts = { params: input.name, result: `${streaming ? "stream of " : ""}${output.name}` };
      const routes = methods[operation]?.rest ?? [];
      return [
        [`rpc ${name}`, { kind: "operation", facts }],
        ...routes.map((route) => routeItem(name, Object.assign({}, route, { path: `${rest?.prefix ?? ""}${route.path}` }))),
      ];
    }),
    ...file.messages.flatMap(({ name, fields }): [string, Item][] => {
      return [[name, { kind: "type", facts: {} }], ...fields.map((field) => ownField(name, field))];
    }),
    ...file.enums.flatMap(({ name, values }) => enumItems(name, values)),
  ]);
}

function ownField(message: string, { name, jsonName, number, type, label, oneof, required }: ProtoField): [string, Item] {
  const facts = {
    number: String(number),
    type: type.name,
    label,
    oneof: oneof ?? "none",
    required: required ? "yes" : "no",
    "JSON name": jsonName,
  };
  return [`${message}.${name}`, { kind: "member", within: message, facts }];
}

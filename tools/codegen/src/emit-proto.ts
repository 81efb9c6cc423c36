import type { ProtoEnum, ProtoField, ProtoFile, ProtoMessage, ProtoRpc } from "./proto-model.js";

/** The `.proto` text of one version. Its order is that of the schema, the fields of a message stand by their numbers. */
export function emitProto(file: ProtoFile): string {
  const imports = [...(hasRequired(file) ? ["google/api/field_behavior.proto"] : []), ...importsOf(file)];
  const blocks = [
    `${comment(file.title, "")}syntax = "proto3";`,
    `package ${file.package};`,
    imports.map((path) => `import "${path}";`).join("\n"),
    `service ${file.service} {\n${file.rpcs.map(emitRpc).join("\n\n")}\n}`,
    ...file.messages.map(emitMessage),
    ...file.enums.map(emitEnum),
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** The files of protobuf's own types that a file needs. */
export function importsOf({ rpcs, messages }: ProtoFile): string[] {
  const types = [
    ...rpcs.flatMap(({ input, output }) => [input, output]),
    ...messages.flatMap(({ fields }) => fields.map(({ type }) => type)),
  ];
  const paths = types.flatMap(({ name }) => wellKnown[name] ?? []);
  return [...new Set(paths)].sort();
}

const wellKnown: Readonly<Record<string, string>> = {
  "google.protobuf.Empty": "google/protobuf/empty.proto",
  "google.protobuf.Struct": "google/protobuf/struct.proto",
  "google.protobuf.Timestamp": "google/protobuf/timestamp.proto",
  "google.protobuf.Value": "google/protobuf/struct.proto",
};

function hasRequired({ messages }: ProtoFile): boolean {
  return messages.some(({ fields }) => fields.some(({ required }) => required));
}

function emitRpc({ name, input, output, streaming, clause }: ProtoRpc): string {
  return `${comment(`A2A ${clause}.`, "  ")}  rpc ${name}(${input.name}) returns (${streaming ? "stream " : ""}${output.name});`;
}

function emitMessage({ name, comment: text, deprecated, fields }: ProtoMessage): string {
  const lines = deprecated ? ["  option deprecated = true;\n"] : [];
  const emitted = new Set<string>();
  for (const field of fields) {
    const { oneof } = field;
    if (!oneof) lines.push(emitField(field, "  "));
    else if (!emitted.has(oneof)) lines.push(emitOneof(oneof, fields));
    if (oneof) emitted.add(oneof);
  }
  return `${comment(text, "")}message ${name} {${lines.length > 0 ? `\n${lines.join("")}` : ""}}`;
}

function emitOneof(name: string, fields: readonly ProtoField[]): string {
  const members = fields.filter(({ oneof }) => oneof === name).map((field) => emitField(field, "    "));
  return `  oneof ${name} {\n${members.join("")}  }\n`;
}

function emitField({ name, jsonName, number, type, label, required, deprecated, comment: text }: ProtoField, indent: string): string {
  const options = [
    ...(jsonName === camelCase(name) ? [] : [`json_name = "${jsonName}"`]),
    ...(required ? ["(google.api.field_behavior) = REQUIRED"] : []),
    ...(deprecated ? ["deprecated = true"] : []),
  ];
  const typed = {
    single: type.name,
    optional: `optional ${type.name}`,
    repeated: `repeated ${type.name}`,
    map: `map<string, ${type.name}>`,
  };
  return `${comment(text, indent)}${indent}${typed[label]} ${name} = ${number}${options.length > 0 ? ` [${options.join(", ")}]` : ""};\n`;
}

function emitEnum({ name, comment: text, values }: ProtoEnum): string {
  return `${comment(text, "")}enum ${name} {\n${values.map(([value, number]) => `  ${value} = ${number};\n`).join("")}}`;
}

/** The JSON name that protobuf gives a field by itself. */
export function camelCase(name: string): string {
  return name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

function comment(text: string, indent: string): string {
  return text
    .split("\n")
    .map((line) => `${indent}// ${line}\n`)
    .join("");
}

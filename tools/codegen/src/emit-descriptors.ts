import type { MessageInitShape } from "@bufbuild/protobuf";
import { create, toBinary } from "@bufbuild/protobuf";
import { base64Encode } from "@bufbuild/protobuf/wire";
import type { DescriptorProtoSchema, FieldDescriptorProtoSchema, FileDescriptorProto } from "@bufbuild/protobuf/wkt";
import { FileDescriptorProtoSchema, FieldDescriptorProto_Label as Label, FieldDescriptorProto_Type as Type } from "@bufbuild/protobuf/wkt";
import { camelCase, importsOf } from "./emit-proto.js";
import type { ProtoField, ProtoFile, ProtoMessage, ProtoType } from "./proto-model.js";

type FieldInit = MessageInitShape<typeof FieldDescriptorProtoSchema>;
type MessageInit = MessageInitShape<typeof DescriptorProtoSchema>;

/**
 * The `descriptors.ts` of one version: what a protobuf compiler would have made of its `.proto`, and the rpc of each operation. The options
 * that are not protobuf's own are left out, so that nothing but protobuf has to be there.
 *
 * @param path of the `.proto`
 */
export function emitDescriptors(file: ProtoFile, path: string): string {
  const bytes = toBinary(FileDescriptorProtoSchema, fileDescriptor(file, path));
  const imports = importsOf(file).map(wellKnownFile);
  const needsEmpty = file.rpcs.some(({ output }) => output.name === empty);
  const messages = file.messages.map(({ name }, index) => {
    return `/** Descriptor of ${file.package}.${name}. */\nexport const ${name}: DescMessage = messageDesc(file, ${index});\n`;
  });
  const filled = file.messages.flatMap(({ name, fields }) => {
    const names = fields.filter((field) => field.filled).map(({ jsonName }) => jsonName);
    return names.length > 0 ? [`"${file.package}.${name}": ${JSON.stringify(names)},`] : [];
  });
  const rpcs = file.rpcs.map(({ operation, name, aliases, input, output, streaming }) => {
    const facts = [`rpc: "${name}"`, `aliases: ${JSON.stringify(aliases)}`, `input: ${local(input)}`, `output: ${local(output)}`];
    return `${operation}: { ${facts.join(", ")}, streaming: ${streaming} },`;
  });
  return `import type { DescFile, DescMessage, DescService } from "@bufbuild/protobuf";
import { fileDesc, messageDesc, serviceDesc } from "@bufbuild/protobuf/codegenv2";
import { ${[...(needsEmpty ? ["EmptySchema"] : []), ...imports].join(", ")} } from "@bufbuild/protobuf/wkt";
import type { FilledMembers, Rpc } from "../../rpc.js";

/** Descriptor of ${file.package}.proto. */
export const file: DescFile = fileDesc("${base64Encode(bytes)}", [${imports.join(", ")}]);

${messages.join("\n")}
/** Descriptor of ${file.package}.${file.service}. */
export const service: DescService = serviceDesc(file, 0);

/** Members that the JSON of a message has to have though protobuf leaves them out where they are empty, by the message's full name. */
export const filledMembers: FilledMembers = {
  ${filled.join("\n")}
};

/** What this version can be asked to do over gRPC. */
export type Operation = ${file.rpcs.map(({ operation }) => `"${operation}"`).join(" | ")};

/** The rpc of each operation. */
export const rpcs: Readonly<Record<Operation, Rpc>> = {
  ${rpcs.join("\n")}
};
`;
}

const empty = "google.protobuf.Empty";

function wellKnownFile(path: string): string {
  return `file_${path.replace(/\.proto$/, "").replaceAll("/", "_")}`;
}

function local({ name }: ProtoType): string {
  return name === empty ? "EmptySchema" : name;
}

function fileDescriptor(file: ProtoFile, path: string): FileDescriptorProto {
  return create(FileDescriptorProtoSchema, {
    name: path,
    package: file.package,
    syntax: "proto3",
    dependency: importsOf(file),
    messageType: file.messages.map((message) => messageDescriptor(message, file)),
    enumType: file.enums.map(({ name, values }) => ({ name, value: values.map(([value, number]) => ({ name: value, number })) })),
    service: [
      {
        name: file.service,
        method: file.rpcs.map(({ name, input, output, streaming }) => {
          const types = { inputType: fullName(input, file), outputType: fullName(output, file) };
          return { name, ...types, ...(streaming && { serverStreaming: true }) };
        }),
      },
    ],
  });
}

function messageDescriptor(message: ProtoMessage, file: ProtoFile): MessageInit {
  const { name, fields, deprecated } = message;
  const own = [...new Set(fields.flatMap(({ oneof }) => oneof ?? []))];
  // Protobuf's compiler gives each optional field a oneof of its own; they stand behind the real ones.
  const oneofs = [...own, ...fields.filter(({ label }) => label === "optional").map((field) => `_${field.name}`)];
  const scope = `.${file.package}.${name}`;
  return {
    name,
    field: fields.map((field) => fieldDescriptor(field, { file, scope, oneofs })),
    nestedType: fields.filter(({ label }) => label === "map").map((field) => entryDescriptor(field, file)),
    oneofDecl: oneofs.map((oneof) => ({ name: oneof })),
    ...(deprecated && { options: { deprecated } }),
  };
}

interface FieldContext {
  readonly file: ProtoFile;
  /** Full name of the message. */
  readonly scope: string;
  readonly oneofs: readonly string[];
}

function fieldDescriptor(field: ProtoField, { file, scope, oneofs }: FieldContext): FieldInit {
  const { name, jsonName, number, label, deprecated } = field;
  const type = label === "map" ? { type: Type.MESSAGE, typeName: `${scope}.${entryName(field)}` } : fieldType(field.type, file);
  const oneof = label === "optional" ? `_${name}` : field.oneof;
  return {
    name,
    number,
    label: label === "repeated" || label === "map" ? Label.REPEATED : Label.OPTIONAL,
    ...type,
    ...(jsonName !== camelCase(name) && { jsonName }),
    ...(oneof && { oneofIndex: oneofs.indexOf(oneof) }),
    ...(label === "optional" && { proto3Optional: true }),
    ...(deprecated && { options: { deprecated } }),
  };
}

/** The message that the entries of a map are, as protobuf's compiler makes it. */
function entryDescriptor(field: ProtoField, file: ProtoFile): MessageInit {
  return {
    name: entryName(field),
    field: [
      { name: "key", number: 1, label: Label.OPTIONAL, type: Type.STRING },
      { name: "value", number: 2, label: Label.OPTIONAL, ...fieldType(field.type, file) },
    ],
    options: { mapEntry: true },
  };
}

function entryName({ name }: ProtoField): string {
  const camel = camelCase(name);
  return `${camel.charAt(0).toUpperCase()}${camel.slice(1)}Entry`;
}

const scalars: Readonly<Record<string, Type>> = {
  string: Type.STRING,
  bytes: Type.BYTES,
  bool: Type.BOOL,
  int32: Type.INT32,
  int64: Type.INT64,
};

function fieldType(type: ProtoType, file: ProtoFile): { type: Type; typeName?: string } {
  if (type.kind === "scalar") return { type: scalars[type.name] ?? Type.STRING };
  return { type: type.kind === "enum" ? Type.ENUM : Type.MESSAGE, typeName: fullName(type, file) };
}

function fullName({ name }: ProtoType, file: ProtoFile): string {
  return name.includes(".") ? `.${name}` : `.${file.package}.${name}`;
}

import type { DescFile, DescMessage, MessageInitShape } from "@bufbuild/protobuf";
import { create, createFileRegistry } from "@bufbuild/protobuf";
import { protoCamelCase } from "@bufbuild/protobuf/reflect";
import type { DescriptorProtoSchema, FieldDescriptorProtoSchema, FileDescriptorProto } from "@bufbuild/protobuf/wkt";
import { FileDescriptorProtoSchema, FieldDescriptorProto_Label as Label, FieldDescriptorProto_Type as Type } from "@bufbuild/protobuf/wkt";

/** A field: its number, its type, and whether there are several of it or one of the members of a oneof is set. */
export type Field = readonly [number: number, type: string, label?: "repeated" | "map" | { readonly oneof: string }];

/** A protobuf file that is not A2A's: messages by name, and the fields of each. */
export interface Described {
  /** Path of the published file, as other files import it. */
  readonly path: string;
  readonly package: string;
  readonly messages: Readonly<Record<string, Readonly<Record<string, Field>>>>;
  readonly enums?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly service?: {
    readonly name: string;
    readonly rpcs: Readonly<Record<string, { readonly input: string; readonly output: string; readonly streams?: "out" | "both" }>>;
  };
  readonly imports?: readonly DescFile[];
}

type FieldInit = MessageInitShape<typeof FieldDescriptorProtoSchema>;
type MessageInit = MessageInitShape<typeof DescriptorProtoSchema>;

/** The descriptor of a file. */
export function describeFile(described: Described): DescFile {
  const { path, imports = [] } = described;
  const registry = createFileRegistry(protoOf(described), (name) => imports.find(({ proto }) => proto.name === name));
  const file = registry.getFile(path);
  if (!file) throw new TypeError(`${path} has not been described`);
  return file;
}

/** A message of a file. */
export function messageIn(file: DescFile, name: string): DescMessage {
  const found = file.messages.find((message) => message.name === name);
  if (!found) throw new TypeError(`${file.proto.name} has no message ${name}`);
  return found;
}

function protoOf({ path, package: name, messages, enums = {}, service, imports = [] }: Described): FileDescriptorProto {
  const full = (type: string): string => `.${type.includes(".") ? type : `${name}.${type}`}`;
  return create(FileDescriptorProtoSchema, {
    name: path,
    package: name,
    syntax: "proto3",
    dependency: imports.map(({ proto }) => proto.name),
    messageType: Object.entries(messages).map(([message, fields]) => messageOf(message, fields, { full, isEnum: (type) => type in enums })),
    enumType: Object.entries(enums).map(([each, values]) => ({
      name: each,
      value: Object.entries(values).map(([value, number]) => ({ name: value, number })),
    })),
    service: service
      ? [
          {
            name: service.name,
            method: Object.entries(service.rpcs).map(([rpc, { input, output, streams }]) => ({
              name: rpc,
              inputType: full(input),
              outputType: full(output),
              clientStreaming: streams === "both",
              serverStreaming: streams !== undefined,
            })),
          },
        ]
      : [],
  });
}

interface Names {
  /** The full name of a type that fields name. */
  full(type: string): string;
  isEnum(type: string): boolean;
}

function messageOf(name: string, fields: Readonly<Record<string, Field>>, names: Names): MessageInit {
  const oneofs = [...new Set(Object.values(fields).flatMap(([, , label]) => (typeof label === "object" ? label.oneof : [])))];
  const maps = Object.entries(fields).filter(([, [, , label]]) => label === "map");
  return {
    name,
    field: Object.entries(fields).map(([each, [number, type, label]]): FieldInit => {
      const isMap = label === "map";
      return {
        name: each,
        jsonName: protoCamelCase(each),
        number,
        label: isMap || label === "repeated" ? Label.REPEATED : Label.OPTIONAL,
        ...(isMap ? { type: Type.MESSAGE, typeName: `${names.full(name)}.${entryName(each)}` } : typeOf(type, names)),
        ...(typeof label === "object" && { oneofIndex: oneofs.indexOf(label.oneof) }),
      };
    }),
    nestedType: maps.map(([each, [, type]]) => ({
      name: entryName(each),
      field: [
        { name: "key", jsonName: "key", number: 1, label: Label.OPTIONAL, type: Type.STRING },
        { name: "value", jsonName: "value", number: 2, label: Label.OPTIONAL, ...typeOf(type, names) },
      ],
      options: { mapEntry: true },
    })),
    oneofDecl: oneofs.map((oneof) => ({ name: oneof })),
  };
}

const scalars: Readonly<Record<string, Type>> = { string: Type.STRING, bytes: Type.BYTES, int32: Type.INT32 };

function typeOf(type: string, { full, isEnum }: Names): { readonly type: Type; readonly typeName?: string } {
  const scalar = scalars[type];
  if (scalar !== undefined) return { type: scalar };
  return { type: isEnum(type) ? Type.ENUM : Type.MESSAGE, typeName: full(type) };
}

/** As protobuf's compiler names the message that the entries of a map are. */
function entryName(field: string): string {
  return `${field.charAt(0).toUpperCase()}${field.slice(1)}Entry`;
}

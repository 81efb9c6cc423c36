import type { DescField, DescMessage } from "@bufbuild/protobuf";
import type { BinaryWriter } from "@bufbuild/protobuf/wire";
import { entry, isImplicit, scalarOfField } from "./fields.js";
import type { Scalar } from "./scalars.js";
import { encodeStruct, encodeValue } from "./struct.js";
import { encodeTimestamp } from "./timestamp.js";
import { delimited, tagOf } from "./wire.js";

/** Writes what a message or a field has, given in JSON. @throws TypeError where it is none */
export type Encode = (value: unknown, writer: BinaryWriter) => void;

/** Makes the encoders of messages, each once. */
export function createEncoders(): (message: DescMessage) => Encode {
  const encoders = new Map<string, Encode>([
    ["google.protobuf.Struct", encodeStruct],
    ["google.protobuf.Value", encodeValue],
    ["google.protobuf.Timestamp", encodeTimestamp],
  ]);
  return function encoderOf(message: DescMessage): Encode {
    const encoder = encoders.get(message.typeName) ?? compile(message, encoderOf);
    encoders.set(message.typeName, encoder);
    return encoder;
  };
}

type EncoderOf = (message: DescMessage) => Encode;

interface FieldEncoder {
  /** Its name in JSON. */
  readonly name: string;
  readonly isOneof: boolean;
  /** Null is a value of its own. */
  readonly isNullable: boolean;
  readonly encode: Encode;
}

function compile(message: DescMessage, encoderOf: EncoderOf): Encode {
  const fields = message.fields.map((field): FieldEncoder => {
    const isNullable = field.fieldKind === "message" && field.message.typeName === "google.protobuf.Value";
    return { name: field.jsonName, isOneof: field.oneof !== undefined, isNullable, encode: fieldEncoder(field, encoderOf) };
  });
  return (value, writer) => {
    const members = membersOf(value);
    let place = "";
    let chosen = 0;
    try {
      for (const { name, isOneof, isNullable, encode } of fields) {
        const member = members[name];
        if (member === undefined || (member === null && !isNullable)) continue;
        place = name;
        if (isOneof && ++chosen > 1) throw new TypeError("another member excludes it");
        encode(member, writer);
      }
    } catch (error) {
      throw new TypeError(`${message.name}.${place}: ${error instanceof Error ? error.message : error}`, { cause: error });
    }
  };
}

function fieldEncoder(field: DescField, encoderOf: EncoderOf): Encode {
  switch (field.fieldKind) {
    case "scalar":
    case "enum":
      return scalarEncoder(field.number, scalarOfField(field), isImplicit(field));
    case "message":
      return messageEncoder(field.number, encoderOf(field.message));
    case "list":
      return listEncoder(
        field.listKind === "message"
          ? messageEncoder(field.number, encoderOf(field.message))
          : scalarEncoder(field.number, scalarOfField(field), false),
      );
    case "map":
      return mapEncoder(
        field.number,
        field.mapKind === "message"
          ? messageEncoder(entry.valueNumber, encoderOf(field.message))
          : scalarEncoder(entry.valueNumber, scalarOfField(field), false),
      );
  }
}

/** @param isImplicit what is not written is as if it were the zero of its type, so that this need not be written */
function scalarEncoder(number: number, { wireType, zero, write }: Scalar, isImplicit: boolean): Encode {
  const tag = tagOf(number, wireType);
  return (value, writer) => {
    if (!isImplicit || value !== zero) write(value, writer.uint32(tag));
  };
}

function messageEncoder(number: number, encode: Encode): Encode {
  const tag = tagOf(number, delimited);
  return (value, writer) => {
    writer.uint32(tag).fork();
    encode(value, writer);
    writer.join();
  };
}

function listEncoder(encode: Encode): Encode {
  return (value, writer) => {
    if (!Array.isArray(value)) throw new TypeError("no list");
    for (const item of value) encode(item, writer);
  };
}

function mapEncoder(number: number, encode: Encode): Encode {
  const tag = tagOf(number, delimited);
  return (value, writer) => {
    for (const [key, item] of Object.entries(membersOf(value))) {
      writer.uint32(tag).fork().uint32(entry.key).string(key);
      encode(item, writer);
      writer.join();
    }
  };
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new TypeError("no object");
  // safe: objects have members
  return value as Readonly<Record<string, unknown>>;
}

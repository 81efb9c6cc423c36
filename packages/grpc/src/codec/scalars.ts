import type { DescEnum } from "@bufbuild/protobuf";
import { ScalarType } from "@bufbuild/protobuf";
import type { BinaryReader, BinaryWriter } from "@bufbuild/protobuf/wire";
import { WireType } from "@bufbuild/protobuf/wire";
import { delimited } from "./wire.js";

/** How the values of one type are written and read. */
export interface Scalar {
  readonly wireType: WireType;
  /** What a field has that is not set, in JSON. */
  readonly zero: unknown;
  /** Writes a value of JSON. @throws TypeError where it is of another type */
  write(value: unknown, writer: BinaryWriter): void;
  read(reader: BinaryReader): unknown;
}

/** How the values of an enum are written and read: in JSON they are names, but for numbers that nobody has named. */
export function enumOf({ values, typeName }: DescEnum): Scalar {
  const names = new Map(values.map(({ name, number }) => [number, name]));
  const numbers = new Map(values.map(({ name, number }) => [name, number]));
  return {
    wireType: WireType.Varint,
    zero: names.get(0),
    write(value, writer) {
      const number = typeof value === "string" ? numbers.get(value) : value;
      if (typeof number !== "number") throw new TypeError(`no ${typeName}`);
      writer.int32(number);
    },
    read(reader) {
      const number = reader.int32();
      return names.get(number) ?? number;
    },
  };
}

/** How the values of one of protobuf's own types are written and read, of those that schemas can name. */
export function scalarOf(type: ScalarType | undefined): Scalar {
  const scalar = type && scalars.get(type);
  if (!scalar) throw new TypeError(`no field has the type ${type && ScalarType[type]}`);
  return scalar;
}

const scalars: ReadonlyMap<ScalarType, Scalar> = new Map<ScalarType, Scalar>([
  [
    ScalarType.STRING,
    {
      wireType: delimited,
      zero: "",
      write(value, writer) {
        if (typeof value !== "string") throw new TypeError("no text");
        writer.string(value);
      },
      read: (reader) => reader.string(true),
    },
  ],
  [
    ScalarType.BYTES,
    {
      wireType: delimited,
      zero: "",
      write: (value, writer) => writer.bytes(bytesOf(value)),
      read(reader) {
        const bytes = reader.bytes();
        // Costs half as much where a message repeats it millions of times.
        if (bytes.length === 0) return "";
        return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
      },
    },
  ],
  [
    ScalarType.BOOL,
    {
      wireType: WireType.Varint,
      zero: false,
      write(value, writer) {
        if (typeof value !== "boolean") throw new TypeError("no flag");
        writer.bool(value);
      },
      read: (reader) => reader.bool(),
    },
  ],
  [
    ScalarType.INT32,
    {
      wireType: WireType.Varint,
      zero: 0,
      write(value, writer) {
        if (typeof value !== "number" || (value | 0) !== value) throw new TypeError("no integer of 32 bits");
        writer.int32(value);
      },
      read: (reader) => reader.int32(),
    },
  ],
  [
    ScalarType.INT64,
    {
      wireType: WireType.Varint,
      zero: 0,
      write(value, writer) {
        if (typeof value !== "number" || !Number.isSafeInteger(value)) throw new TypeError("no integer that JSON can say");
        writer.int64(value);
      },
      read: (reader) => exactOf(reader.int64()),
    },
  ],
]);

/** A number where JSON has that very number, else its digits, as ProtoJSON has them: validators refuse these. */
function exactOf(value: bigint | string): unknown {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

/**
 * The bytes of base64 of either alphabet, padded or not. Other characters are passed over: validators do not read megabytes to find them, and one
 * part of one task that has some is no reason for a list of tasks to fail.
 */
function bytesOf(text: unknown): Uint8Array {
  if (typeof text !== "string") throw new TypeError("no base64");
  return Buffer.from(text, "base64");
}

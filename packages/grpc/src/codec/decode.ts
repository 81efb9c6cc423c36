import type { DescField, DescMessage } from "@bufbuild/protobuf";
import type { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import type { FilledMembers } from "../rpc.js";
import { entry, isImplicit, scalarOfField } from "./fields.js";
import type { Target } from "./struct.js";
import { isStruct, readStruct, readValue, setMember } from "./struct.js";
import { isTime, readTime, readTimestamp, textOf } from "./timestamp.js";
import { deeper, delimited, finish, readEnd, readTag, skip, tagOf } from "./wire.js";

/**
 * Reads a message into JSON.
 *
 * @param end where it ends
 * @param left how many objects and arrays may still be nested
 * @param before what was read for the same field before: messages are merged
 * @throws Malformed, and what the reader throws
 */
export type Decode = (reader: BinaryReader, end: number, left: number, before: unknown) => unknown;

const timestamp = "google.protobuf.Timestamp";

/** Makes the decoders of messages, each once. */
export function createDecoders(filled: FilledMembers): (message: DescMessage) => Decode {
  const decoders = new Map<string, Decode>([
    ["google.protobuf.Struct", (reader, end, left, before) => readStruct(reader, end, left, isStruct(before) ? before : {})],
    ["google.protobuf.Value", (reader, end, left, before = null) => readValue(reader, end, left, before)],
    [timestamp, readTimestamp],
  ]);
  return function decoderOf(message: DescMessage): Decode {
    const decoder = decoders.get(message.typeName) ?? compile(message, decoderOf, filled[message.typeName] ?? []);
    decoders.set(message.typeName, decoder);
    return decoder;
  };
}

type DecoderOf = (message: DescMessage) => Decode;

/** What one field holds: a value, or each of several. */
interface Kind {
  readonly wireType: WireType;
  /** What there is in JSON where it is not written. */
  zero(reader: BinaryReader, left: number): unknown;
  read(reader: BinaryReader, left: number, before: unknown): unknown;
}

/** Reads a field's value into the object that its message becomes. */
type ReadField = (target: Target, reader: BinaryReader, left: number) => void;

function compile(message: DescMessage, decoderOf: DecoderOf, filled: readonly string[]): Decode {
  const fields = new Map(message.fields.map((field) => fieldReader(field, kindOf(field, decoderOf))));
  const times = message.fields.filter(isTimestamp).map(({ jsonName }) => jsonName);
  const fills = message.fields.filter(({ jsonName }) => filled.includes(jsonName)).map(filler);
  return (reader, end, left, before) => {
    const inner = deeper(left);
    const target = isStruct(before) ? before : {};
    while (reader.pos < end) {
      const tag = readTag(reader);
      const read = fields.get(tag);
      if (read) read(target, reader, inner);
      else skip(reader, tag);
    }
    finish(reader, end);
    for (const name of times) {
      const time = target[name];
      if (isTime(time)) target[name] = textOf(time);
    }
    for (const fill of fills) fill(target, inner);
    return target;
  };
}

/** Whether a field has one time, which becomes text when its message has been read. */
function isTimestamp({ fieldKind, message }: DescField): boolean {
  return fieldKind === "message" && message.typeName === timestamp;
}

function kindOf(field: DescField, decoderOf: DecoderOf): Kind {
  if (!field.message) {
    const { wireType, zero, read } = scalarOfField(field);
    return { wireType, zero: () => zero, read };
  }
  const decode: Decode = isTimestamp(field) ? (reader, end, _, before) => readTime(reader, end, before) : decoderOf(field.message);
  return {
    wireType: delimited,
    zero: (reader, left) => decode(reader, reader.pos, left, undefined),
    read: (reader, left, before) => decode(reader, readEnd(reader), left, before),
  };
}

/** A field's reader by the tag that it is written with. A field that is written in another way is one that nobody knows. */
function fieldReader(field: DescField, kind: Kind): [tag: number, read: ReadField] {
  const name = field.jsonName;
  switch (field.fieldKind) {
    case "list":
      return [tagOf(field.number, kind.wireType), listReader(name, kind)];
    case "map":
      return [tagOf(field.number, delimited), mapReader(name, kind)];
    default:
      return [tagOf(field.number, kind.wireType), alone(field, isImplicit(field) ? implicitReader(name, kind) : singleReader(name, kind))];
  }
}

function singleReader(name: string, { read }: Kind): ReadField {
  return (target, reader, left) => {
    target[name] = read(reader, left, target[name]);
  };
}

/** What cannot be told from what is not set is not there in JSON. */
function implicitReader(name: string, { zero, read }: Kind): ReadField {
  return (target, reader, left) => {
    const value = read(reader, left, undefined);
    if (value !== zero(reader, left)) target[name] = value;
    else delete target[name];
  };
}

/** Takes away the other members of a oneof: the last that is written is the one that is set. */
function alone(field: DescField, read: ReadField): ReadField {
  const others = field.oneof?.fields.map(({ jsonName }) => jsonName).filter((name) => name !== field.jsonName);
  if (!others) return read;
  return (target, reader, left) => {
    for (const other of others) if (target[other] !== undefined) delete target[other];
    read(target, reader, left);
  };
}

function listReader(name: string, { read }: Kind): ReadField {
  return (target, reader, left) => {
    const inner = deeper(left);
    const items = target[name];
    const item = read(reader, inner, undefined);
    if (Array.isArray(items)) items.push(item);
    else target[name] = [item];
  };
}

function mapReader(name: string, { wireType, zero, read }: Kind): ReadField {
  const valueTag = tagOf(entry.valueNumber, wireType);
  return (target, reader, left) => {
    const inner = deeper(left);
    const end = readEnd(reader);
    let key = "";
    let value: unknown;
    while (reader.pos < end) {
      const tag = readTag(reader);
      if (tag === entry.key) key = reader.string(true);
      else if (tag === valueTag) value = read(reader, inner, value);
      else skip(reader, tag);
    }
    finish(reader, end);
    const members = target[name];
    const map = isStruct(members) ? members : {};
    setMember(map, key, value === undefined ? zero(reader, inner) : value);
    target[name] = map;
  };
}

/** Fills in a member that JSON has to have. */
function filler(field: DescField): (target: Target, left: number) => void {
  const name = field.jsonName;
  const { fieldKind } = field;
  if (fieldKind === "list" || fieldKind === "map") {
    return (target, left) => {
      if (target[name] !== undefined) return;
      deeper(left);
      target[name] = fieldKind === "list" ? [] : {};
    };
  }
  const { zero } = scalarOfField(field);
  return (target) => {
    target[name] ??= zero;
  };
}

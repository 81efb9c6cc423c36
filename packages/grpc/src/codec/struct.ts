// google.protobuf.Struct, Value and ListValue: any JSON. Values are written as JSON.stringify would write them.

import type { BinaryReader, BinaryWriter } from "@bufbuild/protobuf/wire";
import { WireType } from "@bufbuild/protobuf/wire";
import { Malformed } from "./malformed.js";
import { deeper, delimited, finish, readEnd, readTag, skip, tagOf } from "./wire.js";

const tags = {
  /** Of a Struct's entries, and of a ListValue's values. */
  item: tagOf(1, delimited),
  key: tagOf(1, delimited),
  value: tagOf(2, delimited),
  null: tagOf(1, WireType.Varint),
  number: tagOf(2, WireType.Bit64),
  text: tagOf(3, delimited),
  flag: tagOf(4, WireType.Varint),
  struct: tagOf(5, delimited),
  list: tagOf(6, delimited),
};

/** Writes the entries of a Struct. */
export function encodeStruct(value: unknown, writer: BinaryWriter): void {
  const members = plain(value);
  if (typeof members !== "object" || members === null || Array.isArray(members)) throw new TypeError("no object");
  for (const [key, member] of Object.entries(members)) {
    if (!isJson(member)) continue;
    writer.uint32(tags.item).fork().uint32(tags.key).string(key).uint32(tags.value).fork();
    encodeValue(member, writer);
    writer.join().join();
  }
}

/** Writes the one field of a Value. */
export function encodeValue(value: unknown, writer: BinaryWriter): void {
  const json = plain(value);
  switch (typeof json) {
    case "string":
      writer.uint32(tags.text).string(json);
      return;
    case "boolean":
      writer.uint32(tags.flag).bool(json);
      return;
    case "number":
      if (Number.isFinite(json)) writer.uint32(tags.number).double(json);
      else writer.uint32(tags.null).int32(0);
      return;
    case "object":
      if (json === null) writer.uint32(tags.null).int32(0);
      else if (Array.isArray(json)) encodeList(json, writer);
      else {
        writer.uint32(tags.struct).fork();
        encodeStruct(json, writer);
        writer.join();
      }
      return;
    default:
      throw new TypeError(`a ${typeof json}, which JSON lacks`);
  }
}

function encodeList(items: readonly unknown[], writer: BinaryWriter): void {
  writer.uint32(tags.list).fork();
  for (const item of items) {
    writer.uint32(tags.item).fork();
    encodeValue(isJson(item) ? item : null, writer);
    writer.join();
  }
  writer.join();
}

/** What JSON.stringify leaves out of objects, and writes as null in arrays. */
function isJson(value: unknown): boolean {
  return value !== undefined && typeof value !== "function" && typeof value !== "symbol";
}

/** Dates and their like say themselves what they are in JSON. */
function plain(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("toJSON" in value) || typeof value.toJSON !== "function") return value;
  return value.toJSON();
}

/** Members of an object that is being read. */
export type Target = Record<string, unknown>;

/** Reads a Struct into an object, to which another one for the same field may have given members already. */
export function readStruct(reader: BinaryReader, end: number, left: number, target: Target): Target {
  const inner = deeper(left);
  while (reader.pos < end) {
    const tag = readTag(reader);
    if (tag === tags.item) readEntry(reader, readEnd(reader), inner, target);
    else skip(reader, tag);
  }
  finish(reader, end);
  return target;
}

function readEntry(reader: BinaryReader, end: number, left: number, target: Target): void {
  let key = "";
  let value: unknown = null;
  while (reader.pos < end) {
    const tag = readTag(reader);
    if (tag === tags.key) key = reader.string(true);
    else if (tag === tags.value) value = readValue(reader, readEnd(reader), left, value);
    else skip(reader, tag);
  }
  finish(reader, end);
  setMember(target, key, value);
}

/** Sets a member, also one that objects inherit under its name. */
export function setMember(target: Target, key: string, value: unknown): void {
  if (key === "__proto__") Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  else target[key] = value;
}

/**
 * Reads a Value. One that says nothing is null.
 *
 * @param before what was read for the same field before; messages are merged
 */
export function readValue(reader: BinaryReader, end: number, left: number, before: unknown): unknown {
  let value = before;
  while (reader.pos < end) {
    const tag = readTag(reader);
    switch (tag) {
      case tags.null:
        reader.int32();
        value = null;
        break;
      case tags.number:
        value = readNumber(reader);
        break;
      case tags.text:
        value = reader.string(true);
        break;
      case tags.flag:
        value = reader.bool();
        break;
      case tags.struct:
        value = readStruct(reader, readEnd(reader), left, isStruct(value) ? value : {});
        break;
      case tags.list:
        value = readList(reader, readEnd(reader), left, Array.isArray(value) ? value : []);
        break;
      default:
        skip(reader, tag);
    }
  }
  finish(reader, end);
  return value;
}

function readNumber(reader: BinaryReader): number {
  const value = reader.double();
  if (!Number.isFinite(value)) throw new Malformed("syntax", "has a number that JSON lacks");
  return value;
}

function readList(reader: BinaryReader, end: number, left: number, items: unknown[]): unknown[] {
  const inner = deeper(left);
  while (reader.pos < end) {
    const tag = readTag(reader);
    if (tag === tags.item) items.push(readValue(reader, readEnd(reader), inner, null));
    else skip(reader, tag);
  }
  finish(reader, end);
  return items;
}

/** Whether a value is an object of JSON. */
export function isStruct(value: unknown): value is Target {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

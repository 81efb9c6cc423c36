// What the decoders share: they read one buffer from its beginning to its end, each message up to where its length says that it ends.

import type { BinaryReader } from "@bufbuild/protobuf/wire";
import { WireType } from "@bufbuild/protobuf/wire";
import { Malformed } from "./malformed.js";

/** Tag of a field: its number and how its value is written. */
export function tagOf(number: number, type: WireType): number {
  return ((number << 3) | type) >>> 0;
}

/** Reads the tag of the next field. */
export function readTag(reader: BinaryReader): number {
  const tag = reader.uint32();
  if (tag >>> 3 === 0) throw new Malformed("syntax", "a field has the number 0");
  return tag;
}

/** Reads a length, and tells where what has it ends. */
export function readEnd(reader: BinaryReader): number {
  const length = reader.uint32();
  const end = reader.pos + length;
  if (end > reader.len) throw new Malformed("syntax", "ends too early");
  return end;
}

/** Passes over a field that nobody knows. */
export function skip(reader: BinaryReader, tag: number): void {
  reader.skip(tag & 7, tag >>> 3);
}

/** Ends a message: its last field has to end where it does. */
export function finish(reader: BinaryReader, end: number): void {
  if (reader.pos !== end) throw new Malformed("syntax", "a field is longer than its message");
}

/** Goes one array or object deeper, of so many that are left. */
export function deeper(left: number): number {
  if (left <= 0) throw new Malformed("depth", "nested too deep");
  return left - 1;
}

/** Wire type of what has a length: texts, bytes and messages. */
export const delimited: WireType = WireType.LengthDelimited;

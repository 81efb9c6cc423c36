// google.protobuf.Timestamp: in JSON a text as RFC 3339 has it.

import type { BinaryReader, BinaryWriter } from "@bufbuild/protobuf/wire";
import { WireType } from "@bufbuild/protobuf/wire";
import { finish, readTag, skip, tagOf } from "./wire.js";

const tags = { seconds: tagOf(1, WireType.Varint), nanos: tagOf(2, WireType.Varint) };
const rfc3339 = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:)(\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/i;
const [first, last] = [-62_135_596_800, 253_402_300_799];

/** Writes the fields of a Timestamp. What is finer than nanoseconds is cut off. */
export function encodeTimestamp(value: unknown, writer: BinaryWriter): void {
  const time = timeOf(value);
  if (!time) throw new TypeError("no date and time");
  const { seconds, nanos } = time;
  // An int32 is written as the int64 of the same number is; that would take a bigint.
  if ((seconds | 0) !== seconds) writer.uint32(tags.seconds).int64(seconds);
  else if (seconds !== 0) writer.uint32(tags.seconds).int32(seconds);
  if (nanos !== 0) writer.uint32(tags.nanos).int32(nanos);
}

/** A point in time as a Timestamp has it. */
export interface Time {
  readonly seconds: number;
  readonly nanos: number;
}

/** Reads a Timestamp that is alone. */
export function readTimestamp(reader: BinaryReader, end: number): string | number {
  return textOf(readTime(reader, end, undefined));
}

/**
 * Reads a Timestamp of which there may be more to come. The text is made when all has come: for each of millions of them, in a message that has little
 * else, it would take seconds.
 *
 * @param before what was read for the same field before, of which a field may stay
 */
export function readTime(reader: BinaryReader, end: number, before: unknown): Time {
  let { seconds, nanos } = isTime(before) ? before : (timeOf(before) ?? { seconds: 0, nanos: 0 });
  while (reader.pos < end) {
    const tag = readTag(reader);
    if (tag === tags.seconds) seconds = Number(reader.int64());
    else if (tag === tags.nanos) nanos = reader.int32();
    else skip(reader, tag);
  }
  finish(reader, end);
  return { seconds, nanos };
}

/** Whether what was read for a field is not in JSON yet. */
export function isTime(read: unknown): read is Time {
  return typeof read === "object" && read !== null;
}

/**
 * In milliseconds or finer. What has no text, because it is beyond the years of RFC 3339 or its fraction is none, stays a number: validators refuse
 * that and say where it stands.
 */
export function textOf({ seconds, nanos }: Time): string | number {
  if (!isInYears(seconds) || nanos < 0 || nanos > 999_999_999) return seconds + nanos / 1e9;
  const text = new Date(seconds * 1000 + Math.floor(nanos / 1e6)).toISOString();
  const finer = nanos % 1e6;
  if (finer === 0) return text;
  const digits = String(finer).padStart(6, "0");
  return `${text.slice(0, -1)}${digits.endsWith("000") ? digits.slice(0, 3) : digits}Z`;
}

function timeOf(text: unknown): Time | undefined {
  const [, date, minute, second, fraction = "", zone = ""] = (typeof text === "string" && rfc3339.exec(text)) || [];
  // A leap second, which neither dates nor protobuf have, is the first of the next minute.
  const isLeap = second === "60";
  const seconds = Date.parse(`${date}T${minute}${isLeap ? "59" : second}${zone.toUpperCase()}`) / 1000 + Number(isLeap);
  return isInYears(seconds) ? { seconds, nanos: Number(fraction.slice(0, 9).padEnd(9, "0")) } : undefined;
}

/** What is NaN is in none. */
function isInYears(seconds: number): boolean {
  return seconds >= first && seconds <= last;
}

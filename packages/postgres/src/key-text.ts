import { LocalError } from "@a2a/core";
import type { TaskKey } from "@a2a/server";
import type { Row } from "./database/row.js";
import { optionalTextIn, textIn } from "./database/row.js";
import { hashOf } from "./node-hash.js";

// A text of PostgreSQL has neither NUL nor halves of surrogate pairs, and "C" compares code points where JavaScript compares the units of UTF-16. Both
// are mended by writing such units as two characters: a mark that stands where they stood in the order, and one that keeps their order among themselves.
const lowMark = "\u0001";
const highMark = "\ue000";
// NUL and the low mark itself; halves of pairs and all that stands above them, the high mark too.
const odd = new RegExp(`[\u0000${lowMark}\ud800-\uffff]`);
const oddUnits = new RegExp(odd.source, "g");
const escaped = new RegExp(`[${lowMark}${highMark}][^]`, "g");
const firstHigh = 0xd800;
const highBase = 0x1000;

// An entry of an index has 2704 bytes at most, and four of these have to fit into one.
const maxBytes = 600;
const keptLength = 180;

/** A text as it is kept in a column, unlike that of any other, and compared as JavaScript compares it; long ones by how they begin. */
export function toKeyText(text: string): string {
  const kept = odd.test(text) ? text.replace(oddUnits, escapeUnit) : text;
  if (!isLong(kept)) return kept;
  // A mark is never followed by itself elsewhere, so that no short text is like this one.
  return `${toKeyText(text.slice(0, keptLength / 2))}${highMark}${highMark}${hashOf(text)}`;
}

/** The key of a task as its columns have it. */
export function keyColumns({ tenant, owner, id }: TaskKey): readonly [tenant: string, owner: string, id: string] {
  return [toKeyText(tenant), toKeyText(owner), toKeyText(id)];
}

/** What is kept in `names`: all of them in full, where one is too long for its column. */
export function namesOf({ tenant, owner, id }: TaskKey, contextId: string): string | null {
  return [tenant, owner, id, contextId].some((text) => isLong(text.replace(oddUnits, escapeUnit)))
    ? JSON.stringify([tenant, owner, id, contextId])
    : null;
}

/** Reads the key of a row that has `tenant`, `owner`, `id` and `names`. */
export function keyIn(row: Row): TaskKey {
  const [tenant, owner, id] = namesIn(row) ?? [textIn(row, "tenant"), textIn(row, "owner"), textIn(row, "id")].map(fromKeyText);
  if (tenant === undefined || owner === undefined || id === undefined) throw new LocalError("BAD_RECORD", "/names: expected four texts");
  return { tenant, owner, id };
}

/** Reads the context of a row that has `context` and `names`. */
export function contextIn(row: Row): string {
  return namesIn(row)?.[3] ?? fromKeyText(textIn(row, "context"));
}

function namesIn(row: Row): readonly string[] | undefined {
  const names = optionalTextIn(row, "names");
  if (names === undefined) return undefined;
  const value: unknown = JSON.parse(names);
  if (Array.isArray(value) && value.length === 4 && value.every((each) => typeof each === "string")) return value;
  throw new LocalError("BAD_RECORD", "/names: expected four texts");
}

function fromKeyText(kept: string): string {
  return kept.replace(escaped, (pair) => {
    const unit = pair.charCodeAt(1);
    return String.fromCharCode(pair.startsWith(lowMark) ? unit - 1 : unit - highBase + firstHigh);
  });
}

function escapeUnit(unit: string): string {
  const code = unit.charCodeAt(0);
  return code < firstHigh ? `${lowMark}${String.fromCharCode(code + 1)}` : `${highMark}${String.fromCharCode(code - firstHigh + highBase)}`;
}

function isLong(kept: string): boolean {
  // A character has three bytes at most.
  return kept.length > maxBytes / 3 && Buffer.byteLength(kept) > maxBytes;
}

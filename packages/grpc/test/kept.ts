import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { ScalarType } from "@bufbuild/protobuf";
import type { FilledMembers } from "../src/rpc.js";

/**
 * What is left of a valid value when it has been bytes: members that the message lacks are gone, and so are those that are empty, unless their
 * field tells that or JSON has to have them.
 */
export function kept(message: DescMessage, value: unknown, filled: FilledMembers): unknown {
  if (message.typeName === "google.protobuf.Timestamp") return inMillisecondsOrFiner(String(value));
  if (message.typeName.startsWith("google.protobuf.")) return value;
  // safe: valid values of messages are objects
  const members = value as Readonly<Record<string, unknown>>;
  const rows = message.fields.flatMap((field): [string, unknown][] => {
    const member = members[field.jsonName];
    if (member === undefined) return [];
    const isThere = tellsEmpty(field) || !isEmpty(member) || filled[message.typeName]?.includes(field.jsonName);
    return isThere ? [[field.jsonName, keptMember(field, member, filled)]] : [];
  });
  return Object.fromEntries(rows);
}

function keptMember(field: DescField, member: unknown, filled: FilledMembers): unknown {
  const { message } = field;
  // Not all base64 of the same bytes is the same text.
  if (field.fieldKind === "scalar" && field.scalar === ScalarType.BYTES) return Buffer.from(String(member), "base64").toString("base64");
  // A text to ProtoJSON, a number to A2A.
  if (field.fieldKind === "scalar" && field.scalar === ScalarType.INT64) return Number(member);
  if (!message) return member;
  if (Array.isArray(member) && field.fieldKind === "list") return member.map((item) => kept(message, item, filled));
  if (field.fieldKind !== "map") return kept(message, member, filled);
  return Object.fromEntries(Object.entries(Object(member)).map(([key, item]) => [key, kept(message, item, filled)]));
}

function inMillisecondsOrFiner(text: string): string {
  const [, finer = ""] = /\.\d{3}(\d*)/.exec(text) ?? [];
  return new Date(text).toISOString().replace("Z", `${finer}Z`);
}

/** Whether a field that is empty can be told from one that is not set: in a oneof, marked optional, or a message. */
function tellsEmpty(field: DescField): boolean {
  return field.oneof !== undefined || field.proto.proto3Optional || field.fieldKind === "message";
}

function isEmpty(member: unknown): boolean {
  if (Array.isArray(member)) return member.length === 0;
  if (typeof member === "object" && member !== null) return Object.keys(member).length === 0;
  return member === "" || member === false || member === 0 || /_UNSPECIFIED$/.test(String(member));
}

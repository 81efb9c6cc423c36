import type * as Kind from "../../generated/v0.3/types.js";
import type * as Wire from "../../generated/v0.3-proto/types.js";
import { unreachable } from "../../unreachable.js";
import { copyFilled, copySet } from "../v0.3/copy-set.js";

/**
 * A message in the tagged form, as this one. Tasks that it refers to have no place here.
 *
 * @see A2A 0.3, section 6.4
 */
export function fromKindMessage(message: Kind.Message): Wire.Message {
  const { messageId, role, parts } = message;
  const wire: Wire.Message = { messageId, role: roleNames[role], content: parts.map(fromKindPart) };
  return copyFilled(message, copySet(message, wire, ["metadata"]), idsAndLists);
}

/**
 * A message in the tagged form.
 *
 * @see A2A 0.3, section 6.4
 */
export function toKindMessage(wire: Wire.Message): Kind.Message {
  const { messageId, role, content } = wire;
  const message: Kind.Message = { kind: "message", messageId, role: roles[role], parts: content.map(toKindPart) };
  return copyFilled(wire, copySet(wire, message, ["metadata"]), idsAndLists);
}

/**
 * A part in the tagged form, as this one.
 *
 * @see A2A 0.3, section 6.5
 */
export function fromKindPart(part: Kind.Part): Wire.Part {
  switch (part.kind) {
    case "text":
      return { text: part.text, ...metadataOf(part) };
    case "file":
      return { file: fromKindFile(part.file), ...metadataOf(part) };
    case "data":
      return { data: { data: part.data }, ...metadataOf(part) };
    default:
      return unreachable(part);
  }
}

/**
 * A part in the tagged form.
 *
 * @see A2A 0.3, section 6.5
 */
export function toKindPart(wire: Wire.Part): Kind.Part {
  if (wire.text !== undefined) return { kind: "text", text: wire.text, ...metadataOf(wire) };
  if (wire.file !== undefined) return { kind: "file", file: toKindFile(wire.file), ...metadataOf(wire) };
  return { kind: "data", data: wire.data.data, ...metadataOf(wire) };
}

const idsAndLists = ["contextId", "taskId", "extensions"] as const;

const roleNames: Readonly<Record<Kind.Role, Wire.Role>> = { user: "ROLE_USER", agent: "ROLE_AGENT" };

const roles: Readonly<Record<Wire.Role, Kind.Role>> = { ROLE_USER: "user", ROLE_AGENT: "agent" };

function fromKindFile(file: Kind.FileContent): Wire.FilePart {
  const wire: Wire.FilePart = file.bytes === undefined ? { fileWithUri: file.uri } : { fileWithBytes: file.bytes };
  return copySet(file, wire, ["name", "mimeType"]);
}

function toKindFile(wire: Wire.FilePart): Kind.FileContent {
  const file: Kind.FileContent = wire.fileWithBytes === undefined ? { uri: wire.fileWithUri } : { bytes: wire.fileWithBytes };
  return copySet(wire, file, ["name", "mimeType"]);
}

function metadataOf({ metadata }: { readonly metadata?: Wire.Struct }): { metadata?: Wire.Struct } {
  return metadata ? { metadata } : {};
}

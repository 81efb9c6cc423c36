import type * as Wire from "../../generated/v0.3/types.js";
import type { Message, Role } from "../../generated/v1.0/types.js";
import { copyFilled, copySet } from "./copy-set.js";
import { decodePart, encodePart } from "./part.js";

/**
 * Writes a message.
 *
 * @see A2A 0.3, section 6.4
 */
export function encodeMessage(message: Message): Wire.Message {
  const { messageId, role, parts } = message;
  const wire: Wire.Message = { kind: "message", messageId, role: roleNames[role], parts: parts.map(encodePart) };
  return copyFilled(message, copySet(message, wire, ["metadata"]), idsAndLists);
}

/**
 * Reads a message.
 *
 * @see A2A 0.3, section 6.4
 */
export function decodeMessage(wire: Wire.Message): Message {
  const { messageId, role, parts } = wire;
  const message: Message = { messageId, role: roles[role], parts: parts.map(decodePart) };
  return copyFilled(wire, copySet(wire, message, ["metadata"]), idsAndLists);
}

const idsAndLists = ["contextId", "taskId", "extensions", "referenceTaskIds"] as const;

const roleNames: Readonly<Record<Role, Wire.Role>> = { ROLE_USER: "user", ROLE_AGENT: "agent" };

const roles: Readonly<Record<Wire.Role, Role>> = { user: "ROLE_USER", agent: "ROLE_AGENT" };

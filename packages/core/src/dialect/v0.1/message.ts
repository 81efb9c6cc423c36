import type * as Wire from "../../generated/v0.1/types.js";
import type { Message, Role, Struct } from "../../generated/v1.0/types.js";
import { carriedKey, isObject, isTexts, keyOf, withKeys, withoutKeys } from "../carried.js";
import { decodePart, encodePart } from "./part.js";

/** What surrounds a message and later versions say in it. */
export interface Surroundings {
  readonly taskId: string;
  /** Empty where it is not known. */
  readonly contextId: string;
  /** Source of the ids that messages of 0.1 do not have. */
  makeId(): string;
}

/**
 * Writes a message. `messageId`, `taskId` and `contextId` are left out: 0.1 has no place for the first and says the others around it.
 *
 * @see A2A 0.1, section 6.4
 */
export function encodeMessage({ role, parts, metadata, extensions, referenceTaskIds }: Message): Wire.Message {
  const carried = { ...(extensions?.length && { extensions }), ...(referenceTaskIds?.length && { referenceTaskIds }) };
  return { role: roles[role], parts: parts.map(encodePart), ...withKeys(metadata, carry(carried)) };
}

/**
 * Reads a message and gives it the ids that later versions ask for.
 *
 * @see A2A 0.1, section 6.4
 */
export function decodeMessage({ role, parts, metadata }: Wire.Message, { taskId, contextId, makeId }: Surroundings): Message {
  const { carried, rest } = uncarry(metadata);
  const { extensions, referenceTaskIds } = carried;
  return {
    messageId: makeId(),
    ...(contextId && { contextId }),
    taskId,
    role: role === "user" ? "ROLE_USER" : "ROLE_AGENT",
    parts: parts.map(decodePart),
    ...rest,
    ...(isTexts(extensions) && { extensions }),
    ...(isTexts(referenceTaskIds) && { referenceTaskIds }),
  };
}

/** What is to be carried in metadata, as keys to add to it. */
export function carry(carried: Struct): Struct {
  return Object.keys(carried).length > 0 ? { [carriedKey]: carried } : {};
}

/** What is carried in metadata, and the rest of it as a member to spread. Nobody has checked what is carried. */
export function uncarry(metadata: Struct | undefined): { readonly carried: Struct; readonly rest: { metadata?: Struct } } {
  const carried = keyOf(metadata, carriedKey);
  if (!isObject(carried)) return { carried: {}, rest: metadata ? { metadata } : {} };
  return { carried, rest: withoutKeys(metadata, [carriedKey]) };
}

const roles: Readonly<Record<Role, Wire.Role>> = { ROLE_USER: "user", ROLE_AGENT: "agent" };

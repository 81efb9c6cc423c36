import { isObject } from "../carried.js";
import type { Members } from "../rewrite.js";

// Some peers say over HTTP what they would say over JSON-RPC: objects with a tag. How to tell, without reading them twice.

/**
 * What stands in the member that names an item of a stream or an answer, or the value itself where nothing does.
 *
 * @see A2A 0.3, section 7.2.1
 */
export function itemIn(wire: unknown): unknown {
  if (!isObject(wire)) return wire;
  const name = itemNames.find((each) => isObject(wire[each]));
  return name === undefined ? wire : wire[name];
}

/** Whether a value has the tag of the other form. */
export function isTagged(value: unknown): boolean {
  return isObject(value) && Object.hasOwn(value, "kind");
}

/** Whether the params of a message are of the other form. */
export function isTaggedRequest(params: unknown): boolean {
  const message = messageIn(params);
  if (!isObject(message) || Object.hasOwn(message, "content")) return false;
  const { parts } = message;
  return isTagged(message) || (Array.isArray(parts) && parts.some(isTaggedPart));
}

/** The params of a message in the other form, of which some writers send but the message, or the message under the name of protobuf. */
export function unwrappedRequest(params: unknown): unknown {
  if (!isObject(params) || isObject(params.message)) return params;
  const { request, ...others } = params;
  return isObject(request) ? Object.assign(others, { message: request }) : { message: params };
}

/**
 * Whether a card is of the other form. Only what it says of security differs, and what would be read in the wrong form would ask for nothing.
 *
 * @see A2A 0.3, section 5.5.3
 */
export function isTaggedCard(wire: unknown): boolean {
  if (!isObject(wire)) return false;
  const { securitySchemes, security, skills } = wire;
  const schemes = isObject(securitySchemes) ? Object.values(securitySchemes) : [];
  const requirements = [security, ...listOf(skills).map((skill) => (isObject(skill) ? skill.security : undefined))].flatMap(listOf);
  return schemes.some((scheme) => isObject(scheme) && Object.hasOwn(scheme, "type")) || requirements.some(isFlat);
}

const itemNames = ["task", "message", "msg", "statusUpdate", "status_update", "artifactUpdate", "artifact_update"] as const;

function messageIn(params: unknown): unknown {
  if (!isObject(params)) return params;
  const { message = params.request } = params;
  return isObject(message) ? message : params;
}

// Before 0.2 the tag was called `type`.
function isTaggedPart(part: unknown): boolean {
  return isTagged(part) || (isObject(part) && typeof part.type === "string");
}

/** Schemes by themselves, each with its scopes. */
function isFlat(requirement: unknown): boolean {
  return isObject(requirement) && !isObject(requirement.schemes) && hasMembers(requirement);
}

function hasMembers(value: Members): boolean {
  return Object.keys(value).length > 0;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

import { isObject } from "../dialect/carried.js";
import type { Presence } from "../generated/v1.0/presence.js";
import { cardType, presence } from "../generated/v1.0/presence.js";
import type { Struct } from "../generated/v1.0/types.js";

/**
 * What of a card is signed in 1.0: its members, those that a reader of 1.0 does not know left out, and those that say nothing unless they are REQUIRED
 * or `optional`, so that it is the same after it has been through protobuf.
 *
 * @see A2A 1.0, section 8.4.1
 */
export function specifiedPart(card: Struct): Struct {
  const { signatures: _, ...rest } = card;
  // safe: an object remains one
  return countedOf(rest, cardType) as Struct;
}

/** The same without anything that is empty, at any depth, as the official SDKs have it. */
export function filledPart(card: Struct): Struct {
  const filled = withoutEmpty(specifiedPart(card));
  return isObject(filled) ? filled : {};
}

/** Whether a card has members that 1.0 does not know. */
export function hasMore(value: unknown, type: string = cardType): boolean {
  if (Array.isArray(value)) return value.some((item) => hasMore(item, type));
  const rules = rulesOf(type);
  if (!isObject(value) || !rules) return false;
  return Object.entries(value).some(([name, each]) => {
    if ("each" in rules) return rules.each !== undefined && hasMore(each, rules.each);
    const member = memberOf(rules, name);
    return !member || (member.type !== undefined && hasMore(each, member.type));
  });
}

function countedOf(value: unknown, type: string | undefined): unknown {
  if (Array.isArray(value)) return value.map((item) => countedOf(item, type));
  const rules = type === undefined ? undefined : rulesOf(type);
  if (!isObject(value) || !rules) return value;
  const counted = Object.entries(value).flatMap(([name, each]): [string, unknown][] => {
    if ("each" in rules) return [[name, countedOf(each, rules.each)]];
    const member = memberOf(rules, name);
    // In the JSON of protobuf null is the same as nothing.
    if (!member || each === null || each === undefined) return [];
    return member.counts || !saysNothing(each) ? [[name, countedOf(each, member.type)]] : [];
  });
  return Object.fromEntries(counted);
}

function rulesOf(type: string): Presence | undefined {
  return Object.hasOwn(presence, type) ? presence[type] : undefined;
}

function memberOf({ members }: Extract<Presence, { members: unknown }>, name: string): { counts: boolean; type?: string } | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

/** Whether a value is the default of its type. */
function saysNothing(value: unknown): boolean {
  return value === "" || value === false || value === 0 || isHollow(value);
}

function isHollow(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;
}

/** The value without empty texts, lists and objects, and those that are empty without them; undefined where nothing is left. */
function withoutEmpty(value: unknown): unknown {
  if (value === "" || value === null) return undefined;
  if (typeof value !== "object") return value;
  if (Array.isArray(value)) {
    const items = value.map(withoutEmpty).filter((item) => item !== undefined);
    return items.length > 0 ? items : undefined;
  }
  const members = Object.entries(value).map(([name, each]): [string, unknown] => [name, withoutEmpty(each)]);
  const left = Object.fromEntries(members.filter(([, each]) => each !== undefined));
  return isHollow(left) ? undefined : left;
}

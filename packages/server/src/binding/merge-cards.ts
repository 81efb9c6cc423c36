import type { AgentCard } from "@a2a/core";
import type { Dialect } from "@a2a/core/internal";
import { isObject } from "@a2a/core/internal";

/**
 * Writes a card as several versions say it, in one: readers of each find its members and do not mind the others.
 *
 * @param dialects newest first
 * @returns undefined where no interface of the card speaks any of these versions
 */
export function encodeForAll(card: AgentCard, dialects: readonly Dialect[]): object | undefined {
  const shared = dialects.length > 1 ? withoutNamelessExtensions(card) : card;
  // The newest version's own words last: where two versions name a member alike, they mean the same.
  const merged = dialects
    .toReversed()
    .map((dialect): unknown => dialect.encodeCard(shared))
    .reduce(mergeCards, undefined);
  return isObject(merged) ? merged : undefined;
}

/** Versions before 1.0 require the URI of an extension: to their readers one without makes the whole card invalid. Nobody can ask for it anyway. */
function withoutNamelessExtensions(card: AgentCard): AgentCard {
  const { extensions } = card.capabilities;
  if (!extensions) return card;
  return { ...card, capabilities: { ...card.capabilities, extensions: extensions.filter(({ uri }) => uri) } };
}

/** Puts one card's members beside another's, down to the members of their skills and security schemes. */
function mergeCards(one: unknown, other: unknown): unknown {
  if (other === undefined) return one;
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length) return one.map((item, at) => mergeCards(item, other[at]));
  if (!isObject(one) || !isObject(other)) return other;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries([...names].map((name) => [name, mergeCards(one[name], other[name])]));
}

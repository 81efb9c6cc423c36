import type { AgentCard } from "@a2a/core";
import type { Dialect } from "@a2a/core/internal";
import { encodeForAll } from "./merge-cards.js";
import type { Representation } from "./representation.js";
import { representJson } from "./representation.js";

/** Writes a card for the readers of some versions, newest first; undefined where no interface of it speaks any of them. */
export type RepresentCard = (card: AgentCard, dialects: readonly Dialect[]) => Promise<Representation | undefined>;

/**
 * Makes each representation of a card once, and keeps it as long as the card.
 *
 * @param now tells when a representation was made
 */
export function createRepresentations(now: () => Date): RepresentCard {
  const byCard = new WeakMap<AgentCard, Map<string, Promise<Representation | undefined>>>();
  return (card, dialects) => {
    const made = byCard.get(card) ?? new Map<string, Promise<Representation | undefined>>();
    byCard.set(card, made);
    const key = dialects.map(({ version }) => version).join();
    const known = made.get(key) ?? represent(card, dialects, now());
    made.set(key, known);
    return known;
  };
}

async function represent(card: AgentCard, dialects: readonly Dialect[], at: Date): Promise<Representation | undefined> {
  const encoded = encodeForAll(card, dialects);
  if (encoded === undefined) return undefined;
  return representJson(JSON.stringify(encoded), at);
}

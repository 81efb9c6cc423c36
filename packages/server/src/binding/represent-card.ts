import type { AgentCard } from "@a2a/core";
import type { Dialect } from "@a2a/core/internal";
import type { SignWire } from "../signing/create-signing.js";
import { encodeForAll } from "./merge-cards.js";
import type { Representation } from "./representation.js";
import { representJson } from "./representation.js";

/** Writes a card for the readers of some versions, newest first; undefined where no interface of it speaks any of them. */
export type RepresentCard = (card: AgentCard, dialects: readonly Dialect[]) => Promise<Representation | undefined>;

/**
 * Makes each representation of a card once, and keeps it as long as the card.
 *
 * @param now tells when a representation was made
 * @param sign signs each of them: what is signed of one is not what another has
 */
export function createRepresentations(now: () => Date, sign?: SignWire): RepresentCard {
  const byCard = new WeakMap<AgentCard, Map<string, Promise<Representation | undefined>>>();
  return (card, dialects) => {
    const made = byCard.get(card) ?? new Map<string, Promise<Representation | undefined>>();
    byCard.set(card, made);
    const key = dialects.map(({ version }) => version).join();
    const known = made.get(key) ?? represent(encodeForAll(card, dialects), now(), sign);
    made.set(key, known);
    return known;
  };
}

async function represent(encoded: object | undefined, at: Date, sign: SignWire | undefined): Promise<Representation | undefined> {
  if (encoded === undefined) return undefined;
  return representJson(JSON.stringify(sign ? await sign(encoded) : encoded), at);
}

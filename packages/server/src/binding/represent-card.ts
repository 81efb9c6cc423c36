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
    const known = made.get(key) ?? represent(card, dialects, { now, sign });
    made.set(key, known);
    return known;
  };
}

interface Making {
  readonly now: () => Date;
  readonly sign: SignWire | undefined;
}

async function represent(card: AgentCard, dialects: readonly Dialect[], { now, sign }: Making): Promise<Representation | undefined> {
  const at = now();
  const encoded = encodeForAll(card, dialects);
  if (encoded === undefined) return undefined;
  const shown = sign && knowsSignatures(encoded, dialects) ? await sign(encoded) : encoded;
  return representJson(JSON.stringify(shown), at);
}

/** Whether it is a card of a version that is known by its members. In one that is not, signatures would be taken for a later version's. */
function knowsSignatures(encoded: object, dialects: readonly Dialect[]): boolean {
  return dialects.some((dialect) => dialect.isOwnCard(encoded) && !dialect.isOwnCard({}));
}

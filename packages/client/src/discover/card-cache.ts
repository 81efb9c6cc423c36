import type { CachingFacts } from "@a2a/core/internal";

/** A card as it came, and how long it may be used without asking. */
export interface KeptCard {
  readonly body: unknown;
  readonly tag?: string | undefined;
  readonly modified?: string | undefined;
  /** In milliseconds since 1970. */
  readonly freshUntil: number;
}

/** Keeps cards between connections, as their agents allow. For one caller: what an agent shows may depend on the credentials. */
export interface CardCache {
  get(key: string): KeptCard | undefined;
  /** Keeps a card, or drops what was kept. */
  set(key: string, card: KeptCard | undefined): void;
}

/** Makes a cache of cards in memory. @param options.maxCards the longest unused is dropped beyond; default 100 */
export function createCardCache({ maxCards = 100 }: { readonly maxCards?: number } = {}): CardCache {
  const kept = new Map<string, KeptCard>();
  return {
    get(key) {
      const card = kept.get(key);
      // A map remembers in which order its entries came: the first is the longest unused.
      if (card && kept.delete(key)) kept.set(key, card);
      return card;
    },
    set(key, card) {
      kept.delete(key);
      if (card) kept.set(key, card);
      const [oldest] = kept.keys();
      if (kept.size > maxCards && oldest !== undefined) kept.delete(oldest);
    },
  };
}

/** What may be kept of a response; undefined where nothing may. */
export function keepable(body: unknown, headers: Headers, names: CachingFacts["headers"], before?: KeptCard): KeptCard | undefined {
  const control = headers.get(names.control)?.toLowerCase() ?? "";
  if (/\bno-store\b/.test(control)) return undefined;
  const tag = headers.get(names.tag) ?? before?.tag;
  const modified = headers.get(names.modified) ?? before?.modified;
  const seconds = /\bno-cache\b/.test(control) ? 0 : Number(/\bmax-age=(\d+)/.exec(control)?.[1] ?? 0) - Number(headers.get("age") ?? 0);
  const isUsable = seconds > 0 || tag !== undefined || modified !== undefined;
  return isUsable ? { body, tag, modified, freshUntil: Date.now() + seconds * 1000 } : undefined;
}

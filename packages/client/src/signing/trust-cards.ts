import { isPrivate, urlOf } from "@a2a/core/internal";
import type { Jwks, TrustedKeys, VerifyCardOptions } from "@a2a/core/signing";
import { verifyCard } from "@a2a/core/signing";
import { allowed, isWeb } from "../discover/allow-url.js";
import type { VerifyCard } from "../discover/verify-card.js";
import { fetchKeySet } from "./fetch-key-set.js";

/** Whose cards are trusted. */
export interface TrustOptions extends Pick<VerifyCardOptions, "algorithms" | "forms" | "maxSignatures">, Pick<TrustedKeys, "jku" | "now"> {
  /** Public keys that are known already, what finds them, or the address of a key set. */
  readonly keys?: TrustedKeys["keys"] | string | URL;
  /** Takes cards that have no signature at all, and whoever can change a card can make it such a one. Default false. */
  readonly allowUnsigned?: boolean;
}

/**
 * Makes the `verifyCard` of `connect`: cards are taken that are signed with a key that is trusted. Needs the packages `jose` and `canonicalize`.
 *
 * @param options.jku key sets that a signature may name: their addresses, or what decides on each; `allowUrl` of `connect` is asked besides. Default: none
 * @throws TypeError where nobody is trusted
 * @see A2A 1.0, section 8.4.3
 */
export function trustCards({ keys, allowUnsigned = false, ...options }: TrustOptions): VerifyCard {
  if (keys === undefined && options.jku === undefined) throw new TypeError("nobody is trusted: keys or jku have to be given");
  const address = typeof keys === "string" || keys instanceof URL ? addressOf(keys) : undefined;
  return async (card, { fetch, allowUrl, signal }) => {
    if (allowUnsigned && isUnsigned(card)) return card;
    const means = { fetch, signal };
    // safe: what verifies a card looks whether it is a key set
    const known = address ? ((await fetchKeySet(address, means)) as Jwks) : (keys as TrustedKeys["keys"]);
    const verified = await verifyCard(card, {
      ...options,
      ...(known && { keys: known }),
      signal,
      fetchKeys: async (url) => fetchKeySet(await allowed(url.href, "keys", allowUrl), means),
    });
    return verified.card;
  };
}

function isUnsigned(card: unknown): boolean {
  const { signatures = [] }: { readonly signatures?: unknown } = Object(card);
  return Array.isArray(signatures) && signatures.length === 0;
}

function addressOf(keys: string | URL): URL {
  const url = urlOf(keys);
  // Who can change the keys on their way can sign anything.
  if (url && isPrivate(url) && isWeb(url)) return url;
  throw new TypeError("keys must be a key set, a function, or an https URL without user and password");
}

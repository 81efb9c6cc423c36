import type { Fetch } from "../http/fetch-exchange.js";
import type { AllowUrl } from "./allow-url.js";

/** What a card is verified with besides itself. */
export interface VerifyMeans {
  /** Makes requests for keys. They carry no headers and no credentials of the client's. */
  readonly fetch: Fetch;
  /** Decides on addresses of keys that a signature names. */
  readonly allowUrl: AllowUrl;
  /** Gives up. */
  readonly signal: AbortSignal;
}

/**
 * Verifies the signatures of a card, as it came.
 *
 * @returns what of the card is signed: the client relies on nothing else
 * @throws LocalError `BAD_SIGNATURE`, and what fetching keys fails with
 */
export type VerifyCard = (card: unknown, means: VerifyMeans) => Promise<unknown>;

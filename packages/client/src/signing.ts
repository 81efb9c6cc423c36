// The entry for signed cards; apart, because it needs two packages, and few clients look for signatures.

export type { TrustOptions } from "./signing/trust-cards.js";
export { trustCards } from "./signing/trust-cards.js";

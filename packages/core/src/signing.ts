// The entry for signed agent cards; apart, because it needs the packages `jose` and `canonicalize`, and few need it.

export type { SigningAlgorithm } from "./signing/algorithms.js";
export { canonicalJson } from "./signing/canonical-json.js";
export type { CardForm } from "./signing/card-form.js";
export type { FindKey, TrustedKeys } from "./signing/card-keys.js";
export type { FetchKeys } from "./signing/fetch-keys.js";
export type { Jwk, Jwks } from "./signing/jwk.js";
export { publicJwk } from "./signing/jwk.js";
export type { ProtectedHeader } from "./signing/protected-header.js";
export type { SignCardOptions } from "./signing/sign-card.js";
export { signCard } from "./signing/sign-card.js";
export type { Signer } from "./signing/signer.js";
export type { VerifiedCard, VerifyCardOptions } from "./signing/verify-card.js";
export { verifyCard } from "./signing/verify-card.js";

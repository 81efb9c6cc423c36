// Verifiers for the option `security`: what the card declares, and who is let in by it.

export { jwtBearer } from "./auth/jwt-bearer.js";
export type { JwtBearerOptions, JwtClaims } from "./auth/jwt-options.js";
export type { KnownSecrets } from "./auth/known-secrets.js";
export { apiKey, basic, httpCredentials, mutualTls, opaqueBearer } from "./auth/verifiers.js";

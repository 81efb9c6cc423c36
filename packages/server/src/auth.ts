// Verifiers for the option `security`: whom the credentials belong to that the card asks for. Those of JWTs are in ./jwt.

export type { KnownSecrets } from "./auth/known-secrets.js";
export { apiKey, basic, httpCredentials, mutualTls, opaqueBearer } from "./auth/verifiers.js";

// The verifier of JWTs for the option `security`. The only entry that needs the package jose.

export { jwtBearer } from "./jwt/jwt-bearer.js";
export type { JwtBearerOptions, JwtClaims } from "./jwt/jwt-options.js";

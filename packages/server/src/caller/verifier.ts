import type { SecurityScheme } from "@a2a/core";
import type { MaybePromise } from "../maybe-promise.js";
import type { Caller } from "./caller.js";
import type { ClientCertificate } from "./client-certificate.js";

/**
 * Recognises whom credentials belong to; nobody, where they are not valid. Credentials that have to come together with others may name no user.
 *
 * @throws A2AError `UnauthenticatedError`, `ForbiddenError` to refuse the call with a text of its own; whatever else is thrown reaches the logger alone
 */
export type Verify<Credentials> = (credentials: Credentials) => MaybePromise<Caller | undefined>;

/** A name and a password. */
export interface PasswordCredential {
  readonly username: string;
  readonly password: string;
}

/** What is presented for each kind of scheme. */
interface CredentialsOf {
  /** The token: of Bearer, OAuth 2 and OpenID Connect. */
  readonly bearer: string;
  readonly basic: PasswordCredential;
  /** What follows the name of another scheme of HTTP. */
  readonly http: string;
  readonly apiKey: string;
  readonly mutualTls: ClientCertificate;
}

/** The kinds of scheme that a verifier can be for. */
export type VerifierKind = keyof CredentialsOf;

/** Verifies what callers present for one of the card's security schemes; made by the functions of `@a2a/server/auth` and `@a2a/server/jwt`, or by hand. */
export type Verifier = { readonly [K in VerifierKind]: { readonly kind: K; readonly verify: Verify<CredentialsOf[K]> } }[VerifierKind];

/** A verifier for each security scheme that the card declares, by its name there. */
export type Security = Readonly<Record<string, Verifier>>;

/** The kind of verifier that fits a scheme; undefined where the scheme is none of the protocol's. OAuth 2 and OpenID Connect end in a Bearer token. */
export function kindOf(scheme: SecurityScheme): VerifierKind | undefined {
  const {
    apiKeySecurityScheme,
    httpAuthSecurityScheme: http,
    oauth2SecurityScheme,
    openIdConnectSecurityScheme,
    mtlsSecurityScheme,
  } = scheme;
  if (apiKeySecurityScheme) return "apiKey";
  if (mtlsSecurityScheme) return "mutualTls";
  if (oauth2SecurityScheme || openIdConnectSecurityScheme) return "bearer";
  const name = http?.scheme.toLowerCase();
  return name === "bearer" || name === "basic" ? name : http && "http";
}

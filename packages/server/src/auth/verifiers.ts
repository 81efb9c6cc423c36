import type { ClientCertificate } from "../caller/client-certificate.js";
import type { PasswordCredential, Verifier, Verify } from "../caller/verifier.js";
import type { KnownSecrets } from "./known-secrets.js";
import { createSecretCheck } from "./known-secrets.js";

/**
 * Verifies tokens that say nothing by themselves, for a scheme of `Bearer`, OAuth 2 or OpenID Connect.
 *
 * @param verify finds out whose a token is, or the token of each user
 * @throws TypeError for secrets that are none
 */
export function opaqueBearer(verify: Verify<string> | KnownSecrets): Verifier {
  return { kind: "bearer", verify: verifyOf(verify) };
}

/**
 * Verifies API keys, in the header, query parameter or cookie that the card's scheme names.
 *
 * @param verify finds out whose a key is, or the key of each user
 * @throws TypeError for secrets that are none
 */
export function apiKey(verify: Verify<string> | KnownSecrets): Verifier {
  return { kind: "apiKey", verify: verifyOf(verify) };
}

/**
 * Verifies names and passwords, for a scheme of `Basic`.
 *
 * @param verify finds out who that is, or the password of each user
 * @throws TypeError for passwords that are none
 */
export function basic(verify: Verify<PasswordCredential> | KnownSecrets): Verifier {
  if (typeof verify === "function") return { kind: "basic", verify };
  const users = Object.entries(verify);
  const wrong = users.find(([user, password]) => user.includes(":") || typeof password !== "string" || password === "")?.[0];
  if (wrong !== undefined)
    throw new TypeError(`a user has a name without a colon, and a password that is not empty: ${JSON.stringify(wrong)}`);
  // As they are sent: neither names nor passwords are looked up by themselves.
  const find = createSecretCheck(Object.fromEntries(users.map(([user, password]) => [user, `${user}:${password}`])));
  return { kind: "basic", verify: async ({ username, password }) => callerOf(await find(`${username}:${password}`)) };
}

/** Verifies what follows the name of another scheme of HTTP in `Authorization`. */
export function httpCredentials(verify: Verify<string>): Verifier {
  return { kind: "http", verify };
}

/**
 * Recognises whom a client certificate is for. Clients are asked for one with `tls: { ca, requestCert: true }` of `serve`, and
 * `tls: { ca, requireClientCertificate: true }` of `serveGrpc`; one that no authority of `ca` has signed is none.
 */
export function mutualTls(verify: Verify<ClientCertificate>): Verifier {
  return { kind: "mutualTls", verify };
}

function verifyOf(verify: Verify<string> | KnownSecrets): Verify<string> {
  if (typeof verify === "function") return verify;
  const find = createSecretCheck(verify);
  return async (secret) => callerOf(await find(secret));
}

function callerOf(user: string | undefined): { readonly user: string } | undefined {
  return user === undefined ? undefined : { user };
}

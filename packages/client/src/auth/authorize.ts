import { LocalError } from "@a2a/core/internal";
import { within } from "../http/call-limit.js";
import type { Authorize, AuthorizeOptions, Outgoing } from "../http/fetch-exchange.js";
import type { ChosenScheme, Security } from "./choose-schemes.js";
import { chooseSchemes } from "./choose-schemes.js";
import type { Credential, CredentialNeed, CredentialSource, Credentials } from "./credential.js";
import type { Place, Unsent } from "./place-credential.js";
import { isTaken, placeCredential, placeOf } from "./place-credential.js";
import { createSharedWork } from "./shared-work.js";

/** What sources of credentials work with. */
export type AuthOptions = Pick<CredentialNeed, "fetch" | "allowUrl">;

/**
 * Makes the function that adds a card's credentials to requests.
 *
 * @throws TypeError for credentials of schemes that the card does not have, and for a password where the scheme takes none
 */
export function createAuthorize(card: Security, credentials: Credentials, options: AuthOptions): Authorize {
  const proofs = chooseSchemes(card, credentials).map((chosen) => createProof(chosen, options));
  return async (request, { refused, signal }) => {
    const next: Unsent = { url: request.url, headers: new Headers(request.headers) };
    let isNew = !refused;
    for (const add of proofs) isNew = (await add(next, { request, refused, signal })) || isNew;
    return isNew ? next : undefined;
  };
}

/** Adds one credential to a request; returns whether it is another than the one that was refused. */
type Proof = (next: Unsent, options: AuthorizeOptions & { readonly request: Outgoing }) => Promise<boolean>;

function createProof([name, scheme, scopes, credential]: ChosenScheme, { fetch, allowUrl }: AuthOptions): Proof {
  const place = placeOf(scheme);
  const source = sourceOf(name, credential, place);
  const share = createSharedWork<string>();
  const sent = new WeakMap<Outgoing, string>();
  let last: string | undefined;

  return async (next, { request, refused, signal }) => {
    const before = refused && sent.get(request);
    // Who was refused with what is still the last waits for one renewal with all others; who comes later gets what there is now.
    const rejected = before === last ? before : undefined;
    const ask = (limit: AbortSignal): Promise<string> =>
      within(limit, Promise.resolve({ name, scheme, scopes, rejected, fetch, signal: limit, allowUrl }).then(source));
    try {
      // Nothing of a certificate is in the request: the connection has it.
      if (scheme.mtlsSecurityScheme || isTaken(next, place)) return false;
      const value = await (rejected === last ? share(ask, signal) : ask(signal));
      last = value;
      placeCredential(next, place, value);
      sent.set(request, value);
      return value !== before;
    } catch (cause) {
      throw signal.aborted || cause instanceof LocalError
        ? cause
        : new LocalError("UNAUTHORIZED", `no valid credential for ${name}`, { cause });
    }
  };
}

function sourceOf(name: string, credential: Credential, [, , http]: Place): CredentialSource {
  if (typeof credential === "function") return credential;
  if (typeof credential === "string") return () => credential;
  const { username, password } = credential;
  if (http !== "Basic" || username.includes(":")) throw new TypeError(`${name} takes no such user name`);
  return () => `${username}:${password}`;
}

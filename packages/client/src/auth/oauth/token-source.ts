import { LocalError } from "@a2a/core";
import type { Client, ClientAuth, TokenEndpointResponse } from "oauth4webapi";
import { ClientSecretBasic, ClientSecretPost, None } from "oauth4webapi";
import type { CredentialNeed, CredentialSource } from "../credential.js";
import type { SharedWork } from "../shared-work.js";
import { createSharedWork } from "../shared-work.js";
import type { Dial } from "./dial.js";
import { createDial } from "./dial.js";
import type { Server } from "./find-server.js";
import { addressesOf, findServer } from "./find-server.js";
import type { SourceOptions } from "./oauth-options.js";
import { asUnauthorized, shown } from "./unauthorized.js";

/** What a grant works with. */
export interface GrantContext {
  readonly server: Server;
  readonly client: Client;
  readonly authenticate: ClientAuth;
  /** Scope, audience and resource, as they are asked for. */
  readonly parameters: URLSearchParams;
  /** The last that this server gave. */
  readonly refreshToken: string | undefined;
  readonly http: Dial & { readonly signal: AbortSignal };
}

/** Gets a token from an authorization server. */
export interface Grant {
  readonly wantsDevice?: boolean;
  obtain(context: GrantContext): Promise<TokenEndpointResponse>;
}

/** What is kept for one authorization server and one set of scopes. */
interface Place {
  readonly share: SharedWork<string>;
  server?: Server;
  token?: Token;
}

interface Token {
  readonly value: string;
  readonly renewAt: number;
  readonly endsAt: number;
}

// A token that ends on the way is refused: RFC 6749 leaves this to the client.
const earlyMs = 30_000;

/** Makes a source that keeps a token until shortly before its end or until it is refused, and has one request for one on its way at a time. */
export function createTokenSource(options: SourceOptions, { wantsDevice = false, obtain }: Grant): CredentialSource {
  const { now = Date.now, onRefreshToken } = options;
  const places = new Map<string, Place>();
  // By the address that takes them, whatever they were given for: a new one ends the one before.
  const refreshTokens = new Map<string, string>();
  let turn: Promise<unknown> = Promise.resolve();

  async function renew(need: CredentialNeed, place: Place, signal: AbortSignal): Promise<string> {
    const before = place.token;
    const dial = createDial(need, options, signal);
    let where = need.name;
    let answer: TokenEndpointResponse;
    try {
      signal.throwIfAborted();
      const server = place.server ?? (await findServer(need, options, dial, wantsDevice));
      place.server = server;
      where = shown(server.token_endpoint);
      const refreshToken = refreshTokens.get(server.refresh_endpoint);
      answer = await obtain({ ...contextOf(server, need, options), refreshToken, http: { ...dial, signal } });
      place.token = tokenOf(answer, now());
    } catch (error) {
      const isGood = before && before.value !== need.rejected && now() < before.endsAt;
      if (isGood) return before.value;
      throw asUnauthorized(error, where);
    }
    await keep(place.server.refresh_endpoint, answer.refresh_token);
    return place.token.value;
  }

  async function keep(address: string, token: string | undefined): Promise<void> {
    if (token === undefined || token === refreshTokens.get(address)) return;
    refreshTokens.set(address, token);
    await onRefreshToken?.(token);
  }

  return (need) => {
    const key = JSON.stringify([addressesOf(need.scheme), need.scopes]);
    const place = places.get(key) ?? { share: createSharedWork<string>() };
    places.set(key, place);
    const { token, share } = place;
    if (token && token.value !== need.rejected && now() < token.renewAt) return token.value;
    return share((signal) => {
      const mine = turn.then(() => renew(need, place, signal));
      turn = mine.catch(() => undefined);
      return mine;
    }, need.signal);
  };
}

function contextOf(server: Server, { scopes }: CredentialNeed, options: SourceOptions): Omit<GrantContext, "refreshToken" | "http"> {
  const { clientId, audience, resource, scopes: usual = [] } = options;
  const parameters = new URLSearchParams();
  const scope = (scopes.length > 0 ? scopes : usual).join(" ");
  for (const [name, value] of Object.entries({ scope, audience, resource })) if (value) parameters.set(name, value);
  return { server, client: { client_id: clientId }, authenticate: authenticationOf(server, options), parameters };
}

function authenticationOf(server: Server, { clientSecret, clientAuthentication }: SourceOptions): ClientAuth {
  if (clientSecret === undefined) return None();
  // RFC 8414, section 2: where the metadata name none, it is Basic.
  const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  const isPost = clientAuthentication ? clientAuthentication === "post" : !methods.includes("client_secret_basic");
  return isPost ? ClientSecretPost(clientSecret) : ClientSecretBasic(clientSecret);
}

/** @throws LocalError `UNAUTHORIZED` for a token that is no bearer's */
function tokenOf(answer: TokenEndpointResponse, at: number): Token {
  if (answer.token_type !== "bearer")
    throw new LocalError("UNAUTHORIZED", "no token: what the authorization server gives is not of type Bearer");
  const lifeMs = (answer.expires_in ?? Number.POSITIVE_INFINITY) * 1000;
  const endsAt = at + lifeMs;
  return {
    value: answer.access_token,
    endsAt,
    // One that lives shortly would be renewed all the time.
    renewAt: lifeMs === Number.POSITIVE_INFINITY ? endsAt : endsAt - Math.min(earlyMs, lifeMs / 2),
  };
}

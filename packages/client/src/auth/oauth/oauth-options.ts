import type { Fetch } from "../../http/fetch-exchange.js";

/** What every way to get a token takes. */
export interface OAuthOptions {
  readonly clientId: string;
  /** Absent for a public client. */
  readonly clientSecret?: string;
  /** How the secret is sent; default: `basic`, unless the authorization server's metadata say that it takes only `post`. */
  readonly clientAuthentication?: "basic" | "post";
  /** Asked for where the card names none. */
  readonly scopes?: readonly string[];
  /** Whom the token is for, as some authorization servers call it. */
  readonly audience?: string;
  /**
   * URI of what the token is for.
   *
   * @see RFC 8707
   */
  readonly resource?: string;
  /**
   * The token endpoint, where you know it: the card's is then not believed. Without it the secret goes where the card says, which is the agent's
   * word; `allowUrl` of the connection is asked first.
   */
  readonly tokenUrl?: string;
  /** Makes the requests to the authorization server; default: the connection's. */
  readonly fetch?: Fetch;
  /** The clock, in milliseconds; default `Date.now`. */
  readonly now?: () => number;
}

/** Options of all sources together. */
export interface SourceOptions extends OAuthOptions {
  readonly deviceAuthorizationUrl?: string | undefined;
  readonly onRefreshToken?: ((refreshToken: string) => void | Promise<void>) | undefined;
}

/** @throws TypeError for what must have a value and has none */
export function assertGiven(options: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(options)) {
    if (typeof value !== "string" || value === "") throw new TypeError(`${name} must be a text that is not empty`);
  }
}

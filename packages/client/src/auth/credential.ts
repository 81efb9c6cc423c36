import type { SecurityScheme } from "@a2a/core";
import type { Fetch } from "../http/fetch-exchange.js";

/**
 * What proves who is calling, for one scheme of the card. A text is the key or the token; for HTTP's Basic it is the credentials ready in base64,
 * or user name and password with a colon between them. For a client certificate it is any text: the `fetch` of the connection presents the
 * certificate, and nothing of the text is sent.
 */
export type Credential = string | PasswordCredential | CredentialSource;

/**
 * User name and password, for HTTP's Basic.
 *
 * @see RFC 7617
 */
export interface PasswordCredential {
  /** Without a colon. */
  readonly username: string;
  readonly password: string;
}

/**
 * Gives the key or the token; asked for each request. It keeps its own until that is near its end, and what it throws ends the request.
 *
 * @returns the text that a credential can be
 */
export type CredentialSource = (need: CredentialNeed) => string | Promise<string>;

/** What a credential is needed for. */
export interface CredentialNeed {
  /** The scheme's name in the card. */
  readonly name: string;
  readonly scheme: SecurityScheme;
  /** Scopes that the card asks for. */
  readonly scopes: readonly string[];
  /** The value that the agent has just refused: it is wanted no more. */
  readonly rejected?: string | undefined;
  /** Makes the requests of the connection. */
  readonly fetch: Fetch;
  /** Aborts when nobody waits for the credential any more. */
  readonly signal: AbortSignal;
  /** Whether an address that the agent named may be dialled. */
  allowUrl(url: URL): boolean | Promise<boolean>;
}

/** Credentials by the names of the card's security schemes. */
export type Credentials = Readonly<Record<string, Credential>>;

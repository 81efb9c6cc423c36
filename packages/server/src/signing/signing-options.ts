import type { CompleteSigner } from "@a2a/core/internal";
import { completeSigner, isCryptoKey } from "@a2a/core/internal";
import type { Jwk, Signer } from "@a2a/core/signing";
import { given } from "../given.js";

/** A key that an agent signs with. */
export interface AgentSigner extends Signer {
  /** The public half, which the agent shows; default: that of the key, which has to be extractable. */
  readonly publicKey?: Jwk | CryptoKey;
  /** Where the public key is to be had; default: the agent's own key set, where `publicUrl` says where that is, else it is not said. */
  readonly jku?: string | URL;
}

/** What an agent signs, and with what. Its public keys are at `/.well-known/jwks.json`. */
export interface SigningOptions {
  /** Every card is signed with each of them; what webhooks are told with the first. */
  readonly keys: AgentSigner | readonly AgentSigner[];
  /**
   * The JWT that calls of webhooks have in `Authorization`, where the client has not configured something else for there; false for none. Default: one that
   * is valid for five minutes.
   */
  readonly webhooks?: WebhookJwtOptions | false;
}

/** What a JWT says that webhooks are called with: it is for the URL of the webhook (`aud`) and for the body that it is sent with (`request_body_sha256`). */
export interface WebhookJwtOptions {
  /** Who sends it (`iss`); default: `publicUrl`, where there is one. */
  readonly issuer?: string;
  /** How long it is valid after it was sent; default 300. */
  readonly lifetimeSeconds?: number;
}

/** A key with everything that is said of it. */
export interface CompleteAgentSigner extends CompleteSigner {
  readonly publicKey: Jwk | CryptoKey;
}

/** The options with every default in its place. */
export interface CompleteSigning {
  readonly keys: readonly [CompleteAgentSigner, ...CompleteAgentSigner[]];
  readonly webhooks: false | { readonly issuer: string | undefined; readonly lifetimeSeconds: number };
}

/** Where the public keys are, below the agent's address. */
export const keySetPath = "/.well-known/jwks.json";

/**
 * Checks and completes options.
 *
 * @throws TypeError
 */
export function completeSigning({ keys, webhooks = {} }: SigningOptions, publicUrl: string | undefined): CompleteSigning {
  const ownKeySet = publicUrl === undefined ? undefined : publicUrl.replace(/\/$/, "") + keySetPath;
  const [first, ...others] = [keys].flat().map((each) => completeKey(each, ownKeySet));
  if (!first) throw new TypeError("signing.keys must name one at least");
  const names = [first, ...others].map(({ kid }) => kid);
  if (new Set(names).size < names.length) throw new TypeError(`signing.keys must have names of their own: ${names.join(", ")}`);
  if (webhooks === false) return { keys: [first, ...others], webhooks };
  const { issuer = publicUrl, lifetimeSeconds = 300 } = webhooks;
  if (!(lifetimeSeconds > 0)) throw new TypeError(`signing.webhooks.lifetimeSeconds must be a number above 0: ${lifetimeSeconds}`);
  return { keys: [first, ...others], webhooks: { issuer, lifetimeSeconds } };
}

function completeKey({ publicKey, ...signer }: AgentSigner, ownKeySet: string | undefined): CompleteAgentSigner {
  const complete = completeSigner({ ...(ownKeySet !== undefined && { jku: ownKeySet }), ...given(signer) });
  const shown = publicKey ?? complete.key;
  if (isCryptoKey(shown) && !shown.extractable)
    throw new TypeError(`the key ${complete.kid} cannot be read: its publicKey has to be given`);
  return { ...complete, publicKey: shown };
}

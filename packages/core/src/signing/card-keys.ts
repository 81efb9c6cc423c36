import { isPrivate, urlOf } from "../card/web-url.js";
import { isObject } from "../dialect/carried.js";
import { LocalError } from "../errors/local-error.js";
import type { FetchKeys } from "./fetch-keys.js";
import { fetchKeys } from "./fetch-keys.js";
import type { Jwk, Jwks } from "./jwk.js";
import { publicJwk } from "./jwk.js";
import type { ProtectedHeader } from "./protected-header.js";
import { isCryptoKey } from "./signer.js";

/**
 * Finds the public key of a signature.
 *
 * @param kid the name of the key
 * @param header what else the signature says of itself; that is the signer's word, and nobody has checked it
 * @returns undefined where there is none
 */
export type FindKey = (kid: string, header: ProtectedHeader) => Jwk | CryptoKey | undefined | Promise<Jwk | CryptoKey | undefined>;

/** Whose signatures are trusted. */
export interface TrustedKeys {
  /** Public keys that are known already, or what finds them. */
  readonly keys?: Jwks | FindKey;
  /** Key sets that a signature may name (`jku`): their addresses, or what decides on each. Default: none, nothing is ever fetched. */
  readonly jku?: readonly (string | URL)[] | ((url: URL) => boolean | Promise<boolean>);
  /** Fetches a key set that `jku` allows; default: over https or from this machine, without redirects, up to 256 KiB, within 10 seconds. */
  readonly fetchKeys?: FetchKeys;
  /** The time, for keys that say how long they are valid; default: the clock. */
  readonly now?: () => Date;
}

/** The keys that a signature may be made with: several where a set has several of that name. */
export type KeysFor = (header: ProtectedHeader) => Promise<readonly [Jwk | CryptoKey, ...(Jwk | CryptoKey)[]]>;

// Several keys of one name are a mistake that is lived with, not a list to try out.
const maxKeysOfOneName = 4;

/**
 * Makes what finds keys. Each key set is fetched once.
 *
 * @throws TypeError where nobody is trusted
 */
export function createKeysFor({ keys, jku, ...options }: TrustedKeys, signal: AbortSignal | undefined): KeysFor {
  if (keys === undefined && jku === undefined) throw new TypeError("nobody is trusted: keys or jku have to be given");
  if (typeof keys === "object" && !Array.isArray(keys.keys)) throw new TypeError("keys must be a JSON Web Key Set or a function");
  const fetched = new Map<string, Promise<unknown>>();
  const fetchOnce = (url: URL): Promise<unknown> => {
    const known = fetched.get(url.href) ?? (options.fetchKeys ?? fetchKeys)(url, signal);
    fetched.set(url.href, known);
    return known;
  };
  return async (header) => {
    const own = typeof keys === "function" ? [await keys(header.kid, header)] : keysOfName(keys, header);
    const isAllowed = jku !== undefined && header.jku !== undefined && own.length === 0;
    const all = isAllowed ? keysOfName(await fetchOnce(await allowedUrl(header.jku, jku)), header) : own;
    const nowSeconds = (options.now?.() ?? new Date()).getTime() / 1000;
    const [first, ...others] = all.flatMap((key) => (key && usable(key, header, nowSeconds)) ?? []);
    if (first) return [first, ...others];
    throw bad(
      all.some(Boolean)
        ? `the key ${shown(header.kid)} is not one for ${header.alg}, or no longer valid`
        : `there is no key ${shown(header.kid)}`,
    );
  };
}

/** @throws LocalError `BAD_SIGNATURE` */
async function allowedUrl(text: string, jku: NonNullable<TrustedKeys["jku"]>): Promise<URL> {
  const url = urlOf(text);
  // Who can change the keys on their way can sign anything.
  const isSafe = url && isPrivate(url) && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
  if (!isSafe) throw bad("its key set is not to be had safely: jku must be an https URL without user and password");
  const isAllowed = typeof jku === "function" ? await jku(url) : jku.some((each) => new URL(each).href === url.href);
  if (!isAllowed) throw bad(`its key set is not one that is trusted: ${url.origin}${url.pathname}`);
  return url;
}

function keysOfName(set: unknown, { kid }: ProtectedHeader): readonly Jwk[] {
  if (set === undefined) return [];
  if (!isObject(set) || !Array.isArray(set.keys)) throw bad("its key set is none");
  return set.keys.filter((key: unknown) => isObject(key) && key.kid === kid).slice(0, maxKeysOfOneName);
}

/** The public half of a key where it is for this use. Shared secrets have none: everybody could sign with them. */
function usable(key: Jwk | CryptoKey, { alg }: ProtectedHeader, nowSeconds: number): Jwk | CryptoKey | undefined {
  if (isCryptoKey(key)) return key.type === "public" ? key : undefined;
  const { use = "sig", key_ops: operations = ["verify"], exp = Number.POSITIVE_INFINITY, revoked } = key;
  const isFor = (key.alg === undefined || key.alg === alg) && use === "sig" && operations.includes("verify");
  return isFor && exp > nowSeconds && revoked === undefined ? publicJwk(key) : undefined;
}

function bad(why: string): LocalError {
  return new LocalError("BAD_SIGNATURE", why);
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 64));
}

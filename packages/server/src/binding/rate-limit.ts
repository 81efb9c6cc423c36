import { A2AError } from "@a2a/core";
import type { Caller } from "../caller/caller.js";
import type { Incoming } from "../http/exchange.js";

/** @throws A2AError `RateLimitedError` where the caller has asked for too much */
export type LimitRate = (caller: Caller, incoming: Pick<Incoming, "remote">) => void;

/** What a caller may still ask for, at a time. */
interface Bucket {
  tokens: number;
  at: number;
}

const secondMs = 1000;

/**
 * Counts what callers ask for. Each has a bucket of as many tokens as a second brings. One that nobody has taken from for a second is full again, as if it
 * had never been there: buckets are remembered for two seconds at most, however many callers there are.
 *
 * @param now milliseconds
 */
export function createRateLimit(perSecond: number, now: () => number): LimitRate {
  let newest = new Map<string, Bucket>();
  let older = new Map<string, Bucket>();
  let since = now();

  function bucketAt(name: string, at: number): Bucket {
    const age = at - since;
    // A clock that is set back begins anew.
    if (age >= secondMs || age < 0) {
      older = age >= 0 && age < 2 * secondMs ? newest : new Map();
      newest = new Map();
      since = at;
    }
    const known = newest.get(name);
    if (known) return known;
    const bucket = older.get(name) ?? { tokens: perSecond, at };
    newest.set(name, bucket);
    return bucket;
  }

  return (caller, incoming) => {
    const at = now();
    const bucket = bucketAt(nameOf(caller, incoming), at);
    bucket.tokens = Math.min(perSecond, bucket.tokens + (Math.max(0, at - bucket.at) * perSecond) / secondMs);
    bucket.at = at;
    if (bucket.tokens < 1) throw new A2AError("RateLimitedError", `a caller may ask for ${perSecond} operations in a second`);
    bucket.tokens -= 1;
  };
}

/** A user wherever the requests come from, or else where they come from. */
function nameOf({ user }: Caller, { remote }: Pick<Incoming, "remote">): string {
  return user !== undefined ? `user ${user}` : `network ${remote === undefined ? "" : networkOf(remote)}`;
}

/** Whoever has one address of IPv6 has the 2^64 of its network. */
function networkOf(address: string): string {
  const colons = address.split(":");
  // Of IPv4, also within IPv6, the address is one.
  if (colons.length < 3 || address.includes(".")) return colons.at(-1) ?? "";
  const [head = "", tail] = address.split("::", 2);
  const left = head ? head.split(":") : [];
  const right = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...new Array<string>(zeros).fill("0"), ...right].slice(0, 4).join(":");
}

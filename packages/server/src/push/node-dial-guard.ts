import { lookup as systemLookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { isIP } from "node:net";
import process from "node:process";
import { LocalError } from "@a2a/core";
import type { buildConnector } from "undici";
import { isPublicAddress } from "./public-address.js";
import type { PushOptions } from "./push-options.js";
import { isAllowedHost, toHost } from "./webhook-url.js";

type Fetch = NonNullable<PushOptions["fetch"]>;

/** Where webhooks may be, and how their names are resolved. */
export type DialOptions = Pick<PushOptions, "allowedHosts" | "lookup">;

/**
 * Makes the fetch of webhooks that `serve` and `toNodeHandler` have by themselves, to be given as `push.fetch` to a fetch handler in Node. It dials no
 * other address than one that it has looked at: a name that leads into a private network, whenever it does, is not connected to. Every address of the name has
 * to be public, so that no second try reaches another.
 *
 * @see A2A 1.0, section 13.2
 */
export function createGuardedFetch(options: DialOptions = {}): Fetch {
  let loading: Promise<Fetch> | undefined;
  return async (url, init) => {
    // Not before there is a webhook: undici takes as long to load as all the rest.
    loading ??= loadFetch(options);
    return (await loading)(url, init);
  };
}

/**
 * Makes a fetch look at where a name leads before it calls. What is dialled is then looked up once more: less than a guard, and all that there is where
 * connections are nobody's to see.
 */
export function lookingFirst(call: Fetch, options: DialOptions): Fetch {
  return async (url, init) => {
    const host = toHost(new URL(url).hostname);
    if (isIP(host) === 0) await addressesOf(host, options);
    else if (!isOpen(host, options)) throw refusal(host);
    return call(url, init);
  };
}

async function loadFetch(options: DialOptions): Promise<Fetch> {
  const { Agent, buildConnector, fetch } = await import("undici");
  const dispatcher = new Agent({ connect: guard(buildConnector({ lookup: createLookup(options) }), options) });
  const call: Fetch = (url, init) =>
    // safe: undici's fetch is that of Node in a newer release; the types of the two differ in names
    fetch(url, { ...init, dispatcher } as Parameters<typeof fetch>[1]) as Promise<unknown> as Promise<Response>;
  // Bun has an undici of its own, which dials without asking: oven-sh/bun#38840.
  return process.versions.bun === undefined ? call : lookingFirst(call, options);
}

/** An address is not resolved, so that it is looked at here. */
function guard(connect: buildConnector.connector, options: DialOptions): buildConnector.connector {
  return (to, callback) => {
    const host = toHost(to.hostname);
    if (isIP(host) !== 0 && !isOpen(host, options)) callback(refusal(host), null);
    else connect(to, callback);
  };
}

/** What connects is given what was looked at, and nothing else. */
function createLookup(options: DialOptions): LookupFunction {
  return (name, { all }, callback) => {
    addressesOf(name, options).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        if (all) callback(null, found);
        else callback(null, found[0]?.address ?? "", found[0]?.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}

/** @throws LocalError `NETWORK` for a name that has no address, or one that no webhook may be at */
async function addressesOf(name: string, options: DialOptions): Promise<string[]> {
  const { lookup = resolveBySystem, allowedHosts = [] } = options;
  const addresses = [...(await lookup(name))];
  if (addresses.length === 0) throw new LocalError("NETWORK", `${name} has no address`);
  const isNamed = isAllowedHost(toHost(name), allowedHosts);
  const closed = isNamed ? undefined : addresses.find((address) => !isOpen(address, options));
  if (closed !== undefined) throw refusal(`${name}, which leads to ${closed},`);
  return addresses;
}

async function resolveBySystem(name: string): Promise<string[]> {
  return (await systemLookup(name, { all: true })).map(({ address }) => address);
}

function isOpen(address: string, { allowedHosts = [] }: DialOptions): boolean {
  return isPublicAddress(address) || isAllowedHost(address, allowedHosts);
}

function refusal(what: string): LocalError {
  return new LocalError("NETWORK", `${what} is not on the public internet, and no host that webhooks may be on`);
}

import { LocalError, urlOf } from "@a2a/core/internal";

/** What an address is called for that the agent names. */
export type UrlPurpose = "interface" | "oauth" | "file" | "keys";

/**
 * Decides on an address that an agent names, before anything is sent there. The caller's own addresses are not asked about.
 *
 * @returns whether it may be called
 */
export type AllowUrl = (url: URL, purpose: UrlPurpose) => boolean | Promise<boolean>;

/** Every address of http and https. */
export const allowWeb: AllowUrl = () => true;

/**
 * An address that an agent names, as a URL that may be called.
 *
 * @throws LocalError `BAD_RESPONSE` where it is no http or https URL or has credentials in it, which the Fetch standard refuses; `REFUSED_URL` where the
 * policy says no
 */
export async function allowed(address: string, purpose: UrlPurpose, allowUrl: AllowUrl): Promise<URL> {
  const url = urlOf(address);
  if (!url || !isWeb(url)) throw new LocalError("BAD_RESPONSE", `the agent names an address that is no http or https URL: ${address}`);
  if (!(await allowUrl(url, purpose)))
    throw new LocalError("REFUSED_URL", `allowUrl refuses the agent's ${purpose}: ${url.origin}${url.pathname}`);
  return url;
}

/** Whether a request can go there. */
export function isWeb({ protocol, username, password }: URL): boolean {
  return (protocol === "http:" || protocol === "https:") && username === "" && password === "";
}

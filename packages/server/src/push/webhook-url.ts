import { webUrlOf } from "@a2a/core/internal";
import { isAddress, isPublicAddress, isSameAddress } from "./public-address.js";

// Names that mean this machine or this network: RFC 6761, RFC 6762 and what is usual inside companies and clouds.
const localName = /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home\.arpa)$/;

// Below it are the ports of mail, files, remote shells and the like: services that only an administrator starts, and that are no webhooks.
const firstFreePort = 1024;

/**
 * What is wrong with the address of a webhook; undefined where nothing is. It has to be https, at its own port or one that anybody may open, and on
 * the public internet, as far as its text tells, unless its host is among those allowed.
 *
 * @see A2A 1.0, section 13.2
 */
export function problemOfWebhookUrl(text: string, allowedHosts: readonly string[]): string | undefined {
  const url = webUrlOf(text);
  if (!url) return "an https URL";
  if (url.username !== "" || url.password !== "") return "a URL without user and password";
  const host = toHost(url.hostname);
  if (isAllowedHost(host, allowedHosts)) return undefined;
  if (url.protocol !== "https:") return "an https URL";
  if (url.port !== "" && Number(url.port) < firstFreePort) return `a URL at port 443 or from ${firstFreePort} on`;
  const isPublic = isAddress(host) ? isPublicAddress(host) : host.includes(".") && !localName.test(host);
  return isPublic ? undefined : "a URL on the public internet";
}

/** A host as it is compared: in lower case, without the brackets of IPv6, and without dots at its end, which name the same host. */
export function toHost(name: string): string {
  let end = name.length;
  while (name[end - 1] === ".") end -= 1;
  return name
    .slice(0, end)
    .toLowerCase()
    .replace(/^\[|\]$/g, "");
}

/** Whether a host is among those that webhooks may be on whatever they are: by its name, or by its address however that is written. */
export function isAllowedHost(host: string, allowedHosts: readonly string[]): boolean {
  return allowedHosts.some((allowed) => isSameAddress(toHost(allowed), host));
}

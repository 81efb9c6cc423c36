import ipaddr from "ipaddr.js";

// Names that mean this machine or this network: RFC 6761, RFC 6762 and what is usual inside companies and clouds.
const localName = /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home\.arpa)$/;

const globalUnicast = ipaddr.IPv6.parse("2000::");

/**
 * What is wrong with the address of a webhook; undefined where nothing is. It has to be https and on the public internet, as far as its text
 * tells, unless its host is among those allowed.
 *
 * @see A2A 1.0, section 13.2
 */
export function problemOfWebhookUrl(text: string, allowedHosts: readonly string[]): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return "an https URL";
  if (url.username !== "" || url.password !== "") return "a URL without user and password";
  // Dots at the end name the same host.
  const host = url.hostname
    .toLowerCase()
    .replace(/\.+$/, "")
    .replace(/^\[|\]$/g, "");
  if (allowedHosts.some((allowed) => allowed.toLowerCase().replace(/^\[|\]$/g, "") === host)) return undefined;
  if (url.protocol !== "https:") return "an https URL";
  return isPublic(host) ? undefined : "a URL on the public internet";
}

function isPublic(host: string): boolean {
  if (!ipaddr.isValid(host)) return host.includes(".") && !localName.test(host);
  // Of addresses within addresses the inner one counts: ::ffff:127.0.0.1 is this machine.
  const address = ipaddr.process(host);
  if (address.range() !== "unicast") return false;
  // Of IPv6 only 2000::/3 is given out: RFC 4291, section 2.4. Elsewhere is, for one, ::7f00:1, which is 127.0.0.1 again.
  return !(address instanceof ipaddr.IPv6) || address.match(globalUnicast, 3);
}

import ipaddr from "ipaddr.js";

const globalUnicast = ipaddr.IPv6.parse("2000::");

// Within the internet's range, but answered inside Azure by the machine's own host, with its credentials.
const wireServer = "168.63.129.16";

/** Whether a text is an address of IPv4 or IPv6, in whatever spelling. */
export function isAddress(text: string): boolean {
  return ipaddr.isValid(text);
}

/**
 * Whether an address is on the public internet: none of this machine, of a private, shared, link-local, documentation, benchmark or translated
 * network, and no group of them.
 *
 * @see RFC 6890; IANA's registries of special-purpose addresses
 */
export function isPublicAddress(text: string): boolean {
  if (!isAddress(text)) return false;
  // Of addresses within addresses the inner one counts: ::ffff:127.0.0.1 is this machine.
  const address = ipaddr.process(text);
  if (address.range() !== "unicast" || address.toString() === wireServer) return false;
  // Of IPv6 only 2000::/3 is given out: RFC 4291, section 2.4. Elsewhere is, for one, ::7f00:1, which is 127.0.0.1 again.
  return !(address instanceof ipaddr.IPv6) || address.match(globalUnicast, 3);
}

/** Whether two texts are one address: `::1` is `0:0:0:0:0:0:0:1`, and 127.0.0.1 is ::ffff:127.0.0.1. */
export function isSameAddress(one: string, other: string): boolean {
  if (one === other) return true;
  return isAddress(one) && isAddress(other) && ipaddr.process(one).toString() === ipaddr.process(other).toString();
}

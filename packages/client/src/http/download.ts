import type { Part } from "@a2a/core";
import { bytesOf, LocalError } from "@a2a/core/internal";
import type { ExchangeOptions } from "./fetch-exchange.js";
import { exchange, readBytes } from "./fetch-exchange.js";
import { discard } from "./read-chunks.js";

/**
 * The bytes of a part: what it carries, or what is at its address.
 *
 * @param allowed the address as one that may be called
 * @throws LocalError `BAD_RESPONSE`, `NETWORK`, and what `allowed` throws; TypeError for a part that is no file; the limit's reason
 */
export async function downloadPart(
  part: Part,
  allowed: (address: string) => Promise<URL>,
  options: Omit<ExchangeOptions, "authorize">,
): Promise<Uint8Array<ArrayBuffer>> {
  const carried = bytesOf(part);
  if (carried) return carried;
  if (part.url === undefined) throw new TypeError("the part is no file: it has neither bytes nor an address");
  const { href, origin, pathname } = await allowed(part.url);
  // A query may be what lets its bearer in.
  const shownUrl = `${origin}${pathname}`;
  const response = await exchange(href, {}, { ...options, shownUrl });
  if (response.ok) return readBytes(response, shownUrl, options);
  discard(response);
  throw new LocalError("BAD_RESPONSE", `the file cannot be had: ${origin} answered ${response.status}`);
}

let time = Number.NaN;
let timePart = "";

/**
 * Makes a UUID of version 7: the time in milliseconds, and 74 random bits. Ids that were made one after another lie beside each other in a store's
 * indexes, which random ones would spread over all of their pages.
 *
 * @see RFC 9562, section 5.7
 */
export function timeOrderedId(): string {
  const now = Date.now();
  // Many are made in the same millisecond.
  if (now !== time) {
    time = now;
    timePart = now.toString(16).padStart(12, "0").replace(/^.{8}/, "$&-");
  }
  // Of a random UUID, what stands behind its version.
  return `${timePart}-7${crypto.randomUUID().slice(15)}`;
}

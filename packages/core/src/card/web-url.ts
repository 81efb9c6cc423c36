/**
 * An absolute URL; undefined for any other text.
 *
 * `URL.canParse` would be shorter, but once Node 20 has optimised it, it denies hosts with letters of Latin-1, as in `https://bücher.example/`.
 */
export function urlOf(text: string | URL): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** An absolute http or https URL; undefined for any other text. */
export function webUrlOf(text: string): URL | undefined {
  const url = urlOf(text);
  return url && ["http:", "https:"].includes(url.protocol) ? url : undefined;
}

/** Whether what is sent there cannot be read on the way: by TLS, or because it does not leave the machine. */
export function isPrivate({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

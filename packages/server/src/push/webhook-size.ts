import type { TaskPushNotificationConfig } from "@a2a/core";
import { carriedOf } from "@a2a/core/internal/dialects";

// Longest address, in characters: what servers and proxies take (RFC 9110, section 4.1, asks for 8000 at least).
const maxUrlLength = 8000;

// Longest headers, all together, in characters. Many servers take 8 KiB, and some of that is ours.
const maxHeadersLength = 6000;

/** Which member of a webhook is too long to be sent, as a pointer, and what is the most; undefined where none is. */
export function overlongIn(config: TaskPushNotificationConfig): { readonly pointer: string; readonly expected: string } | undefined {
  const { url, token = "", authentication } = config;
  if (url.length > maxUrlLength) return { pointer: "/url", expected: `no more than ${maxUrlLength} characters` };
  const { headers = {} } = carriedOf(config);
  const lengths = {
    "/token": token.length,
    "/authentication": (authentication?.scheme.length ?? 0) + (authentication?.credentials?.length ?? 0),
    "/headers": Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length, 0),
  };
  let total = 0;
  for (const [pointer, length] of Object.entries(lengths)) {
    total += length;
    if (total > maxHeadersLength) return { pointer, expected: `no more than ${maxHeadersLength} characters of headers` };
  }
  return undefined;
}

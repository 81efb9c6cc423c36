import type { SecurityScheme } from "@a2a/core";

/** A request that credentials are being added to. */
export interface Unsent {
  url: string;
  headers: Headers;
}

/** Where a credential goes: the kind is `query`, `cookie` or else a header; a scheme of HTTP may stand before it. */
export type Place = readonly [kind: string, name: string, http?: string];

/**
 * Where a scheme wants its credential. OAuth 2 and OpenID Connect end in a Bearer token.
 *
 * @see A2A 1.0, section 4.5
 */
export function placeOf({ apiKeySecurityScheme: key, httpAuthSecurityScheme: http }: SecurityScheme): Place {
  // Case does not matter in a scheme's name, but these are written so, and not every server knows that it does not.
  const usual = (http?.scheme ?? "bearer").replace(/^b(asic|earer)$/i, (word) => `B${word.slice(1).toLowerCase()}`);
  return key ? [key.location.toLowerCase(), key.name] : ["header", "authorization", usual];
}

/** Whether the caller has put something there by hand. */
export function isTaken({ headers }: Unsent, [kind, name]: Place): boolean {
  return kind !== "query" && kind !== "cookie" && headers.has(name);
}

/**
 * Puts a credential in its place. No error has it in its text.
 *
 * @throws TypeError for what cannot be put there
 */
export function placeCredential(request: Unsent, [kind, name, http]: Place, value: string): void {
  const { headers, url } = request;
  // No base64 has a colon in it, and every pair of name and password has one: RFC 7617, section 2.
  const isPair = http === "Basic" && value.includes(":");
  // Beyond ASCII a header is anybody's guess, and a line break ends it; a semicolon ends a cookie. The platform's error would repeat the value.
  const allowed = isPair ? /^\P{Cc}+$/u : kind === "cookie" ? /^[!-:<-~]+$/ : /^[ -~]+$/;
  if (typeof value !== "string" || !allowed.test(value)) throw new TypeError(`it is empty, or cannot stand in a ${kind}`);
  const text = isPair ? btoa(String.fromCharCode(...new TextEncoder().encode(value))) : value;
  if (kind === "query") {
    // Not by `searchParams`: that would write the rest of the query anew.
    request.url = url.replace(/#.*|$/, `${url.includes("?") ? "&" : "?"}${new URLSearchParams({ [name]: text })}`);
  } else if (kind === "cookie") {
    const before = headers.get(kind);
    headers.set(kind, `${before ? `${before}; ` : ""}${name}=${text}`);
  } else headers.set(name, http ? `${http} ${text}` : text);
}

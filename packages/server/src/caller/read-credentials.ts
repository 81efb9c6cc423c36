import type { APIKeySecurityScheme, SecurityScheme } from "@a2a/core";
import type { CredentialsRequest } from "./caller.js";
import type { PasswordCredential } from "./verifier.js";

/** What is presented where something else was to be: it is nobody's. */
export const malformed: unique symbol = Symbol("malformed");

/** What a request presents for a scheme; undefined where it presents nothing. */
export type Presented<Credentials> = Credentials | typeof malformed | undefined;

// What Node takes of all headers together: nobody's credentials are longer, and nothing that is has to be looked at.
const maxLength = 16_384;

/** The one value; two leave open which of them others on the way have looked at. */
function onlyOf(values: readonly string[]): Presented<string> {
  const [value] = values;
  if (value === undefined) return undefined;
  return values.length > 1 || value === "" || value.length > maxLength ? malformed : value;
}

/** What follows the name of a scheme of HTTP, whose case does not matter: RFC 9110, section 11.6.2. */
export function readAuthorization(request: CredentialsRequest, scheme: string): Presented<string> {
  const value = onlyOf(request.headerValues("authorization"));
  if (typeof value !== "string") return value;
  const [name = "", ...others] = value.trim().split(" ");
  if (!/^[!#$%&'*+.^`|~\w-]+$/.test(name)) return malformed;
  if (name.toLowerCase() !== scheme.toLowerCase()) return undefined;
  return others.join(" ").trim() || malformed;
}

/** A Bearer token: RFC 6750, section 2.1. */
export function readBearer(request: CredentialsRequest): Presented<string> {
  const token = readAuthorization(request, "bearer");
  return typeof token !== "string" || /^[\w.~+/-]+=*$/.test(token) ? token : malformed;
}

/** Name and password in UTF-8, as the challenge asks for them: RFC 7617, section 2. */
export function readBasic(request: CredentialsRequest): Presented<PasswordCredential> {
  const encoded = readAuthorization(request, "basic");
  if (typeof encoded !== "string") return encoded;
  const pair = decode(encoded);
  const colon = pair?.indexOf(":") ?? -1;
  if (pair === undefined || colon < 0 || /\p{Cc}/u.test(pair)) return malformed;
  return { username: pair.slice(0, colon), password: pair.slice(colon + 1) };
}

function decode(encoded: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** An API key, where the scheme says that it is: A2A 1.0, section 4.5.2. */
export function readApiKey(request: CredentialsRequest, { location, name }: APIKeySecurityScheme): Presented<string> {
  switch (location.toLowerCase()) {
    case "query":
      return onlyOf([...request.queryEntries()].flatMap(([key, value]) => (key === name ? [value] : [])));
    case "cookie":
      return onlyOf(request.headerValues("cookie").flatMap((cookies) => cookiesNamed(name, cookies)));
    default:
      return onlyOf(request.headerValues(name));
  }
}

/** Where API keys can be. */
export function hasPlace({ apiKeySecurityScheme: key }: SecurityScheme): boolean {
  return !key || ["header", "query", "cookie"].includes(key.location.toLowerCase());
}

/** RFC 6265, section 4.2.1. */
function cookiesNamed(name: string, cookies: string): string[] {
  return cookies.split(";").flatMap((cookie) => {
    const equals = cookie.indexOf("=");
    if (equals < 0 || cookie.slice(0, equals).trim() !== name) return [];
    return [
      cookie
        .slice(equals + 1)
        .trim()
        .replace(/^"(.*)"$/, "$1"),
    ];
  });
}

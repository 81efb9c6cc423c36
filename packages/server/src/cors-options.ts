import { urlOf } from "@a2a/core/internal";
import { given } from "./given.js";

/** Which pages of other origins may call an agent from a browser. Its card and its OpenAPI document may be read by pages of any. */
export interface CorsOptions {
  /** Origins as browsers name them, for instance `https://app.example`; `*` for every one. */
  readonly origins: "*" | readonly string[];
  /** Whether pages may send what the browser keeps for the agent: cookies, client certificates. Not with `*`. Default false. */
  readonly credentials?: boolean;
  /**
   * Headers that pages may send beside those of the protocol and of its kin: `Authorization`, `Content-Type`, `Last-Event-ID`, trace context, and the
   * card's API keys.
   */
  readonly headers?: readonly string[];
  /** How long a browser may keep the answer to whether it may call; default 7200, the longest that Chromium keeps it. */
  readonly maxAgeSeconds?: number;
}

/**
 * Checks the options and fills in the defaults.
 *
 * @throws TypeError for what cannot be meant
 */
export function completeCors(options: CorsOptions): Required<CorsOptions> {
  const complete: Required<CorsOptions> = { credentials: false, headers: [], maxAgeSeconds: 7200, ...given(options) };
  const { origins, credentials, maxAgeSeconds } = complete;
  if (origins === "*" && credentials)
    throw new TypeError("cors.credentials needs cors.origins that are named: browsers take no * with them");
  const wrong = origins === "*" ? undefined : origins.find((origin) => !isOrigin(origin));
  if (wrong !== undefined) throw new TypeError(`cors.origins must be like https://app.example, without a path: ${wrong}`);
  if (!(Number.isInteger(maxAgeSeconds) && maxAgeSeconds >= 0)) {
    throw new TypeError(`cors.maxAgeSeconds must be a whole number, 0 or above: ${maxAgeSeconds}`);
  }
  return complete;
}

/** Whether a text is what a browser says where it says an origin. Those of apps and extensions have schemes of their own. */
function isOrigin(text: string): boolean {
  const url = urlOf(text);
  return url !== undefined && /^[a-z][a-z\d+.-]*:\/\/[^/?#@]+$/.test(text) && (url.origin === text || !/^https?:/.test(text));
}

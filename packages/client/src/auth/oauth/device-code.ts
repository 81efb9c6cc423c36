import { LocalError } from "@a2a/core";
import { isPrivate, webUrlOf } from "@a2a/core/internal";
import type { DeviceAuthorizationResponse, TokenEndpointResponse } from "oauth4webapi";
import {
  deviceAuthorizationRequest,
  deviceCodeGrantRequest,
  processDeviceAuthorizationResponse,
  processDeviceCodeResponse,
} from "oauth4webapi";
import { within } from "../../http/call-limit.js";
import { pause } from "../../http/retry.js";
import type { CredentialSource } from "../credential.js";
import type { OAuthOptions } from "./oauth-options.js";
import { assertGiven } from "./oauth-options.js";
import { refresh } from "./refresh-token.js";
import type { GrantContext } from "./token-source.js";
import { createTokenSource } from "./token-source.js";
import { codeOf } from "./unauthorized.js";

/** What the user is to be shown. */
export interface DevicePrompt {
  /** To be typed in at the address. */
  readonly userCode: string;
  /** Where the user allows it: an https address. */
  readonly verificationUri: string;
  /** The same with the code in it, for a link or a QR code. */
  readonly verificationUriComplete?: string;
  readonly expiresInSeconds: number;
}

/** Options of `deviceCode`. */
export interface DeviceCodeOptions extends OAuthOptions {
  /** Shows the user where to go. What it throws ends the request. */
  readonly onPrompt: (prompt: DevicePrompt) => void | Promise<void>;
  /** One of an earlier run: while it is taken, nobody is asked. */
  readonly refreshToken?: string;
  /** Told of each new refresh token, where the authorization server gives any. */
  readonly onRefreshToken?: (refreshToken: string) => void | Promise<void>;
  /** The device authorization endpoint, where you know it; belongs together with `tokenUrl`. */
  readonly deviceAuthorizationUrl?: string;
}

/**
 * Tokens for a program without a browser: the user allows it elsewhere. The request that needs the token waits so long; give it a signal or a time.
 *
 * @throws TypeError for options that are missing. The source throws LocalError `UNAUTHORIZED`, `NETWORK`, `TIMEOUT`
 * @see RFC 8628
 */
export function deviceCode(options: DeviceCodeOptions): CredentialSource {
  const { clientId, tokenUrl, deviceAuthorizationUrl, now = Date.now } = options;
  assertGiven({ clientId });
  if ((tokenUrl === undefined) !== (deviceAuthorizationUrl === undefined)) {
    throw new TypeError("tokenUrl and deviceAuthorizationUrl belong together: one without the other would leave half to the card");
  }
  return createTokenSource(options, {
    wantsDevice: true,
    async obtain(context) {
      const token = context.refreshToken ?? options.refreshToken;
      const refreshed = token === undefined ? undefined : await refresh(context, token).catch(ifRefused);
      return refreshed ?? authorize(context, options, now);
    },
  });
}

/** A refresh token that is worth nothing any more, or not for these scopes: the user is asked again. */
function ifRefused(error: unknown): undefined {
  const code = codeOf(error);
  if (code !== "invalid_grant" && code !== "invalid_scope") throw error;
}

async function authorize(context: GrantContext, { onPrompt }: DeviceCodeOptions, now: () => number): Promise<TokenEndpointResponse> {
  const { server, client, authenticate, parameters, http } = context;
  const response = await deviceAuthorizationRequest(server, client, authenticate, parameters, http);
  const started = await processDeviceAuthorizationResponse(server, client, response);
  const until = now() + started.expires_in * 1000;
  const prompt = promptOf(started);
  try {
    await within(http.signal, Promise.resolve(prompt).then(onPrompt));
  } catch (cause) {
    throw new LocalError("UNAUTHORIZED", "no token: the user could not be asked", { cause });
  }
  return poll(context, started, () => now() < until);
}

/** A program may open these addresses: they must be ones that a browser shows. */
function promptOf({ user_code, verification_uri, verification_uri_complete, expires_in }: DeviceAuthorizationResponse): DevicePrompt {
  for (const address of [verification_uri, verification_uri_complete ?? verification_uri]) {
    const url = webUrlOf(address);
    if (!url || !isPrivate(url)) throw new LocalError("UNAUTHORIZED", "no token: the address for the user is not https");
  }
  return {
    userCode: user_code,
    verificationUri: verification_uri,
    ...(verification_uri_complete !== undefined && { verificationUriComplete: verification_uri_complete }),
    expiresInSeconds: expires_in,
  };
}

// RFC 8628, sections 3.2 and 3.5.
const usualIntervalSeconds = 5;
const slowDownMs = 5000;

async function poll(context: GrantContext, started: DeviceAuthorizationResponse, isOpen: () => boolean): Promise<TokenEndpointResponse> {
  const { server, client, authenticate, http } = context;
  let intervalMs = (started.interval ?? usualIntervalSeconds) * 1000;
  for (;;) {
    await pause(intervalMs, http.signal);
    if (!isOpen()) throw new LocalError("UNAUTHORIZED", "no token: nobody allowed it in time");
    try {
      const response = await deviceCodeGrantRequest(server, client, authenticate, started.device_code, http);
      return await processDeviceCodeResponse(server, client, response);
    } catch (error) {
      intervalMs = nextInterval(error, intervalMs);
    }
  }
}

/** When to ask again after a failure that is not final. */
function nextInterval(error: unknown, intervalMs: number): number {
  const code = codeOf(error);
  if (code === "authorization_pending") return intervalMs;
  if (code === "slow_down") return intervalMs + slowDownMs;
  if (error instanceof LocalError && (error.code === "NETWORK" || error.code === "TIMEOUT")) return intervalMs * 2;
  throw error;
}

import type { SecurityScheme } from "@a2a/core";
import { unreachable } from "@a2a/core/internal";
import type { MaybePromise } from "../maybe-promise.js";
import type { Caller, CredentialsRequest } from "./caller.js";
import type { Presented } from "./read-credentials.js";
import { malformed, readApiKey, readAuthorization, readBasic, readBearer } from "./read-credentials.js";
import type { Verifier, Verify } from "./verifier.js";

/** Looks at what a request presents for one scheme: the caller, nobody where that is not valid, undefined where nothing is presented. */
export type Recognise = (request: CredentialsRequest) => MaybePromise<Caller | typeof nobody | undefined>;

/** Whom credentials belong to that are not valid. */
export const nobody: unique symbol = Symbol("nobody");

/** Makes what looks for the credentials of a scheme and has them verified. @param verifier of the kind that fits the scheme */
export function createRecognise(
  { apiKeySecurityScheme: key, httpAuthSecurityScheme: http }: SecurityScheme,
  verifier: Verifier,
): Recognise {
  switch (verifier.kind) {
    case "bearer":
      return asking(readBearer, verifier.verify);
    case "basic":
      return asking(readBasic, verifier.verify);
    case "mutualTls":
      return asking((request) => request.clientCertificate(), verifier.verify);
    case "apiKey":
      return asking((request) => key && readApiKey(request, key), verifier.verify);
    case "http":
      return asking((request) => http && readAuthorization(request, http.scheme), verifier.verify);
    default:
      return unreachable(verifier);
  }
}

function asking<C>(read: (request: CredentialsRequest) => Presented<C>, verify: Verify<C>): Recognise {
  return async (request) => {
    const presented = read(request);
    if (presented === undefined) return undefined;
    return presented === malformed ? nobody : ((await verify(presented)) ?? nobody);
  };
}

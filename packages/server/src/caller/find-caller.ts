import { A2AError } from "@a2a/core";
import type { Logger } from "../logger.js";
import { isPromise } from "../maybe-promise.js";
import type { Authenticate, Caller, FindCaller } from "./caller.js";
import { enforce } from "./enforce.js";
import type { SecurityCard } from "./requirements.js";
import { createRequirements } from "./requirements.js";
import type { Security } from "./verifier.js";

/** How it is found out who calls. */
export interface CallerOptions {
  readonly security?: Security | undefined;
  readonly authenticate?: Authenticate | undefined;
  readonly authenticateTimeoutMs: number;
  readonly logger: Logger;
}

/**
 * Makes what finds out who calls: the verifiers of the card's schemes, or the author's own way. A card that asks for credentials which nobody looks
 * at would promise what is not kept.
 *
 * @throws TypeError where the card has schemes and there is neither, where there are both, and where card and verifiers do not fit
 */
export function createFindCaller(card: SecurityCard, { security, authenticate, authenticateTimeoutMs, logger }: CallerOptions): FindCaller {
  if ("security" in card) throw new TypeError("the agent card has `security`, which is of 0.3: write `securityRequirements`");
  if (security && authenticate)
    throw new TypeError("security and authenticate exclude each other: the one enforces the card, the other does it itself");
  if (security) return bounded(enforce(createRequirements(card, security), logger), authenticateTimeoutMs, logger);
  // Authors take the functions out of the request.
  if (authenticate) {
    const free: FindCaller = (request) =>
      authenticate({ header: (name) => request.header(name), clientCertificate: () => request.clientCertificate() });
    return bounded(free, authenticateTimeoutMs, logger);
  }
  if (asksForCredentials(card)) {
    throw new TypeError("the agent card asks for credentials: give `security` a verifier for each of its schemes, or `authenticate`");
  }
  return () => anybody;
}

const anybody: Caller = {};

/** Whether a card says that callers can authenticate. */
export function asksForCredentials({ securitySchemes = {}, securityRequirements = [] }: SecurityCard): boolean {
  return Object.keys(securitySchemes).length > 0 || securityRequirements.length > 0;
}

/** Nobody waits for ever for what hangs. What is there at once is not waited for. */
function bounded(find: FindCaller, timeoutMs: number, logger: Logger): FindCaller {
  return (request) => {
    const finding = find(request);
    if (!isPromise(finding)) return finding;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        logger.error({ timeoutMs }, "it took too long to find out who calls");
        reject(new A2AError("ResourceUnavailableError", "it could not be found out in time who calls"));
      }, timeoutMs);
    });
    return Promise.race([finding, late]).finally(() => clearTimeout(timer));
  };
}

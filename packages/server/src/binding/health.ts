import { errorTable } from "@a2a/core/internal";
import type { Answer, Exchange } from "../http/exchange.js";
import { jsonAnswer } from "../http/exchange.js";
import type { Endpoint } from "./endpoint.js";

/** Where a platform asks whether the process lives, and whether it takes work: below the base path. */
export const healthPaths = { live: "/healthz", ready: "/readyz" } as const;

/** What is asked of a process. */
export type HealthQuestion = keyof typeof healthPaths;

const notKept = { "cache-control": "no-store" } as const;

/** Answers whether the process lives, or whether it takes work: it is not shutting down, and its store can be reached. */
export async function answerHealth(endpoint: Endpoint, { verb }: Exchange, question: HealthQuestion): Promise<Answer> {
  const isWell = question === "live" || (!endpoint.isClosed() && (await isReachable(endpoint)));
  const { httpStatus } = errorTable.ResourceUnavailableError;
  const answer = jsonAnswer(isWell ? 200 : httpStatus, JSON.stringify({ status: isWell ? "ok" : "unavailable" }), notKept);
  return verb === "HEAD" ? Object.assign({}, answer, { body: undefined }) : answer;
}

async function isReachable({ pingStore, logger }: Endpoint): Promise<boolean> {
  try {
    await pingStore();
    return true;
  } catch (error) {
    logger.error({ error }, "the store cannot be reached");
    return false;
  }
}

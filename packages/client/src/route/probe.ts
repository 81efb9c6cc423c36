import { isA2AError, LocalError } from "@a2a/core/internal";
import { getWhole } from "../transport/get-whole.js";
import type { BoundedOptions, Transport } from "../transport/transport.js";
import type { Errand, Route } from "./route.js";

/**
 * The interface of an agent whose card does not tell which of two versions it is of: cards of 0.1 and of early 0.2 look alike. The first message
 * tells: it is sent in the newer version, and where the agent does not know that method once more in the older one. An answer settles it, an error
 * alone does not.
 *
 * @see A2A 0.2, section 5
 */
export function probe(newer: Transport, older: Transport): Route {
  const found: Found = { newer, older, settled: undefined, canOlderRead: false };
  return {
    async over<T>(errand: Errand, use: (transport: Transport) => Promise<T>, options: BoundedOptions): Promise<T> {
      if (found.settled) return use(found.settled);
      switch (errand.kind) {
        case "message":
          return ask(found, use);
        case "task":
          if (errand.isRead) return read(found, use);
          // What changes a task is asked once: which version it is in is found out by getting it.
          if (!found.canOlderRead) await read(found, (transport) => getWhole(transport, errand.id, options));
          return use(found.settled ?? older);
        case "agent":
          return use(newer);
      }
    },
  };
}

/** What is known of an agent so far. */
interface Found {
  readonly newer: Transport;
  readonly older: Transport;
  /** Which of the two it is: the one in which it answered a message, or showed a task of the newer version. */
  settled: Transport | undefined;
  /** It showed a task that only the older version reads. Messages ask on: one of the newer that breaks that version can pass for it. */
  canOlderRead: boolean;
}

async function ask<T>(found: Found, use: (transport: Transport) => Promise<T>): Promise<T> {
  const settle = async (transport: Transport): Promise<T> => {
    const answer = await use(transport);
    found.settled = transport;
    return answer;
  };
  try {
    return await settle(found.newer);
  } catch (refusal) {
    if (!isUnknownMethod(refusal)) throw refusal;
    return settle(found.older).catch((error) => {
      throw weigh(refusal, error);
    });
  }
}

/** What the caller is thrown after the refusal of the newer version and the error of the older one. */
function weigh(refusal: unknown, error: unknown): unknown {
  // An agent that knows neither meant the message itself, or does not do what was asked for.
  return isA2AError(error) && error.code === "MethodNotFoundError" ? refusal : error;
}

/** Asks for a task. Both versions ask for it alike; a task of the older is none of the newer, for it has no context, but some are read as both. */
async function read<T>(found: Found, use: (transport: Transport) => Promise<T>): Promise<T> {
  const { newer, older } = found;
  if (found.canOlderRead) return use(older);
  try {
    const answer = await use(newer);
    found.settled = newer;
    return answer;
  } catch (error) {
    if (!(error instanceof LocalError && error.code === "BAD_RESPONSE")) throw error;
    const answer = await use(older);
    found.canOlderRead = true;
    return answer;
  }
}

/** How agents say that they do not know a method: some take it for no request at all. */
function isUnknownMethod(error: unknown): boolean {
  return isA2AError(error) && (error.code === "MethodNotFoundError" || error.code === "InvalidRequestError");
}

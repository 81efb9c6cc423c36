import type { RequestId } from "@a2a/core/internal";
import { A2AError, isA2AError, LocalError, readResponse } from "@a2a/core/internal";
import type { ExchangeOptions } from "../http/fetch-exchange.js";
import { readJson } from "../http/fetch-exchange.js";
import { patienceOf, refusalOf } from "../http/refusal.js";
import type { TransportSettings } from "./transport-factory.js";

/** A request's id and its response. */
export interface Answer {
  readonly id: RequestId;
  readonly response: Response;
}

/**
 * Reads a response whose body is one JSON-RPC answer.
 *
 * @throws A2AError what the agent answers, also by a status of HTTP alone; LocalError `BAD_RESPONSE`, `NETWORK`; the limit's reason
 */
export async function readAnswer(options: TransportSettings & ExchangeOptions, answer: Answer): Promise<unknown> {
  const { dialect, url } = options;
  const refusal = refusalOf(dialect, answer.response, url);
  try {
    return resultOf(options, answer, await readJson(answer.response, url, options));
  } catch (error) {
    if (refusal && error instanceof LocalError && error.code === "BAD_RESPONSE") throw refusal;
    throw isA2AError(error) ? withPatience(error, answer.response) : error;
  }
}

/** The result in a response's envelope. @throws A2AError what the agent answers; LocalError `BAD_RESPONSE` */
export function resultOf({ dialect, url }: TransportSettings, { id, response }: Answer, body: unknown): unknown {
  const read = readResponse(body);
  if (!read.ok) throw new LocalError("BAD_RESPONSE", `${url} answered ${response.status} without JSON-RPC: ${read.detail}`);
  if ("error" in read) throw dialect.decodeError(read.error);
  if (read.id !== id) throw new LocalError("BAD_RESPONSE", `${url} answered request ${read.id}, not ${id}`);
  return read.result;
}

/** The error with what the agent says beside it: when to ask again. */
export function withPatience(error: A2AError, { headers }: Pick<Response, "headers">): A2AError {
  const patience = patienceOf(headers);
  if (patience.retryAfterSeconds === undefined) return error;
  const { code, message, violations, metadata, refined, cause } = error;
  return new A2AError(code, message, { violations, metadata: { ...metadata, ...patience }, refined, cause });
}

import type { Problem, Version } from "@a2a/core";
import { A2AError, isA2AError, LocalError } from "@a2a/core";
import type { ClientDialect, Decoded, RequestId } from "@a2a/core/internal";
import { readResponse } from "@a2a/core/internal";
import type { ExchangeOptions } from "../http/fetch-exchange.js";
import { readJson } from "../http/fetch-exchange.js";
import { patienceOf, refusalOf } from "../http/refusal.js";

/** Something in an answer that its schema refuses, and that was read all the same. */
export interface Deviation {
  readonly version: Version;
  /** The operation that was answered, `event` for one of its stream, or `card`. */
  readonly of: string;
  readonly problem: Problem;
}

/** Is told of deviations. */
export type OnDeviation = (deviation: Deviation) => void;

/** How strictly answers are read, and in which version. */
export interface ReadingOptions {
  readonly dialect: ClientDialect;
  readonly url: string;
  readonly isStrict: boolean;
  readonly onDeviation?: OnDeviation | undefined;
}

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
export async function readAnswer(options: ReadingOptions & ExchangeOptions, answer: Answer): Promise<unknown> {
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
export function resultOf({ dialect, url }: ReadingOptions, { id, response }: Answer, body: unknown): unknown {
  const read = readResponse(body);
  if (!read.ok) throw new LocalError("BAD_RESPONSE", `${url} answered ${response.status} without JSON-RPC: ${read.detail}`);
  if ("error" in read) throw dialect.decodeError(read.error);
  if (read.id !== id) throw new LocalError("BAD_RESPONSE", `${url} answered request ${read.id}, not ${id}`);
  return read.result;
}

/** What was decoded. @throws LocalError `BAD_RESPONSE` where it breaks its schema; a strict reader tolerates nothing */
export function accepted<T>(decoded: Decoded<T>, of: string, { dialect, isStrict, onDeviation }: ReadingOptions): T {
  const problem = decoded.ok ? decoded.tolerated : decoded.problem;
  if (decoded.ok && (!problem || !isStrict)) {
    if (problem) onDeviation?.({ version: dialect.version, of, problem });
    return decoded.value;
  }
  // safe: what is not ok has a problem, and what is ok without one was returned
  throw badAnswer(`the peer's ${of} breaks the protocol`, problem as Problem);
}

/** What a caller is thrown for a value that breaks its schema. */
export function badAnswer(what: string, problem: Problem): LocalError {
  const { pointer, expected, clause } = problem;
  return new LocalError("BAD_RESPONSE", `${what}: ${pointer || "it"} must be ${expected} (${clause})`, { problem });
}

/** The error with what the agent says beside it: when to ask again. */
export function withPatience(error: A2AError, { headers }: Pick<Response, "headers">): A2AError {
  const patience = patienceOf(headers);
  if (patience.retryAfterSeconds === undefined) return error;
  const { code, message, violations, metadata, refined, cause } = error;
  return new A2AError(code, message, { violations, metadata: { ...metadata, ...patience }, refined, cause });
}

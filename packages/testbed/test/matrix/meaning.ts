// What answers mean: in the domain model, whatever they were on the wire.

import type { ErrorName, StreamResponse, Task } from "@a2a/core";
import type { Dialect, Operation, ParamsOf } from "@a2a/core/internal";
import type { Answer, Status } from "./road.js";

/** Who reads the answers: a client of this repository, or one that does not know what it makes of metadata. */
export type Reader = "own" | "foreign";

/** One request as it was made, and everything that it was answered with. */
export interface Exchange {
  readonly operation: Operation;
  readonly params: ParamsOf<Operation>;
  /** Of the whole conversation. */
  readonly contextId: string;
  /** The params on the wire. */
  readonly wire: unknown;
  readonly answers: readonly Answer[];
}

/** What a request is answered with, in the domain model. */
export interface Meaning {
  readonly operation: Operation;
  readonly events: readonly StreamResponse[];
  /** Of operations whose answer is neither a task nor a message. */
  readonly result?: unknown;
  readonly error?: { readonly code: ErrorName; readonly status: Status };
}

/** Whether an operation is answered with a stream. */
export function isStreaming(operation: Operation): operation is "SendStreamingMessage" | "SubscribeToTask" {
  return operation === "SendStreamingMessage" || operation === "SubscribeToTask";
}

/** What one exchange means to a reader. */
export function meaningOf(dialect: Dialect, exchange: Exchange, reader: Reader): Meaning {
  const { operation, answers } = exchange;
  if (isStreaming(operation)) {
    const read = createEventReader(dialect, exchange, reader);
    const events = answers.flatMap((answer) => (answer.error ? [] : read(answer).events));
    const error = answers.at(-1)?.error;
    return { operation, events, ...(error && { error }) };
  }
  const [answer, ...others] = answers;
  if (!answer || others.length > 0) throw new TypeError(`${operation} has ${answers.length} answers`);
  return answer.error ? { operation, events: [], error: answer.error } : resultOf(dialect, exchange, seen(answer, reader));
}

/** Of a stream, which of its events said that nothing follows; undefined for what is none, or has no member to say so. */
export function lastsOf(dialect: Dialect, exchange: Exchange): readonly boolean[] | undefined {
  // One that breaks off has no last event.
  if (!isStreaming(exchange.operation) || exchange.answers.some(({ error }) => error)) return undefined;
  const read = createEventReader(dialect, exchange, "own");
  const items = exchange.answers.map(read);
  // A direct reply is alone anyway.
  return items[0]?.events[0]?.message ? undefined : items.map(({ isLast }) => isLast);
}

/** Reads the events of one stream, in order. */
export function createEventReader(
  dialect: Dialect,
  { params, contextId }: Exchange,
  reader: Reader,
): (answer: Answer) => { readonly events: readonly StreamResponse[]; readonly isLast: boolean } {
  const decode = dialect.createEventDecoder({ contextId, ...("id" in params && { taskId: params.id }) });
  return (answer) => {
    const decoded = decode(seen(answer, reader));
    if (!decoded.ok) throw new TypeError(`no event: ${JSON.stringify(decoded.problem)}`);
    return decoded.value;
  };
}

function resultOf(dialect: Dialect, { operation, params }: Exchange, result: unknown): Meaning {
  const decoded = dialect.decodeResult(operation, result, params);
  if (!decoded.ok) throw new TypeError(`no ${operation} result: ${JSON.stringify(decoded.problem)}`);
  switch (operation) {
    case "SendMessage":
      // safe: that is what this operation answers with
      return { operation, events: [decoded.value as StreamResponse] };
    case "GetTask":
    case "CancelTask":
      // safe: that is what these operations answer with
      return { operation, events: [{ task: decoded.value as Task }] };
    default:
      return { operation, events: [], result: decoded.value };
  }
}

function seen({ result }: Answer, reader: Reader): unknown {
  return reader === "own" ? result : withoutOurs(result);
}

// What the dialects carry in metadata for their own kind: README of @a2a/core.
const ours = ["a2a_carried", "a2a_state", "a2a_compat", "data_part_compat"];

/** A value as it is to whom our keys of metadata say nothing. */
function withoutOurs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutOurs);
  if (typeof value !== "object" || value === null) return value;
  const others = Object.entries(value)
    .filter(([name]) => !ours.includes(name))
    .map(([name, member]) => [name, withoutOurs(member)] as const);
  return Object.fromEntries(others.filter(([name, member]) => name !== "metadata" || JSON.stringify(member) !== "{}"));
}

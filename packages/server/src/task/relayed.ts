import type { A2AErrorOptions, ErrorName, Message, RefinedErrorName, Task } from "@a2a/core";
import { A2AError, isA2AError, isStreamResponse, LocalError, validate } from "@a2a/core";
import { errorTable, isObject } from "@a2a/core/internal";
import { dialects } from "@a2a/core/internal/dialects";
import { readContext } from "../agent/read-context.js";
import type { TurnContext } from "../agent/turn-input.js";

/** What one process asks the one that has a task. */
export type Relayed =
  | { readonly kind: "message"; readonly message: Message; readonly context: TurnContext; readonly ifNumber?: number | undefined }
  | { readonly kind: "cancel"; readonly context: TurnContext };

/** A message that a task has taken up: the task with it, and the number of its entry. */
export interface Received {
  readonly number: number;
  readonly task: Task;
}

/** What is answered: the message was taken up, the task was canceled, it is another process's by now, or the error. */
export type RelayedAnswer =
  | { readonly kind: "received"; readonly received: Received }
  | { readonly kind: "canceled" }
  | { readonly kind: "moved" }
  | RelayedError;

/** An error, as far as another process has to know it. */
export interface RelayedError extends Pick<A2AErrorOptions, "metadata" | "refined"> {
  readonly kind: "error";
  readonly code: ErrorName;
  readonly message: string;
}

/**
 * Reads what another process asks.
 *
 * @throws LocalError `BAD_RECORD`
 */
export function readRelayed(value: unknown): Relayed {
  const { kind, message, context, ifNumber } = membersOf(value);
  if (kind === "cancel") return { kind, context: readContext(context) };
  if (kind === "message") return { kind, message: readMessage(message), context: readContext(context), ifNumber: readIfNumber(ifNumber) };
  throw bad("/kind: expected message or cancel");
}

/**
 * Reads what another process answers.
 *
 * @throws LocalError `BAD_RECORD`
 */
export function readRelayedAnswer(value: unknown): RelayedAnswer {
  const { kind, received, code, message, metadata, refined } = membersOf(value);
  if (kind === "canceled" || kind === "moved") return { kind };
  if (kind === "received") return { kind, received: readReceived(received) };
  if (kind === "error" && isErrorName(code) && typeof message === "string") {
    return { kind, code, message, metadata: readFacts(metadata), refined: isRefinedErrorName(refined) ? refined : undefined };
  }
  throw bad("/kind: expected received, canceled, moved or error with a code and a message");
}

/** The answer that says why there is no other. An exception's own text stays here. */
export function relayedError(error: unknown): RelayedAnswer {
  const known = isA2AError(error) ? error : new A2AError("InternalError", "the process that has the task failed");
  const { code, message, metadata, refined } = known;
  return { kind: "error", code, message, metadata, refined };
}

function isErrorName(code: unknown): code is ErrorName {
  return typeof code === "string" && Object.hasOwn(errorTable, code);
}

function isRefinedErrorName(name: unknown): name is RefinedErrorName {
  return typeof name === "string" && dialects.some(({ refinedErrors = {} }) => Object.hasOwn(refinedErrors, name));
}

/** Facts about an error; a process of a release before this one tells none. */
function readFacts(metadata: unknown): Record<string, string> {
  const facts = typeof metadata === "object" && metadata !== null ? Object.entries(metadata) : [];
  return Object.fromEntries(facts.filter((fact): fact is [string, string] => typeof fact[1] === "string"));
}

/** A guard that is not understood is none to be left out. */
function readIfNumber(value: unknown): number | undefined {
  if (value === undefined || value === null || Number.isSafeInteger(value)) return typeof value === "number" ? value : undefined;
  throw bad("/ifNumber: expected an integer");
}

function readReceived(value: unknown): Received {
  const { number, task } = membersOf(value);
  const outcome = validate(isStreamResponse, { task });
  if (!outcome.ok) throw bad(`${outcome.problem.pointer}: expected ${outcome.problem.expected}`);
  if (typeof number !== "number" || !Number.isSafeInteger(number) || !outcome.value.task)
    throw bad("/received: expected a number and a task");
  return { number, task: outcome.value.task };
}

function readMessage(message: unknown): Message {
  const outcome = validate(isStreamResponse, { message });
  if (!outcome.ok) throw bad(`${outcome.problem.pointer}: expected ${outcome.problem.expected}`);
  if (!outcome.value.message) throw bad("/message: expected a message");
  return outcome.value.message;
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(value)) throw bad("expected an object");
  return value;
}

function bad(detail: string): LocalError {
  return new LocalError("BAD_RECORD", `what another process says is not understood: ${detail}`);
}

import type { Struct } from "@a2a/core";
import { LocalError } from "@a2a/core";
import { isObject } from "@a2a/core/internal";
import type { TurnContext } from "./turn-input.js";

type Json = Readonly<Record<string, unknown>>;

/**
 * Reads what an agent is told besides a message, as another process has written it.
 *
 * @throws LocalError `BAD_RECORD` where it is not that
 */
export function readContext(value: unknown): TurnContext {
  const context = objectAt("context", value);
  const { caller, tenant, metadata, extensions, acceptedOutputModes, parameters, trace } = context;
  return {
    caller: readCaller(caller),
    ...(tenant !== undefined && { tenant: textAt("context/tenant", tenant) }),
    // safe: an object that was JSON is a Struct
    ...(metadata !== undefined && { metadata: objectAt("context/metadata", metadata) as Struct }),
    extensions: textsAt("context/extensions", extensions),
    ...(acceptedOutputModes !== undefined && { acceptedOutputModes: textsAt("context/acceptedOutputModes", acceptedOutputModes) }),
    parameters: readParameters(parameters),
    ...(trace !== undefined && { trace: readTrace(trace) }),
  };
}

function readCaller(value: unknown): TurnContext["caller"] {
  const caller = objectAt("context/caller", value);
  if (caller.user !== undefined) textAt("context/caller/user", caller.user);
  // safe: what a caller has besides its user is what its author said of it, as JSON
  return caller as TurnContext["caller"];
}

function readParameters(value: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(objectAt("context/parameters", value));
  return Object.fromEntries(entries.map(([name, each]) => [name, textAt(`context/parameters/${name}`, each)]));
}

function readTrace(value: unknown): NonNullable<TurnContext["trace"]> {
  const { traceparent, tracestate } = objectAt("context/trace", value);
  return {
    traceparent: textAt("context/trace/traceparent", traceparent),
    ...(tracestate !== undefined && { tracestate: textAt("context/trace/tracestate", tracestate) }),
  };
}

function objectAt(where: string, value: unknown): Json {
  if (!isObject(value)) throw bad(where, "an object");
  return value;
}

function textAt(where: string, value: unknown): string {
  if (typeof value !== "string") throw bad(where, "a string");
  return value;
}

function textsAt(where: string, value: unknown): readonly string[] {
  if (!Array.isArray(value)) throw bad(where, "an array of strings");
  return value.map((each, at) => textAt(`${where}/${at}`, each));
}

function bad(where: string, expected: string): LocalError {
  return new LocalError("BAD_RECORD", `/${where}: expected ${expected}`);
}

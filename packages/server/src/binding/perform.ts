import { A2AError } from "@a2a/core";
import type { Dialect, Operation } from "@a2a/core/internal";
import { isObject } from "@a2a/core/internal";
import { dialects, lossesOfResult } from "@a2a/core/internal/dialects";
import type { TurnContext } from "../agent/turn-input.js";
import type { BindingName } from "../binding-name.js";
import type { Incoming } from "../http/exchange.js";
import { isPromise } from "../maybe-promise.js";
import type { Call, OperationContext, Stream } from "../operation/call.js";
import type { StreamingName, UnaryName } from "../operation/operations.js";
import { runStreaming, runUnary } from "../operation/operations.js";
import type { SignWire } from "../signing/create-signing.js";
import { tellLosses } from "../tell-losses.js";
import { withLatestTask } from "./continued-task.js";
import type { Endpoint } from "./endpoint.js";
import type { Observation, Outcome } from "./observe.js";
import { startObservation } from "./observe.js";
import { readCall } from "./read-call.js";

const [newest] = dialects;

/** What a binding has understood of a request before its caller and its params are looked at. */
export interface Asked<O extends Operation> {
  readonly binding: BindingName;
  readonly dialect: Dialect;
  readonly operation: O;
  /** The params on the wire. */
  readonly params: unknown;
}

/** How an operation was answered. */
export interface Performed {
  /** The result on the wire. */
  readonly result: unknown;
  /** Headers of the answer. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A stream that has begun. Whoever writes it ends it. */
export interface Begun {
  readonly stream: Stream;
  readonly headers: Readonly<Record<string, string>>;
  /** Gives the stream's place to another, and reports how it went. */
  end(outcome: Outcome): Promise<void>;
}

/**
 * Does what a request asks for: who calls, what the params mean, the operation, its result on the wire.
 *
 * @throws A2AError whatever it is refused with
 */
export async function performUnary<O extends UnaryName>(endpoint: Endpoint, exchange: Incoming, asked: Asked<O>): Promise<Performed> {
  const { dialect, operation } = asked;
  const observation = startObservation(endpoint, asked);
  try {
    const context = endpoint.contextAt(exchange.origin);
    const reading = readAsked(endpoint, exchange, { asked, context, observation });
    const call = isPromise(reading) ? await reading : reading;
    const result = await runUnary(operation, call, context);
    tellLosses(endpoint.logger, dialect, operation, () => lossesOfResult(dialect, operation, result, call.params));
    const encoded = dialect.encodeResult(operation, result, call.generations);
    const performed = {
      result: endpoint.signCard ? await signed(endpoint.signCard, asked, encoded) : encoded,
      headers: activated(dialect, call.context),
    };
    observation.end({});
    return performed;
  } catch (error) {
    observation.end({ error: A2AError.from(error).code });
    throw error;
  }
}

/**
 * Begins the stream that a request asks for. What fails before its first event is refused like any other request.
 *
 * @throws A2AError whatever it is refused with
 */
export async function performStreaming<O extends StreamingName>(endpoint: Endpoint, exchange: Incoming, asked: Asked<O>): Promise<Begun> {
  const { dialect, operation } = asked;
  const observation = startObservation(endpoint, asked);
  let leave: (() => void) | undefined;
  try {
    const context = endpoint.contextAt(exchange.origin);
    const call = await readAsked(endpoint, exchange, { asked, context, observation });
    const left = endpoint.streamPlaces.take(call.context.caller, exchange.client);
    leave = left;
    const stream = await runStreaming(operation, call, context);
    return {
      stream,
      headers: activated(dialect, call.context),
      async end(outcome) {
        left();
        observation.end(outcome);
        await stream.rest?.return();
      },
    };
  } catch (error) {
    leave?.();
    observation.end({ error: A2AError.from(error).code });
    throw error;
  }
}

/** Whoever may see the extended card gets it signed as it is in that version. */
async function signed(signCard: SignWire, { operation, binding }: Asked<UnaryName>, encoded: unknown): Promise<unknown> {
  if (operation !== "GetExtendedAgentCard" || !isObject(encoded)) return encoded;
  // Protobuf loses what says nothing. What is signed of the rest is said from 1.0 on: before, nobody could verify it.
  return binding === "GRPC" && !newest.isOwnCard(encoded) ? encoded : signCard(encoded);
}

interface Surroundings<O extends Operation> {
  readonly asked: Asked<O>;
  readonly context: OperationContext;
  readonly observation: Observation;
}

/** Without a promise where nobody is asked who calls: a request makes enough of them. */
function readAsked<O extends Operation>(
  endpoint: Endpoint,
  exchange: Incoming,
  { asked, context, observation }: Surroundings<O>,
): Call<O> | Promise<Call<O>> {
  const { dialect, operation, params } = asked;
  const { card } = context;
  const authenticating = endpoint.authenticate(exchange);
  if (!isPromise(authenticating) && !dialect.rules.reopensTerminal) {
    observation.context = { caller: authenticating };
    endpoint.limitRate?.(authenticating, exchange);
    return readCall(endpoint, exchange, { dialect, operation, params, caller: authenticating, card, observation });
  }
  return (async () => {
    const caller = await authenticating;
    observation.context = { caller };
    endpoint.limitRate?.(caller, exchange);
    const latest = dialect.rules.reopensTerminal
      ? await withLatestTask(params, caller, { runtime: context.runtime, maxIdLength: endpoint.maxIdLength })
      : params;
    return readCall(endpoint, exchange, { dialect, operation, params: latest, caller, card, observation });
  })();
}

function activated({ headers }: Dialect, { extensions }: TurnContext): Record<string, string> {
  return headers.extensions !== undefined && extensions.length > 0 ? { [headers.extensions.toLowerCase()]: extensions.join(", ") } : {};
}

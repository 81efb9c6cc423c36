import type { Conditions, Operation, ParamsOf, StreamContext } from "@a2a/core/internal";
import { LocalError } from "@a2a/core/internal";
import { createCallLimit } from "../http/call-limit.js";
import { withinIdle } from "../http/idle-limit.js";
import { isPassing, isPutOff, retrying } from "../http/retry.js";
import { accepted } from "./accepted.js";
import type { StreamOptions, Transport } from "./transport.js";
import type { TransportSettings } from "./transport-factory.js";

/** What is asked of an agent, as a binding says it: the same however often it is asked. */
export interface Question {
  /** Asks for an answer. @returns the result on the wire @throws A2AError what the agent answers; LocalError; the limit's reason */
  ask(limit: AbortSignal): Promise<unknown>;
  /** Asks for a stream, and waits until it begins. Leaving it, or the limit, ends it. @throws as `ask`, and so does the stream */
  open(limit: AbortSignal): Promise<AsyncIterable<Item>>;
}

/** What a stream says at once. */
export interface Item {
  /** As it is on the wire, without what the binding has around it. */
  readonly value: unknown;
  /** The agent's own name of the place in the stream, where it gives one. */
  readonly id?: string | undefined;
}

/**
 * Makes a transport of a binding's way to ask. Everything that comes back is validated, as the dialect of the settings reads it. What can do no harm
 * twice is asked again where the connection fails, everything where the agent puts it off.
 *
 * @param question says what is asked; @throws LocalError `UNSUPPORTED` where the version cannot say it
 */
export function createTransport(
  settings: TransportSettings,
  question: <O extends Operation>(operation: O, params: ParamsOf<O>, call: StreamOptions) => Question,
): Transport {
  const { dialect, url, tenant, retry } = settings;

  async function repeating<O extends Operation, T>(
    { operation, params, limit, currentGeneration, ifGenerationMatch }: Repeated<O>,
    work: (limit: AbortSignal) => Promise<T>,
  ): Promise<T> {
    // A guard that is left out guards nothing.
    if ((currentGeneration ?? ifGenerationMatch) !== undefined && !dialect.rules.saysGenerations)
      throw new LocalError("UNSUPPORTED", `protocol ${dialect.version} has no generations`);
    // Who is given something to do may be silent for long; who is asked is not.
    if (!isRepeatable(operation, params)) return retrying(retry, limit, isPutOff, () => work(limit));
    // Nor is who is asked to wait.
    if (currentGeneration !== undefined) return retrying(retry, limit, isPassing, () => work(limit));
    return retrying(retry, limit, isPassing, () => withinIdle({ idleTimeoutMs: settings.idleTimeoutMs, limit, url }, work));
  }

  return {
    url,
    tenant,
    version: dialect.version,
    rules: dialect.rules,

    async call(operation, params, call) {
      const { ask } = question(operation, params, call);
      const { signal: limit, stop } = createCallLimit({ ...call, url });
      const asked = repeating({ ...call, operation, params, limit }, ask);
      const { verifyCard } = settings;
      const isVerified = verifyCard && operation === "GetExtendedAgentCard";
      const result = await (isVerified ? asked.then((card) => verifyCard(card, limit)) : asked).finally(stop);
      return accepted(dialect.decodeResult(operation, result, params), operation, settings);
    },

    async *stream(operation, params, call) {
      const { open } = question(operation, params, call);
      const { signal, stop } = createCallLimit({ ...call, url });
      const opening = createCallLimit({ signal, timeoutMs: call.openTimeoutMs, url, toDo: "begin its stream" });
      try {
        const items = await repeating({ ...call, operation, params, limit: opening.signal }, open).finally(opening.stop);
        const decode = dialect.createEventDecoder(contextOf(params, call));
        for await (const { value, id } of items) {
          const { events, isLast, generation } = accepted(decode(value), "event", settings);
          yield { events, id: id ?? generation?.toString(), isLast };
          if (isLast) return;
        }
      } finally {
        stop();
      }
    },
  };
}

interface Repeated<O extends Operation> extends Conditions {
  readonly operation: O;
  readonly params: ParamsOf<O>;
  readonly limit: AbortSignal;
}

/** Whether an operation does no more the second time: all but those that give something to the agent. */
function isRepeatable<O extends Operation>(operation: O, params: ParamsOf<O>): boolean {
  switch (operation) {
    case "SendMessage":
    case "SendStreamingMessage":
      return false;
    case "CreateTaskPushNotificationConfig":
      return "id" in params && params.id !== undefined;
    default:
      return true;
  }
}

function contextOf(
  params: Partial<ParamsOf<"SendStreamingMessage"> & ParamsOf<"SubscribeToTask">>,
  { isTaskKnown = false, contextId: known }: StreamOptions,
): StreamContext {
  const taskId = params.message?.taskId ?? params.id;
  const contextId = params.message?.contextId ?? known;
  return { isTaskKnown, ...(taskId && { taskId }), ...(contextId && { contextId }) };
}

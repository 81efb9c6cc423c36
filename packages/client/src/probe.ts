import type { AgentCard, StreamResponse } from "@a2a/core";
import { isA2AError, LocalError, message } from "@a2a/core";
import type { Client, Sendable } from "./client.js";

/**
 * A client of an agent whose card does not tell two versions apart: cards of 0.1 and of early 0.2 look alike. The first message that is sent tells:
 * in the newer version first, and where the agent does not know that method once more in the older one.
 *
 * @see A2A 0.2, section 5
 */
export function createProbingClient(card: AgentCard, newer: Client, older: Client): Client {
  let known: Client | undefined;

  /** Calls in one version and, where that is not what the agent speaks, in the other; the one that is answered is spoken from then on. */
  async function ask<T>(call: (client: Client) => Promise<T>, mayBeOlder = isUnknownMethod): Promise<T> {
    if (known) return call(known);
    try {
      const answer = await call(newer);
      known = newer;
      return answer;
    } catch (error) {
      if (!mayBeOlder(error)) throw told(error);
      const answer = await call(older).catch((failure: unknown) => {
        throw mayBeOlder(failure) ? error : failure;
      });
      known = older;
      return answer;
    }
  }

  /** An error of the agent's is an answer too. */
  function told(error: unknown): unknown {
    if (isA2AError(error)) known = newer;
    return error;
  }

  return {
    card,
    async send(content, options) {
      const said = asMessage(content);
      return ask((client) => client.send(said, options));
    },
    async *stream(content, options) {
      const said = asMessage(content);
      if (known) return yield* known.stream(said, options);
      // How a stream begins tells; the rest of it comes after that.
      const stream = await ask(async (client) => {
        const events = client.stream(said, options);
        return { events, first: await events.next() };
      });
      if (!stream.first.done) yield stream.first.value;
      yield* stream.events;
    },
    subscribe: (id, options) => subscribe(id, options),
    getTask: (id, options) => ask((client) => client.getTask(id, options), isUnknownOrUnread),
    cancelTask: (id, options) => ask((client) => client.cancelTask(id, options), isUnknownOrUnread),
  };

  async function* subscribe(id: string, options: Parameters<Client["subscribe"]>[1]): AsyncGenerator<StreamResponse, void> {
    // Which version it is shows in the task.
    if (!known) await ask((client) => client.getTask(id, options), isUnknownOrUnread);
    yield* (known ?? newer).subscribe(id, options);
  }
}

/** The same message both times: an agent that has taken it does not take it for another. */
function asMessage(content: Sendable): Sendable {
  return typeof content === "object" && "messageId" in content ? content : message(content);
}

/** How agents say that they do not know a method, some that it is no request at all. */
function isUnknownMethod(error: unknown): boolean {
  return isA2AError(error) && (error.code === "MethodNotFoundError" || error.code === "InvalidRequestError");
}

/** Of what both versions ask for alike the answer tells, which nothing is begun by: it is no answer of the version that was asked in. */
function isUnknownOrUnread(error: unknown): boolean {
  return isUnknownMethod(error) || (error instanceof LocalError && error.code === "BAD_RESPONSE");
}

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

  /** An error of the agent's is an answer too, unless it says that the agent does not speak so. */
  function learn(error: unknown): void {
    if (isUnknownMethod(error)) known = older;
    else if (isA2AError(error)) known = newer;
  }

  /** Calls that both versions ask for alike, and answer differently. */
  async function ask<T>(call: (client: Client) => Promise<T>): Promise<T> {
    if (known) return call(known);
    try {
      return await call(older);
    } catch (error) {
      if (!(error instanceof LocalError && error.code === "BAD_RESPONSE")) throw error;
      const answer = await call(newer);
      known = newer;
      return answer;
    }
  }

  return {
    card,
    async send(content, options) {
      const said = asMessage(content);
      if (known) return known.send(said, options);
      try {
        const answer = await newer.send(said, options);
        known = newer;
        return answer;
      } catch (error) {
        learn(error);
        if (!isUnknownMethod(error)) throw error;
        return older.send(said, options);
      }
    },
    async *stream(content, options) {
      const said = asMessage(content);
      if (known) return yield* known.stream(said, options);
      try {
        for await (const event of newer.stream(said, options)) {
          known = newer;
          yield event;
        }
      } catch (error) {
        if (known) throw error;
        learn(error);
        if (!isUnknownMethod(error)) throw error;
        yield* older.stream(said, options);
      }
    },
    subscribe: (id, options) => subscribe(id, options),
    getTask: (id, options) => ask((client) => client.getTask(id, options)),
    cancelTask: (id, options) => ask((client) => client.cancelTask(id, options)),
  };

  async function* subscribe(id: string, options: Parameters<Client["subscribe"]>[1]): AsyncGenerator<StreamResponse, void> {
    // Which version it is shows in the task.
    if (!known) await ask((client) => client.getTask(id, options));
    yield* (known ?? older).subscribe(id, options);
  }
}

/** The same message both times: an agent that has taken it does not take it for another. */
function asMessage(content: Sendable): Sendable {
  return typeof content === "object" && "messageId" in content ? content : message(content);
}

/** How agents say that they do not know a method: some take it for no request at all. */
function isUnknownMethod(error: unknown): boolean {
  return isA2AError(error) && (error.code === "MethodNotFoundError" || error.code === "InvalidRequestError");
}

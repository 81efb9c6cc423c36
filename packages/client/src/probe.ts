import type { AgentCard, StreamResponse, Task } from "@a2a/core";
import { isA2AError, LocalError, message } from "@a2a/core";
import type { Client, Sendable } from "./client.js";

/**
 * A client of an agent whose card does not tell two versions apart: cards of 0.1 and of early 0.2 look alike. The first message tells: it is sent
 * in the newer version, and where the agent does not know that method once more in the older one. An answer settles it, an error alone does not.
 *
 * @see A2A 0.2, section 5
 */
export function createProbingClient(card: AgentCard, newer: Client, older: Client): Client {
  const probe: Probe = { newer, older, settled: undefined, canOlderRead: false };
  return {
    card,
    async send(content, options) {
      const said = asMessage(content);
      return ask(probe, (client) => client.send(said, options));
    },
    async *stream(content, options) {
      const said = asMessage(content);
      const { first, others } = await ask(probe, (client) => begin(client.stream(said, options)));
      try {
        if (!first.done) yield first.value;
        yield* others;
      } catch (error) {
        // A stream of the older version may begin with the task that was got before, which is no answer to the message.
        if (isUnknownMethod(error)) probe.settled = undefined;
        throw error;
      } finally {
        await others.return();
      }
    },
    async *subscribe(id, options) {
      yield* (await readerOf(probe, id, options)).subscribe(id, options);
    },
    getTask: (id, options) => find(probe, id, options),
    async cancelTask(id, options) {
      return (await readerOf(probe, id, options)).cancelTask(id, options);
    },
  };
}

/** What is known of an agent so far. */
interface Probe {
  readonly newer: Client;
  readonly older: Client;
  /** Which of the two it is: the one in which it answered a message, or showed a task of the newer version. */
  settled: Client | undefined;
  /** It showed a task that only the older version reads. Messages ask on: one of the newer that breaks that version can pass for it. */
  canOlderRead: boolean;
}

/** Sends a message, by a call that is the same for both versions. */
async function ask<T>(probe: Probe, call: (client: Client) => Promise<T>): Promise<T> {
  if (probe.settled) return call(probe.settled);
  const settle = async (client: Client): Promise<T> => {
    const answer = await call(client);
    probe.settled = client;
    return answer;
  };
  try {
    return await settle(probe.newer);
  } catch (refusal) {
    if (!isUnknownMethod(refusal)) throw refusal;
    return settle(probe.older).catch((error) => {
      throw weigh(refusal, error);
    });
  }
}

/** What the caller is thrown after the refusal of the newer version and the error of the older one. */
function weigh(refusal: unknown, error: unknown): unknown {
  // An agent that knows neither meant the message itself, or does not do what was asked for.
  return isA2AError(error) && error.code === "MethodNotFoundError" ? refusal : error;
}

/** A stream whose first event is there, or its refusal. */
async function begin(events: AsyncGenerator<StreamResponse, void>): Promise<Begun> {
  return { first: await events.next(), others: events };
}

interface Begun {
  readonly first: IteratorResult<StreamResponse, void>;
  readonly others: AsyncGenerator<StreamResponse, void>;
}

/** Gets a task. Both versions ask for it alike; a task of the older is none of the newer, for it has no context, but some are read as both. */
async function find(probe: Probe, id: string, options: Parameters<Client["getTask"]>[1]): Promise<Task> {
  const { settled, newer, older } = probe;
  if (settled || probe.canOlderRead) return (settled ?? older).getTask(id, options);
  try {
    const task = await newer.getTask(id, options);
    probe.settled = newer;
    return task;
  } catch (error) {
    if (!(error instanceof LocalError && error.code === "BAD_RESPONSE")) throw error;
    const task = await older.getTask(id, options);
    probe.canOlderRead = true;
    return task;
  }
}

/** The client to follow or cancel a task with. It is found out by getting the task: what changes one is asked once. */
async function readerOf(probe: Probe, id: string, options: Parameters<Client["subscribe"]>[1]): Promise<Client> {
  if (!probe.settled && !probe.canOlderRead) await find(probe, id, options);
  return probe.settled ?? probe.older;
}

/** The same message both times: an agent that has taken it does not take it for another. */
function asMessage(content: Sendable): Sendable {
  return typeof content === "object" && "messageId" in content ? content : message(content);
}

/** How agents say that they do not know a method: some take it for no request at all. */
function isUnknownMethod(error: unknown): boolean {
  return isA2AError(error) && (error.code === "MethodNotFoundError" || error.code === "InvalidRequestError");
}

import type { StreamResponse, Task } from "@a2a/core";
import { isA2AError } from "@a2a/core/internal";
import type { CallLimit } from "./http/call-limit.js";
import { defaultTimeoutMs, within } from "./http/call-limit.js";
import type { RetryPolicy } from "./http/retry.js";
import type { Errand, Route } from "./route/route.js";
import type { Road, SubscribeFrom } from "./stream/road.js";
import { getWhole } from "./transport/get-whole.js";
import { tenantOf } from "./transport/tenant-of.js";
import type { CallOptions, Frame, Transport, TransportCall } from "./transport/transport.js";

/** Where and how tasks are followed. */
export interface SessionOptions {
  readonly route: Route;
  readonly retry: RetryPolicy;
  /** The agent says that it streams. */
  readonly isStreaming: boolean;
}

/** One thing that is followed: stays with the interface that answered first. */
export interface Session {
  readonly road: Road;
  over<T>(errand: Errand, use: (transport: Transport) => Promise<T>): Promise<T>;
  /** What calls and streams of the session set. */
  readonly calls: CallOptions;
  readonly streams: CallOptions;
}

/** Begins to follow something. @param bound what ends it, and is stopped when nothing is followed any more */
export function openSession({ route, retry, isStreaming }: SessionOptions, options: TransportCall, bound: CallLimit): Session {
  const { timeoutMs: _, ...call } = options;
  const left = new AbortController();
  const { signal: limit, stop } = bound;
  const calls = { ...call, signal: limit };
  const streams = { ...call, signal: AbortSignal.any([limit, left.signal]) };
  let chosen: Transport | undefined;

  async function over<T>(errand: Errand, use: (transport: Transport) => Promise<T>): Promise<T> {
    if (chosen) return use(chosen);
    const done = await within(
      limit,
      route.over(errand, async (transport) => ({ transport, value: await use(transport) }), calls),
    );
    chosen = done.transport;
    return done.value;
  }

  async function* subscribe(id: string, { known, lastEventId }: SubscribeFrom): AsyncGenerator<Frame, void> {
    const begun = await over({ kind: "task", id }, async (transport) => {
      const aside = known ? undefined : await taskAside(transport, id, calls);
      const place = { ...placeOf(known ?? aside), lastEventId, openTimeoutMs: defaultTimeoutMs };
      return begin(transport.stream("SubscribeToTask", { ...tenantOf(transport), id }, { ...streams, ...place }), aside);
    });
    yield* framesOf(begun);
  }

  const road: Road = {
    get rules() {
      return chosen?.rules ?? { clientTaskIds: false, streamsBeginWithTask: true, streamsEndWithTurn: false };
    },
    retry,
    limit,
    get: (id, known) => over({ kind: "task", id, isRead: true }, (transport) => getWhole(transport, id, calls, known)),
    subscribe: isStreaming ? subscribe : undefined,
    leave: () => left.abort(),
    stop,
  };
  return { road, over, calls, streams };
}

/** A stream about a task that exists begins with it: where the version leaves that out, it is got before. */
export async function taskAside(transport: Transport, id: string, options: CallOptions): Promise<Task | undefined> {
  return transport.rules.streamsBeginWithTask ? undefined : getWhole(transport, id, options).catch(ifNotFound);
}

/** What a stream does not say of a task that is known. */
export function placeOf(task: Task | undefined): { readonly isTaskKnown: boolean; readonly contextId: string | undefined } {
  return { isTaskKnown: task !== undefined, contextId: task?.contextId };
}

/** A task that is not there yet is about to begin. */
export function ifNotFound(error: unknown): undefined {
  if (!isA2AError(error) || error.code !== "TaskNotFoundError") throw error;
}

/** A stream that has begun. */
export interface Begun {
  readonly aside: Task | undefined;
  readonly first: IteratorResult<Frame, void>;
  readonly frames: AsyncGenerator<Frame, void>;
}

/** Waits for a stream's first frame, or for its refusal. */
export async function begin(frames: AsyncGenerator<Frame, void>, aside: Task | undefined): Promise<Begun> {
  return { aside, first: await frames.next(), frames };
}

/** All of a stream that has begun. */
export async function* framesOf({ aside, first, frames }: Begun): AsyncGenerator<Frame, void> {
  try {
    const events: StreamResponse[] = aside ? [{ task: aside }] : [];
    if (aside) yield { events, isLast: false, isAside: true };
    if (!first.done) yield first.value;
    yield* frames;
  } finally {
    await frames.return();
  }
}

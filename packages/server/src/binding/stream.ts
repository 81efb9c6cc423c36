import { A2AError } from "@a2a/core";
import type { Dialect, RequestId } from "@a2a/core/internal";
import { encodeError, encodeSse, encodeSseComment, encodeSseRetry, lossesOfEvent, resultFrame } from "@a2a/core/internal";
import type { Answer } from "../http/exchange.js";
import type { Departure } from "../lazy-abort.js";
import type { Stream, StreamItem } from "../operation/call.js";
import { tellLosses } from "../tell-losses.js";
import type { Endpoint } from "./endpoint.js";
import type { Observation } from "./observe.js";
import { WireCache } from "./wire-cache.js";

/** Whose answer a stream is. */
export interface StreamOf {
  readonly id: RequestId;
  readonly dialect: Dialect;
  readonly observation: Observation;
  readonly headers: Readonly<Record<string, string>>;
  /** Aborted when the client goes away. */
  readonly client: Departure;
}

/**
 * Answers with Server-Sent Events, one JSON-RPC response each. How the stream begins is waited for, so that what fails before it is refused like
 * any other request.
 *
 * @see A2A 1.0, section 9.4.2
 */
export async function answerStream(endpoint: Endpoint, begin: () => Promise<Stream>, of: StreamOf): Promise<Answer> {
  const place = takePlace(endpoint, of.client);
  const stream = await begin().catch((error: unknown) => {
    endpoint.openStreams.delete(place);
    throw error;
  });
  return {
    status: 200,
    headers: {
      "content-type": "text/event-stream",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
      ...of.headers,
    },
    body: {
      pieces: encodeBatches(endpoint, stream, { of, place }),
      heartbeat: { text: encodeSseComment("ping"), everyMs: endpoint.heartbeatMs },
    },
  };
}

/** @throws A2AError `ResourceUnavailableError` where too many streams are open */
function takePlace({ openStreams, maxStreams }: Endpoint, client: Departure): object {
  if (openStreams.size >= maxStreams) throw new A2AError("ResourceUnavailableError", `the agent has ${maxStreams} streams open already`);
  const place = {};
  if (client.isAborted) return place;
  openStreams.add(place);
  // Not every server tells a body that its reader is gone.
  client.onAbort(() => openStreams.delete(place));
  return place;
}

// When a stream ends because the agent shuts down, its reader may find another instance this much later.
const comeBackMs = 1000;

// A burst costs one write, but a reader that does not read holds no more than this and one event.
const maxPieceLength = 65_536;

async function* encodeBatches(
  endpoint: Endpoint,
  { first, rest }: Stream,
  { of: { id, dialect, observation }, place }: { readonly of: StreamOf; readonly place: object },
): AsyncGenerator<string, void> {
  const frame = resultFrame(id);
  let events = 0;
  let isWhole = false;
  let failure: A2AError | undefined;
  try {
    let piece = "";
    for (let batch: readonly StreamItem[] | undefined = first; batch; batch = (await rest?.next())?.value) {
      for (const item of batch) {
        piece += encodeItem(rest?.isShared ? sharedJsons(dialect, item) : makeJsons(dialect, item), item, frame);
        events += 1;
        tellLosses(endpoint.logger, dialect, "event", () => lossesOfEvent(dialect, item.event, item.place));
        isWhole = item.place.isLast;
        if (piece.length < maxPieceLength) continue;
        yield piece;
        piece = "";
      }
      if (piece !== "") yield piece;
      // A stream that waits for hours does not hold what it has written last.
      piece = "";
    }
    if (!isWhole && endpoint.isClosed()) yield encodeSseRetry(comeBackMs);
  } catch (error) {
    failure = A2AError.from(error);
    if (failure !== error) endpoint.logger.error({ error }, "a stream failed");
    yield encodeSse({ event: "error", data: encodeError(id, dialect.encodeError(failure)) });
  } finally {
    endpoint.openStreams.delete(place);
    observation.end({ events, ...(failure && { error: failure.code }) });
    await rest?.return();
  }
}

function encodeItem(jsons: readonly string[], item: StreamItem, [head, tail]: readonly [string, string]): string {
  const [only] = jsons;
  if (only !== undefined && jsons.length === 1) return encodeSse({ id: item.number, data: head + only + tail });
  let text = "";
  for (const [at, json] of jsons.entries()) {
    // Where one event is several on the wire, the last has the number: a reader that resumes has seen all of them.
    text += encodeSse({ id: at === jsons.length - 1 ? item.number : undefined, data: head + json + tail });
  }
  return text;
}

// One for events that end a stream, and one for those that do not: older versions say so in the event.
const wire = new WeakMap<Dialect, readonly [WireCache, WireCache]>();

function sharedJsons(dialect: Dialect, item: StreamItem): readonly string[] {
  let caches = wire.get(dialect);
  if (!caches) {
    caches = [new WireCache(), new WireCache()];
    wire.set(dialect, caches);
  }
  return caches[item.place.isLast ? 1 : 0].of(item.event, () => makeJsons(dialect, item));
}

function makeJsons(dialect: Dialect, { event, place }: StreamItem): readonly string[] {
  return dialect.encodeEvent(event, place).map((each) => JSON.stringify(each));
}

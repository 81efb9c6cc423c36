import { A2AError } from "@a2a/core";
import type { Dialect } from "@a2a/core/internal";
import { encodeSse, encodeSseComment, encodeSseRetry } from "@a2a/core/internal";
import { lossesOfEvent } from "@a2a/core/internal/dialects";
import type { Answer } from "../http/exchange.js";
import type { StreamItem } from "../operation/call.js";
import { tellLosses } from "../tell-losses.js";
import type { Endpoint } from "./endpoint.js";
import type { Begun } from "./perform.js";
import { shareWire } from "./wire-cache.js";

/** How a stream is written. */
export interface Written {
  readonly dialect: Dialect;
  /** Text before and after the JSON of each event. */
  readonly frame: readonly [head: string, tail: string];
  /** The data of the event that a stream ends with where it fails. */
  encodeFailure(error: A2AError): string;
}

/**
 * Answers with Server-Sent Events.
 *
 * @see A2A 1.0, sections 9.4.2 and 11.7
 */
export function answerStream(endpoint: Endpoint, begun: Begun, written: Written): Answer {
  return {
    status: 200,
    headers: {
      "content-type": "text/event-stream",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
      ...begun.headers,
    },
    body: {
      pieces: encodeBatches(endpoint, begun, written),
      heartbeat: { text: encodeSseComment("ping"), everyMs: endpoint.heartbeatMs },
    },
  };
}

// When a stream ends because the agent shuts down, its reader may find another instance this much later.
const comeBackMs = 1000;

// A burst costs one write, but a reader that does not read holds no more than this and one event.
const maxPieceLength = 65_536;

async function* encodeBatches(
  endpoint: Endpoint,
  { stream: { first, rest }, end }: Begun,
  { dialect, frame, encodeFailure }: Written,
): AsyncGenerator<string, void> {
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
    yield encodeSse({ event: "error", data: encodeFailure(failure) });
  } finally {
    await end({ events, ...(failure && { error: failure.code }) });
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

const sharedJsons = shareWire(makeJsons);

function makeJsons(dialect: Dialect, { event, place, number }: StreamItem): readonly string[] {
  return dialect.encodeEvent(event, place, number).map((each) => JSON.stringify(each));
}

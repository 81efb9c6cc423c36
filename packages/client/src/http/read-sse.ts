import { LocalError } from "@a2a/core/internal";
import type { EventSourceMessage } from "eventsource-parser";
import { createParser } from "eventsource-parser";
import { asLocal } from "./fetch-exchange.js";
import { createIdleLimit } from "./idle-limit.js";
import { parseAnswer } from "./parse-answer.js";
import { readChunks } from "./read-chunks.js";

/** What a stream is read with. */
export interface ReadSseOptions {
  readonly maxEventBytes: number;
  /** A stream that says nothing for so long, not even a comment, counts as cut. */
  readonly idleTimeoutMs: number;
  /** Ends the stream; its reason is what the caller is thrown. */
  readonly limit: AbortSignal;
  /** Where the stream comes from, for errors. */
  readonly url: string;
}

/**
 * Reads Server-Sent Events from a response's body, each as it arrives. Leaving the loop cancels the body. A last event without its blank line counts
 * where it is whole: its data is JSON.
 *
 * @throws LocalError `BAD_RESPONSE` for an event longer than `maxEventBytes`, `NETWORK` where the connection breaks or is silent; the limit's reason
 */
export async function* readSse(
  body: ReadableStream<Uint8Array>,
  { maxEventBytes, idleTimeoutMs, limit: outer, url }: ReadSseOptions,
): AsyncGenerator<EventSourceMessage, void> {
  const idle = createIdleLimit(idleTimeoutMs, url);
  const limit = AbortSignal.any([outer, idle.signal]);
  const arrived: EventSourceMessage[] = [];
  let isTooLong = false;
  let isAtEnd = false;
  const parser = createParser({
    maxBufferSize: maxEventBytes,
    onEvent: (event) => {
      // The parser's own limit is for events in several pieces.
      if (event.data.length > maxEventBytes) isTooLong = true;
      if (!isTooLong && (!isAtEnd || isJson(event.data))) arrived.push(event);
    },
    onError: ({ type }) => {
      // Unknown fields and odd retry values are to be ignored: WHATWG HTML, section 9.2.6.
      if (type === "max-buffer-size-exceeded") isTooLong = true;
    },
  });
  try {
    for await (const text of readText(body, limit)) {
      idle.touch();
      parser.feed(text);
      yield* arrived.splice(0);
      // What the reader of the events takes is not the stream's silence.
      idle.touch();
      if (isTooLong) throw new LocalError("BAD_RESPONSE", `an event of ${url} is longer than ${maxEventBytes} bytes`);
    }
    isAtEnd = true;
    parser.feed("\n\n");
    yield* arrived;
  } catch (error) {
    throw asLocal(error, limit, url);
  } finally {
    idle.stop();
  }
}

function isJson(data: string): boolean {
  return parseAnswer(data).ok;
}

async function* readText(body: ReadableStream<Uint8Array>, limit: AbortSignal): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let end: string | undefined;
  for await (const chunk of readChunks(body, limit)) {
    const text = decoder.decode(chunk, { stream: true });
    if (text === "") continue;
    yield text;
    end = text.at(-1);
  }
  // The parser keeps a carriage return back until it knows that no line feed belongs to it.
  if (end === "\r") yield "\n";
}

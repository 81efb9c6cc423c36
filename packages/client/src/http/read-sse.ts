import { LocalError } from "@a2a/core";
import type { EventSourceMessage, ParseError } from "eventsource-parser";
import { createParser } from "eventsource-parser";
import { asLocal } from "./fetch-exchange.js";

/** What a stream is read with. */
export interface ReadSseOptions {
  readonly maxEventBytes: number;
  readonly signal: AbortSignal | undefined;
  /** Where the stream comes from, for errors. */
  readonly url: string;
}

/**
 * Reads Server-Sent Events from a response's body, each as it arrives. Leaving the loop cancels the body.
 *
 * @throws LocalError `BAD_RESPONSE` for an event longer than `maxEventBytes`, `NETWORK` where the connection breaks
 */
export async function* readSse(body: ReadableStream<Uint8Array>, options: ReadSseOptions): AsyncGenerator<EventSourceMessage, void> {
  const { maxEventBytes } = options;
  const arrived: EventSourceMessage[] = [];
  let fault: ParseError | undefined;
  const parser = createParser({
    maxBufferSize: maxEventBytes,
    onEvent: (event) => arrived.push(event),
    onError: (error) => {
      // Unknown fields and odd retry values are to be ignored: WHATWG HTML, section 9.2.6.
      if (error.type === "max-buffer-size-exceeded") fault = error;
    },
  });
  const decoder = new TextDecoder();
  try {
    for await (const chunk of body) {
      parser.feed(decoder.decode(chunk, { stream: true }));
      if (fault) throw new LocalError("BAD_RESPONSE", `an event is longer than ${maxEventBytes} bytes`, { cause: fault });
      yield* arrived.splice(0);
    }
  } catch (error) {
    throw asLocal(error, options);
  }
}

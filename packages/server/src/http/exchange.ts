import type { Departure } from "../lazy-abort.js";

/** One HTTP request as every binding sees it, whatever server it came through. */
export interface Exchange {
  /** HTTP method in capitals. */
  readonly verb: string;
  /** Path without query, percent-encoded as it came. */
  readonly path: string;
  /** Scheme and authority that the request was sent to, for instance `http://127.0.0.1:4100`. */
  readonly origin: string;
  /** A header's value by its name in any case. */
  header(name: string): string | undefined;
  /** The parameters of the query, decoded, in their order. */
  queryEntries(): Iterable<readonly [name: string, value: string]>;
  /** Names of all headers, in lower case. */
  headerNames(): Iterable<string>;
  /** Reads the body, at most `maxBytes` of it; undefined where there is more. */
  readBody(maxBytes: number): Promise<Uint8Array | undefined>;
  /** Aborted when the client goes away. */
  readonly client: Departure;
}

/** What is answered. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A text, or pieces of text that are written as the client takes them; undefined with a status that has no body. */
  readonly body: string | TextStream | undefined;
}

/** A body that is written piece by piece. */
export interface TextStream {
  readonly pieces: AsyncIterable<string>;
  /** Written whenever nothing else was for so long. */
  readonly heartbeat: { readonly text: string; readonly everyMs: number };
}

/** Answers a request; never rejects. */
export type Answerer = (exchange: Exchange) => Promise<Answer>;

/** An answer with a JSON body. */
export function jsonAnswer(status: number, json: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { "content-type": "application/json", ...headers }, body: json };
}

import type { CredentialsRequest } from "../caller/caller.js";
import type { Departure } from "../lazy-abort.js";

/** A request as operations see it, whatever binding it came through. */
export interface Incoming extends CredentialsRequest {
  /**
   * Scheme and authority that the request was sent to, for instance `http://127.0.0.1:4100`, and what a framework has taken off the path: where
   * the handler is mounted.
   */
  readonly origin: string;
  /** Names of all headers, in lower case. */
  headerNames(): Iterable<string>;
  /** Address of whoever has sent the request, a proxy's where there is one; undefined where the server does not tell. */
  readonly remote?: string | undefined;
  /** Aborted when the client goes away. */
  readonly client: Departure;
}

/** One HTTP request as its bindings see it, whatever server it came through. */
export interface Exchange extends Incoming {
  /** HTTP method in capitals. */
  readonly verb: string;
  /** Path without query, percent-encoded as it came. */
  readonly path: string;
  /** Reads the body, at most `maxBytes` of it; undefined where there is more. */
  readBody(maxBytes: number): Promise<Uint8Array | undefined>;
}

/** What is answered. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A text, or pieces of text that are written as the client takes them; undefined with a status that has no body. */
  readonly body: string | TextStream | undefined;
  /** Nothing is served at the path: where other handlers are asked after this one, they may know it. */
  readonly isElsewhere?: true;
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

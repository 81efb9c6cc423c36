import { LocalError } from "@a2a/core/internal";
import type { EventSourceMessage } from "eventsource-parser";
import type { ExchangeOptions } from "../http/fetch-exchange.js";
import { exchange } from "../http/fetch-exchange.js";
import { parseAnswer } from "../http/parse-answer.js";
import { readSse } from "../http/read-sse.js";
import { callHeaders } from "./call-headers.js";
import type { Item, Question } from "./create-transport.js";
import type { StreamOptions } from "./transport.js";
import type { TransportSettings } from "./transport-factory.js";

/** A request as a binding writes it. */
export interface WireRequest {
  readonly verb: string;
  readonly url: string;
  readonly body?: string;
}

/** What responses are read with. */
export type Reading = TransportSettings & ExchangeOptions;

/** One question in a binding over HTTP. */
export interface HttpQuestion {
  readonly operation: string;
  readonly call: StreamOptions;
  /** Media type of what is sent. */
  readonly mediaType: string;
  /** Media types of what may be answered, besides streams. */
  readonly accept: string;
  /** Sends the request, or several until one is understood. */
  put(send: (request: WireRequest) => Promise<Response>, reading: Reading): Promise<Response>;
  /** The result in a response that is no stream. */
  readAnswer(response: Response, reading: Reading): Promise<unknown>;
  /** The item in an event whose data is this value. */
  readItem(value: unknown, event: EventSourceMessage, response: Response): unknown;
}

/** Asks over HTTP, streams as Server-Sent Events. */
export function askOverHttp(settings: TransportSettings, question: HttpQuestion): Question {
  const { url } = settings;

  function put(reading: Reading): Promise<Response> {
    const send = ({ verb: method, url, body }: WireRequest): Promise<Response> =>
      exchange(url, { method, body: body ?? null, headers: headersOf(settings, question, body !== undefined) }, reading);
    return question.put(send, reading);
  }

  return {
    async ask(limit) {
      const reading = { ...settings, limit };
      return question.readAnswer(await put(reading), reading);
    },
    async open(limit) {
      const reading = { ...settings, limit };
      const response = await put(reading);
      if (response.body && isEventStream(response)) return readItems(response, response.body, { question, reading });
      await question.readAnswer(response, reading);
      throw new LocalError("BAD_RESPONSE", `${url} answered ${question.operation} without a stream`);
    },
  };
}

async function* readItems(
  response: Response,
  body: ReadableStream<Uint8Array>,
  { question, reading }: { readonly question: HttpQuestion; readonly reading: Reading },
): AsyncGenerator<Item, void> {
  const { url, maxResponseBytes, idleTimeoutMs, limit } = reading;
  for await (const event of readSse(body, { maxEventBytes: maxResponseBytes, idleTimeoutMs, limit, url })) {
    const parsed = parseAnswer(event.data);
    if (!parsed.ok) throw new LocalError("BAD_RESPONSE", `an event of ${url} is not JSON: ${parsed.detail}`);
    yield { value: question.readItem(parsed.value, event, response), id: event.id };
  }
}

function headersOf(settings: TransportSettings, { accept, mediaType, call }: HttpQuestion, hasBody: boolean): Headers {
  const all = callHeaders(settings, call, { accept: `${accept}, text/event-stream` });
  if (hasBody) all.set("content-type", mediaType);
  return all;
}

function isEventStream(response: Response): boolean {
  return response.headers.get("content-type")?.toLowerCase().startsWith("text/event-stream") ?? false;
}

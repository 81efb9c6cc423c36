import type { ErrorName } from "@a2a/core";
import type { Dialect, Operation } from "@a2a/core/internal";

/** How a request travels. */
export type Binding = "JSON-RPC" | "HTTP+JSON" | "gRPC";

/** Where the testbed is reached: over HTTP without a network, over gRPC at a port. */
export interface Served {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly grpcPort: number;
}

/** One version in one binding. */
export interface Subject {
  readonly binding: Binding;
  readonly dialect: Dialect;
  /** What tells it from others of its version and binding: messages that are written in another form than the binding's own. */
  readonly form?: string;
  /** The status that the binding gives an error; absent where it has none of its own. */
  statusOf?(code: ErrorName): Status;
  open(served: Served): Road;
}

/** The way to an agent, for a client made by hand: what goes over it is what the subject's dialect has written. */
export interface Road {
  /** Asks, and brings every answer: one, or those of a stream. */
  ask(request: WireRequest): AsyncIterable<Answer>;
  close?(): void;
}

/** A request as a dialect writes it. */
export interface WireRequest {
  readonly operation: Operation;
  readonly wire: unknown;
  /** Beside the version: HTTP headers, or metadata of gRPC. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A number of HTTP, or a name of gRPC. */
export type Status = number | string;

/** One answer, or one event of a stream. */
export interface Answer {
  readonly result?: unknown;
  readonly error?: { readonly code: ErrorName; readonly status: Status };
  /** The whole response, where the result comes in an envelope. */
  readonly envelope?: unknown;
}

/** The name of a subject in tests. */
export function nameOf({ dialect, binding, form }: Subject): string {
  return `${dialect.version} over ${binding}${form === undefined ? "" : ` in ${form}`}`;
}

/** The header in which a client says its version. Clients of earlier versions do not say theirs. */
export function versionHeaderOf({ version, headers }: Dialect): Readonly<Record<string, string>> {
  return version.startsWith("1.") && headers.version ? { [headers.version]: version } : {};
}

/** Something that came over HTTP. */
export interface Body {
  readonly json: unknown;
  /** Of an event that has a type. */
  readonly type?: string;
}

/** What came over HTTP: of a stream the data of its events, else the only body. */
export async function* bodiesOf(response: Response): AsyncGenerator<Body, void> {
  if (response.headers.get("content-type") !== "text/event-stream") return yield { json: JSON.parse(await response.text()) };
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece, { stream: true });
    const events = text.split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) {
      const [, json] = /^data: (.*)$/m.exec(event) ?? [];
      const [, type = ""] = /^event: (.*)$/m.exec(event) ?? [];
      if (json !== undefined) yield { json: JSON.parse(json), type };
    }
  }
}

import type { Incoming } from "@a2a/server/internal";
import { certificateOf, LazyAbort } from "@a2a/server/internal";
import type { Metadata, ServerUnaryCall, ServerWritableStream } from "@grpc/grpc-js";
import type { ServiceSide } from "./service-side.js";

/** A call of grpc-js whose messages are bytes. */
export type RawCall = ServerUnaryCall<Buffer, Buffer> | ServerWritableStream<Buffer, Buffer>;

/** A call as operations see it: its metadata are the headers. */
export class GrpcCall implements Incoming {
  readonly client: LazyAbort = new LazyAbort();
  readonly #call: RawCall;
  readonly #originOf: ServiceSide["originOf"];
  #metadata: ReturnType<Metadata["toJSON"]> | undefined;

  /**
   * @param leave called when nobody waits for an answer, before those who listen at `client`: most calls have one listener then
   */
  constructor(call: RawCall, { originOf }: Pick<ServiceSide, "originOf">, leave: () => void) {
    this.#call = call;
    this.#originOf = originOf;
    // Also comes when the deadline has passed, and when the call has been answered: then nobody listens.
    call.once("cancelled", () => {
      leave();
      this.client.abort("the client went away");
    });
  }

  get origin(): string {
    return this.#originOf(this.#call.getHost());
  }

  get remote(): string {
    // Behind the address stands a colon and the port.
    return this.#call.getPeer().replace(/:\d{1,5}$/, "");
  }

  header(name: string): string | undefined {
    return this.#valuesOf(name)?.join(", ");
  }

  headerValues(name: string): readonly string[] {
    return this.#valuesOf(name)?.map(String) ?? [];
  }

  headerNames(): Iterable<string> {
    return Object.keys(this.#all).filter((name) => !isBinary(name));
  }

  /** There is no query. */
  queryEntries(): readonly [] {
    return [];
  }

  clientCertificate(): ReturnType<Incoming["clientCertificate"]> {
    return certificateOf(this.#call.getAuthContext().sslPeerCertificate ?? {});
  }

  #valuesOf(name: string): readonly (string | Buffer)[] | undefined {
    const key = name.toLowerCase();
    const all = this.#all;
    return Object.hasOwn(all, key) && !isBinary(key) ? all[key] : undefined;
  }

  get #all(): ReturnType<Metadata["toJSON"]> {
    this.#metadata ??= this.#call.metadata.toJSON();
    return this.#metadata;
  }
}

/** Metadata with such names are bytes. */
function isBinary(name: string): boolean {
  return name.endsWith("-bin");
}

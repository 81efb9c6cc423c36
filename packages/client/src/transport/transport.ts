import type { StreamResponse, Version } from "@a2a/core";
import type { ClientRules, Conditions, Operation, ParamsOf, ResultOf } from "@a2a/core/internal";

/** Where a request stands in a distributed trace: W3C Trace Context. */
export interface TraceContext {
  readonly traceparent: string;
  readonly tracestate?: string;
}

/** What one call may set. */
export interface CallOptions {
  /** Gives the call up; the task goes on. */
  readonly signal?: AbortSignal;
  /**
   * Gives the call up after so long, however often it was tried and whatever it takes: all of a message with what it causes, all of a subscription.
   */
  readonly timeoutMs?: number;
  /** Headers of this call, in addition to the client's. */
  readonly headers?: Readonly<Record<string, string>>;
  /** URIs of the extensions to activate. */
  readonly extensions?: readonly string[];
  /** The trace that the call belongs to. */
  readonly trace?: TraceContext;
}

/** The same of a call whose limit is made: the signal ends it, also when its time is over. */
export interface BoundedOptions extends CallOptions {
  readonly signal: AbortSignal;
}

/** What one stream may set. */
export interface StreamOptions extends TransportCall {
  /** The caller has the task already: where the stream does not begin with it, nothing is made up in its place. */
  readonly isTaskKnown?: boolean;
  /** The conversation of that task, which events of some versions do not say. */
  readonly contextId?: string | undefined;
  /** Id of the last event that the caller has: the agent may go on after it. */
  readonly lastEventId?: string | undefined;
  /** Gives up a stream that has not begun after so long. */
  readonly openTimeoutMs?: number;
}

/** What one call of a transport may set: also what it asks of the task's generation, of versions that have it. */
export interface TransportCall extends CallOptions, Conditions {}

/** What arrives at once on a stream. */
export interface Frame {
  readonly events: readonly StreamResponse[];
  /** The agent's own name of the place in the stream, where it gives one. */
  readonly id?: string | undefined;
  /** The agent says that nothing follows. */
  readonly isLast: boolean;
  /** It was asked for beside the stream, where that does not begin with the task. */
  readonly isAside?: boolean;
}

/** One interface of an agent: speaks its binding and its version, and nothing but the domain model to its caller. */
export interface Transport {
  readonly url: string;
  /** Copied into every request: the interface is one tenant's. */
  readonly tenant?: string | undefined;
  readonly version: Version;
  /** How the version that is spoken behaves where versions differ. */
  readonly rules: Pick<ClientRules, "clientTaskIds" | "streamsBeginWithTask" | "streamsEndWithTurn" | "saysGenerations">;
  /** @throws A2AError what the agent answers; LocalError `NETWORK`, `TIMEOUT`, `BAD_RESPONSE`, `UNSUPPORTED` */
  call<O extends Operation>(operation: O, params: ParamsOf<O>, options: TransportCall): Promise<ResultOf<O>>;
  /** @throws A2AError what the agent answers; LocalError `NETWORK`, `TIMEOUT`, `BAD_RESPONSE`, `UNSUPPORTED` */
  stream<O extends StreamingOperation>(operation: O, params: ParamsOf<O>, options: StreamOptions): AsyncGenerator<Frame, void>;
}

export type StreamingOperation = "SendStreamingMessage" | "SubscribeToTask";

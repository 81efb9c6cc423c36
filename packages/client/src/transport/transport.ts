import type { StreamResponse } from "@a2a/core";
import type { DialectRules, Operation, ParamsOf, ResultOf } from "@a2a/core/internal";

/** What one call may set. */
export interface CallOptions {
  /** Gives the call up; the task goes on. */
  readonly signal?: AbortSignal;
  /** Gives the call up after so long; where it takes several requests, as it may with older agents, each has so long. */
  readonly timeoutMs?: number;
  /** Headers of this call, in addition to the client's. */
  readonly headers?: Readonly<Record<string, string>>;
  /** URIs of the extensions to activate. */
  readonly extensions?: readonly string[];
}

/** What one stream may set. */
export interface StreamOptions extends CallOptions {
  /** The caller has the task already: where the stream does not begin with it, nothing is made up in its place. */
  readonly isTaskKnown?: boolean;
  /** The conversation of that task, which events of some versions do not say. */
  readonly contextId?: string | undefined;
}

/** One interface of an agent: speaks its binding and its version, and nothing but the domain model to its caller. */
export interface Transport {
  /** How the version that is spoken behaves where versions differ. */
  readonly rules: Pick<DialectRules, "clientTaskIds" | "streamsBeginWithTask" | "subscribeToTerminal">;
  /** @throws A2AError what the agent answers; LocalError `NETWORK`, `TIMEOUT`, `BAD_RESPONSE` */
  call<O extends Operation>(operation: O, params: ParamsOf<O>, options: CallOptions): Promise<ResultOf<O>>;
  /**
   * @returns whether the agent said that nothing follows
   * @throws A2AError what the agent answers; LocalError `NETWORK`, `TIMEOUT`, `BAD_RESPONSE`
   */
  stream<O extends "SendStreamingMessage" | "SubscribeToTask">(
    operation: O,
    params: ParamsOf<O>,
    options: StreamOptions,
  ): AsyncGenerator<StreamResponse, boolean>;
}

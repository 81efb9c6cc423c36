import type { StreamResponse, Version } from "@a2a/core";
import type { Operation, ParamsOf } from "@a2a/core/internal";
import type { CallOptions, Frame, StreamOptions, Transport } from "./transport.js";

/** One call of an operation, as an interceptor sees it: once, however often it is tried. */
export interface InterceptedCall {
  /** Name of the operation in the newest version, whichever is spoken. */
  readonly operation: string;
  /** Params in the domain model. What is changed here is sent. */
  params: object;
  /** Headers of this call, beside the client's. What is set here is sent. */
  readonly headers: Record<string, string>;
  readonly version: Version;
  readonly url: string;
}

/** How a call ended. */
export type CallOutcome = { readonly result: unknown } | { readonly error: unknown };

/** Looks at calls on their way. What it throws, the call is thrown. */
export interface Interceptor {
  before?(call: InterceptedCall): void | Promise<void>;
  /** Of a stream: when it has ended or was left, with `undefined` as result. */
  after?(call: InterceptedCall, outcome: CallOutcome): void | Promise<void>;
  event?(call: InterceptedCall, event: StreamResponse): void | Promise<void>;
}

/** The transport with the interceptors around it: `before` in their order, `event` and `after` in the opposite one. */
export function intercept(transport: Transport, interceptors: readonly Interceptor[]): Transport {
  if (interceptors.length === 0) return transport;
  const outward = [...interceptors].reverse();
  const { url, tenant, version, rules } = transport;

  async function begin<O extends Operation>(operation: O, params: ParamsOf<O>, options: CallOptions): Promise<InterceptedCall> {
    const call: InterceptedCall = { operation, params: structuredClone(params), headers: { ...options.headers }, version, url };
    for (const each of interceptors) await each.before?.(call);
    return call;
  }

  async function end(call: InterceptedCall, outcome: CallOutcome): Promise<void> {
    for (const each of outward) await each.after?.(call, outcome);
  }

  return {
    url,
    tenant,
    version,
    rules,
    async call(operation, params, options) {
      const call = await begin(operation, params, options);
      let outcome: CallOutcome = { result: undefined };
      try {
        // safe: an interceptor that changes params keeps them what they are
        const result = await transport.call(operation, call.params as typeof params, { ...options, headers: call.headers });
        outcome = { result };
        return result;
      } catch (error) {
        outcome = { error };
        throw error;
      } finally {
        await end(call, outcome);
      }
    },
    async *stream(operation, params, options: StreamOptions): AsyncGenerator<Frame, void> {
      const call = await begin(operation, params, options);
      let outcome: CallOutcome = { result: undefined };
      try {
        // safe: as above
        for await (const frame of transport.stream(operation, call.params as typeof params, { ...options, headers: call.headers })) {
          for (const event of frame.events) for (const each of outward) await each.event?.(call, event);
          yield frame;
        }
      } catch (error) {
        outcome = { error };
        throw error;
      } finally {
        await end(call, outcome);
      }
    },
  };
}

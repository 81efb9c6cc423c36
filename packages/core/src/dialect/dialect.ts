import type { RpcError } from "../envelope/response.js";
import type { A2AError } from "../errors/a2a-error.js";
import type { ErrorName, ErrorRow, Refusals } from "../generated/tables.js";
import type { Methods, Operation } from "../generated/v1.0/methods.js";
import type { AgentCard, StreamResponse } from "../generated/v1.0/types.js";
import type { Version } from "../generated/versions.js";
import type { Problem } from "../validate/validator.js";

/** Params of an operation in the domain model. */
export type ParamsOf<O extends Operation> = Methods[O]["params"];

/** Result of an operation in the domain model; of a streaming operation, one item. */
export type ResultOf<O extends Operation> = Methods[O]["result"];

/** A value read from the wire, or the problem with it. */
export type Decoded<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem };

/** How a version behaves where versions differ and a mapping of values cannot say it. Operations read these, never a version. */
export interface DialectRules {
  /** A request may lack its `jsonrpc` member. */
  readonly bareEnvelope: boolean;
}

/**
 * One protocol version on the wire, mapped to the domain model and back. Decoding validates; what it returns can be trusted. What a version
 * lacks is absent: an operation without a method cannot be asked for.
 */
export interface Dialect {
  readonly version: Version;
  readonly rules: DialectRules;
  /** Names of the HTTP headers that this version gives a meaning to. */
  readonly headers: { readonly version?: string; readonly extensions?: string; readonly notificationToken?: string };
  /** Path of the agent card below the origin. */
  readonly cardPath: string;
  readonly errors: Readonly<Record<ErrorName, ErrorRow>>;
  readonly refusals: Refusals;
  /** The operation that a JSON-RPC method name asks for. */
  operationOf(method: string): Operation | undefined;
  /** The JSON-RPC method name of an operation. */
  methodOf(operation: Operation): string | undefined;
  decodeParams<O extends Operation>(operation: O, wire: unknown): Decoded<ParamsOf<O>>;
  encodeParams<O extends Operation>(operation: O, params: ParamsOf<O>): unknown;
  decodeResult<O extends Operation>(operation: O, wire: unknown): Decoded<ResultOf<O>>;
  encodeResult<O extends Operation>(operation: O, result: ResultOf<O>): unknown;
  decodeEvent(wire: unknown): Decoded<StreamResponse>;
  encodeEvent(event: StreamResponse): unknown;
  decodeError(wire: RpcError): A2AError;
  encodeError(error: A2AError): RpcError;
  decodeCard(wire: unknown): Decoded<AgentCard>;
  encodeCard(card: AgentCard): unknown;
}

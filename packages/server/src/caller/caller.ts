import type { Struct } from "@a2a/core";
import type { MaybePromise } from "../maybe-promise.js";
import type { ClientCertificate } from "./client-certificate.js";

/** Who calls. Plain JSON, because it is kept with the tasks that it causes. */
export interface Caller {
  /** Name of the authenticated user; absent for an anonymous caller. Tasks belong to it. */
  readonly user?: string;
  /** What its credentials let it do, as they say it: scopes of OAuth 2, roles. */
  readonly scopes?: readonly string[];
  /** What else its credentials say of it, as far as agents are to know. */
  readonly claims?: Struct;
}

/** What identifies the caller of a request. */
export interface CallerRequest {
  /** A header's value by its name in any case. */
  header(name: string): string | undefined;
  /** The certificate that the client has proved to be its own, of an authority that is trusted; where connections are encrypted and ask for one. */
  clientCertificate(): ClientCertificate | undefined;
}

/** A request as it is searched for credentials. */
export interface CredentialsRequest extends CallerRequest {
  /** Every value of a header that came more than once, as far as the server tells them apart. */
  headerValues(name: string): readonly string[];
  /** The parameters of the query, decoded, in their order. */
  queryEntries(): Iterable<readonly [name: string, value: string]>;
}

/**
 * Tells who calls.
 *
 * @throws A2AError `UnauthenticatedError`, `ForbiddenError` to refuse the call
 */
export type Authenticate = (request: CallerRequest) => Caller | Promise<Caller>;

/** Finds out who calls, by whatever the server was told to. */
export type FindCaller = (request: CredentialsRequest) => MaybePromise<Caller>;

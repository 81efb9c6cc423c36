/** Who calls. */
export interface Caller {
  /** Name of the authenticated user; absent for an anonymous caller. Tasks belong to it. */
  readonly user?: string;
}

/** What identifies the caller of a request. */
export interface CallerRequest {
  /** A header's value by its name in any case. */
  header(name: string): string | undefined;
}

/**
 * Tells who calls.
 *
 * @throws A2AError `UnauthenticatedError`, `ForbiddenError` to refuse the call
 */
export type Authenticate = (request: CallerRequest) => Caller | Promise<Caller>;

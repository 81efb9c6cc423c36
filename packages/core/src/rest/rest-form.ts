import type { ClientDialect, Dialect } from "../dialect/dialect.js";
import type { A2AError } from "../errors/a2a-error.js";
import type { RestTable } from "../generated/tables.js";

/** One version over HTTP+JSON, as far as a client writes and reads it. */
export interface RestClientForm {
  readonly dialect: ClientDialect;
  readonly table: RestTable;
  /** Reads the body of an answer that is none of success; undefined where it says no error. */
  decodeError(httpStatus: number, body: unknown): A2AError | undefined;
}

/** One version over HTTP+JSON, for servers. */
export interface RestForm {
  readonly dialect: Dialect;
  readonly table: RestTable;
  /** Writes the body of an error that is answered with this status, and the data of the event that ends a stream with it. */
  encodeError(error: A2AError, httpStatus: number): unknown;
}

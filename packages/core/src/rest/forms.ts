import { dialectV10 } from "../dialect/v1.0/index.js";
import { rest as restV10 } from "../generated/v1.0/rest.js";
import type { RestForm } from "./rest-form.js";
import { encodeStatusError } from "./status-error.js";

/** The versions that have an HTTP+JSON binding, newest first. */
export const restForms: readonly RestForm[] = [{ dialect: dialectV10, table: restV10, encodeError: encodeStatusError }];

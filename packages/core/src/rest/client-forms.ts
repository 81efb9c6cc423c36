import { clientV03Proto } from "../dialect/v0.3-proto/client.js";
import { clientV10 } from "../dialect/v1.0/client.js";
import { clientV11 } from "../dialect/v1.1/client.js";
import { rest as restV03 } from "../generated/v0.3-proto/rest.js";
import { rest as restV10 } from "../generated/v1.0/rest.js";
import { rest as restV11 } from "../generated/v1.1/rest.js";
import { decodeBareError } from "./bare-error.js";
import { decodeRefinedStatusError } from "./refined-status-error.js";
import type { RestClientForm } from "./rest-form.js";
import { decodeStatusError } from "./status-error.js";

/** Protocol 1.0 alone, for those who load no other. */
export const restClientV10: RestClientForm = { dialect: clientV10, table: restV10, decodeError: decodeStatusError };

/** Protocol 1.1, which is a preview, for those who ask for it. */
export const restClientV11: RestClientForm = { dialect: clientV11, table: restV11, decodeError: decodeRefinedStatusError };

/** The versions that have an HTTP+JSON binding, newest first, but for previews. */
export const restClientForms: readonly [RestClientForm, ...RestClientForm[]] = [
  restClientV10,
  { dialect: clientV03Proto, table: restV03, decodeError: decodeBareError },
];

import { dialectV03Proto } from "../dialect/v0.3-proto/index.js";
import { dialectV10 } from "../dialect/v1.0/index.js";
import { dialectV11 } from "../dialect/v1.1/index.js";
import { rest as restV03 } from "../generated/v0.3-proto/rest.js";
import { rest as restV10 } from "../generated/v1.0/rest.js";
import { rest as restV11 } from "../generated/v1.1/rest.js";
import { encodeBareError } from "./bare-error.js";
import { encodeRefinedStatusError } from "./refined-status-error.js";
import type { RestForm } from "./rest-form.js";
import { encodeStatusError } from "./status-error.js";

/** The versions that have an HTTP+JSON binding, newest first, those in preview last. */
export const restForms: readonly [RestForm, ...RestForm[]] = [
  { dialect: dialectV10, table: restV10, encodeError: encodeStatusError },
  { dialect: dialectV03Proto, table: restV03, encodeError: encodeBareError },
  { dialect: dialectV11, table: restV11, encodeError: encodeRefinedStatusError },
];

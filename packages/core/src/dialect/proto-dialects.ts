import type { Dialect } from "./dialect.js";
import { dialectV03Proto } from "./v0.3-proto/index.js";
import { dialectV10 } from "./v1.0/index.js";
import { dialectV11 } from "./v1.1/index.js";

/** Every version that protobuf defines, in the JSON of its definition, newest first, those in preview last: what HTTP+JSON and gRPC speak. */
export const protoDialects: readonly [Dialect, ...Dialect[]] = [dialectV10, dialectV03Proto, dialectV11];

import type { Dialect } from "./dialect.js";
import { dialectV01 } from "./v0.1/index.js";
import { dialectV03 } from "./v0.3/index.js";
import { dialectV10 } from "./v1.0/index.js";
import { dialectV11 } from "./v1.1/index.js";

/** Every version that is spoken, newest first, those in preview last. */
export const dialects: readonly [Dialect, ...Dialect[]] = [dialectV10, dialectV03, dialectV01, dialectV11];

import type { Dialect } from "./dialect.js";
import { dialectV10 } from "./v1.0/index.js";

/** Every version that is spoken, newest first. */
export const dialects: readonly [Dialect, ...Dialect[]] = [dialectV10];

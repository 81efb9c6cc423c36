import type { ClientVersion } from "../dialect.js";
import { factsV01 } from "./facts.js";

/** Protocol 0.1, and the README before it, for clients. */
export const versionV01: ClientVersion = { ...factsV01, load: async () => (await import("./client.js")).clientV01 };

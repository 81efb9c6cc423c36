import type { ClientVersion } from "../dialect.js";
import { factsV10 } from "./facts.js";

/** Protocol 1.0, for clients. */
export const versionV10: ClientVersion = { ...factsV10, load: async () => (await import("./client.js")).clientV10 };

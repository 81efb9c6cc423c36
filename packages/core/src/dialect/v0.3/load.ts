import type { ClientVersion } from "../dialect.js";
import { factsV03 } from "./facts.js";

/** Protocol 0.3, and 0.2 before it, for clients. */
export const versionV03: ClientVersion = { ...factsV03, load: async () => (await import("./client.js")).clientV03 };

import type { ClientVersion } from "../dialect.js";
import { factsV11 } from "./facts.js";

/** Protocol 1.1, a preview, for clients. */
export const versionV11: ClientVersion = { ...factsV11, load: async () => (await import("./client.js")).clientV11 };

import type { ClientDialect } from "./dialect.js";
import { clientV01 } from "./v0.1/client.js";
import { clientV03 } from "./v0.3/client.js";
import { clientV10 } from "./v1.0/client.js";

/** What clients need of every version that is spoken, newest first, but for previews. A page that connects loads these, and nothing of the other half. */
export const clientDialects: readonly [ClientDialect, ...ClientDialect[]] = [clientV10, clientV03, clientV01];

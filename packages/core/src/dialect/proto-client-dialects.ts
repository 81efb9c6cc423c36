import type { ClientDialect } from "./dialect.js";
import { clientV03Proto } from "./v0.3-proto/client.js";
import { clientV10 } from "./v1.0/client.js";

/** What clients need of every version that protobuf defines, newest first, but for previews. A page that speaks JSON-RPC alone does not load it. */
export const protoClientDialects: readonly [ClientDialect, ...ClientDialect[]] = [clientV10, clientV03Proto];

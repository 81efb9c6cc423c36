import { jsonNames } from "#shapes/v1.1";
import { createProtoObject } from "../proto-object.js";
import type { Rewrite } from "../read-tolerant.js";
import { shape } from "../rewrite.js";
import { acceptParams as acceptParamsV10 } from "../v1.0/accept-params.js";
import { acceptInteger } from "./accept.js";

const requestObject = createProtoObject(jsonNames);

/** Rewrites the params of GetTask. */
export const acceptGetTask: Rewrite = requestObject({ currentGeneration: acceptInteger });

const guarded = shape({ configuration: requestObject({ ifGenerationMatch: acceptInteger }) });

/** Rewrites the params of operations that send a message. */
export const acceptSend: Rewrite = (value) => guarded(acceptParamsV10.SendMessage(value));

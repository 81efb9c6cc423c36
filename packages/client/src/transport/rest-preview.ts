import { restClientV10, restClientV11 } from "@a2a/core/internal/rest";
import { createRestTransport } from "./rest.js";
import type { Transport } from "./transport.js";
import type { TransportSettings } from "./transport-factory.js";

/** Speaks HTTP+JSON of protocol 1.1 and 1.0. */
export function create(settings: TransportSettings): Transport {
  return createRestTransport(settings.dialect.isPreview ? restClientV11 : restClientV10, settings);
}

import type { RestClientForm } from "@a2a/core/internal/rest";
import { restClientForms } from "@a2a/core/internal/rest";
import { createRestTransport } from "./rest.js";
import type { Transport } from "./transport.js";
import type { TransportSettings } from "./transport-factory.js";

/** Speaks HTTP+JSON of any version that has it. */
export function create(settings: TransportSettings): Transport {
  const { version } = settings.dialect;
  // safe: a test holds the versions that are chosen from to those that are here
  const form = restClientForms.find(({ dialect }) => dialect.version === version) as RestClientForm;
  return createRestTransport(form, settings);
}

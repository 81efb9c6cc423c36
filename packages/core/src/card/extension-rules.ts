import { dialectFor } from "../dialect/choose-dialect.js";
import { dialects } from "../dialect/dialects.js";
import type { AgentCard } from "../generated/v1.0/types.js";
import type { CardRule, Found } from "./card-finding.js";
import { urlOf } from "./web-url.js";

const clauses = { "1.0": "1.0, section 4.4.4", "0.3": "0.3, section 5.5.2.1" } as const;

/** Whether callers can ask for the agent's extensions. */
export const extensionRules: readonly CardRule[] = [
  {
    rule: "extension-uri",
    severity: "error",
    clauses,
    *find(card) {
      for (const [at, { uri = "" }] of extensionsOf(card)) {
        const message = uri === "" ? "without a URI nobody can ask for the extension" : `${JSON.stringify(uri)} is not an absolute URI`;
        if (!urlOf(uri)) yield { pointer: `/capabilities/extensions/${at}/uri`, message };
      }
    },
  },
  {
    rule: "extension-duplicate",
    severity: "warning",
    clauses,
    *find(card) {
      const firstByUri = new Map<string, number>();
      for (const [at, { uri }] of extensionsOf(card)) {
        const first = uri && firstByUri.get(uri);
        if (typeof first === "number")
          yield { pointer: `/capabilities/extensions/${at}/uri`, message: `is the URI of the extension at ${first} already` };
        else if (uri) firstByUri.set(uri, at);
      }
    },
  },
  { rule: "extension-out-of-reach", severity: "warning", clauses: { "1.0": "1.0, section 4.6.3" }, find: findOutOfReach },
];

function* findOutOfReach(card: AgentCard): Generator<Found> {
  const mute = card.supportedInterfaces
    .map(({ protocolVersion }) => dialectFor(dialects, protocolVersion))
    .find((dialect) => dialect && !dialect.headers.extensions);
  if (!mute) return;
  for (const [at, { required }] of extensionsOf(card)) {
    const message = `callers in version ${mute.version} cannot activate extensions, so that its interface is closed to them`;
    if (required) yield { pointer: `/capabilities/extensions/${at}/required`, message };
  }
}

function extensionsOf({ capabilities }: AgentCard): [number, NonNullable<AgentCard["capabilities"]["extensions"]>[number]][] {
  return [...(capabilities.extensions ?? []).entries()];
}

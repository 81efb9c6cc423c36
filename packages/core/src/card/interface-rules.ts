import { dialectFor, minorOf } from "../dialect/choose-dialect.js";
import { dialects } from "../dialect/dialects.js";
import type { AgentCard, AgentInterface } from "../generated/v1.0/types.js";
import type { CardRule, Found } from "./card-finding.js";
import { isPrivate, urlOf, webUrlOf } from "./web-url.js";

// The bindings that the specification has, as cards name them: 1.0, section 4.4.6. Others are named by URI.
const bindings: readonly string[] = ["JSONRPC", "GRPC", "HTTP+JSON"];

const clauses = { "1.0": "1.0, section 4.4.6", "0.3": "0.3, section 5.6.1", "0.1": "0.1, section 5.5" } as const;
const later = { "1.0": clauses["1.0"], "0.3": "0.3, section 5.5.5" } as const;

/** Whether callers can reach the agent, and know how to speak to it there. */
export const interfaceRules: readonly CardRule[] = [
  {
    rule: "interface-url",
    severity: "error",
    clauses,
    find: (card) =>
      each(card, "url", ({ url, protocolBinding }) => {
        const known = bindings.includes(protocolBinding) ? webUrlOf(url) : urlOf(url);
        return known ? undefined : `${JSON.stringify(url)} is not an absolute http or https URL`;
      }),
  },
  {
    rule: "interface-https",
    severity: "error",
    clauses,
    find: (card) =>
      each(card, "url", ({ url }) => {
        const known = webUrlOf(url);
        return known && !isPrivate(known)
          ? `${JSON.stringify(url)} is not https, which only an address of this machine may do without`
          : undefined;
      }),
  },
  {
    rule: "interface-version",
    severity: "error",
    clauses: { "1.0": "1.0, section 3.6", "0.3": "0.3, section 5.5" },
    find: (card) =>
      each(card, "protocolVersion", ({ protocolVersion }) =>
        minorOf(protocolVersion) === undefined ? `${JSON.stringify(protocolVersion)} is not a version such as "1.0"` : undefined,
      ),
  },
  {
    rule: "interface-version-unknown",
    severity: "warning",
    clauses: { "1.0": "1.0, section 3.6", "0.3": "0.3, section 5.5" },
    find: (card) =>
      each(card, "protocolVersion", ({ protocolVersion }) =>
        minorOf(protocolVersion) !== undefined && !dialectFor(dialects, protocolVersion)
          ? `version ${protocolVersion} is not one of those that are known: ${dialects.map(({ version }) => version).join(", ")}`
          : undefined,
      ),
  },
  {
    rule: "interface-binding-unknown",
    severity: "warning",
    clauses: { "1.0": "1.0, section 5.8", "0.3": "0.3, section 3.2" },
    find: (card) =>
      each(card, "protocolBinding", ({ protocolBinding }) =>
        bindings.includes(protocolBinding) || urlOf(protocolBinding)
          ? undefined
          : `${JSON.stringify(protocolBinding)} is neither one of ${bindings.join(", ")} nor the URI of another binding`,
      ),
  },
  { rule: "interface-duplicate", severity: "warning", clauses: { "1.0": "1.0, section 8.3.1" }, find: findDuplicates },
  {
    rule: "interface-tenant",
    severity: "warning",
    clauses: { "1.0": clauses["1.0"] },
    find: (card) =>
      each(card, "tenant", ({ tenant, protocolVersion }) =>
        tenant && dialectFor(dialects, protocolVersion)?.rules.tenants === false
          ? `callers in version ${protocolVersion} cannot name a tenant`
          : undefined,
      ),
  },
  { rule: "interface-none-known", severity: "error", clauses: later, find: findNoneKnown },
  {
    rule: "preferred-transport-missing",
    severity: "warning",
    clauses: { "0.3": "0.3, section 5.6.1" },
    *find({ supportedInterfaces }, wire) {
      // 0.2, which has the same cards, does not ask for it.
      const isOwn = supportedInterfaces.some(({ protocolVersion }) => minorOf(protocolVersion) === "0.3");
      const message = `preferredTransport is missing: callers take ${supportedInterfaces[0]?.protocolBinding} for meant`;
      if (isOwn && (wire.preferredTransport ?? null) === null) yield { pointer: "/supportedInterfaces/0/protocolBinding", message };
    },
  },
];

function* each(
  { supportedInterfaces }: AgentCard,
  member: keyof AgentInterface,
  judge: (one: AgentInterface) => string | undefined,
): Generator<Found> {
  for (const [at, one] of supportedInterfaces.entries()) {
    const message = judge(one);
    if (message !== undefined) yield { pointer: `/supportedInterfaces/${at}/${member}`, message };
  }
}

function* findDuplicates({ supportedInterfaces }: AgentCard): Generator<Found> {
  const seen = new Map<string, number>();
  for (const [at, { url, protocolBinding, protocolVersion, tenant = "" }] of supportedInterfaces.entries()) {
    const key = JSON.stringify([url, protocolBinding, minorOf(protocolVersion) ?? protocolVersion, tenant]);
    const first = seen.get(key);
    if (first === undefined) seen.set(key, at);
    else yield { pointer: `/supportedInterfaces/${at}`, message: `says the same as the one at ${first}: URL, binding, version and tenant` };
  }
}

function* findNoneKnown({ supportedInterfaces }: AgentCard): Generator<Found> {
  const isKnown = supportedInterfaces.some(
    ({ protocolBinding, protocolVersion }) => bindings.includes(protocolBinding) && dialectFor(dialects, protocolVersion),
  );
  const message = `no interface speaks a known version over ${bindings.join(", ")}: callers without knowledge of their own cannot call the agent`;
  if (!isKnown) yield { pointer: "/supportedInterfaces", message };
}

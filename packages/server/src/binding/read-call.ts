import type { AgentCard } from "@a2a/core";
import { A2AError } from "@a2a/core";
import type { Dialect, Operation } from "@a2a/core/internal";
import type { TurnContext } from "../agent/turn-input.js";
import type { Caller } from "../caller/caller.js";
import type { Incoming } from "../http/exchange.js";
import { invalidParams } from "../invalid-params.js";
import type { Call } from "../operation/call.js";
import { assertWithinLimits } from "./check-params.js";
import type { Endpoint } from "./endpoint.js";
import type { Observation } from "./observe.js";

/** One request whose caller is known: the version, the operation, and its params as they came. */
export interface Requested<O extends Operation> {
  readonly dialect: Dialect;
  readonly operation: O;
  readonly params: unknown;
  readonly caller: Caller;
  /** The card of the agent at the address that was asked. */
  readonly card: AgentCard;
  /** Told what the request says of itself. */
  readonly observation: Observation;
}

/**
 * Validates the params, and reads what the headers say.
 *
 * @throws A2AError `InvalidParamsError`, `ExtensionSupportRequiredError`
 */
export function readCall<O extends Operation>(
  endpoint: Endpoint,
  exchange: Incoming,
  { dialect, operation, params, caller, card, observation }: Requested<O>,
): Call<O> {
  const decoded = dialect.decodeParams(operation, params);
  if (!decoded.ok) {
    const { pointer, expected, clause } = decoded.problem;
    const violations = [{ pointer, expected }];
    throw new A2AError("InvalidParamsError", `${pointer || "the params"}: expected ${expected} (${clause})`, { violations });
  }
  assertWithinLimits(decoded.value, endpoint);
  const context = { caller, ...readContext(endpoint, exchange, card, decoded.value) };
  observation.context = context;
  const cursor = readCursor(exchange);
  return {
    params: decoded.value,
    context,
    rules: dialect.rules,
    version: dialect.version,
    ...(cursor !== undefined && { cursor }),
    ...(decoded.conditions && { conditions: decoded.conditions }),
    ...(dialect.rules.saysGenerations && { generations: new Map() }),
    client: exchange.client,
  };
}

/** What an agent may know of a request besides its caller. */
function readContext(endpoint: Endpoint, exchange: Incoming, card: AgentCard, params: object): Omit<TurnContext, "caller"> {
  const { tenant, metadata, configuration }: Partial<Call<"SendMessage">["params"]> = params;
  const acceptedOutputModes = configuration?.acceptedOutputModes;
  const trace = readTrace(exchange);
  assertTenant(endpoint, tenant);
  return {
    ...(tenant && { tenant }),
    ...(metadata && { metadata }),
    ...(acceptedOutputModes && { acceptedOutputModes }),
    ...(trace && { trace }),
    extensions: activeExtensions(endpoint, exchange, card),
    parameters: serviceParameters(exchange),
  };
}

function assertTenant({ tenants }: Endpoint, tenant: string | undefined): void {
  if (tenants && !tenants.includes(tenant ?? "")) throw invalidParams("/tenant", "a tenant of this agent, as its card names them");
}

/**
 * The extensions of the card that the caller activates, under whichever version's header name.
 *
 * @throws A2AError `ExtensionSupportRequiredError` where it leaves out a required one
 * @see A2A 1.0, section 3.3.4
 */
function activeExtensions({ extensionHeaders }: Endpoint, exchange: Incoming, { capabilities }: AgentCard): readonly string[] {
  const { extensions: declared = [] } = capabilities;
  if (declared.length === 0) return [];
  const asked = extensionHeaders.flatMap((name) => exchange.header(name)?.split(",") ?? []).map((uri) => uri.trim());
  const missing = declared.find(({ uri, required }) => required && (uri === undefined || !asked.includes(uri)));
  if (missing) throw new A2AError("ExtensionSupportRequiredError", `the caller has to activate ${missing.uri}`);
  return [...new Set(asked)].filter((each) => declared.some(({ uri }) => uri === each));
}

function serviceParameters(exchange: Incoming): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of exchange.headerNames()) {
    const value = name.startsWith("a2a-") ? exchange.header(name) : undefined;
    if (value !== undefined) found[name] = value;
  }
  return found;
}

// Versions after 00 may say more behind the flags.
const traceparentPattern = /^(?!ff|00.{54})[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-.*)?$/;

/** Trace context, where the header is one: W3C Trace Context, section 3.2. */
function readTrace(exchange: Incoming): TurnContext["trace"] {
  const traceparent = exchange.header("traceparent");
  if (traceparent === undefined || !traceparentPattern.test(traceparent)) return undefined;
  const tracestate = exchange.header("tracestate");
  return { traceparent, ...(tracestate && { tracestate }) };
}

/** The number of the last event that a reader has: WHATWG HTML, section 9.2.4. What is no number is nobody's cursor here. */
function readCursor(exchange: Incoming): number | undefined {
  const id = exchange.header("last-event-id");
  return id !== undefined && /^\d{1,15}$/.test(id) ? Number(id) : undefined;
}

import type { AgentCard } from "@a2a/core";
import { A2AError } from "@a2a/core";
import type { Dialect } from "@a2a/core/internal";
import { reopening } from "@a2a/core/internal";
import { dialects } from "@a2a/core/internal/dialects";
import type { AgentDefinition } from "./agent/agent.js";
import type { Offered, Served } from "./agent/complete-card.js";
import { completeCard, completeExtendedCard } from "./agent/complete-card.js";
import { placesOfCards } from "./binding/card-places.js";
import { withCors } from "./binding/cors.js";
import type { Endpoint } from "./binding/endpoint.js";
import { placesOfKeySet } from "./binding/key-set.js";
import { createOpenApi } from "./binding/openapi.js";
import { createRateLimit } from "./binding/rate-limit.js";
import { answerError } from "./binding/refuse.js";
import { createRepresentations } from "./binding/represent-card.js";
import type { RestBinding } from "./binding/rest-binding.js";
import { createRestBinding } from "./binding/rest-binding.js";
import { answer } from "./binding/route.js";
import { createStreamPlaces } from "./binding/stream-places.js";
import { createFindCaller } from "./caller/find-caller.js";
import type { CompleteOptions, HandlerOptions } from "./handler-options.js";
import { completeOptions } from "./handler-options.js";
import type { Answer, Answerer, Exchange } from "./http/exchange.js";
import type { OperationContext } from "./operation/call.js";
import { createRecentMessages } from "./operation/recent-messages.js";
import { PushConfigs } from "./push/push-configs.js";
import { PushSender } from "./push/push-sender.js";
import type { Signing } from "./signing/create-signing.js";
import { createSigning } from "./signing/create-signing.js";
import { keySetPath } from "./signing/signing-options.js";
import { createMemoryStore } from "./store/memory-store.js";
import { createSweep } from "./sweep.js";
import { TaskRuntime } from "./task/task-runtime.js";

/** An agent being served: its answers, and its end. */
export interface Service {
  readonly answer: Answerer;
  /** Refuses a request that was sent to a host that is none of the agent's. */
  refuseHost(exchange: Exchange): Answer;
  /** What bindings beside those of HTTP work with. */
  readonly endpoint: Endpoint;
  /** Lists a binding in the agent's card that is served beside those of HTTP. Returns what takes it out again. */
  offer(offer: OfferBeside): () => void;
  /**
   * Calls back when the agent begins to close, with what resolves when it has; the close waits for what the callback returns. Returns what stops that.
   */
  onClose(act: OnClose): () => void;
  /** Refuses new work, stops running turns, lets streams and webhooks end with what there is, and closes the store. */
  close(): Promise<void>;
}

// So many webhooks at a time are taken over from processes that have ended: the rest has its turn soon.
const maxAdopted = 100;

/** A binding beside those of HTTP, given where these are called: it may be at the same host. */
export type OfferBeside = (httpUrl: string) => Offered;

/** What goes on when an agent closes. */
export type OnClose = (closed: Promise<void>) => Promise<void>;

/**
 * Puts an agent, its options and the road between them together.
 *
 * @throws TypeError where the card or an option is not valid
 */
export function createService(definition: AgentDefinition, options: HandlerOptions): Service {
  const complete = completeOptions(options, createMemoryStore);
  const { store, logger, stopTimeoutMs } = complete;
  const spoken = spokenDialects(complete);
  const signing = complete.signing && createSigning(complete.signing, complete.now);
  // Without a Date for each look at it.
  const clock = options.now ? () => complete.now().getTime() : Date.now;
  const timestamps = createTimestamps(clock);
  const runtime = new TaskRuntime({ ...complete, definition, now: timestamps });
  const sender = new PushSender({
    store,
    logger,
    dialects: spoken,
    delivery: signing ? signing.deliveries(complete.push) : complete.push,
    now: timestamps,
    read: (key, after, left) => runtime.read(key, after, { left }),
  });
  const push = new PushConfigs({ ...complete.push, store: store.push, sender, dialects: spoken, makeId: complete.makeId });
  const also = new Set<OfferBeside>();
  const { endpoint, card, forgetCards } = createEndpoint(definition, complete, { dialects: spoken, runtime, push, clock, also, signing });
  const takeOver = async (): Promise<void> => {
    const looked = (what: string) => (error: unknown) =>
      logger.warn({ error }, `${what} that other processes have left could not be looked for`);
    await runtime.takeOver().catch(looked("tasks"));
    await sender.adopt(maxAdopted).catch(looked("webhooks"));
  };
  const sweep = store.isDurable ? createSweep(complete.sweepMs, takeOver) : undefined;
  const closing = new Set<OnClose>();
  const closeAll = async (): Promise<void> => {
    await sweep?.stop();
    await runtime.close();
    await sender.close(stopTimeoutMs);
    await store.close();
  };
  return {
    endpoint,
    offer(offer) {
      also.add(offer);
      forgetCards();
      return () => {
        also.delete(offer);
        forgetCards();
      };
    },
    answer: withCors(answerAll(endpoint), { ...complete, ...endpoint, card }),
    refuseHost(exchange) {
      const error = new A2AError("ForbiddenError", "nothing is served for this host: who serves the agent can name it in allowedHosts");
      return answerError(endpoint, exchange, error, { dialect: endpoint.dialects[0] });
    },
    onClose(act) {
      closing.add(act);
      return () => void closing.delete(act);
    },
    async close() {
      const closed = closeAll();
      const others = [...closing].map((act) => act(closed));
      closing.clear();
      await Promise.all([closed, ...others]);
    },
  };
}

/** Answers whatever comes. */
function answerAll(endpoint: Endpoint): Answerer {
  return async (exchange) => {
    try {
      return await answer(endpoint, exchange);
    } catch (error) {
      if (!exchange.client.isAborted) endpoint.logger.error({ error }, "a request failed");
      return answerError(endpoint, exchange, A2AError.from(error));
    }
  };
}

interface Parts {
  readonly dialects: readonly [Dialect, ...Dialect[]];
  readonly runtime: TaskRuntime;
  readonly push: PushConfigs;
  /** Bindings beside those of HTTP. */
  readonly also: ReadonlySet<OfferBeside>;
  readonly signing: Signing | undefined;
  /** Milliseconds since 1970. */
  clock(): number;
}

function createEndpoint(
  definition: AgentDefinition,
  options: CompleteOptions,
  { dialects: spoken, runtime, push, clock, also, signing }: Parts,
): { readonly endpoint: Endpoint; readonly card: AgentCard; forgetCards(): void } {
  const { makeId, tenants, publicUrl, basePath, bindings } = options;
  const { extendedCard } = definition;
  const isRpcServed = bindings.includes("JSONRPC");
  const rest = bindings.includes("HTTP+JSON") ? createRestBinding(spoken) : undefined;
  const servedAt = (url: string): Served => ({
    offered: [...(isRpcServed ? [rpcAt(url, spoken)] : []), ...(rest ? [restAt(url, rest)] : []), ...[...also].map((offer) => offer(url))],
    ...(tenants && { tenants }),
  });
  const recent = createRecentMessages(options.duplicateWindowMs, clock);
  const createContext = (url: string): OperationContext => ({
    runtime,
    push,
    recent,
    card: completeCard(definition, servedAt(url)),
    async extendedCardFor(caller) {
      const extended = typeof extendedCard === "function" ? await extendedCard(caller) : extendedCard;
      return extended && completeExtendedCard(definition, extended, servedAt(url));
    },
    logger: options.logger,
    maxBlockingMs: options.maxBlockingMs,
    longPollMs: options.longPollMs,
    namesInputModes: definition.card.defaultInputModes !== undefined,
    namesOutputModes: definition.card.defaultOutputModes !== undefined,
    maxHistory: options.maxHistory,
    makeId,
  });
  // An invalid card is the author's mistake: it shows at once, not at the first request.
  const { card } = createContext("http://localhost");
  if (extendedCard && typeof extendedCard !== "function") completeExtendedCard(definition, extendedCard, servedAt("http://localhost"));
  const contexts = remembered((origin) => publicUrl ?? `${origin}${basePath || "/"}`, createContext);
  const endpoint: Endpoint = {
    ...options,
    authenticate: createFindCaller(definition.card, options),
    dialects: spoken,
    isRpcServed,
    ...(rest && { rest }),
    cardPlaces: new Map([
      ...placesOfCards(spoken, basePath, {
        openApi: options.openApi && rest ? createOpenApi(options) : undefined,
        health: options.health,
      }),
      ...(signing ? placesOfKeySet(keySetPath, basePath, signing.keySet, options.now) : []),
    ]),
    representCard: createRepresentations(options.now, signing?.signCard),
    ...(signing && { signCard: signing.signCard }),
    contextAt: contexts.at,
    extensionHeaders: [...new Set(spoken.flatMap(({ headers }) => headers.extensions ?? []))],
    streamPlaces: createStreamPlaces(options),
    ...(options.requestsPerSecond !== undefined && { limitRate: createRateLimit(options.requestsPerSecond, clock) }),
    isClosed: () => runtime.isClosed,
    pingStore: async () => options.store.ping(),
  };
  return { endpoint, card, forgetCards: contexts.forget };
}

function rpcAt(url: string, dialects: readonly Dialect[]): Offered {
  return { protocolBinding: "JSONRPC", url, versions: dialects.map(({ version }) => version) };
}

/** Callers put a path behind the address that begins with a slash. */
function restAt(url: string, { forms }: RestBinding): Offered {
  return { protocolBinding: "HTTP+JSON", url: url.replace(/\/$/, ""), versions: forms.map(({ dialect }) => dialect.version) };
}

/** Times as the wire has them. Whatever happens within one millisecond shares a text. */
function createTimestamps(clock: () => number): () => string {
  let last = Number.NaN;
  let text = "";
  return () => {
    const time = clock();
    if (time !== last) text = new Date(time).toISOString();
    last = time;
    return text;
  };
}

/** Where there are tenants, a version that cannot name one cannot be served. */
function spokenDialects({ versions, tenants, reopenTerminal }: CompleteOptions): readonly [Dialect, ...Dialect[]] {
  const spoken = dialects.filter(({ version, rules }) => versions.includes(version) && (!tenants || rules.tenants));
  const [newest, ...older] = spoken.map((dialect) => (reopenTerminal && dialect.rules.clientTaskIds ? reopening(dialect) : dialect));
  if (!newest) throw new TypeError("no version that is served can name a tenant");
  return [newest, ...older];
}

// Without publicUrl the card depends on the Host header: a bounded number of them is remembered.
const maxContexts = 16;

interface Remembered {
  at(origin: string): OperationContext;
  forget(): void;
}

function remembered(urlAt: (origin: string) => string, create: (url: string) => OperationContext): Remembered {
  const known = new Map<string, OperationContext>();
  return {
    at(origin) {
      const url = urlAt(origin);
      const found = known.get(url);
      if (found) return found;
      const context = create(url);
      if (known.size >= maxContexts) known.clear();
      known.set(url, context);
      return context;
    },
    forget: () => known.clear(),
  };
}

import type { AgentCard } from "@a2a/core";
import type { Dialect } from "@a2a/core/internal";
import type { CorsOptions } from "../cors-options.js";
import type { Answer, Answerer, Exchange } from "../http/exchange.js";
import type { CardPlace } from "./card-places.js";
import { openToAll } from "./representation.js";

/** What pages of other origins may do, and where. */
export interface CorsPolicy {
  /** Absent: they may call nothing. */
  readonly cors?: Required<CorsOptions> | undefined;
  readonly dialects: readonly [Dialect, ...Dialect[]];
  readonly card: AgentCard;
  /** What is open to all, by path. */
  readonly cardPlaces: ReadonlyMap<string, CardPlace>;
}

type Headers = Readonly<Record<string, string>>;

// Of HTTP itself, of event streams and of trace context.
const usualHeaders = ["authorization", "content-type", "last-event-id", "traceparent", "tracestate", "baggage"];

const cardMaxAgeSeconds = 7200;

/**
 * Answers browsers that ask whether a page of another origin may call, and tells them who may read an answer. A request that asks is one for a path
 * that is served: what is allowed there is what the refusal of its verb says.
 *
 * @see Fetch standard, section 3.3
 */
export function withCors(answer: Answerer, policy: CorsPolicy): Answerer {
  const { cors, cardPlaces } = policy;
  const { requested, exposed } = headersOf(policy);
  const isOpen = ({ path }: Exchange): boolean => (cardPlaces.get(path)?.kind ?? "extended") !== "extended";
  const permissionFor = (exchange: Exchange): Headers | undefined => {
    if (isOpen(exchange)) return openToAll;
    return cors && permit(cors, exchange.header("origin"));
  };
  const answerPreflight = async (exchange: Exchange): Promise<Answer> => {
    const refused = await answer(exchange);
    const { allow } = refused.headers;
    const permission = permissionFor(exchange);
    if (allow === undefined || !permission?.[allowOrigin]) return extended(refused, permission);
    const headers = {
      "access-control-allow-methods": allow,
      "access-control-allow-headers": requested,
      "access-control-max-age": String(isOpen(exchange) ? cardMaxAgeSeconds : cors?.maxAgeSeconds),
    };
    return { status: 204, headers: Object.assign({}, permission, headers), body: undefined };
  };
  return (exchange) => {
    if (isPreflight(exchange)) return answerPreflight(exchange);
    if (!cors || isOpen(exchange)) return answer(exchange);
    const permission = permissionFor(exchange);
    const shown = permission?.[allowOrigin] ? Object.assign({ "access-control-expose-headers": exposed }, permission) : permission;
    return answer(exchange).then((answered) => extended(answered, shown));
  };
}

const allowOrigin = "access-control-allow-origin";

function isPreflight(exchange: Exchange): boolean {
  return (
    exchange.verb === "OPTIONS" && exchange.header("origin") !== undefined && exchange.header("access-control-request-method") !== undefined
  );
}

/** Who may read an answer. Where it depends on who asks, caches have to know. */
function permit({ origins, credentials }: Required<CorsOptions>, origin: string | undefined): Headers {
  if (origins === "*") return openToAll;
  const vary = "Origin";
  if (origin === undefined || !origins.includes(origin)) return { vary };
  return credentials ? { [allowOrigin]: origin, "access-control-allow-credentials": "true", vary } : { [allowOrigin]: origin, vary };
}

function extended(answer: Answer, headers: Headers | undefined): Answer {
  return headers ? Object.assign({}, answer, { headers: Object.assign({}, answer.headers, headers) }) : answer;
}

/** The headers that pages may send, and those of answers that they may read. */
function headersOf({ cors, dialects, card }: CorsPolicy): { readonly requested: string; readonly exposed: string } {
  const [newest] = dialects;
  const { tag, unlessTag, unlessModified } = newest.card.caching.headers;
  const ofProtocol = dialects.flatMap(({ headers: { version, extensions } }) => [version ?? [], extensions ?? []].flat());
  const ofKeys = Object.values(card.securitySchemes ?? {}).flatMap(({ apiKeySecurityScheme: key }) =>
    key?.location === "header" ? key.name : [],
  );
  const ofChallenges = Object.values(newest.errors).flatMap(({ challengeHeader }) => challengeHeader ?? []);
  return {
    requested: listed([...usualHeaders, ...ofProtocol, unlessTag, unlessModified, ...ofKeys, ...(cors?.headers ?? [])]),
    exposed: listed([...ofProtocol, tag, ...ofChallenges, "retry-after"]),
  };
}

function listed(names: readonly string[]): string {
  return [...new Set(names.map((name) => name.toLowerCase()))].join(", ");
}

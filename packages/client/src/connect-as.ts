import type { AgentCard, AgentInterface, CardFinding } from "@a2a/core";
import type { ClientVersion } from "@a2a/core/internal";
import { LocalError } from "@a2a/core/internal";
import type { Client } from "./client.js";
import { createClient } from "./create-client.js";
import { allowed, isWeb } from "./discover/allow-url.js";
import type { CardCache } from "./discover/card-cache.js";
import type { FoundCard } from "./discover/fetch-card.js";
import { fetchCard, readCard } from "./discover/fetch-card.js";
import type { Choice } from "./discover/negotiate.js";
import { negotiate } from "./discover/negotiate.js";
import { createCallLimit, defaultTimeoutMs, within } from "./http/call-limit.js";
import { downloadPart } from "./http/download.js";
import type { Authorize } from "./http/fetch-exchange.js";
import { onceMade } from "./http/once-made.js";
import { loadPart, loadVersion } from "./load-part.js";
import type { ConnectOptions, Settings } from "./options.js";
import { complete } from "./options.js";
import type { MakeRoute } from "./route/fall-back.js";
import { fallBack } from "./route/fall-back.js";
import type { Route } from "./route/route.js";
import { straight } from "./route/route.js";
import { intercept } from "./transport/intercept.js";
import type { Transport } from "./transport/transport.js";
import type { TransportFactory } from "./transport/transport-factory.js";

/** What an entry of this package speaks. */
export interface Spoken {
  /** Newest first. */
  readonly versions: readonly [ClientVersion, ...ClientVersion[]];
  readonly transports: readonly TransportFactory[];
  /** For cards that do not tell which of two versions they are of. */
  readonly probe?: (newer: Transport, older: Transport) => Route;
}

/**
 * Connects to an agent: finds its card and chooses the interface to talk to.
 *
 * @throws LocalError `BAD_RESPONSE` where there is no valid card or no interface that this client speaks, `BAD_SIGNATURE`, `REFUSED_URL`, `NETWORK`, `TIMEOUT`; A2AError where
 * the card is refused; TypeError
 * @see A2A 1.0, section 8
 */
export async function connectAs(spoken: Spoken, target: string | URL | AgentCard, options: ConnectOptions): Promise<Client> {
  const settings = complete(options);
  const url = typeof target === "string" || target instanceof URL ? String(target) : target.name;
  const { signal: limit, stop } = createCallLimit({ signal: options.signal, timeoutMs: settings.timeoutMs, url });
  return within(limit, connectWithin(limit, { spoken, target, options, settings })).finally(stop);
}

interface Connecting {
  readonly spoken: Spoken;
  readonly target: string | URL | AgentCard;
  readonly options: ConnectOptions;
  readonly settings: Settings;
}

async function connectWithin(limit: AbortSignal, { spoken, target, options, settings }: Connecting): Promise<Client> {
  const versions = among(spoken.versions, options.versions, ({ version }) => version);
  const transports = among([...(options.transports ?? []), ...spoken.transports], options.bindings, ({ binding }) => binding);
  const finding = { settings, versions, readable: spoken.versions, limit, cache: options.cardCache };
  const found = await verified(await findCard(target, finding), finding);
  found.keep?.();
  const findings = findingsOf(found, options, settings);
  const choices = await usable(negotiate(found.card, { versions, transports, prefer: settings.prefer }), settings);
  const [first] = choices;
  const authorize = await authorizeFor(found, options, settings);
  const route = fallBack(
    // safe: as many as there are choices, and there is one
    choices.map((choice) => onceMade(() => routeTo(choice, { found, versions, spoken, settings, authorize }))) as [
      MakeRoute,
      ...MakeRoute[],
    ],
    settings.retry.resend,
  );
  return createClient({
    card: found.card,
    // safe: as above
    interfaces: choices.map(({ chosen }) => chosen) as [AgentInterface, ...AgentInterface[]],
    findings,
    route,
    retry: settings.retry,
    isStreaming: found.card.capabilities.streaming === true,
    url: first.chosen.url,
    async download(part, { signal, timeoutMs = defaultTimeoutMs } = {}) {
      const { signal: ended, stop } = createCallLimit({ signal, timeoutMs, url: "the file" });
      const bytes = downloadPart(part, (address) => allowed(address, "file", settings.allowUrl), { ...settings, limit: ended });
      return within(ended, bytes).finally(stop);
    },
  });
}

interface Finding {
  readonly settings: Settings;
  readonly versions: readonly [ClientVersion, ...ClientVersion[]];
  readonly readable: readonly ClientVersion[];
  readonly limit: AbortSignal;
  readonly cache: CardCache | undefined;
}

async function findCard(target: string | URL | AgentCard, { settings, ...finding }: Finding): Promise<FoundCard> {
  if (typeof target !== "string" && !(target instanceof URL)) return readCard(target, "this program", { ...settings, ...finding });
  const url = new URL(target);
  if (!isWeb(url)) throw new TypeError(`not an http or https URL without credentials: ${url.origin}${url.pathname}`);
  const [newest, older] = finding.versions;
  // What is needed in any case comes while the card does. Where it does not come, that is said when it is needed.
  if (!older) loadVersion(newest).catch(() => undefined);
  return fetchCard(url, { ...settings, ...finding });
}

/** The card as far as it is signed: what else was found is nobody's word. */
async function verified(found: FoundCard, { settings, limit, ...finding }: Finding): Promise<FoundCard> {
  const { verifyCard, isStrict } = settings;
  if (!verifyCard) return found;
  const signed = await verifyCard(found.wire, limit);
  return signed === found.wire ? found : { ...(await readCard(signed, found.card.name, { ...finding, isStrict })), keep: found.keep };
}

async function authorizeFor(
  { card }: FoundCard,
  { credentials }: ConnectOptions,
  { fetch, allowUrl }: Settings,
): Promise<Authorize | undefined> {
  if (!credentials) return undefined;
  const { createAuthorize } = await loadPart("shows credentials", () => import("./auth/authorize.js"));
  return createAuthorize(card, credentials, { fetch, allowUrl: (url) => allowUrl(url, "oauth") });
}

function findingsOf({ card, wire }: FoundCard, { checkCard }: ConnectOptions, { isStrict }: Settings): readonly CardFinding[] {
  const findings = checkCard?.(wire).findings ?? [];
  const error = isStrict && findings.find(({ severity }) => severity === "error");
  if (error) throw new LocalError("BAD_RESPONSE", `the card of ${card.name} breaks ${error.rule}: ${error.pointer}: ${error.message}`);
  return findings;
}

/** The choices whose address may be called. @throws what the first one is refused for, where none is left */
async function usable(choices: readonly [Choice, ...Choice[]], { allowUrl }: Settings): Promise<readonly [Choice, ...Choice[]]> {
  const refusals: unknown[] = [];
  const left: Choice[] = [];
  for (const choice of choices) {
    const { chosen, factory } = choice;
    await allowed(factory.urlOf?.(chosen.url) ?? chosen.url, "interface", allowUrl).then(
      () => left.push(choice),
      (error) => refusals.push(error),
    );
  }
  const [first, ...others] = left;
  if (!first) throw refusals[0];
  return [first, ...others];
}

/** What an interface is chosen among and spoken to with. */
interface Surroundings {
  readonly found: FoundCard;
  readonly versions: readonly ClientVersion[];
  readonly spoken: Spoken;
  readonly settings: Settings;
  readonly authorize: Authorize | undefined;
}

async function routeTo(
  { chosen, version, factory }: Choice,
  { found, versions, spoken, settings, authorize }: Surroundings,
): Promise<Route> {
  const speaking = async (each: ClientVersion): Promise<Transport> => {
    const { url, tenant } = chosen;
    const dialect = await loadVersion(each);
    const transport = await factory.create({ ...settings, authorize, url, tenant: tenant || undefined, dialect });
    return intercept(transport, settings.interceptors);
  };
  // A card that any version could have is read as the oldest, and may be of the next newer one.
  const isEarly = found.version === version && version.isOwnCard({});
  const newer = isEarly ? spoken.versions[spoken.versions.indexOf(version) - 1] : undefined;
  if (!spoken.probe || !newer || !versions.includes(newer)) return straight(await speaking(version));
  return spoken.probe(await speaking(newer), await speaking(version));
}

/** Those that may be spoken. */
function among<T>(all: readonly T[], names: readonly string[] | undefined, nameOf: (each: T) => string): readonly [T, ...T[]] {
  const [first, ...others] = all.filter((each) => names?.includes(nameOf(each)) ?? true);
  if (!first) throw new TypeError(`nothing to speak of ${names?.join(", ")}: there are ${all.map(nameOf).join(", ")}`);
  return [first, ...others];
}

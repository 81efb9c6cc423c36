import type { AgentCard, AgentInterface, CardFinding } from "@a2a/core";
import type { ClientVersion } from "@a2a/core/internal";
import { LocalError } from "@a2a/core/internal";
import type { Client } from "./client.js";
import { createClient } from "./create-client.js";
import { allowed, isWeb } from "./discover/allow-url.js";
import type { FoundCard } from "./discover/fetch-card.js";
import { fetchCard, readCard } from "./discover/fetch-card.js";
import type { Choice } from "./discover/negotiate.js";
import { negotiate } from "./discover/negotiate.js";
import { createCallLimit, defaultTimeoutMs } from "./http/call-limit.js";
import { downloadPart } from "./http/download.js";
import type { Authorize } from "./http/fetch-exchange.js";
import { loadPart, loadVersion } from "./load-part.js";
import type { ConnectOptions, Settings } from "./options.js";
import { complete } from "./options.js";
import { fallBack } from "./route/fall-back.js";
import type { Route } from "./route/route.js";
import { lazily, straight } from "./route/route.js";
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
  const versions = among(spoken.versions, options.versions, ({ version }) => version);
  const transports = among([...(options.transports ?? []), ...spoken.transports], options.bindings, ({ binding }) => binding);
  const finding = { ...options, settings, versions, readable: spoken.versions };
  const found = await verified(await findCard(target, finding), finding);
  const findings = findingsOf(found, options, settings);
  const choices = await usable(negotiate(found.card, { versions, transports, prefer: settings.prefer }), settings);
  const [first] = choices;
  const { credentials } = options;
  const auth = { fetch: settings.fetch, allowUrl: (url: URL) => settings.allowUrl(url, "oauth") };
  const authorize =
    credentials &&
    (await loadPart("shows credentials", () => import("./auth/authorize.js"))).createAuthorize(found.card, credentials, auth);
  const route = fallBack(
    // safe: as many as there are choices, and there is one
    choices.map((choice) => lazily(choice.chosen.url, () => routeTo(choice, { found, versions, spoken, settings, authorize }))) as [
      Route,
      ...Route[],
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
      const { signal: limit, stop } = createCallLimit({ signal, timeoutMs, url: "the file" });
      return downloadPart(part, (address) => allowed(address, "file", settings.allowUrl), { ...settings, limit }).finally(stop);
    },
  });
}

interface Finding extends Omit<ConnectOptions, "versions"> {
  readonly settings: Settings;
  readonly versions: readonly [ClientVersion, ...ClientVersion[]];
  readonly readable: readonly ClientVersion[];
}

async function findCard(
  target: string | URL | AgentCard,
  { settings, versions, readable, signal, cardCache }: Finding,
): Promise<FoundCard> {
  if (typeof target !== "string" && !(target instanceof URL)) return readCard(target, "this program", { ...settings, versions, readable });
  const url = new URL(target);
  if (!isWeb(url)) throw new TypeError(`not an http or https URL without credentials: ${url.origin}${url.pathname}`);
  const { signal: limit, stop } = createCallLimit({ signal, timeoutMs: settings.timeoutMs, url: String(target) });
  // Most agents speak the newest: what reads it comes while the card does. Where it does not come, that is said when it is needed.
  loadVersion(versions[0]).catch(() => undefined);
  return fetchCard(url, { ...settings, versions, readable, limit, cache: cardCache }).finally(stop);
}

/** The card as far as it is signed: what else was found is nobody's word. */
async function verified(found: FoundCard, { settings, versions, readable, signal }: Finding): Promise<FoundCard> {
  const { verifyCard, timeoutMs, isStrict } = settings;
  if (!verifyCard) return found;
  const { signal: limit, stop } = createCallLimit({ signal, timeoutMs, url: "the keys of the card" });
  const signed = await verifyCard(found.wire, limit).finally(stop);
  return signed === found.wire ? found : readCard(signed, found.card.name, { versions, readable, isStrict });
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

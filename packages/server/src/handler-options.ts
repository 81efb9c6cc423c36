import type { Version } from "@a2a/core";
import { dialects } from "@a2a/core/internal/dialects";
import { assertPositive } from "./assert-positive.js";
import { reservedTenants } from "./binding/rest-binding.js";
import type { BindingName } from "./binding-name.js";
import type { Authenticate } from "./caller/caller.js";
import type { Security } from "./caller/verifier.js";
import type { CorsOptions } from "./cors-options.js";
import { completeCors } from "./cors-options.js";
import { given } from "./given.js";
import type { Limits } from "./limit-options.js";
import { assertLimits, defaultLimits } from "./limit-options.js";
import type { Logger } from "./logger.js";
import { guarded, silentLogger } from "./logger.js";
import type { OnOperation } from "./on-operation.js";
import { completePush } from "./push/complete-push.js";
import type { CompletePushOptions, PushOptions } from "./push/push-options.js";
import type { CompleteSigning, SigningOptions } from "./signing/signing-options.js";
import { completeSigning } from "./signing/signing-options.js";
import type { TaskStore } from "./store/store.js";
import { timeOrderedId } from "./time-ordered-id.js";

/** How an agent is served; everything has a default. */
export interface HandlerOptions extends Limits {
  /** Address under which callers reach the agent, written into its card; default: where each request was sent to. Set it behind a proxy. */
  readonly publicUrl?: string;
  /**
   * Path that the agent is mounted at, without a slash at its end; default: the root, or where a framework that takes the path off has mounted its Node
   * handler. The card is also answered at the well-known path of the root, where requests for that reach the agent.
   */
  readonly basePath?: string;
  /**
   * Whether the HTTP+JSON binding is described at `openapi.json` below the base path, as OpenAPI 3.1: that of the newest version that has one, or of the
   * version that the request names. Default false.
   */
  readonly openApi?: boolean;
  /**
   * Whether `healthz` (the process lives) and `readyz` (it takes work: it is not shutting down, and its store can be reached) are answered below the
   * base path, to anybody. Default: only where `serve` has the server to itself.
   */
  readonly health?: boolean;
  /** Where tasks are kept; default: in memory. */
  readonly store?: TaskStore;
  /** Which pages of other origins may call the agent from a browser; default: none. Its card may be read by all. */
  readonly cors?: CorsOptions;
  /**
   * What verifies the credentials of each security scheme that the card declares, by its name there; the card's requirements are then enforced. The
   * verifiers are made by the functions of `@a2a/server/auth` and `@a2a/server/jwt`.
   */
  readonly security?: Security;
  /** Who calls, instead of `security`: it enforces what the card requires. Default: everybody is the same anonymous caller, if the card has no schemes. */
  readonly authenticate?: Authenticate;
  /** How long it may take to find out who calls; default 10 000. */
  readonly authenticateTimeoutMs?: number;
  /** Where failures are reported; default: nowhere. */
  readonly logger?: Logger;
  /** The protocol versions served; default: all that are known, but for previews. A preview is spoken only with callers who name it. */
  readonly versions?: readonly Version[];
  /** The bindings served over HTTP, as the card names them; default: both, JSON-RPC at the agent's address and HTTP+JSON below it. */
  readonly bindings?: readonly HttpBindingName[];
  /**
   * Whether a request that names its version (`A2A-Version`) has to use a method of that version, or a path or package that is its own. Default
   * false: these tell, because their sender understands no other answer.
   */
  readonly strictVersion?: boolean;
  /**
   * Whether a message in 0.1 to a task that is over continues it, as in the README before 0.1: as a new task of the same session, under the id that
   * the caller knows. Default false: it is refused, as by every later version.
   */
  readonly reopenTerminal?: boolean;
  /** The tenants served: the card names an interface for each, and requests have to name one. Default: any name, or none, is a tenant of its own. */
  readonly tenants?: readonly string[];
  /** How webhooks are called, where the card offers push notifications. */
  readonly push?: PushOptions;
  /** Keys with which the agent signs its cards and what it tells webhooks; default: none. Needs the packages `jose` and `canonicalize`. */
  readonly signing?: SigningOptions;
  /** Told of every operation once it has been answered, a stream once it has ended. */
  readonly onOperation?: OnOperation;
  /** How often an idle stream shows that it lives; default 15 000. */
  readonly heartbeatMs?: number;
  /** How long a canceled or otherwise stopped turn may go on; default 5000. */
  readonly stopTimeoutMs?: number;
  /** How often a durable store is asked for turns and webhooks that ended processes have left; default 1000. */
  readonly sweepMs?: number;
  /** How long a turn may take; default: as long as it likes. */
  readonly deadlineMs?: number;
  /** How long a sender waits at most for a task that has begun; it is then answered with the task as it is. Default 600 000. */
  readonly maxBlockingMs?: number;
  /**
   * How long GetTask waits at most for a task to go on, where its caller asks for that (protocol 1.1); it is then answered with the task as it is.
   * Default 20 000: most clients and proxies give a silent request up after 30 or 60 seconds.
   */
  readonly longPollMs?: number;
  /** How long a message is remembered, so that the same one sent again starts nothing new; default 600 000, 0 for not at all. */
  readonly duplicateWindowMs?: number;
  /**
   * Makes ids of tasks, contexts, messages and artifacts; default: UUIDs of version 7, random but for the clock's time (not that of `now`), which keeps
   * a store's indexes compact.
   */
  readonly makeId?: () => string;
  /** The time; default: the clock. */
  readonly now?: () => Date;
}

/** A binding over HTTP. */
export type HttpBindingName = Exclude<BindingName, "GRPC">;

const allBindings: readonly HttpBindingName[] = ["JSONRPC", "HTTP+JSON"];

const allVersions = dialects.map(({ version }) => version);

const usualVersions = dialects.filter(({ isPreview }) => !isPreview).map(({ version }) => version);

/** Options that stand for nothing where they are left out. */
type Unset = "authenticate" | "security" | "requestsPerSecond" | "publicUrl" | "deadlineMs" | "tenants" | "onOperation";

/** Options with every default filled in. */
export type CompleteOptions = Required<Omit<HandlerOptions, Unset | "push" | "cors" | "signing">> &
  Pick<HandlerOptions, Unset> & {
    readonly push: CompletePushOptions;
    readonly cors?: Required<CorsOptions> | undefined;
    readonly signing?: CompleteSigning | undefined;
  };

/**
 * Checks options and fills in the defaults.
 *
 * @throws TypeError for an option that cannot be meant
 */
export function completeOptions(options: HandlerOptions, createStore: () => TaskStore): CompleteOptions {
  const complete: CompleteOptions = {
    ...defaultLimits,
    basePath: "",
    openApi: false,
    health: false,
    versions: usualVersions,
    bindings: allBindings,
    strictVersion: false,
    reopenTerminal: false,
    authenticateTimeoutMs: 10_000,
    heartbeatMs: 15_000,
    stopTimeoutMs: 5000,
    sweepMs: 1000,
    maxBlockingMs: 600_000,
    longPollMs: 20_000,
    duplicateWindowMs: 600_000,
    makeId: timeOrderedId,
    now: () => new Date(),
    ...given(options),
    logger: options.logger ? guarded(options.logger) : silentLogger,
    store: options.store ?? createStore(),
    push: completePush(options.push),
    cors: options.cors && completeCors(options.cors),
    signing: options.signing && completeSigning(options.signing, options.publicUrl),
  };
  assertPositive("heartbeatMs", complete.heartbeatMs);
  assertPositive("stopTimeoutMs", complete.stopTimeoutMs);
  assertPositive("sweepMs", complete.sweepMs);
  assertPositive("deadlineMs", complete.deadlineMs ?? 1);
  assertPositive("authenticateTimeoutMs", complete.authenticateTimeoutMs);
  assertPositive("maxBlockingMs", complete.maxBlockingMs);
  assertPositive("longPollMs", complete.longPollMs);
  assertLimits(complete);
  // A window of none switches it off.
  assertPositive("duplicateWindowMs", complete.duplicateWindowMs + 1);
  assertOf("versions", complete.versions, allVersions);
  assertOf("bindings", complete.bindings, allBindings);
  assertTenants(complete);
  if (complete.basePath !== "" && !/^\/.*[^/]$/.test(complete.basePath)) {
    throw new TypeError(`basePath must begin with a slash and not end with one: ${complete.basePath}`);
  }
  if (complete.publicUrl !== undefined && !/^https?:\/\//.test(complete.publicUrl)) {
    throw new TypeError(`publicUrl must be an http or https URL: ${complete.publicUrl}`);
  }
  return complete;
}

function assertOf<T>(name: string, chosen: readonly T[], all: readonly T[]): void {
  const unknown = chosen.find((each) => !all.includes(each));
  if (unknown !== undefined) throw new TypeError(`${name} must be of ${all.join(", ")}: ${unknown}`);
  if (chosen.length === 0) throw new TypeError(`${name} must name one at least`);
}

function assertTenants({ tenants = ["any"], bindings }: CompleteOptions): void {
  if (tenants.length === 0 || tenants.includes("")) throw new TypeError("tenants must be names, at least one");
  const reserved = reservedTenants().find((name) => tenants.includes(name));
  if (reserved !== undefined && bindings.includes("HTTP+JSON")) {
    throw new TypeError(`tenants must not be named ${reserved}: paths that begin so are another version's`);
  }
}

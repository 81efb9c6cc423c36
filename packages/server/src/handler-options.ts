import type { Authenticate } from "./caller/caller.js";
import type { Logger } from "./logger.js";
import { silentLogger } from "./logger.js";
import type { TaskStore } from "./store/store.js";

/** How an agent is served; everything has a default. */
export interface HandlerOptions {
  /** Address under which callers reach the agent, written into its card; default: where each request was sent to. Set it behind a proxy. */
  readonly publicUrl?: string;
  /** Path that the agent is mounted at, without a slash at its end; default: the root. */
  readonly basePath?: string;
  /** Where tasks are kept; default: in memory. */
  readonly store?: TaskStore;
  /** Who calls; default: everybody is the same anonymous caller. */
  readonly authenticate?: Authenticate;
  /** Where failures are reported; default: nowhere. */
  readonly logger?: Logger;
  /** Longest request body; default 10 MiB. */
  readonly maxBodyBytes?: number;
  /** How often an idle stream shows that it lives; default 15 000. */
  readonly heartbeatMs?: number;
  /** How long a canceled or otherwise stopped turn may go on; default 5000. */
  readonly stopTimeoutMs?: number;
  /** How long a turn may take; default: as long as it likes. */
  readonly deadlineMs?: number;
  /** Makes ids of tasks, contexts, messages and artifacts; default: random UUIDs. */
  readonly makeId?: () => string;
  /** The time; default: the clock. */
  readonly now?: () => Date;
}

/** Options with every default filled in. */
export type CompleteOptions = Required<Omit<HandlerOptions, "publicUrl" | "deadlineMs">> & Pick<HandlerOptions, "publicUrl" | "deadlineMs">;

/**
 * Checks options and fills in the defaults.
 *
 * @throws TypeError for an option that cannot be meant
 */
export function completeOptions(options: HandlerOptions, createStore: () => TaskStore): CompleteOptions {
  const complete: CompleteOptions = {
    basePath: "",
    authenticate: () => ({}),
    logger: silentLogger,
    maxBodyBytes: 10 * 1024 * 1024,
    heartbeatMs: 15_000,
    stopTimeoutMs: 5000,
    makeId: () => crypto.randomUUID(),
    now: () => new Date(),
    ...options,
    store: options.store ?? createStore(),
  };
  assertPositive("maxBodyBytes", complete.maxBodyBytes);
  assertPositive("heartbeatMs", complete.heartbeatMs);
  assertPositive("stopTimeoutMs", complete.stopTimeoutMs);
  assertPositive("deadlineMs", complete.deadlineMs ?? 1);
  if (complete.basePath !== "" && !/^\/.*[^/]$/.test(complete.basePath)) {
    throw new TypeError(`basePath must begin with a slash and not end with one: ${complete.basePath}`);
  }
  if (complete.publicUrl !== undefined && !/^https?:\/\//.test(complete.publicUrl)) {
    throw new TypeError(`publicUrl must be an http or https URL: ${complete.publicUrl}`);
  }
  return complete;
}

// Timers take 32-bit numbers; beyond that they fire at once.
const maxNumber = 2 ** 31 - 1;

function assertPositive(name: string, value: number): void {
  if (!(value > 0 && value <= maxNumber)) throw new TypeError(`${name} must be a number above 0 and up to ${maxNumber}: ${value}`);
}

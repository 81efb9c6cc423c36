import type { RetentionOptions } from "@a2a/server";
import { completeRetention, given } from "@a2a/server/internal";
import type { SqliteDriver, SqliteDriverName } from "./driver/driver.js";

/** How an SQLite file keeps tasks. */
export interface SqliteStoreOptions {
  /** Path of the file; it is made where there is none, its folder is not. One process at a time has it. */
  readonly file: string;
  /** How long is waited for another process that has the file, before that is an error; default 5000. One that was killed has let go already. */
  readonly lockTimeoutMs?: number;
  /** Takes the file from a process that still has it, such as one that hangs: what that writes from then on is refused. Default false. */
  readonly takeOver?: boolean;
  /**
   * Gives up what a loss of power may take, for speed: what was stored in the last moments may then be missing, and the rest is whole. The end of the
   * process, however it comes, takes nothing. Default false: what is stored survives both.
   */
  readonly relaxed?: boolean;
  /** How long and how many tasks are kept; what is not said is kept for ever. */
  readonly retention?: RetentionOptions;
  /** How often tasks are removed that are kept no longer, where `retention` says so; default a minute. */
  readonly pruneEveryMs?: number;
  /** Reaches SQLite; default: Node's own where it has one, else `libsql`, else `better-sqlite3`, whichever is installed. */
  readonly driver?: SqliteDriverName | SqliteDriver;
  /**
   * Is told of what fails where nobody waits for it (BAD_RECORD: a task or webhook that cannot be read is left out of a list; a removal of old tasks
   * that failed); default: nobody.
   */
  readonly onProblem?: (error: unknown) => void;
  /** The time in milliseconds since 1970; default: the clock. */
  readonly now?: () => number;
}

/** The same, all set. */
export type CompleteOptions = Required<Omit<SqliteStoreOptions, "driver">> & Pick<SqliteStoreOptions, "driver">;

const minuteMs = 60_000;

/**
 * Checks and completes the options.
 *
 * @throws TypeError for one that is wrong
 */
export function completeOptions(options: SqliteStoreOptions): CompleteOptions {
  const set: SqliteStoreOptions = given(options);
  const { file, pruneEveryMs = minuteMs, retention } = set;
  if (typeof file !== "string" || file === "") throw new TypeError(`file must be the path of a file: ${file}`);
  if (!((set.lockTimeoutMs ?? 0) >= 0)) throw new TypeError(`lockTimeoutMs must be a number of at least 0: ${set.lockTimeoutMs}`);
  if (!(pruneEveryMs >= 1)) throw new TypeError(`pruneEveryMs must be a number of at least 1: ${pruneEveryMs}`);
  const rest = { lockTimeoutMs: 5000, takeOver: false, relaxed: false, onProblem: () => undefined, now: Date.now, ...set };
  return { ...rest, file, pruneEveryMs, retention: completeRetention(retention) };
}

import type { AuthenticationInfo, Version } from "@a2a/core";
import type { Dialect } from "@a2a/core/internal";
import { dialects } from "@a2a/core/internal/dialects";
import type { JwtOptions } from "./jwt-options.js";
import type { Push } from "./push.js";
import type { ReplayOptions } from "./replay.js";

/** One value for every task, or a task's own; undefined for a task that expects no notifications, whose calls are refused. */
export type PerTask<T> = T | ((taskId: string) => T | undefined | Promise<T | undefined>);

/** Where the receiver reports what no sender is told; the shape of pino. */
export interface PushLogger {
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** What a receiver does with notifications, and how it knows that they are meant for it. Every check that is configured has to succeed. */
export interface PushReceiverOptions {
  /**
   * Takes a notification. The sender is told that it was taken when this has returned, and to send it again later where it throws. It may come
   * more than once: senders repeat what they do not know to be taken.
   */
  readonly onPush: (push: Push) => void | Promise<void>;
  /** The `token` of the push configuration. */
  readonly token?: PerTask<string>;
  /** The `authentication` of the push configuration, with its credentials; not together with `jwt`, which is in the same header. */
  readonly authentication?: PerTask<AuthenticationInfo>;
  /** Checks a JWT that the sender signs; needs the package `jose`. */
  readonly jwt?: JwtOptions;
  /** Takes notifications from anybody: has to be said where there is no check. */
  readonly unauthenticated?: boolean;
  /** How long a notification is remembered, so that it is not handed on twice. */
  readonly replay?: ReplayOptions;
  /** Longest body that is read; default 10 MiB. */
  readonly maxBodyBytes?: number;
  /** Versions that are taken; default: all. */
  readonly versions?: readonly Version[];
  /** Told of what was refused and why, and of what `onPush` throws; default: nobody. */
  readonly logger?: PushLogger;
}

/** The options with every default in its place. */
export interface PushSettings extends PushReceiverOptions {
  readonly maxBodyBytes: number;
  readonly logger: PushLogger;
  readonly spoken: readonly Dialect[];
}

/**
 * Checks and completes options.
 *
 * @throws TypeError
 */
export function completeOptions(options: PushReceiverOptions): PushSettings {
  const { onPush, token, authentication, jwt, unauthenticated = false, maxBodyBytes = 10 * 1024 * 1024, versions } = options;
  if (typeof onPush !== "function") throw new TypeError("onPush must be a function");
  const isChecked = token !== undefined || authentication !== undefined || jwt !== undefined;
  if (!isChecked && !unauthenticated)
    throw new TypeError("a receiver needs a token, authentication or jwt, or has to be unauthenticated: true");
  if (isChecked && unauthenticated) throw new TypeError("unauthenticated: true contradicts the checks beside it");
  if (jwt && authentication) throw new TypeError("jwt and authentication are in the same header: one of them");
  if (token === "") throw new TypeError("token must not be empty");
  if (typeof authentication === "object" && !(authentication.scheme && authentication.credentials)) {
    throw new TypeError("authentication must have a scheme and credentials");
  }
  if (!(maxBodyBytes > 0)) throw new TypeError(`maxBodyBytes must be a number above 0: ${maxBodyBytes}`);
  const spoken = versions ? dialects.filter(({ version }) => versions.includes(version)) : dialects;
  if (spoken.length === 0) throw new TypeError(`no version to take: ${versions?.join(", ")}`);
  return { ...options, maxBodyBytes, spoken, logger: options.logger ?? silentLogger };
}

function ignore(): void {
  // A library is silent unless it is given a logger.
}

const silentLogger: PushLogger = { warn: ignore, error: ignore };

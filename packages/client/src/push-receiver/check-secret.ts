import { dialects } from "@a2a/core/internal/dialects";
import { isSameSecret } from "./digest.js";
import type { PerTask, PushReceiverOptions } from "./options.js";
import { Refused } from "./refused.js";

/** A secret that a call has to have in a header. */
export interface SecretCheck {
  /**
   * Checks what can be known before the task is.
   *
   * @throws Refused
   */
  check(headers: Headers): Promise<void>;
  /**
   * Checks what depends on the task.
   *
   * @throws Refused; what the function of the option throws
   */
  checkTask(headers: Headers, taskId: string | undefined): Promise<void>;
}

const [newest] = dialects;

/** Names of the headers in which senders put the token. */
export const tokenHeaders: readonly string[] = [newest.headers.notificationToken, newest.headers.otherNotificationToken].filter(
  (name) => name !== undefined,
);

/** Makes the checks of the secrets that are configured. */
export function createSecretChecks({ token, authentication }: PushReceiverOptions): readonly SecretCheck[] {
  const checks: SecretCheck[] = [];
  if (token !== undefined) checks.push(secretCheck("notification token", token, tokenIn));
  if (authentication !== undefined) {
    const expected = mapped(authentication, ({ scheme, credentials = "" }) => withScheme(`${scheme} ${credentials}`));
    checks.push(secretCheck("Authorization header", expected, (headers) => withScheme(headers.get("authorization") ?? "")));
  }
  return checks;
}

function secretCheck(name: string, expected: PerTask<string>, find: (headers: Headers) => string): SecretCheck {
  const refuse = (): never => {
    throw new Refused("UnauthenticatedError", `the ${name} is missing or not the one that was agreed`);
  };
  const check = async (headers: Headers, secret: string | undefined): Promise<void> => {
    if (!secret || !(await isSameSecret(find(headers), secret))) refuse();
  };
  return {
    async check(headers) {
      if (find(headers) === "") refuse();
      if (typeof expected === "string") await check(headers, expected);
    },
    async checkTask(headers, taskId) {
      if (typeof expected === "function") await check(headers, taskId === undefined ? undefined : await expected(taskId));
    },
  };
}

function tokenIn(headers: Headers): string {
  return tokenHeaders.map((name) => headers.get(name)).find((value) => value !== null) ?? "";
}

/** Case does not matter in the name of a scheme, nor do spaces after it: RFC 9110, section 11.4. */
function withScheme(value: string): string {
  const [, scheme = "", credentials = ""] = /^(\S+) +(\S.*)$/.exec(value) ?? [];
  return credentials === "" ? "" : `${scheme.toLowerCase()} ${credentials}`;
}

function mapped<T>(expected: PerTask<T>, map: (value: T) => string): PerTask<string> {
  // safe: what is not one value for all is the function
  const perTask = expected as (taskId: string) => T | undefined | Promise<T | undefined>;
  if (typeof expected !== "function") return map(expected);
  return async (taskId) => {
    const value = await perTask(taskId);
    return value === undefined ? undefined : map(value);
  };
}

import { LocalError } from "@a2a/core";

const damaged = /SQLITE_(CORRUPT|NOTADB)|malformed|not a database/;

/** What is thrown for an error of a driver. */
export function toLocalError(error: unknown, what: string): LocalError {
  if (error instanceof LocalError) return error;
  const text = error instanceof Error ? `${Reflect.get(error, "code") ?? ""} ${error.message}`.trim() : String(error);
  return new LocalError(damaged.test(text) ? "BAD_RECORD" : "STORAGE", `${what}: ${text}`, { cause: error });
}

/** What is thrown by an instance that has ended, or that another has taken the file from. */
export function closed(why: string): LocalError {
  return new LocalError("CLOSED", `the SQLite store ${why}`);
}

import type { Problem, Version } from "@a2a/core";
import type { Decoded, VersionFacts } from "@a2a/core/internal";
import { LocalError } from "@a2a/core/internal";

/** Something in an answer that its schema refuses, and that was read all the same. */
export interface Deviation {
  readonly version: Version;
  /** The operation that was answered, `event` for one of its stream, or `card`. */
  readonly of: string;
  readonly problem: Problem;
}

/** Is told of deviations. */
export type OnDeviation = (deviation: Deviation) => void;

/** How strictly answers are read, and in which version. */
export interface ReadingOptions {
  readonly dialect: Pick<VersionFacts, "version">;
  readonly url: string;
  readonly isStrict: boolean;
  readonly onDeviation?: OnDeviation | undefined;
}

/** What was decoded. @throws LocalError `BAD_RESPONSE` where it breaks its schema; a strict reader tolerates nothing */
export function accepted<T>(decoded: Decoded<T>, of: string, { dialect, isStrict, onDeviation }: ReadingOptions): T {
  const problem = decoded.ok ? decoded.tolerated : decoded.problem;
  if (decoded.ok && (!problem || !isStrict)) {
    if (problem) onDeviation?.({ version: dialect.version, of, problem });
    return decoded.value;
  }
  // safe: what is not ok has a problem, and what is ok without one was returned
  throw badAnswer(`the peer's ${of} breaks the protocol`, problem as Problem);
}

/** What a caller is thrown for a value that breaks its schema. */
export function badAnswer(what: string, problem: Problem): LocalError {
  const { pointer, expected, clause } = problem;
  return new LocalError("BAD_RESPONSE", `${what}: ${pointer || "it"} must be ${expected} (${clause})`, { problem });
}

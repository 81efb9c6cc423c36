import type { ParsedJson } from "@a2a/core";
import { defaultMaxDepth, parseJson } from "@a2a/core/internal";

// Data that fits in a request comes back in an answer, where the envelope, a task and its history are around it.
const levelsAroundData = 16;

/** Deepest nesting of arrays and objects in an answer that is read. */
export const maxAnswerDepth: number = defaultMaxDepth + levelsAroundData;

/** Parses what a peer answers; it may be nested deeper than what it is asked. */
export function parseAnswer(answer: string | Uint8Array): ParsedJson {
  return parseJson(answer, { maxDepth: maxAnswerDepth });
}

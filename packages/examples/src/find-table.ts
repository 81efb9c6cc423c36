import type { Message, Part } from "@a2a/core";
import { bytesOf } from "@a2a/core";
import { parseTable, TableProblem } from "./analyst/parse-table.js";
import type { Table } from "./analyst/table.js";

/**
 * Finds the newest CSV file in a conversation and reads it; undefined where there is none.
 *
 * @throws TableProblem with one sentence for whoever sent the file
 */
export function findTable(messages: readonly Message[]): Table | undefined {
  const part = messages
    .toReversed()
    .flatMap(({ parts }) => parts)
    .find(isFile);
  if (!part) return undefined;
  if (part.url !== undefined) throw new TableProblem("The file is only a link; send the file itself.");
  return parseTable(readBytes(part));
}

// Text without a name is what people say; everything else that could be a table is taken for one.
function isFile({ text, data, filename, mediaType }: Part): boolean {
  if (data !== undefined) return false;
  return text === undefined || filename !== undefined || mediaType === "text/csv";
}

function readBytes(part: Part): Uint8Array {
  try {
    return bytesOf(part) ?? new Uint8Array();
  } catch (error) {
    throw new TableProblem("The file is not base64; send its bytes in base64.", { cause: error });
  }
}

import { isSendMessageRequest, isStreamResponse, isTask } from "@a2a/core/v1.0";
import { nanosecondsPerCall } from "./measure.js";
import { largeMessage, longTask, smallRequest, statusEvent } from "./samples.js";

/** What validation may cost beside the JSON.parse of the same text. */
const promisedPercent = 8;

interface Row {
  readonly what: string;
  readonly is: (value: unknown) => boolean;
  readonly sample: unknown;
}

const rows: readonly Row[] = [
  { what: "small request", is: isSendMessageRequest, sample: smallRequest },
  { what: "50-message task", is: isTask, sample: longTask },
  { what: "1 MB raw part", is: isSendMessageRequest, sample: largeMessage },
  { what: "status event", is: isStreamResponse, sample: statusEvent },
];

/** Prints what validating costs beside parsing; false where the promise is broken. */
export function printValidateTable(): boolean {
  printCells(["value", "bytes", "JSON.parse ns", "validate ns", "share"]);
  // every validator meets every kind of value before any is measured, as in a server
  for (const { what, is, sample } of rows) if (!is(JSON.parse(JSON.stringify(sample)))) throw new Error(`${what} is not valid`);
  const shares = rows.map(({ what, is, sample }) => {
    const text = JSON.stringify(sample);
    const value: unknown = JSON.parse(text);
    const validating = nanosecondsPerCall(() => is(value));
    const parsing = nanosecondsPerCall(() => JSON.parse(text));
    const share = (100 * validating) / parsing;
    printCells([what, String(Buffer.byteLength(text)), parsing.toFixed(0), validating.toFixed(1), `${share.toFixed(2)} %`]);
    return share;
  });
  const kept = shares.every((share) => share <= promisedPercent);
  console.log(kept ? `every share is at most ${promisedPercent} %` : `a share is above ${promisedPercent} %`);
  return kept;
}

function printCells([first = "", ...others]: readonly string[]): void {
  console.log(first.padEnd(16) + others.map((cell) => cell.padStart(15)).join(""));
}

import { isTerminal } from "@a2a/core";
import type { LogEntry } from "@a2a/server";
import type { ClientCall } from "./client-call.js";
import type { Facts } from "./facts.js";
import { isOverAt, takenAt } from "./facts.js";

/**
 * Checks what a reader saw: the task as it was at a number, or the entry after its cursor, and from there on each entry as it is in the log, up
 * to where the stream ends. At rest nothing is withheld, unless the reader has left.
 *
 * @throws Error for whatever is missing, doubled, changed or out of order
 */
export function checkStream(call: ClientCall, facts: Facts): void {
  const [first] = call.events;
  if (!first) checkNothingSeen(call, facts);
  else if (facts.reply !== undefined) checkReply(call, facts.reply);
  else checkEntries(call, facts, first.number ?? 0);
}

function checkEntries(call: ClientCall, facts: Facts, number: number): void {
  const { events, hasLeft, to } = call;
  const { log } = facts;
  const isEntry = number === firstNumber(call, facts);
  if (!isEntry) checkSnapshot(call, facts);
  const start = isEntry ? number - 1 : number;
  const seen = isEntry ? events : events.slice(1);
  for (const [at, { number: is, json }] of seen.entries()) {
    if (is !== start + at + 1) throw new Error(`sees ${is} after ${start + at}`);
    if (json !== JSON.stringify(log[is - 1]?.event)) throw new Error(`sees another ${is} than the log has: ${json}`);
  }
  const last = start + seen.length;
  const end = endOf(call, facts, start);
  if (end !== undefined && last > end) throw new Error(`goes on to ${last} after its end at ${end}`);
  if (hasLeft) return;
  if (last !== (end ?? log.length)) throw new Error(`has not seen ${last + 1}`);
  if ((to !== undefined) !== (end !== undefined)) throw new Error(end === undefined ? `has ended at ${last}` : `has not ended at ${last}`);
}

/** Number of the entry that a stream begins with; undefined where it begins with a snapshot. */
function firstNumber({ kind, messageId, isAgain, cursor }: ClientCall, { task }: Facts): number | undefined {
  if (cursor !== undefined) return cursor + 1;
  return kind === "stream" && !isAgain && messageId === task.firstMessage ? 1 : undefined;
}

function checkSnapshot(call: ClientCall, facts: Facts): void {
  const { folds } = facts;
  if (call.cursor !== undefined) throw new Error("begins anew though it came back with a cursor");
  const [first] = call.events;
  const number = first?.number ?? 0;
  if (first?.json !== `{"task":${folds[number]?.json}}`)
    throw new Error(`begins with another task than the log makes at ${number}: ${first?.json}`);
  if (number < call.from) throw new Error(`begins with ${number}, older than its request at ${call.from}`);
  const taken = takenAt(call.messageId, facts);
  if (call.messageId !== undefined && !call.isAgain && number !== taken) throw new Error(`begins with ${number}, its message is ${taken}`);
}

function checkReply({ events }: ClientCall, reply: string): void {
  const [first, ...more] = events;
  const { message } = JSON.parse(first?.json ?? "null");
  if (message?.parts[0]?.text !== reply || first?.number !== undefined) throw new Error(`sees another reply than ${reply}: ${first?.json}`);
  if (more.length > 0) throw new Error("sees more than a reply");
}

/** A stream says nothing as long as there is nothing to say. */
function checkNothingSeen({ hasLeft, to, cursor, kind }: ClientCall, facts: Facts): void {
  const { log, reply } = facts;
  if (hasLeft) return;
  if (to !== undefined) throw new Error("has ended without an event");
  const isBeginning = kind === "stream" && log.length === 0 && reply === undefined;
  const isUpToDate = cursor === log.length && !isOverAt(facts, cursor);
  if (!isBeginning && !isUpToDate) throw new Error("sees nothing");
}

/** Number of the entry that ends a stream: the end of the task, and for a message also where the agent asks for another. */
function endOf({ kind, isAgain }: ClientCall, facts: Facts, start: number): number | undefined {
  const { log, folds } = facts;
  if (isOverAt(facts, start)) return start;
  if (isAgain && folds[start]?.state === "TASK_STATE_INPUT_REQUIRED") return start;
  return log.slice(start).find((entry) => ends(entry, kind === "stream"))?.number;
}

function ends({ event }: LogEntry, endsWithInput: boolean): boolean {
  if (!("statusUpdate" in event)) return false;
  const { state } = event.statusUpdate.status;
  return isTerminal(state) || (endsWithInput && state === "TASK_STATE_INPUT_REQUIRED");
}

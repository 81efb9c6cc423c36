import type { TaskState } from "@a2a/core";
import { isInterrupted, isTerminal } from "@a2a/core";
import { checkStream } from "./check-stream.js";
import type { ClientCall } from "./client-call.js";
import type { Facts } from "./facts.js";
import { isOverAt, stateOf, takenAt } from "./facts.js";

const notFound = -32001;
const notCancelable = -32002;
const isOver = -32004;
const invalidAgentResponse = -32006;

/**
 * Checks what a client got, or that it waits with reason.
 *
 * @throws Error where it got what it must not get, or not what it must
 */
export function checkCall(call: ClientCall, facts: Facts): void {
  const { answer, failure, from, to } = call;
  if (failure !== undefined) throw new Error("broke", { cause: failure });
  if (answer?.error) checkRefusal(call, answer.error.code, facts);
  else if (mustBeRefused(call, facts, from)) throw new Error("is not refused though the task was over");
  else if (call.kind === "stream" || call.kind === "subscribe") checkStream(call, facts);
  else if (answer) checkAnswer(call, answer.result, facts);
  else if (!mayWait(call, facts)) throw new Error("is not answered");
  // Until the task is stored nobody can tell the client about it, whether it listens or not.
  if (call.hasLeft && to === undefined && facts.log.length > 0) throw new Error("goes on though its client has left");
}

/**
 * Checks that what was taken is in the history once, put there while its call was made, and what was refused is not.
 *
 * @throws Error for a message that is lost, doubled or there in spite of a refusal
 */
export function checkMessages(calls: readonly ClientCall[], facts: Facts): void {
  const { folds, log } = facts;
  const history: readonly { readonly messageId: string }[] = JSON.parse(folds.at(-1)?.json || "{}").history ?? [];
  for (const messageId of new Set(calls.map((call) => call.messageId))) {
    if (messageId === undefined || log.length === 0) continue;
    const own = calls.filter((call) => call.messageId === messageId);
    const times = history.filter((message) => message.messageId === messageId).length;
    const isTaken = own.some(hasTaken);
    if (times > 1 || (isTaken && times < 1)) throw new Error(`${messageId} is in the history ${times} times`);
    if (times > 0 && own.every(isRefused)) throw new Error(`${messageId} was refused and is in the history`);
    const number = takenAt(messageId, facts);
    const isInTime = own.some(({ from, to = log.length }) => number !== undefined && number > from && number <= to);
    if (times > 0 && !isInTime)
      throw new Error(`${messageId} was taken with ${number}, when nobody had sent it or it was answered already`);
  }
}

function checkRefusal(call: ClientCall, code: number, facts: Facts): void {
  const { kind, from, firstFrom = from, to = 0 } = call;
  const isOverNow = isOverAt(facts, to);
  const isRight =
    (code === notFound && firstFrom === 0) ||
    (code === notCancelable && kind === "cancel" && isOverNow) ||
    (code === isOver && kind !== "cancel" && kind !== "get" && isOverNow) ||
    (code === invalidAgentResponse && kind === "send" && facts.isBroken);
  if (!isRight) throw new Error(`is refused with ${code} at ${to}`);
}

function mustBeRefused({ kind, isAgain, cursor = Number.POSITIVE_INFINITY }: ClientCall, facts: Facts, length: number): boolean {
  if (kind === "get" || isAgain || !isOverAt(facts, length)) return false;
  return kind !== "subscribe" || cursor >= facts.log.length;
}

function checkAnswer(call: ClientCall, result: unknown, facts: Facts): void {
  const { kind, from, to = 0, hasLeft } = call;
  const { folds, log, reply } = facts;
  const { task, message }: { task?: unknown; message?: { parts?: { text?: string }[] } } = Object(result);
  if (message || reply !== undefined) {
    if (message?.parts?.[0]?.text !== reply || task)
      throw new Error(`is answered with another reply than ${reply}: ${JSON.stringify(result)}`);
    return;
  }
  const json = JSON.stringify(kind === "get" || kind === "cancel" ? result : task);
  const at = folds.findLastIndex((fold, number) => fold.json === json && number <= to);
  const { state } = folds[at] ?? {};
  if (at < Math.max(from, 1)) throw new Error(`is answered with another task than the log makes from ${from} to ${to}: ${json}`);
  if (kind === "cancel" && (state !== "TASK_STATE_CANCELED" || at !== log.length)) throw new Error(`is answered with ${state}`);
  if (at < (takenAt(call.messageId, facts) ?? 0)) throw new Error(`is answered with ${at}, before its message`);
  if (kind === "send" && !hasLeft && !isSettled(state)) throw new Error(`is answered with ${state}`);
}

/** A message waits for the agent, a cancel for a turn to stop; nothing else does. */
function mayWait({ kind }: ClientCall, facts: Facts): boolean {
  if (kind === "send") return facts.reply === undefined && !isSettled(stateOf(facts));
  return kind === "cancel" && facts.isRunning;
}

function isSettled(state: TaskState | undefined): boolean {
  return state !== undefined && (isTerminal(state) || isInterrupted(state));
}

function hasTaken({ answer, events }: ClientCall): boolean {
  return events.length > 0 || (answer !== undefined && (!answer.error || answer.error.code === invalidAgentResponse));
}

function isRefused({ answer }: ClientCall): boolean {
  return answer?.error !== undefined && answer.error.code !== invalidAgentResponse;
}

import type { Message, StreamResponse, Task } from "@a2a/core";
import { applyEvent, copyTask, isA2AError, LocalError } from "@a2a/core";
import type { Lane } from "./lane.js";
import { exchangeName } from "./lane.js";
import type { Turn } from "./script.js";
import { chunks, words } from "./script.js";

/** How a call came out, in one line: "exact", "error" with its code, or what is wrong. */
export type Verdict = string;

/** What a call may come to. */
export const exact: Verdict = "exact";

/** Whether a verdict is a typed error. */
export function isError(verdict: Verdict): boolean {
  return verdict.startsWith("error ");
}

/** Judges a call that ends with a task or fails; a call that does neither in time is told with what it waits for. */
export async function judge(call: Promise<Verdict>, lane: Lane, watchdogMs = 18_000): Promise<Verdict> {
  let timer: NodeJS.Timeout | undefined;
  const hangs = new Promise<Verdict>((resolve) => {
    timer = setTimeout(() => resolve(`hangs: ${lane.exchanges.map(exchangeName).join(", ") || "nothing was asked"}`), watchdogMs);
  });
  try {
    return await Promise.race([call, hangs]);
  } catch (error) {
    return errorVerdict(error);
  } finally {
    clearTimeout(timer);
  }
}

function errorVerdict(error: unknown): Verdict {
  if (isA2AError(error) || error instanceof LocalError) return `error ${error.code}`;
  return `throws ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

/** Judges a task that is over, or that asks. Answers of some versions have no history; without one there is nothing to compare. */
export function judgeTask(task: Task | Message, turns: readonly Turn[]): Verdict {
  if (!("status" in task)) return "wrong: a message instead of a task";
  const hasHistory = (task.history?.length ?? 0) > 0;
  const [actual, expected] = [summaryOf(task), expectedOf(turns, hasHistory)];
  return actual === expected ? exact : `wrong: ${actual} instead of ${expected}`;
}

/** How closely a stream is judged. */
export interface StreamRules {
  readonly turns: readonly Turn[];
  /** The task as the caller has it before: servers of some versions do not begin a second stream with it. */
  readonly known?: Task;
  /** Chunks may come again or be missed before the end: what the client cannot know, it mends with the task at the end. */
  readonly isMendedAtEnd?: boolean;
}

/** Reads a stream to its end and judges the fold of its events; also on the way, unless that is mended at the end. */
export async function judgeStream(
  events: AsyncIterable<StreamResponse>,
  { turns, known, isMendedAtEnd = false }: StreamRules,
): Promise<Verdict> {
  const wanted = textOf(turns);
  let task = known && copyTask(known);
  let shown = "";
  let hasEvents = false;
  const iterator = events[Symbol.asyncIterator]();
  for (;;) {
    const next = await iterator.next().catch(errorVerdict);
    if (typeof next === "string") return task ? `${next} after ${briefOf(task)}` : next;
    if (next.done) break;
    hasEvents = true;
    const event = next.value;
    const { message, task: whole, statusUpdate, artifactUpdate } = event;
    if (message) return "wrong: a message instead of a task";
    const id = whole?.id ?? statusUpdate?.taskId ?? artifactUpdate?.taskId;
    if (task && id !== task.id) return `wrong: an event of another task after ${briefOf(task)}`;
    if (!task && !whole) return `wrong: begins with ${Object.keys(event).join()}`;
    task = fold(task, event);
    if (!task || isMendedAtEnd) continue;
    const text = shownBy(task);
    if (!wanted.startsWith(text)) return `wrong: ${text} is shown after ${shown}`;
    if (text.length < shown.length) return `wrong: ${shown} was shown, then ${text}`;
    shown = text;
  }
  if (!task || !hasEvents) return "wrong: ends without an event";
  return task.history ? judgeTask(task, turns) : "wrong: a stream whose task has no history";
}

/** Folds an event that is of a task into it. */
export function fold(task: Task | undefined, { task: whole, statusUpdate, artifactUpdate }: StreamResponse): Task | undefined {
  if (whole) return applyEvent(task, { task: whole });
  if (statusUpdate) return applyEvent(task, { statusUpdate });
  return artifactUpdate ? applyEvent(task, { artifactUpdate }) : task;
}

function briefOf(task: Task): string {
  return `${task.status.state} ${shownBy(task)}`;
}

function shownBy({ artifacts = [] }: Task): string {
  return artifacts.map(({ parts }) => parts.map((part) => part.text ?? "?").join("")).join("|");
}

function summaryOf(task: Task): string {
  const { status, history = [] } = task;
  // Some servers show the message of the status in the history already.
  const isShown = history.some(({ messageId }) => messageId === status.message?.messageId);
  const said = [...history, ...(status.message && !isShown ? [status.message] : [])].filter(({ role }) => role === "ROLE_AGENT");
  const messages = said.map(({ parts }) => parts.map((part) => part.text).join(""));
  return JSON.stringify([status.state.replace("TASK_STATE_", ""), shownBy(task), messages]);
}

function textOf(turns: readonly Turn[]): string {
  const all = chunks.join("");
  return turns.includes("whole") || turns.includes("rest") ? all : chunks.slice(0, 3).join("");
}

function expectedOf(turns: readonly Turn[], hasHistory: boolean): string {
  const isAsking = turns.at(-1) === "asks";
  const messages = [...(hasHistory ? [words.midway] : []), ...((hasHistory && turns.includes("asks")) || isAsking ? [words.question] : [])];
  return JSON.stringify([isAsking ? "INPUT_REQUIRED" : "COMPLETED", textOf(turns), messages]);
}

import type { Artifact, Message, StreamResponse, Task } from "@a2a/core";
import { differencesOf } from "@a2a/core/internal";

/**
 * The events that lead from a task as a reader knows it to the task as it is: what was missed, and nothing that was seen. Chunks that follow on
 * known ones are appended; an artifact that became another is shown whole. Never takes anything away: agents may show less than there is.
 *
 * @param isStatusOld the status is one from before what the reader knows, and what was said as well
 */
export function catchUp(known: Task, now: Task, isStatusOld = false): StreamResponse[] {
  const ids = { taskId: now.id, contextId: now.contextId ?? "" };
  const events: StreamResponse[] = [];
  for (const artifact of now.artifacts ?? []) {
    const before = known.artifacts?.findLast(({ artifactId }) => artifactId === artifact.artifactId);
    const missed = before ? restOf(before, artifact) : { artifact };
    if (missed) events.push({ artifactUpdate: { ...ids, ...missed } });
  }
  if (isStatusOld) return events;
  for (const message of messagesAfter(known, now)) {
    if (message.role === "ROLE_AGENT" && !(now.status.message && isSameMessage(message, now.status.message))) {
      events.push({ statusUpdate: { ...ids, status: { state: "TASK_STATE_WORKING", message } } });
    }
  }
  if (!isSameStatus(known.status, now.status)) events.push({ statusUpdate: { ...ids, status: now.status } });
  return events;
}

interface Missed {
  readonly artifact: Artifact;
  readonly append?: true;
}

function restOf(before: Artifact, now: Artifact): Missed | undefined {
  const { parts: seen, ...members } = before;
  const { parts, ...newer } = now;
  const isAhead = parts.length >= seen.length && isSame(seen, parts.slice(0, seen.length));
  if (!isAhead) return { artifact: now };
  const rest = parts.slice(seen.length);
  if (rest.length > 0) return { artifact: { ...now, parts: rest }, append: true };
  return isSame(members, newer) ? undefined : { artifact: now };
}

/** What was said since the last message that the reader knows; nothing where that cannot be found. */
function messagesAfter(known: Task, now: Task): Message[] {
  const last = messagesOf(known).at(-1);
  const all = messagesOf(now);
  const at = last ? all.findLastIndex((message) => isSameMessage(message, last)) : all.length;
  return at < 0 ? [] : all.slice(at + 1);
}

function messagesOf({ history = [], status }: Task): Message[] {
  return status.message ? [...history, status.message] : history;
}

/** Whether two statuses say the same. */
export function isSameStatus(a: Task["status"], b: Task["status"]): boolean {
  const { message: said, ...rest } = a;
  const { message: says, ...others } = b;
  return isSame(rest, others) && (said && says ? isSameMessage(said, says) : said === says);
}

/** Versions without ids for messages have new ones at each reading. */
function isSameMessage(a: Message, b: Message): boolean {
  return a.messageId === b.messageId || (a.role === b.role && isSame(a.parts, b.parts));
}

/** The task with each message once, as folds expect it: some agents have the message of the status in the history already. */
export function saidOnce(task: Task): Task {
  const { history = [], status } = task;
  const others = history.filter(({ messageId }) => messageId !== status.message?.messageId);
  return others.length < history.length ? { ...task, history: others } : task;
}

/**
 * Whether a task shows a status that is over: one of an earlier time, or the question that a message of its reader has answered. Agents may show a task
 * before they have taken down what they told of it.
 *
 * @param sent id of the reader's message
 */
export function isOutdated(known: Task | undefined, { status, history = [] }: Task, sent: string | undefined): boolean {
  if (Date.parse(status.timestamp ?? "") < Date.parse(known?.status.timestamp ?? "")) return true;
  const asked = history.findIndex(({ messageId }) => messageId === status.message?.messageId);
  const answered = history.findIndex(({ messageId }) => messageId === sent);
  return asked >= 0 && asked < answered;
}

/** Whether an event says only what is known: an artifact as it is, or the status. */
export function isKnown(task: Task, { artifactUpdate, statusUpdate }: StreamResponse): boolean {
  if (statusUpdate) return isSameStatus(task.status, statusUpdate.status);
  if (!artifactUpdate || artifactUpdate.append) return false;
  return task.artifacts?.some((artifact) => isSame(artifact, artifactUpdate.artifact)) ?? false;
}

/** How often a message stands in a task. */
export function countOf(task: Task, message: Message): number {
  return messagesOf(task).filter((each) => isSameMessage(each, message)).length;
}

function isSame(a: unknown, b: unknown): boolean {
  return differencesOf(a, b).length === 0;
}

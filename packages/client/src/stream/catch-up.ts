import type { Artifact, Message, StreamResponse, Task } from "@a2a/core";
import { differencesOf } from "@a2a/core/internal";

/**
 * The events that lead from a task as a reader knows it to the task as it is: what was missed, and nothing that was seen. Chunks that follow on
 * known ones are appended; an artifact that became another is shown whole. Never takes anything away: agents may show less than there is.
 */
export function catchUp(known: Task, now: Task): StreamResponse[] {
  const ids = { taskId: now.id, contextId: now.contextId ?? "" };
  const events: StreamResponse[] = [];
  for (const artifact of now.artifacts ?? []) {
    const before = known.artifacts?.findLast(({ artifactId }) => artifactId === artifact.artifactId);
    const missed = before ? restOf(before, artifact) : { artifact };
    if (missed) events.push({ artifactUpdate: { ...ids, ...missed } });
  }
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

/** Some agents show the message of the status in the history already. */
function messagesOf({ history = [], status: { message } }: Task): Message[] {
  const isTwice = message && history.some(({ messageId }) => messageId === message.messageId);
  return message && !isTwice ? [...history, message] : history;
}

function isSameStatus(a: Task["status"], b: Task["status"]): boolean {
  const { message: said, ...rest } = a;
  const { message: says, ...others } = b;
  return isSame(rest, others) && (said && says ? isSameMessage(said, says) : said === says);
}

/** Versions without ids for messages have new ones at each reading. */
function isSameMessage(a: Message, b: Message): boolean {
  return a.messageId === b.messageId || (a.role === b.role && isSame(a.parts, b.parts));
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

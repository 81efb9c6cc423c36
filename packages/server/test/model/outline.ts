import type { Message, Task, TaskState } from "@a2a/core";
import type { LogEntry } from "@a2a/server";

/** A task in short: messages and parts by what tells them apart. */
export interface Outline {
  readonly state: TaskState | undefined;
  readonly words: string | undefined;
  readonly history: readonly string[];
  readonly artifacts: ReadonlyMap<string, readonly string[]>;
}

/** The outline of a task. */
export function outlineOf({ status, history = [], artifacts = [] }: Task): Outline {
  return {
    state: status.state,
    words: status.message && nameOf(status.message),
    history: history.map(nameOf),
    artifacts: new Map(artifacts.map(({ artifactId, parts }) => [artifactId, parts.map(({ text }) => text ?? "")])),
  };
}

/** An outline in one line. */
export function lineOf({ state, words, history, artifacts }: Outline): string {
  const made = [...artifacts].map(([id, parts]) => `${id}=${parts.join("+")}`);
  return `${state} "${words ?? ""}" history [${history.join(", ")}] artifacts [${made.join(", ")}]`;
}

/** A log entry in one line. */
export function entryLine({ event, received, endsTurn }: LogEntry): string {
  if ("task" in event) return `${event.task.id}: task ${lineOf(outlineOf(event.task))}`;
  if ("statusUpdate" in event) {
    const { taskId, status } = event.statusUpdate;
    const words = status.message && nameOf(status.message);
    return statusLine(taskId, { state: status.state, words, received: received?.messageId, ends: endsTurn === true });
  }
  const { taskId, artifact, append = false, lastChunk: last = false } = event.artifactUpdate;
  return artifactLine(taskId, { id: artifact.artifactId, text: artifact.parts.map(({ text }) => text).join("|"), append, last });
}

/** A status in short. */
export interface StatusOutline {
  readonly state: TaskState;
  readonly words?: string | undefined;
  readonly received?: string | undefined;
  readonly ends?: boolean;
}

/** The line of an entry that is a status. */
export function statusLine(taskId: string, { state, words, received, ends }: StatusOutline): string {
  return `${taskId}: status ${state} "${words ?? ""}"${received === undefined ? "" : ` received ${received}`}${ends ? " ends the turn" : ""}`;
}

/** A chunk of an artifact in short. */
export interface ChunkOutline {
  readonly id: string;
  readonly text: string;
  readonly append: boolean;
  readonly last: boolean;
}

/** The line of an entry that is a chunk of an artifact. */
export function artifactLine(taskId: string, { id, text, append, last }: ChunkOutline): string {
  return `${taskId}: artifact ${id} ${append ? "+" : ""}=${text}${last ? " last" : ""}`;
}

/** A client's message by its id, the agent's by what it says. */
function nameOf({ role, messageId, parts }: Message): string {
  return role === "ROLE_USER" ? messageId : parts.map(({ text }) => text).join("");
}

import type { StreamResponse, Task, TaskStatus, Version } from "@a2a/core";
import type { Dialect } from "@a2a/core/internal";
import { isObject } from "@a2a/core/internal";
import { dialects } from "@a2a/core/internal/dialects";
import { Refused } from "./refused.js";

/** One notification, in the terms of the newest version whatever version it came in. */
export interface Push {
  /** What happened: a task as it is, or what has changed of it. */
  readonly event: StreamResponse;
  /** The task that it is about; absent for a message that belongs to none. */
  readonly taskId?: string;
  readonly contextId?: string;
  /** The whole task, where the agent sent it: agents of 0.x do, those of 1.0 send what has changed. */
  readonly task?: Task;
  /** Where the task stands now, where the agent said so. */
  readonly status?: TaskStatus;
  /** The version that it came in; 0.2 is read as 0.3. */
  readonly version: Version;
  /** The call's headers, without those that authenticate it. */
  readonly headers: Headers;
  /** What the sender's JWT says, where one was checked. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** When it came, by the clock of this machine: ISO 8601. */
  readonly receivedAt: string;
}

/** What the body of a call says. */
export type PushContent = Pick<Push, "event" | "taskId" | "contextId" | "task" | "status" | "version">;

/**
 * Reads a notification of whatever version.
 *
 * @param spoken the versions that are taken
 * @throws Refused for what no version that is taken has
 */
export function readPush(body: unknown, spoken: readonly Dialect[]): PushContent {
  const known = spoken.map(({ version }) => version).join(", ");
  const dialect = isObject(body) ? dialects.find(({ isOwnPush }) => isOwnPush(body)) : undefined;
  if (!dialect) throw invalid("", `a notification of ${known}`);
  if (!spoken.includes(dialect)) throw invalid("", `a notification of ${known}, not of ${dialect.version}`);
  const decoded = dialect.decodePush(body);
  if (!decoded.ok) throw invalid(decoded.problem.pointer, decoded.problem.expected);
  return contentOf(decoded.value, dialect.version);
}

function contentOf(event: StreamResponse, version: Version): PushContent {
  const { task, message, statusUpdate, artifactUpdate } = event;
  const ids = message ?? statusUpdate ?? artifactUpdate ?? { taskId: task?.id, contextId: task?.contextId };
  const status = task?.status ?? statusUpdate?.status;
  return {
    event,
    version,
    ...(ids.taskId && { taskId: ids.taskId }),
    ...(ids.contextId && { contextId: ids.contextId }),
    ...(task && { task }),
    ...(status && { status }),
  };
}

function invalid(pointer: string, expected: string): Refused {
  return new Refused("InvalidParamsError", `${pointer || "the body"} must be ${expected}`, { violations: [{ pointer, expected }] });
}

import type { TaskState } from "@a2a/core";
import type { LogEntry } from "@a2a/server";

/** So many tasks have the rare state, however many there are: a page of them has the same to say. */
export const rareTasks = 10;

/** Half of the others each have these. */
export const rareState = "TASK_STATE_INPUT_REQUIRED";
export const frequentState = "TASK_STATE_COMPLETED";

/** The state of one of so many tasks: the rare ones are spread evenly. */
export function stateOfSample(at: number, count: number): TaskState {
  const every = Math.floor(count / rareTasks);
  if (at % every === Math.floor(every / 2) && at < every * rareTasks) return rareState;
  return at % 2 === 0 ? frequentState : "TASK_STATE_FAILED";
}

/** A task of a list, by its place in time. */
export interface Sample {
  readonly id: string;
  readonly contextId: string;
  readonly state: TaskState;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** The log of a task that was asked for something and answered it, about 1 kB. */
export function sampleEntries({ id, contextId, state, time }: Sample): LogEntry[] {
  const at = new Date(time).toISOString();
  const ids = { taskId: id, contextId };
  const parts = [{ text: "What were our three best selling products last month?" }];
  const history = [{ messageId: `message-${id}`, role: "ROLE_USER" as const, parts, ...ids }];
  const artifact = { artifactId: "answer", name: "answer", parts: [{ text: "Tea, coffee and cake, in that order. ".repeat(3) }] };
  return [
    { number: 1, at, event: { task: { id, contextId, status: { state: "TASK_STATE_SUBMITTED", timestamp: at }, history } } },
    { number: 2, at, event: { statusUpdate: { ...ids, status: { state: "TASK_STATE_WORKING", timestamp: at } } } },
    { number: 3, at, event: { artifactUpdate: { ...ids, artifact } }, artifactIndex: 0 },
    { number: 4, at, event: { statusUpdate: { ...ids, status: { state, timestamp: at } } }, endsTurn: true },
  ];
}

import type { Task } from "@a2a/core";
import { applyEvent } from "@a2a/core";
import type { LogEntry, TaskStore } from "@a2a/server";
import { timeOrderedId } from "@a2a/server/internal";
import { sampleEntries, stateOfSample } from "./sample-tasks.js";

// What is stored at a time is brought to the disk together.
const lanes = 256;

const firstTime = Date.UTC(2026, 0, 1);

/** A task that is to be stored. */
export interface FilledTask {
  readonly id: string;
  readonly contextId: string;
  readonly entries: readonly LogEntry[];
}

/** So many tasks, each with a time of its own and an id like any other. Who takes one has it alone. */
export function* eachSample(count: number): Generator<FilledTask, void> {
  for (let at = 0; at < count; at += 1) {
    const ids = { id: timeOrderedId(), contextId: timeOrderedId() };
    yield { ...ids, entries: sampleEntries({ ...ids, state: stateOfSample(at, count), time: firstTime + at * 1000 }) };
  }
}

/** Stores so many tasks as the server would. */
export async function fillStore(store: TaskStore, count: number): Promise<void> {
  const samples = eachSample(count);
  const fill = async (): Promise<void> => {
    for (let next = samples.next(); !next.done; next = samples.next()) {
      const { id, contextId, entries } = next.value;
      const task = { key: { tenant: "", owner: "", id }, contextId, version: "1.0" } as const;
      const outcome = await store.create(task, entries, { checkpoint: () => foldOf(entries), release: true });
      if (outcome === "exists") throw new Error(`task ${id} exists already`);
    }
  };
  await Promise.all(Array.from({ length: lanes }, fill));
}

/** The task that a log tells of. */
export function foldOf(entries: readonly LogEntry[]): Task {
  const task = entries.reduce<Task | undefined>((folded, { event, received }) => applyEvent(folded, event, received), undefined);
  if (!task) throw new TypeError("a log without entries");
  return task;
}

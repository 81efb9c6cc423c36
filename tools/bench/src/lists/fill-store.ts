import type { Task } from "@a2a/core";
import { applyEvent } from "@a2a/core";
import type { LogEntry, TaskStore } from "@a2a/server";
import { sampleEntries, stateOfSample } from "./sample-tasks.js";

// What is stored at a time is brought to the disk together.
const lanes = 256;

const firstTime = Date.UTC(2026, 0, 1);

/** Stores so many tasks as the server would, each with a time of its own and an id like any other. */
export async function fillStore(store: TaskStore, count: number): Promise<void> {
  let next = 0;
  const fill = async (): Promise<void> => {
    for (let at = next++; at < count; at = next++) {
      const id = crypto.randomUUID();
      const entries = sampleEntries({ id, state: stateOfSample(at, count), time: firstTime + at * 1000 });
      const task = { key: { tenant: "", owner: "", id }, contextId: `context-${id}`, version: "1.0" } as const;
      const outcome = await store.create(task, entries, { checkpoint: () => foldOf(entries), release: true });
      if (outcome === "exists") throw new Error(`task ${id} exists already`);
    }
  };
  await Promise.all(Array.from({ length: lanes }, fill));
}

function foldOf(entries: readonly LogEntry[]): Task {
  const task = entries.reduce<Task | undefined>((folded, { event, received }) => applyEvent(folded, event, received), undefined);
  if (!task) throw new TypeError("a log without entries");
  return task;
}

import { isTerminal } from "@a2a/core";
import type { LogEntry, StoredTask } from "../store/store.js";
import type { Call, OperationContext } from "./call.js";
import { patiently } from "./patience.js";

/**
 * Holds a call until its task has gone on from the generation that the caller knows, the caller leaves, or it has waited long enough. A task that is
 * over never goes on: nobody waits for it. What waits is a reader of the log, which costs the task nothing.
 *
 * @returns the task as it is then; undefined where it is gone
 * @see A2A 1.1, GetTask
 */
export async function awaitGeneration(
  stored: StoredTask,
  { conditions = {}, client }: Pick<Call<"GetTask">, "conditions" | "client">,
  { runtime, longPollMs }: OperationContext,
): Promise<StoredTask | undefined> {
  const { key, number, task } = stored;
  const { currentGeneration: known } = conditions;
  if (known === undefined || known < number || isTerminal(task.status.state)) return stored;
  const goesOn = (entry: LogEntry): boolean => entry.number > known || isEnd(entry);
  await patiently(client, longPollMs, async (left) => {
    for await (const entries of runtime.read(key, number, { left, lost: runtime.watchOf(key)?.lost })) if (entries.some(goesOn)) return;
  });
  return runtime.load(key);
}

function isEnd({ event }: LogEntry): boolean {
  return "statusUpdate" in event && isTerminal(event.statusUpdate.status.state);
}

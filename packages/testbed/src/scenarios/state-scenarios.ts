import type { TaskState } from "@a2a/core";
import { message } from "@a2a/core";
import type { Yield } from "@a2a/server";
import type { Behavior, Order } from "../behavior.js";
import { namedArtifact } from "../named-artifact.js";

const longRunningMs = 5000;
const resubscribeMs = 10_000;

/** Prefixes that are answered with a state, a direct reply or time. */
export const stateScenarios: readonly (readonly [prefix: string, behavior: Behavior])[] = [
  ["tck-complete-task", settling("TASK_STATE_COMPLETED", "Hello from TCK")],
  ["tck-input-required", settling("TASK_STATE_INPUT_REQUIRED", "Send another message to go on.")],
  ["tck-auth-required", settling("TASK_STATE_AUTH_REQUIRED", "Authenticate out of band, then send another message.")],
  ["tck-reject-task", settling("TASK_STATE_REJECTED", "Rejected as asked.")],
  ["tck-task-failure", settling("TASK_STATE_FAILED", "Failed as asked.")],
  ["tck-stream-002", { reportsWorking: false, run: async () => ({ state: "TASK_STATE_COMPLETED" }) }],
  ["tck-message-response", { reportsWorking: false, run: async () => message("Direct message response") }],
  ["tck-multi-turn", { run: askUntilDone }],
  ["tck-long-running", { run: workLong }],
  ["tck-cancel", { run: ({ wait }) => wait(Number.POSITIVE_INFINITY) }],
  ["test-resubscribe-message-id", { run: ({ wait }) => wait(resubscribeMs) }],
];

/** Puts the task into a state; a message that goes on with it completes it. */
function settling(state: TaskState, words: string): Behavior {
  return { run: async ({ isFollowUp }) => (isFollowUp ? undefined : { state, message: words }) };
}

async function askUntilDone({ turn }: Order): Promise<Yield> {
  if (/\bdone\b/i.test(turn.text)) return { state: "TASK_STATE_COMPLETED", message: "Done." };
  return { state: "TASK_STATE_INPUT_REQUIRED", message: "Say done to end this task." };
}

// ACTS reads an artifact of the task once it is completed.
async function workLong({ wait }: Order): Promise<Yield> {
  await wait(longRunningMs);
  return namedArtifact("output", "Long-running work is done.");
}

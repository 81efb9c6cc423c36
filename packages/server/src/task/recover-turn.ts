import type { Message } from "@a2a/core";
import type { TurnContext, TurnInput } from "../agent/turn-input.js";
import { turnInput } from "../agent/turn-input.js";
import type { LogEntry, StoredTask, TaskKey, TaskStore } from "../store/store.js";

const batchSize = 256;

/** Whether a task is in the middle of a turn, as its log has it. */
export function isMidTurn({ turnFrom, number }: StoredTask): boolean {
  return turnFrom <= number;
}

/** What the turn was given that a task is in the middle of: the message that began it, then those that came meanwhile. */
export async function inputsOfTurn(store: TaskStore, stored: StoredTask): Promise<readonly TurnInput[]> {
  const inputs: TurnInput[] = [];
  for (let after = stored.turnFrom - 1; after < stored.number; after += batchSize) {
    const entries = await store.read(stored.key, after, batchSize);
    if (entries === "gone") break;
    inputs.push(...entries.flatMap(inputOf));
  }
  if (inputs.length > 0) return inputs;
  // A turn that began with what the one before had left unread: that is the client's last word.
  const last = stored.task.history?.findLast(isFromClient);
  return last ? [turnInput(last, contextOf(stored.key))] : [];
}

function inputOf({ event, received, context }: LogEntry): readonly TurnInput[] {
  const message = received ?? ("task" in event ? event.task.history?.findLast(isFromClient) : undefined);
  return message && context ? [turnInput(message, context)] : [];
}

function isFromClient({ role }: Message): boolean {
  return role !== "ROLE_AGENT";
}

/** What is known of a caller whose request is not. */
function contextOf({ tenant, owner }: TaskKey): TurnContext {
  return { caller: owner ? { user: owner } : {}, ...(tenant && { tenant }), extensions: [], parameters: {} };
}

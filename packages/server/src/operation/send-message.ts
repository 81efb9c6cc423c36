import type { SendMessageResponse, TaskState } from "@a2a/core";
import { isInterrupted, isTerminal } from "@a2a/core";
import type { Departure } from "../lazy-abort.js";
import type { LogEntry } from "../store/store.js";
import { notFound } from "../task/not-found.js";
import type { SentToTask } from "../task/task-runtime.js";
import type { Settled } from "../task/task-watch.js";
import type { Call, OperationContext } from "./call.js";
import { withHistory } from "./history.js";
import { patiently } from "./patience.js";
import { takeMessage } from "./take-message.js";

/**
 * Takes a message and answers with the agent's direct reply or with the task: as soon as it is over or interrupted, or at once where the client
 * asks for that.
 *
 * @throws A2AError `InvalidAgentResponseError` where the agent broke the protocol, and what `takeMessage` throws
 * @see A2A 1.0, section 3.1.1
 */
export async function sendMessage(call: Call<"SendMessage">, context: OperationContext): Promise<SendMessageResponse> {
  const { sent } = await takeMessage(call, context);
  if (sent.kind === "reply") return { message: sent.reply };
  const { configuration } = call.params;
  const found = configuration?.returnImmediately ? await context.runtime.load(sent.key) : await settled(sent, call, context);
  if (!found) throw notFound(sent.key);
  const task = withHistory(found.task, configuration?.historyLength);
  call.generations?.set(task, found.number);
  return { task };
}

/** Waits until the task is over or waits for its client, or long enough: its writer tells, or else the log. */
function settled(sent: SentToTask, { client }: Call<"SendMessage">, context: OperationContext): Promise<Settled | undefined> {
  return patiently(client, context.maxBlockingMs, async (enough) => {
    const told = await sent.watch.settled(sent.after, enough);
    if (sent.watch.fault) throw sent.watch.fault;
    return told ?? settledInLog(sent, enough, context);
  });
}

/** The task has to be settled still when it is loaded: another message may have set it going again. */
async function settledInLog(sent: SentToTask, left: Departure, { runtime }: OperationContext): Promise<Settled | undefined> {
  for await (const entries of runtime.read(sent.key, sent.after, { left })) {
    if (!entries.some(settles)) continue;
    const stored = await runtime.load(sent.key);
    if (!stored || isSettled(stored.task.status.state)) return stored;
  }
  return runtime.load(sent.key);
}

function settles({ event }: LogEntry): boolean {
  return "statusUpdate" in event && isSettled(event.statusUpdate.status.state);
}

function isSettled(state: TaskState): boolean {
  return isTerminal(state) || isInterrupted(state);
}

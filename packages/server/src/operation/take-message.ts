import type { Message } from "@a2a/core";
import { A2AError, isTerminal } from "@a2a/core";
import { continuedTaskId } from "@a2a/core/internal";
import { isLikeBase64 } from "../agent/is-like-base64.js";
import { invalidParams } from "../invalid-params.js";
import type { StoredTask, TaskKey } from "../store/store.js";
import { assertGeneration } from "../task/generation-mismatch.js";
import { notFound } from "../task/not-found.js";
import type { Sent } from "../task/task-runtime.js";
import type { Call, OperationContext } from "./call.js";
import { keyOf } from "./call.js";
import { isUnreadableFor, unreadablePart } from "./media-types.js";
import { assertPush, registerInline } from "./push-configs.js";

const webhookPointer = "/configuration/taskPushNotificationConfig";

type SendCall = Call<"SendMessage"> | Call<"SendStreamingMessage">;

/** What became of a message, and whether the same one was taken before. */
export interface Taken {
  readonly sent: Sent;
  readonly isDuplicate: boolean;
}

/**
 * Gives a client's message to the task that it names, or starts a new one. A message that was taken before, whole params equal, is not taken
 * again: it has become what it has.
 *
 * @throws A2AError `TaskNotFoundError`, `InvalidTaskStateError`, `InvalidParamsError`, `ContentTypeNotSupportedError`, `PushNotSupportedError`,
 *   `TaskGenerationMismatchError`, `ResourceUnavailableError`
 * @see A2A 1.0, sections 3.1.1, 3.3.2 and 3.4
 */
export async function takeMessage(call: SendCall, context: OperationContext): Promise<Taken> {
  const { params } = call;
  const { recent, runtime } = context;
  const owner = keyOf(call.context, "");
  const found = recent.find(owner, params);
  if (found) {
    const sent = await found;
    if (sent.kind === "reply") return { sent, isDuplicate: true };
    // A writer that has lost the task says nothing of how it has gone on.
    const watch = sent.watch.lost.isAborted ? runtime.currentWatch(sent.key) : sent.watch;
    if (await runtime.load(sent.key)) return { sent: { ...sent, watch }, isDuplicate: true };
    // Its task was forgotten meanwhile.
    recent.forget(owner, params, found);
    return takeMessage(call, context);
  }
  // Nothing is waited for between looking and keeping: of two at once, one is the duplicate.
  assertAcceptable(call, context);
  const challenge = challengeOf(call, context);
  const placing = challenge ? challenge.then(() => place(call, context)) : place(call, context);
  recent.keep(owner, params, placing);
  return { sent: await placing, isDuplicate: false };
}

function assertAcceptable({ params, rules, version }: SendCall, context: OperationContext): void {
  const { message, configuration } = params;
  if (message.role !== "ROLE_USER") {
    if (!rules.anyClientRole) throw invalidParams("/message/role", "ROLE_USER, because the sender is the client");
    context.logger.warn({ messageId: message.messageId }, "a client says that its message is the agent's");
  }
  const broken = message.parts.findIndex(({ raw }) => raw !== undefined && !isLikeBase64(raw));
  if (broken >= 0) throw invalidParams(`/message/parts/${broken}/raw`, "base64");
  const unreadable = context.namesInputModes ? unreadablePart(message, context.card) : undefined;
  if (unreadable) {
    const { at, modes } = unreadable;
    throw new A2AError("ContentTypeNotSupportedError", `/message/parts/${at}: expected one of ${modes.join(", ")}`);
  }
  if (context.namesOutputModes && isUnreadableFor(configuration?.acceptedOutputModes, context.card)) {
    const modes = context.card.defaultOutputModes.join(", ");
    throw new A2AError("ContentTypeNotSupportedError", `/configuration/acceptedOutputModes: expected one of the agent's, such as ${modes}`);
  }
  const webhook = configuration?.taskPushNotificationConfig;
  if (!webhook) return;
  assertPush(context);
  context.push.assertValid(webhook, version, webhookPointer);
}

/** What the webhook of a message is asked before anything becomes of the message. */
function challengeOf({ params }: SendCall, { push }: OperationContext): Promise<void> | undefined {
  const webhook = params.configuration?.taskPushNotificationConfig;
  return webhook && push.challenge(webhook, webhookPointer);
}

/** Protobuf writers cannot tell an empty id from an absent one: both ask for a new task. */
function place(call: SendCall, context: OperationContext): Promise<Sent> {
  const { taskId } = call.params.message;
  return taskId ? placeIn(call, context, keyOf(call.context, taskId)) : placeNew(call, context, keyOf(call.context, context.makeId()));
}

function placeNew(call: SendCall, context: OperationContext, key: TaskKey): Promise<Sent> {
  const { params, rules, version } = call;
  const { message, configuration } = params;
  const task = { key, contextId: message.contextId || context.makeId(), version };
  const options = { atOnce: configuration?.returnImmediately ?? false, directReplies: rules.directReplies };
  const placing = context.runtime.begin(task, placed(message, key.id, task.contextId), call.context, options);
  return configuration?.taskPushNotificationConfig ? placing.then((sent) => withWebhook(call, context, sent)) : placing;
}

/** @throws what its webhook is refused for, or the store's failure: nobody works then on what has begun with the message */
async function withWebhook(call: SendCall, context: OperationContext, sent: Sent): Promise<Sent> {
  if (sent.kind === "reply") return sent;
  const { key, after } = sent;
  try {
    await registerInline(call, context, { key, delivered: 0 });
    return sent;
  } catch (error) {
    // Whoever is refused sends the message again. A task that took the message of another beginning is not its own.
    if (after === 0) {
      await context.runtime.cancel(key, call.context).catch((failure) => {
        context.logger.warn({ taskId: key.id, error: failure }, "a task goes on whose message was refused for its webhook");
      });
    }
    throw error;
  }
}

async function placeIn(call: SendCall, context: OperationContext, key: TaskKey): Promise<Sent> {
  const { runtime } = context;
  const { message } = call.params;
  const stored = await runtime.load(key);
  if (!stored && call.rules.clientTaskIds) return placeNew(call, context, key);
  if (!stored) throw notFound(key);
  if (message.contextId && message.contextId !== stored.contextId) throw invalidParams("/message/contextId", "the context of the task");
  const isOver = isTerminal(stored.task.status.state);
  if (isOver && call.rules.reopensTerminal) return placeNew(continuing(call, stored), context, { ...key, id: continuedTaskId(key.id) });
  if (isOver) {
    throw new A2AError("InvalidTaskStateError", `task ${key.id} is over: ${stored.task.status.state}`);
  }
  const { maxHistory } = context;
  if ((stored.task.history?.length ?? 0) >= maxHistory)
    throw invalidParams("/message/taskId", `a task with less than ${maxHistory} messages`);
  const { ifGenerationMatch: expected } = call.conditions ?? {};
  // Looked at once more when the message is taken: this spares the webhook of a message that comes too late.
  assertGeneration(key.id, expected, stored.number);
  // Before the message is taken: a webhook that is refused refuses it.
  const undo = await registerInline(call, context, { key, delivered: stored.number });
  const replying = runtime.reply(key, placed(message, key.id, stored.contextId), call.context, expected);
  return undo ? replying.catch((error) => undone(error, undo)) : replying;
}

/** A message that is refused for the task's generation leaves nothing behind. @throws what it is refused for */
async function undone(error: unknown, undo: () => Promise<void>): Promise<never> {
  if (A2AError.from(error).refined !== undefined) await undo();
  throw error;
}

/** A message to a task that is over, as the first one of the task that continues it. Its webhook, if any, is that task's. */
function continuing<C extends SendCall>(call: C, { contextId, key }: StoredTask): C {
  const { message, configuration } = call.params;
  const { id: _, ...webhook } = configuration?.taskPushNotificationConfig ?? { url: "" };
  const referenceTaskIds = [...(message.referenceTaskIds ?? []), key.id];
  const configured = webhook.url && { configuration: { ...configuration, taskPushNotificationConfig: webhook } };
  return { ...call, params: { ...call.params, ...configured, message: { ...message, contextId, referenceTaskIds } } };
}

function placed(message: Message, taskId: string, contextId: string): Message {
  // Not spread: members added behind a spread give every message a hidden class of its own, which costs 3 us here and again wherever it is read.
  return Object.assign({}, message, { taskId, contextId });
}

import type { Artifact, Message, Part, SendMessageRequest, StreamResponse, Task, TaskPushNotificationConfig } from "sdk-1.3";
import { Role, TaskState } from "sdk-1.3";
import type { PlainPart, PlainReply, PlainTask, PlainWebhook, SayOptions } from "./plain.js";
import { artifactBrief, replyBrief, statusBrief, taskBrief, textOf } from "./plain.js";

// The values of SDK 1.3, whatever version it speaks: everything is there, unions have a `$case`.

/** Writes the params of a message. */
export function caseParams(parts: readonly PlainPart[], { taskId = "", atOnce = false, webhook }: SayOptions = {}): SendMessageRequest {
  return {
    tenant: "",
    metadata: undefined,
    message: caseMessage({ role: Role.ROLE_USER, contextId: "", taskId }, parts),
    configuration: {
      acceptedOutputModes: [],
      returnImmediately: atOnce,
      taskPushNotificationConfig: webhook && caseWebhook("", webhook),
    },
  };
}

/** Writes a message. */
export function caseMessage(whose: Pick<Message, "role" | "contextId" | "taskId">, parts: readonly PlainPart[]): Message {
  return {
    ...whose,
    messageId: crypto.randomUUID(),
    parts: parts.map(casePart),
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  };
}

/** Writes a part. */
export function casePart(part: PlainPart): Part {
  const rest = { metadata: undefined, filename: "", mediaType: "" };
  if (typeof part === "string") return { ...rest, content: { $case: "text", value: part } };
  if ("data" in part) return { ...rest, content: { $case: "data", value: part.data } };
  const { base64, name: filename, mediaType } = part;
  return { ...rest, content: { $case: "raw", value: Buffer.from(base64, "base64") }, filename, mediaType };
}

/** Reads the parts of a message or artifact. */
export function partsOf({ parts }: Pick<Message | Artifact, "parts">): PlainPart[] {
  return parts.map(fromCasePart);
}

/** Reads a task. */
export function fromCaseTask({ id, contextId, status, artifacts, history }: Task): PlainTask {
  return {
    id,
    contextId,
    state: stateOf(status),
    words: wordsOf(status),
    artifacts: artifacts.map(partsOf),
    history: history.map((message) => textOf(partsOf(message))),
  };
}

/** Reads the answer to a message. */
export function fromCaseAnswer(answer: Message | Task): PlainTask | PlainReply {
  return "messageId" in answer ? { reply: partsOf(answer) } : fromCaseTask(answer);
}

/** Reads an event, in short. */
export function caseBrief({ payload }: StreamResponse): string {
  switch (payload?.$case) {
    case "message":
      return replyBrief(partsOf(payload.value));
    case "task":
      return taskBrief(fromCaseTask(payload.value));
    case "statusUpdate":
      return statusBrief(stateOf(payload.value.status), wordsOf(payload.value.status));
    case "artifactUpdate":
      return artifactBrief(partsOf(payload.value.artifact ?? { parts: [] }), payload.value);
    case undefined:
      return "nothing";
  }
}

/** Reads a stream, in short. */
export async function* caseBriefs(events: AsyncIterable<StreamResponse>): AsyncGenerator<string, void> {
  for await (const event of events) yield caseBrief(event);
}

/** Writes a webhook. */
export function caseWebhook(taskId: string, webhook: PlainWebhook): TaskPushNotificationConfig {
  return { tenant: "", taskId, ...webhook, authentication: undefined };
}

/** Reads a webhook. */
export function fromCaseWebhook({ id, url, token }: TaskPushNotificationConfig): PlainWebhook {
  return { id, url, token };
}

function fromCasePart({ content, filename, mediaType }: Part): PlainPart {
  switch (content?.$case) {
    case "text":
      return content.value;
    case "data":
      return { data: content.value };
    case "raw":
      // A Buffer by its type, but what the SDK's server hands to an agent went through structuredClone and is a bare Uint8Array, whose `toString` is
      // another one.
      return { base64: Buffer.from(content.value).toString("base64"), name: filename, mediaType };
    default:
      throw new TypeError(`a part that nobody sent: ${content?.$case}`);
  }
}

function stateOf(status: Task["status"]): string {
  const name = TaskState[status?.state ?? TaskState.TASK_STATE_UNSPECIFIED] ?? "";
  return name.replace("TASK_STATE_", "").toLowerCase().replace("_", "-");
}

function wordsOf(status: Task["status"]): string {
  return status?.message ? textOf(partsOf(status.message)) : "";
}

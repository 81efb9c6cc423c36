import type {
  Artifact,
  DataPart,
  FilePart,
  Message,
  MessageSendParams,
  Part,
  Task,
  TaskArtifactUpdateEvent,
  TaskPushNotificationConfig,
  TaskStatusUpdateEvent,
} from "sdk-0.3";
import type { PlainPart, PlainReply, PlainTask, PlainWebhook, SayOptions } from "./plain.js";
import { artifactBrief, replyBrief, statusBrief, taskBrief, textOf } from "./plain.js";

// The values of SDK 0.2 and 0.3, which write alike: everything has a `kind`.

/** What a stream brings. */
export type KindEvent = Message | Task | TaskStatusUpdateEvent | TaskArtifactUpdateEvent;

/** Writes the params of a message. */
export function kindParams(
  parts: readonly PlainPart[],
  { taskId, atOnce = false, webhook }: SayOptions = {},
): MessageSendParams & {
  configuration: { acceptedOutputModes: string[] };
} {
  return {
    message: {
      kind: "message",
      messageId: crypto.randomUUID(),
      role: "user",
      parts: parts.map(kindPart),
      ...(taskId !== undefined && { taskId }),
    },
    configuration: { acceptedOutputModes: [], blocking: !atOnce, ...(webhook && { pushNotificationConfig: webhookOf(webhook) }) },
  };
}

/** Writes a part. */
export function kindPart(part: PlainPart): Part {
  if (typeof part === "string") return { kind: "text", text: part };
  if ("data" in part) return { kind: "data", data: { ...part.data } } satisfies DataPart;
  return { kind: "file", file: { bytes: part.base64, name: part.name, mimeType: part.mediaType } } satisfies FilePart;
}

/** Reads a part. */
export function fromKindPart(part: Part): PlainPart {
  if (part.kind === "text") return part.text;
  if (part.kind === "data") return { data: part.data };
  const { file } = part;
  return { base64: "bytes" in file ? file.bytes : "", name: file.name ?? "", mediaType: file.mimeType ?? "" };
}

/** Reads the parts of a message or artifact. */
export function partsOf({ parts }: Pick<Message | Artifact, "parts">): PlainPart[] {
  return parts.map(fromKindPart);
}

/** Reads a task. */
export function fromKindTask({ id, contextId, status, artifacts = [], history = [] }: Task): PlainTask {
  return {
    id,
    contextId,
    state: status.state,
    words: wordsOf(status),
    artifacts: artifacts.map(partsOf),
    history: history.map((message) => textOf(partsOf(message))),
  };
}

/** Reads the answer to a message. */
export function fromKindAnswer(answer: Message | Task): PlainTask | PlainReply {
  return answer.kind === "task" ? fromKindTask(answer) : { reply: partsOf(answer) };
}

/** Reads an event, in short. */
export function kindBrief(event: KindEvent): string {
  switch (event.kind) {
    case "message":
      return replyBrief(partsOf(event));
    case "task":
      return taskBrief(fromKindTask(event));
    case "status-update":
      return statusBrief(event.status.state, wordsOf(event.status)) + (event.final ? " final" : "");
    case "artifact-update":
      return artifactBrief(partsOf(event.artifact), event);
  }
}

/** Writes a webhook. */
export function kindWebhook(taskId: string, webhook: PlainWebhook): TaskPushNotificationConfig {
  return { taskId, pushNotificationConfig: webhookOf(webhook) };
}

/** Reads a webhook. */
export function fromKindWebhook({ pushNotificationConfig }: TaskPushNotificationConfig): PlainWebhook {
  const { id = "", url, token = "" } = pushNotificationConfig;
  return { id, url, token };
}

/** Reads a stream, in short. */
export async function* kindBriefs(events: AsyncIterable<KindEvent>): AsyncGenerator<string, void> {
  for await (const event of events) yield kindBrief(event);
}

function wordsOf({ message }: Task["status"]): string {
  return message ? textOf(partsOf(message)) : "";
}

function webhookOf({ id, ...webhook }: PlainWebhook): TaskPushNotificationConfig["pushNotificationConfig"] {
  return id ? { id, ...webhook } : webhook;
}

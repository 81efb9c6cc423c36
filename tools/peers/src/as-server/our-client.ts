import type { Client } from "@a2a/client";
import type { Message, Part, StreamResponse, Task } from "@a2a/core";
import { data, file, fromBase64, isA2AError, text } from "@a2a/core";
import type { PlainClient, PlainPart, PlainReply, PlainTask } from "../plain.js";
import { artifactBrief, replyBrief, statusBrief, taskBrief, withFault } from "../plain.js";

/** Speaks through our client. It has no calls for webhooks. */
export function adaptOurs(client: Client): PlainClient {
  return {
    agentName: async () => client.card.name,
    async send(parts, { taskId, atOnce = false } = {}) {
      const options = { returnImmediately: atOnce, ...(taskId !== undefined && { taskId }) };
      return fromAnswer(await withFault(client.send(parts.map(toPart), options), codeOf));
    },
    stream: (parts, { taskId } = {}) => briefs(client.stream(parts.map(toPart), taskId === undefined ? {} : { taskId })),
    get: async (id) => fromTask(await withFault(client.getTask(id), codeOf)),
    cancel: async (id) => fromTask(await withFault(client.cancelTask(id), codeOf)),
    resubscribe: (id) => briefs(client.subscribe(id)),
  };
}

/** The numbers of the errors' names that the conversation meets. */
const codes: Readonly<Partial<Record<string, number>>> = {
  TaskNotFoundError: -32001,
  TaskNotCancelableError: -32002,
  UnsupportedOperationError: -32004,
  InvalidRequestError: -32600,
  InvalidParamsError: -32602,
};

function codeOf(error: unknown): number | undefined {
  if (!isA2AError(error)) throw error;
  return codes[error.code];
}

function toPart(part: PlainPart): Part {
  if (typeof part === "string") return text(part);
  if ("data" in part) return data(part.data);
  return file(fromBase64(part.base64), { filename: part.name, mediaType: part.mediaType });
}

function fromPart({ text: words, raw, data: json, filename = "", mediaType = "" }: Part): PlainPart {
  if (words !== undefined) return words;
  if (raw !== undefined) return { base64: raw, name: filename, mediaType };
  // safe: the conversation compares what is read of it
  return { data: json as Record<string, unknown> };
}

function fromAnswer(answer: Task | Message): PlainTask | PlainReply {
  return "messageId" in answer ? { reply: answer.parts.map(fromPart) } : fromTask(answer);
}

function fromTask({ id, contextId = "", status, artifacts = [], history = [] }: Task): PlainTask {
  return {
    id,
    contextId,
    state: stateOf(status),
    words: wordsOf(status),
    artifacts: artifacts.map(({ parts }) => parts.map(fromPart)),
    history: history.map(({ parts }) => parts.map((part) => part.text ?? "").join("")),
  };
}

async function* briefs(events: AsyncIterable<StreamResponse>): AsyncGenerator<string, void> {
  for await (const event of events) yield brief(event);
}

function brief({ task, message, statusUpdate, artifactUpdate }: StreamResponse): string {
  if (task) return taskBrief(fromTask(task));
  if (message) return replyBrief(message.parts.map(fromPart));
  if (statusUpdate) return statusBrief(stateOf(statusUpdate.status), wordsOf(statusUpdate.status));
  if (!artifactUpdate) return "nothing";
  return artifactBrief(artifactUpdate.artifact.parts.map(fromPart), artifactUpdate);
}

function stateOf({ state }: Task["status"]): string {
  return state.replace("TASK_STATE_", "").toLowerCase().replace("_", "-");
}

function wordsOf({ message }: Task["status"]): string {
  return message ? message.parts.map((part) => part.text ?? "").join("") : "";
}

import type { Client } from "@a2a/client";
import type { Artifact, Message, Part, StreamResponse, Task } from "@a2a/core";
import { applyEvent, bytesOf, file, text, textOf } from "@a2a/core";

/** A file to talk about. */
export interface Upload {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** How a conversation shows what it does. */
export interface Screen {
  /** Writes a whole line. */
  line(words: string): void;
  /** Writes as the agent speaks, without a line break of its own. */
  write(words: string): void;
}

/** What a conversation brought. */
export interface Outcome {
  readonly task: Task;
  /** Files that the agent made. */
  readonly files: readonly Upload[];
}

// The members of the answer that the client wants, as JSON Schema.
const wantedAnswer = {
  type: "object",
  properties: { column: { type: "string" }, kind: { type: "string" }, count: { type: "integer" }, groups: { type: "array" } },
  required: ["column", "count"],
};

/** Shows a file to a data analyst, answers what it asks back, and collects what it makes. */
export async function converse(client: Client, upload: Upload, screen: Screen): Promise<Outcome> {
  const opening = "What do you see in this table?";
  screen.line(`you    ${opening}  (${upload.name}, ${upload.bytes.length} bytes)`);
  const csv = file(upload.bytes, { filename: upload.name, mediaType: "text/csv" });
  let task = await follow(client.stream([text(opening), csv]), undefined, screen);
  if (task.status.state === "TASK_STATE_INPUT_REQUIRED") {
    const column = chooseColumn(task.status.message);
    screen.line(`you    ${column}, please; the answer as JSON`);
    const reply = text(column, { metadata: { mimeType: "application/json", schema: wantedAnswer } });
    task = await follow(client.stream([reply], { taskId: task.id, contextId: task.contextId ?? "" }), task, screen);
  }
  return { task, files: (task.artifacts ?? []).flatMap(filesOf) };
}

/** Shows a stream while it runs and folds it into the task that it is about. */
async function follow(events: AsyncIterable<StreamResponse>, before: Task | undefined, screen: Screen): Promise<Task> {
  let task = before;
  for await (const event of events) {
    if (event.message) throw new TypeError("the analyst answers with tasks");
    const { statusUpdate, artifactUpdate } = event;
    if (artifactUpdate) showParts(artifactUpdate.artifact, screen);
    if (statusUpdate?.status.message) screen.line(`agent  ${textOf(statusUpdate.status.message)}`);
    task = applyEvent(task, event);
  }
  if (!task) throw new TypeError("a stream without a task");
  screen.line(`       ${task.status.state}`);
  return task;
}

function showParts({ parts }: Artifact, screen: Screen): void {
  for (const part of parts) {
    if (part.filename === undefined && part.text !== undefined) screen.write(`agent  ${part.text}`);
    else if (part.data !== undefined) screen.line(`agent  ${JSON.stringify(part.data)}`);
  }
}

/** Answers "which column?" as a program does: the first one of numbers that was offered as data. */
function chooseColumn(question: Message | undefined): string {
  const offered = question?.parts.flatMap(columnsOf) ?? [];
  const column = offered.find(({ kind }) => kind === "number") ?? offered[0];
  if (!column) throw new TypeError("the agent asks for something else than a column");
  return column.name;
}

function columnsOf({ data: offer }: Part): { name: string; kind: string }[] {
  if (typeof offer !== "object" || offer === null || !("columns" in offer) || !Array.isArray(offer.columns)) return [];
  return offer.columns.filter((column) => typeof column?.name === "string" && typeof column.kind === "string");
}

function filesOf({ parts }: Artifact): Upload[] {
  return parts.flatMap((part) => {
    const bytes = part.filename === undefined ? undefined : bytesOf(part);
    return bytes && part.filename !== undefined ? [{ name: part.filename, bytes }] : [];
  });
}

import type { Artifact, Message, Part, Task, TaskEvent } from "@a2a/core";
import type { LogEntry } from "./store.js";

// What V8 needs for the structure of an entry, of a part, and of each value and member in JSON, roughly.
const perEntry = 384;
const perPart = 80;
const perValue = 16;
const perMember = 8;

/** About how many bytes a log entry takes in memory: its structure, and its texts by their length. */
export function roughSize({ event, received }: LogEntry): number {
  return perEntry + ofEvent(event) + ofMessages(received && [received]);
}

/** The same of an artifact, or a chunk of one. */
export function roughSizeOfParts(artifact: Pick<Artifact, "parts" | "metadata">): number {
  return ofParts(artifact);
}

function ofEvent(event: TaskEvent): number {
  if ("artifactUpdate" in event) return ofParts(event.artifactUpdate.artifact);
  if ("statusUpdate" in event) return ofMessages(event.statusUpdate.status.message && [event.statusUpdate.status.message]);
  const { history, artifacts = [], metadata }: Task = event.task;
  return ofMessages(history) + artifacts.reduce((sum, artifact) => sum + ofParts(artifact), 0) + ofJson(metadata);
}

function ofMessages(messages: readonly Message[] = []): number {
  return messages.reduce((sum, message) => sum + ofParts(message), 0);
}

function ofParts({ parts, metadata }: Pick<Artifact | Message, "parts" | "metadata">): number {
  return parts.reduce((sum, part) => sum + ofPart(part), metadata ? ofJson(metadata) : 0);
}

function ofPart({ text, raw, data, metadata }: Part): number {
  const length = text?.length ?? raw?.length ?? 0;
  return perPart + length + (data === undefined ? 0 : ofJson(data)) + (metadata ? ofJson(metadata) : 0);
}

function ofJson(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return perValue;
  return Object.values(value).reduce((sum: number, member) => sum + perMember + ofJson(member), perValue);
}

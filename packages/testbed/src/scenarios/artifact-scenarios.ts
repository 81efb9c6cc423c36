import type { Part } from "@a2a/core";
import { data, file, text } from "@a2a/core";
import type { Yield } from "@a2a/server";
import type { Behavior, Order } from "../behavior.js";
import { chunkedArtifact } from "../chunked-artifact.js";
import { namedArtifact } from "../named-artifact.js";

const description = { filename: "output.txt", mediaType: "text/plain" } as const;
const inlineFile = file(new TextEncoder().encode("tck"), description);
const linkedFile = file(new URL("https://example.com/output.txt"), description);

/** Prefixes that are answered with an artifact. */
export const artifactScenarios: readonly (readonly [prefix: string, behavior: Behavior])[] = [
  ["tck-artifact-text", answering(text("Generated text content"))],
  ["tck-artifact-file", answering(inlineFile)],
  ["tck-artifact-file-url", answering(linkedFile)],
  ["tck-artifact-data", answering(data({ key: "value", count: 42 }))],
  ["tck-stream-basic", answering(text("Stream hello from TCK"))],
  ["tck-stream-001", answering(text("Stream hello from TCK"))],
  ["tck-stream-003", answering(text("Stream task lifecycle"))],
  ["tck-stream-ordering-001", answering(text("Ordered output"))],
  ["tck-stream-artifact-text", answering(text("Streamed text content"))],
  ["tck-stream-artifact-file", answering(inlineFile)],
  ["tck-stream-chunked", { run: answerInChunks }],
  ["tck-stream-artifact-chunked", { run: answerInChunks }],
];

function answering(part: Part): Behavior {
  return { run: async () => namedArtifact("output", part) };
}

function answerInChunks({ turn: { signal } }: Order): AsyncIterable<Yield> {
  const texts = ["chunk-1 ", "chunk-2"];
  return chunkedArtifact("output", { count: texts.length, signal, textOf: (at) => texts[at] ?? "" });
}

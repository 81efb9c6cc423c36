import type { Artifact, Task, TaskEvent } from "@a2a/core";
import { A2AError } from "@a2a/core";
import { roughSizeOfParts } from "../store/rough-size.js";
import type { ActorOptions } from "./actor-options.js";
import type { Said } from "./yield-to-event.js";

/** @throws A2AError `InvalidAgentResponseError` for what is more than an agent may say */
export type LimitYields = (said: Said) => void;

/** What an artifact has so far. */
interface Counted {
  readonly artifactId: string;
  size: number;
}

/**
 * Counts what an agent yields in one turn, by the texts, bytes and data in it. A chunk is counted once, so that its cost does not grow with its artifact.
 *
 * @param before the task at the beginning of the turn: what its artifacts have already counts as well
 */
export function createYieldLimits(
  { maxEventBytes, maxArtifactBytes }: Pick<ActorOptions, "maxEventBytes" | "maxArtifactBytes">,
  before: Pick<Task, "artifacts">,
): LimitYields {
  // An agent has one artifact at a time nearly always: that one needs no table.
  let others: Map<string, Counted> | undefined;
  let last: Counted | undefined;

  function counted(artifactId: string): Counted {
    if (last?.artifactId === artifactId) return last;
    if (last) {
      others ??= new Map();
      others.set(last.artifactId, last);
    }
    last = others?.get(artifactId) ?? { artifactId, size: sizeBefore(before.artifacts, artifactId) };
    return last;
  }

  return (said) => {
    const chunk = said.kind === "event" && "artifactUpdate" in said.event ? said.event.artifactUpdate : undefined;
    const size = chunk ? roughSizeOfParts(chunk.artifact) : sizeOfWords(said);
    if (size > maxEventBytes) throw tooMuch(`the agent yielded ${size} bytes at a time, and ${maxEventBytes} is the most`);
    if (!chunk) return;
    const artifact = counted(chunk.artifact.artifactId);
    artifact.size = chunk.append ? artifact.size + size : size;
    if (artifact.size > maxArtifactBytes)
      throw tooMuch(`the agent has put ${artifact.size} bytes into an artifact, and ${maxArtifactBytes} is the most`);
  };
}

function sizeBefore(artifacts: readonly Artifact[] = [], artifactId: string): number {
  const found = artifacts.find((artifact) => artifact.artifactId === artifactId);
  return found ? roughSizeOfParts(found) : 0;
}

function sizeOfWords(said: Said): number {
  const words = said.kind === "message" ? said.message : messageIn(said.event);
  return words ? roughSizeOfParts(words) : 0;
}

function messageIn(event: TaskEvent): Pick<Artifact, "parts" | "metadata"> | undefined {
  return "statusUpdate" in event ? event.statusUpdate.status.message : undefined;
}

function tooMuch(detail: string): A2AError {
  return new A2AError("InvalidAgentResponseError", detail);
}

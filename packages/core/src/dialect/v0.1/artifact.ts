import type * as Wire from "../../generated/v0.1/types.js";
import type { Artifact } from "../../generated/v1.0/types.js";
import { isTexts, withKeys } from "../carried.js";
import { carry, uncarry } from "./message.js";
import { decodePart, encodePart } from "./part.js";

/**
 * Writes an artifact or a chunk of one. 0.1 knows it by its index; an id that does not follow from that is carried.
 *
 * @see A2A 0.1, section 6.7
 */
export function encodeArtifact({ artifactId, name, description, parts, metadata, extensions }: Artifact, index: number): Wire.Artifact {
  const carried = { ...(artifactId !== idOf(index) && { artifactId }), ...(extensions?.length && { extensions }) };
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    index,
    parts: parts.map(encodePart),
    ...withKeys(metadata, carry(carried)),
  };
}

/**
 * Reads an artifact or a chunk of one.
 *
 * @param index its index where it has none itself
 * @see A2A 0.1, section 6.7
 */
export function decodeArtifact({ name, description, parts, metadata, index: own }: Wire.Artifact, index: number): Artifact {
  const { carried, rest } = uncarry(metadata);
  const { artifactId, extensions } = carried;
  return {
    artifactId: typeof artifactId === "string" && artifactId !== "" ? artifactId : idOf(own ?? index),
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    parts: parts.map(decodePart),
    ...rest,
    ...(isTexts(extensions) && { extensions }),
  };
}

/** Reads the artifacts of a task. Ids are made unique: some peers give each artifact the index 0. */
export function decodeArtifacts(wires: readonly Wire.Artifact[]): Artifact[] {
  const taken = new Set<string>();
  let free = 0;
  return wires.map((wire, position) => {
    const artifact = decodeArtifact(wire, position);
    if (taken.has(artifact.artifactId)) {
      // Never goes back, so that the cost of many doubles stays linear.
      free = Math.max(free, position);
      while (taken.has(idOf(free))) free += 1;
      artifact.artifactId = idOf(free);
    }
    taken.add(artifact.artifactId);
    return artifact;
  });
}

function idOf(index: number): string {
  return `artifact-${index}`;
}

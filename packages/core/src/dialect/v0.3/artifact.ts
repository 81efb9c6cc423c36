import type * as Wire from "../../generated/v0.3/types.js";
import type { Artifact } from "../../generated/v1.0/types.js";
import { copyFilled, copySet } from "./copy-set.js";
import { decodePart, encodePart } from "./part.js";

/**
 * Writes an artifact or a chunk of one.
 *
 * @see A2A 0.3, section 6.7
 */
export function encodeArtifact(artifact: Artifact): Wire.Artifact {
  const wire: Wire.Artifact = { artifactId: artifact.artifactId, parts: artifact.parts.map(encodePart) };
  return copyFilled(artifact, copySet(artifact, wire, members), ["extensions"]);
}

/**
 * Reads an artifact or a chunk of one.
 *
 * @see A2A 0.3, section 6.7
 */
export function decodeArtifact(wire: Wire.Artifact): Artifact {
  const artifact: Artifact = { artifactId: wire.artifactId, parts: wire.parts.map(decodePart) };
  return copyFilled(wire, copySet(wire, artifact, members), ["extensions"]);
}

const members = ["name", "description", "metadata"] as const;

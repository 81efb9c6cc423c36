import type { Content } from "@a2a/core";
import type { Yield } from "@a2a/server";

/** A whole artifact whose id is its name, so that callers know it beforehand. */
export function namedArtifact(name: string, parts: Content): Yield {
  return { artifact: { artifactId: name, name, parts } };
}

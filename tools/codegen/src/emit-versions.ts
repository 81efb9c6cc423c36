import type { Sources } from "./load-schema.js";

/** `versions.ts`: the protocol versions by the names that peers use. */
export function emitVersions({ versions }: Sources): string {
  const rows = versions.content.versions.map(({ wire, aliases, status }) => ({ wire, aliases, status }));
  const newest = versions.content.versions.find(({ folder }) => folder === versions.content.newest)?.wire;
  return `/** A protocol version as Major.Minor, newest first, previews last. */
export type Version = ${rows.map(({ wire }) => JSON.stringify(wire)).join(" | ")};

export interface VersionRow {
  /** Major.Minor as peers write it. */
  readonly wire: Version;
  /** Other Major.Minor values that this version's dialect serves. */
  readonly aliases: readonly string[];
  readonly status: "preview" | "stable" | "superseded";
}

/** The versions that this package speaks, newest first, previews last. */
export const versions: readonly VersionRow[] = ${JSON.stringify(rows)};

/** The newest stable version: its types are the domain model. */
export const newest: Version = ${JSON.stringify(newest)};
`;
}

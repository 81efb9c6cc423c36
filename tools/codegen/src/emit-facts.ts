import { firstOf } from "./literal.js";
import type { ErrorsFile, MethodsFile } from "./schema-model.js";
import { rowsOf } from "./schema-model.js";

/** The `facts.ts` of one version: of the two tables, what a client knows of the version before it speaks it. A page loads these of all versions. */
export function emitFacts({ headers, card }: MethodsFile, { errors }: ErrorsFile): string {
  const { headers: cachingHeaders, notModifiedStatus } = card.caching;
  // The last is the agent's own failure: no other 5xx comes from an agent.
  const alone = rowsOf({ errors }).common.filter(
    ([name, { jsonrpcHttpStatus }]) => jsonrpcHttpStatus !== undefined || name === "InternalError",
  );
  return `import type { CachingFacts, ErrorsByNumber, HeaderNames } from "../tables.js";

/** Names of the HTTP headers that this version gives a meaning to. */
export const headers: HeaderNames = ${JSON.stringify(headers)};

/** Paths of the agent card below the origin, the version's own first. */
export const cardPaths: readonly [string, ...string[]] = ${JSON.stringify([card.path, ...(card.otherPaths ?? [])])};

/** What readers have to know to keep a card. */
export const caching: Pick<CachingFacts, "headers" | "notModifiedStatus"> = ${JSON.stringify({ headers: cachingHeaders, notModifiedStatus })};

/** The error that a status of HTTP means where the body says nothing: those that JSON-RPC answers with it, and \`InternalError\`. */
export const errorsByStatus: ErrorsByNumber = ${firstOf(alone.map(([name, { httpStatus }]) => [httpStatus, name]))};
`;
}

import type { Dialect } from "@a2a/core/internal";
import type { RepresentKeySet } from "./key-set.js";
import type { RepresentOpenApi } from "./openapi.js";
import { openApiPath } from "./openapi.js";

/** What is found at the path of a card, or of what is read like one. */
export type CardPlace =
  | { readonly kind: "public"; readonly dialects: readonly Dialect[] }
  | { readonly kind: "extended"; readonly dialect: Dialect }
  | { readonly kind: "openApi"; readonly represent: RepresentOpenApi }
  | { readonly kind: "keySet"; readonly represent: RepresentKeySet };

/**
 * The paths of the cards: the well-known ones, and the extended card's in versions that fetch it with a GET; and that of the OpenAPI document where
 * it is served. Made once, because every request is asked whether it is for one of them.
 */
export function placesOfCards(
  dialects: readonly Dialect[],
  basePath: string,
  representOpenApi: RepresentOpenApi | undefined,
): ReadonlyMap<string, CardPlace> {
  const places = new Map<string, CardPlace>();
  for (const dialect of dialects) {
    const { extendedPath } = dialect.card;
    if (extendedPath === undefined) continue;
    for (const folder of foldersOf(basePath)) places.set(folder + extendedPath, { kind: "extended", dialect });
  }
  for (const path of dialects.flatMap(({ cardPaths }) => cardPaths)) {
    const place: CardPlace = { kind: "public", dialects: dialects.filter(({ cardPaths }) => cardPaths.includes(path)) };
    // Clients that know no more than the origin look there: whether a request comes from there is up to whoever mounts the agent.
    for (const folder of new Set(["", basePath])) places.set(folder + path, place);
  }
  if (representOpenApi) places.set(basePath + openApiPath, { kind: "openApi", represent: representOpenApi });
  return places;
}

/** Directories of the endpoint's URL: it answers with a slash at its end and without, and callers take the directory of either. */
function foldersOf(basePath: string): readonly string[] {
  return [basePath.slice(0, Math.max(basePath.lastIndexOf("/"), 0)), basePath];
}

import type { Dialect } from "@a2a/core/internal";
import type { HealthQuestion } from "./health.js";
import { healthPaths } from "./health.js";
import type { RepresentKeySet } from "./key-set.js";
import type { RepresentOpenApi } from "./openapi.js";
import { openApiPath } from "./openapi.js";

/** What is found at the path of a card, or of what is read like one. */
export type CardPlace =
  | { readonly kind: "public"; readonly dialects: readonly Dialect[] }
  | { readonly kind: "extended"; readonly dialect: Dialect }
  | { readonly kind: "openApi"; readonly represent: RepresentOpenApi }
  | { readonly kind: "keySet"; readonly represent: RepresentKeySet }
  | { readonly kind: "health"; readonly question: HealthQuestion };

/** What is served besides cards. */
export interface OtherPlaces {
  readonly openApi: RepresentOpenApi | undefined;
  /** Whether a platform may ask how the process is. */
  readonly health: boolean;
}

/**
 * The paths of the cards: the well-known ones, and the extended card's in versions that fetch it with a GET; and those of
 * the OpenAPI document and of health where they are served. Made once, because every request is asked whether it is for one of them.
 */
export function placesOfCards(
  dialects: readonly Dialect[],
  basePath: string,
  { openApi, health }: OtherPlaces,
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
  if (openApi) places.set(basePath + openApiPath, { kind: "openApi", represent: openApi });
  if (health) for (const question of ["live", "ready"] as const) places.set(basePath + healthPaths[question], { kind: "health", question });
  return places;
}

/** Directories of the endpoint's URL: it answers with a slash at its end and without, and callers take the directory of either. */
function foldersOf(basePath: string): readonly string[] {
  return [basePath.slice(0, Math.max(basePath.lastIndexOf("/"), 0)), basePath];
}

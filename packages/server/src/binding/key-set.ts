import type { Answer, Exchange } from "../http/exchange.js";
import type { CardPlace } from "./card-places.js";
import type { Endpoint } from "./endpoint.js";
import type { Representation } from "./representation.js";
import { answerRepresentation, representJson } from "./representation.js";

/** Writes the public keys that the agent signs with. */
export type RepresentKeySet = () => Promise<Representation>;

/**
 * Where the key set is found: below the root, where most look for it, and below the base path, where `jku` says that it is.
 *
 * @param keySet the JSON of the keys
 */
export function placesOfKeySet(
  path: string,
  basePath: string,
  keySet: () => Promise<string>,
  now: () => Date,
): readonly (readonly [string, CardPlace])[] {
  let made: Promise<Representation> | undefined;
  const represent: RepresentKeySet = () => {
    made ??= keySet().then((json) => representJson(json, now()));
    return made;
  };
  return [...new Set(["", basePath])].map((folder) => [folder + path, { kind: "keySet", represent }]);
}

/** Answers with the public keys. Readers that have them already are told so. */
export async function answerKeySet({ dialects: [newest] }: Endpoint, exchange: Exchange, represent: RepresentKeySet): Promise<Answer> {
  return answerRepresentation(newest, exchange, await represent());
}

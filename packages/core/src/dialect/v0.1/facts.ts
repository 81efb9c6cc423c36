import { caching, cardPaths, errorsByStatus, headers } from "../../generated/v0.1/facts.js";
import type { Version } from "../../generated/versions.js";
import type { VersionFacts } from "../dialect.js";

/** The version that this folder is about. */
export const version: Version = "0.1";

/** What is known of protocol 0.1 before it is spoken. */
export const factsV01: VersionFacts = {
  version,
  aliases: [],
  headers,
  cardPaths,
  card: { caching },
  errorsByStatus,
  // The oldest takes what no newer one claims.
  isOwnCard: () => true,
};

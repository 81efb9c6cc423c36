import { caching, cardPaths, errorsByStatus, headers } from "../../generated/v1.0/facts.js";
import type { VersionFacts } from "../dialect.js";

/** What is known of protocol 1.0 before it is spoken. */
export const factsV10: VersionFacts = {
  version: "1.0",
  aliases: [],
  headers,
  cardPaths,
  card: { caching },
  errorsByStatus,
  isOwnCard: (wire) => "supportedInterfaces" in wire,
};

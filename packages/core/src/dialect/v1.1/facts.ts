import { caching, cardPaths, errorsByStatus, headers } from "../../generated/v1.1/facts.js";
import type { VersionFacts } from "../dialect.js";
import { factsV10 } from "../v1.0/facts.js";

/** What is known of protocol 1.1 before it is spoken. */
export const factsV11: VersionFacts = {
  version: "1.1",
  isPreview: true,
  aliases: [],
  headers,
  cardPaths,
  card: { caching },
  errorsByStatus,
  isOwnCard: factsV10.isOwnCard,
};

import { caching, cardPaths, errorsByStatus, headers } from "../../generated/v0.3/facts.js";
import { isObject, keyOf } from "../carried.js";
import type { VersionFacts } from "../dialect.js";
import { aliases, version } from "./version.js";

// Members of cards that no version before 0.2 has.
const ownMembers = [
  "protocolVersion",
  "preferredTransport",
  "additionalInterfaces",
  "securitySchemes",
  "security",
  "supportsAuthenticatedExtendedCard",
  "iconUrl",
  "signatures",
];

/** What is known of protocol 0.3, and 0.2, before it is spoken. */
export const factsV03: VersionFacts = {
  version,
  aliases,
  headers,
  cardPaths,
  card: { caching },
  errorsByStatus,
  isOwnCard: (wire) => isObject(wire) && ownMembers.some((name) => (keyOf(wire, name) ?? null) !== null),
};

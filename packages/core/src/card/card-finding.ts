import type { AgentCard, Struct } from "../generated/v1.0/types.js";
import type { Version } from "../generated/versions.js";

/** Name of what is wrong with a card; it stays the same, so that tools can sort by it and leave some out. */
export type CardRuleName =
  | "invalid"
  | "interface-url"
  | "interface-https"
  | "interface-version"
  | "interface-version-unknown"
  | "interface-binding-unknown"
  | "interface-duplicate"
  | "interface-tenant"
  | "interface-none-known"
  | "preferred-transport-missing"
  | "security-scheme-unknown"
  | "security-scope-unknown"
  | "http-scheme"
  | "api-key-location"
  | "oauth-flow-deprecated"
  | "oauth-url"
  | "extended-card-open"
  | "extension-uri"
  | "extension-duplicate"
  | "extension-out-of-reach"
  | "name-missing"
  | "description-missing"
  | "version-not-semantic"
  | "provider-url"
  | "link-url"
  | "media-type"
  | "skills-missing"
  | "skill-id-blank"
  | "skill-id-duplicate"
  | "skill-name-missing"
  | "skill-description-missing"
  | "skill-tags-missing"
  | "signature-header"
  | "signature-key-id"
  | "signature-value";

/** Something about a card that keeps it from working, or that the specification words otherwise. */
export interface CardFinding {
  readonly rule: CardRuleName;
  /** `error`: callers fail on it, or a MUST is broken. `warning`: it works, but not for everybody, or less well. */
  readonly severity: "error" | "warning";
  /** JSON Pointer (RFC 6901) into the card as it was given: for a missing member the pointer that it would have. */
  readonly pointer: string;
  /** What is wrong and what was expected. */
  readonly message: string;
  /** Version and place in the specification. */
  readonly clause: string;
}

/** What `lintCard` has to say about a card. */
export interface CardReport {
  /** The newest version that the card speaks of, by whose rules it was read; absent where it is no object. */
  readonly version?: Version;
  /** In the order of the rules; empty where there is nothing to say. */
  readonly findings: readonly CardFinding[];
}

/** One place that breaks a rule, as a pointer into the domain's card. */
export interface Found {
  readonly pointer: string;
  readonly message: string;
}

/** One rule for cards. */
export interface CardRule {
  readonly rule: CardRuleName;
  readonly severity: CardFinding["severity"];
  /** Where the versions say it. A version that is not named does not have the rule. */
  readonly clauses: Readonly<Partial<Record<Version, string>>>;
  /** @param wire the card as it was given, for what the domain does not keep */
  find(card: AgentCard, wire: Struct): Iterable<Found>;
}

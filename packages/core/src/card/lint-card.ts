import { isObject } from "../dialect/carried.js";
import { dialects } from "../dialect/dialects.js";
import type { Struct } from "../generated/v1.0/types.js";
import type { Problem } from "../validate/validator.js";
import type { CardFinding, CardReport, CardRule } from "./card-finding.js";
import { contentRules } from "./content-rules.js";
import { extensionRules } from "./extension-rules.js";
import { interfaceRules } from "./interface-rules.js";
import { securityRules } from "./security-rules.js";
import { signatureRules } from "./signature-rules.js";
import type { ReadCard } from "./wire-pointer.js";
import { createWirePointer, nearestPointer } from "./wire-pointer.js";

const rules: readonly CardRule[] = [...interfaceRules, ...securityRules, ...extensionRules, ...contentRules, ...signatureRules];

/**
 * Looks for what is wrong with an agent card although it may be valid by its schema: addresses that cannot be called, requirements that nobody can
 * meet, texts that are missing, and wherever else it is not what the specification says. The card is one of any version, as it stands in its JSON;
 * of a card for the readers of several versions, the newest one's members are looked at. A card that is not valid has one finding, `invalid`.
 * Never throws for a value that comes from JSON.
 *
 * @see A2A 1.0, sections 4.4 and 8
 */
export function lintCard(card: unknown): CardReport {
  const [newest] = dialects;
  if (!isObject(card)) {
    const decoded = newest.decodeCard(card);
    return { findings: decoded.ok ? [] : [invalid(decoded.problem)] };
  }
  const dialect = dialects.find((each) => each.isOwnCard(card)) ?? newest;
  const { version } = dialect;
  const decoded = dialect.decodeCard(card);
  return { version, findings: decoded.ok ? findAll({ version, card: decoded.value, wire: card }) : [invalidIn(card, decoded.problem)] };
}

function findAll(read: ReadCard): CardFinding[] {
  const findings = new Map<string, CardFinding>();
  const toWire = createWirePointer(read);
  for (const { rule, severity, clauses, find } of rules) {
    const clause = clauses[read.version];
    if (clause === undefined) continue;
    for (const found of find(read.card, read.wire)) {
      const pointer = toWire(found.pointer);
      const key = `${rule} ${pointer}`;
      // What is one place in the card may be several in the domain.
      if (!findings.has(key)) findings.set(key, { rule, severity, pointer, message: found.message, clause });
    }
  }
  return [...findings.values()];
}

function invalidIn(card: Struct, problem: Problem): CardFinding {
  return { ...invalid(problem), pointer: nearestPointer(card, problem.pointer) };
}

function invalid({ pointer, expected, clause }: Problem): CardFinding {
  return { rule: "invalid", severity: "error", pointer, message: `expected ${expected}`, clause };
}

import { LocalError } from "../errors/local-error.js";
import type { Struct } from "../generated/v1.0/types.js";
import { defaultMaxDepth, isDeeperThan } from "../json/parse-json.js";
import { unreachable } from "../unreachable.js";
import { canonicalJson } from "./canonical-json.js";
import { filledPart, hasMore, specifiedPart } from "./presence.js";

/**
 * What of a card a signature is over, each as RFC 8785 writes it and without `signatures`:
 * - `specified`: the members of 1.0, those that say nothing left out unless they are REQUIRED or `optional` (A2A 1.0, section 8.4.1);
 * - `filled`: the same without anything empty, as the official SDKs sign and verify;
 * - `whole`: all that stands in its JSON. Versions before 1.0 do not say what is signed; this is it for their cards.
 */
export type CardForm = "specified" | "filled" | "whole";

/** What a signature is made over, and what of the card it speaks for. */
export interface CardPayload {
  readonly form: CardForm;
  readonly text: string;
  /** What the signature vouches for. */
  readonly covered: Struct;
}

// A signed card is a page or two; what is longer only keeps whoever checks it busy.
const maxLength = 1024 * 1024;

/** The forms in which a card can be signed, that which covers most first: one of a version before 1.0 in one only. */
export function formsOf(card: Struct): readonly CardForm[] {
  return isNewest(card) ? ["whole", "specified", "filled"] : ["whole"];
}

/** The forms in which a card is signed, so that whoever it is served to can verify it: `whole` where it has members that not all know. */
export function formsToSign(card: Struct): readonly CardForm[] {
  if (!isNewest(card)) return ["whole"];
  return hasMore(withoutSignatures(card)) ? ["specified", "filled", "whole"] : ["specified", "filled"];
}

/**
 * What is signed of a card in some forms, each text once.
 *
 * @throws LocalError `BAD_SIGNATURE` for a card that is nested too deep or too long, or that has no canonical form
 */
export function payloadsOf(card: Struct, forms: readonly CardForm[]): readonly CardPayload[] {
  if (isDeeperThan(card, defaultMaxDepth)) throw new LocalError("BAD_SIGNATURE", `the card is nested more than ${defaultMaxDepth} deep`);
  const payloads = forms.map((form) => payloadOf(card, form));
  return payloads.filter(({ text }, at) => payloads.findIndex((each) => each.text === text) === at);
}

/** Every card of 1.0 names its interfaces, and none of a version before does. */
function isNewest(card: Struct): boolean {
  return Object.hasOwn(card, "supportedInterfaces");
}

function payloadOf(card: Struct, form: CardForm): CardPayload {
  const signed = partOf(card, form);
  const text = canonical(signed);
  if (text.length > maxLength) throw new LocalError("BAD_SIGNATURE", `the card is longer than ${maxLength} characters`);
  // That a list is empty is nothing that the SDKs sign; without it a card would not be valid.
  return { form, text, covered: form === "filled" ? specifiedPart(card) : signed };
}

function partOf(card: Struct, form: CardForm): Struct {
  switch (form) {
    case "specified":
      return specifiedPart(card);
    case "filled":
      return filledPart(card);
    case "whole":
      return withoutSignatures(card);
    default:
      return unreachable(form);
  }
}

function withoutSignatures({ signatures: _, ...rest }: Struct): Struct {
  return rest;
}

function canonical(value: Struct): string {
  try {
    return canonicalJson(value);
  } catch (error) {
    throw new LocalError("BAD_SIGNATURE", "the card has no canonical form", { cause: error });
  }
}

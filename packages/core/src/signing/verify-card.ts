import { base64url, flattenedVerify } from "jose";
import { isBase64Url } from "../card/text-forms.js";
import { isObject } from "../dialect/carried.js";
import { LocalError } from "../errors/local-error.js";
import type { SigningAlgorithm } from "./algorithms.js";
import { isSigningAlgorithm, signingAlgorithms } from "./algorithms.js";
import type { CardForm, CardPayload } from "./card-form.js";
import { formsOf, payloadsOf } from "./card-form.js";
import type { KeysFor, TrustedKeys } from "./card-keys.js";
import { createKeysFor } from "./card-keys.js";
import type { Jwk } from "./jwk.js";
import type { ProtectedHeader } from "./protected-header.js";
import { readProtectedHeader } from "./protected-header.js";

/** How a card is verified. Whose signatures are trusted has to be said. */
export interface VerifyCardOptions extends TrustedKeys {
  /** Algorithms that are taken; default: all with a public key. */
  readonly algorithms?: readonly SigningAlgorithm[];
  /** What of the card may be signed; default: whatever its version allows. Without `filled` what is empty cannot be added or taken away by others. */
  readonly forms?: readonly CardForm[];
  /** More signatures than so many are refused; default 16. */
  readonly maxSignatures?: number;
  /** Gives up. */
  readonly signal?: AbortSignal;
}

/** A card that one of its signatures vouches for. */
export interface VerifiedCard {
  /** What of the card is signed, with the card's signatures: rely on this, not on the card that was given, which may say more. */
  readonly card: Readonly<Record<string, unknown>>;
  readonly form: CardForm;
  readonly kid: string;
  readonly alg: SigningAlgorithm;
  /** Which of the card's signatures it is. */
  readonly at: number;
}

/**
 * Verifies a card as it stands in its JSON, of any version: that one of its signatures at least is made over it with a key that is trusted.
 *
 * @throws LocalError `BAD_SIGNATURE` where there is none, which says what is wrong with each; where none is good and a key set could not be fetched, what that
 * failed with; TypeError for options that cannot be meant; the signal's reason
 * @see A2A 1.0, section 8.4.3
 */
export async function verifyCard(card: unknown, options: VerifyCardOptions): Promise<VerifiedCard> {
  const { maxSignatures = 16, algorithms = signingAlgorithms, forms, signal } = options;
  const unknown = algorithms.find((each) => !isSigningAlgorithm(each));
  if (unknown !== undefined || algorithms.length === 0)
    throw new TypeError(`algorithms must be of ${signingAlgorithms.join(", ")}: ${unknown}`);
  const keysFor = createKeysFor(options, signal);
  signal?.throwIfAborted();
  if (!isObject(card)) throw new LocalError("BAD_SIGNATURE", "the card is not an object");
  const signatures = card.signatures ?? [];
  if (!Array.isArray(signatures) || signatures.length === 0) throw new LocalError("BAD_SIGNATURE", "the card has no signature");
  if (signatures.length > maxSignatures) {
    throw new LocalError("BAD_SIGNATURE", `the card has ${signatures.length} signatures, and at most ${maxSignatures} are looked at`);
  }
  const candidates: readonly Candidate[] = await readAll(signatures, { algorithms, keysFor });
  const readable = candidates.flatMap((each) => ("fault" in each ? [] : [each]));
  const payloads =
    readable.length === 0
      ? []
      : payloadsOf(
          card,
          formsOf(card).filter((form) => forms?.includes(form) ?? true),
        );
  for (const payload of payloads) {
    for (const { at, header, signature, keys } of readable) {
      if (!(await isSigned(payload, signature, { header, keys }))) continue;
      return { card: { ...payload.covered, signatures }, form: payload.form, kid: header.kid, alg: header.alg, at };
    }
  }
  throw failureOf(candidates);
}

/** A signature that may be good, or why it is not. */
type Candidate = Readable | { readonly at: number; readonly fault: LocalError };

interface Readable {
  readonly at: number;
  readonly header: ProtectedHeader;
  readonly signature: { readonly protected: string; readonly signature: string };
  readonly keys: readonly (Jwk | CryptoKey)[];
}

interface Means {
  readonly algorithms: readonly SigningAlgorithm[];
  readonly keysFor: KeysFor;
}

async function readAll(signatures: readonly unknown[], { algorithms, keysFor }: Means): Promise<Candidate[]> {
  const read: Candidate[] = [];
  // One after another, so that what fails first is not what answers first.
  for (const [at, each] of signatures.entries()) {
    try {
      const { protected: text, signature } = isObject(each) ? each : {};
      const header = readProtectedHeader(text, algorithms);
      if (typeof signature !== "string" || !isBase64Url(signature)) throw new LocalError("BAD_SIGNATURE", "it is not base64url");
      read.push({ at, header, signature: { protected: String(text), signature }, keys: await keysFor(header) });
    } catch (error) {
      if (!(error instanceof LocalError)) throw error;
      read.push({ at, fault: error });
    }
  }
  return read;
}

/** Whether a signature is over this, by one of these keys. A key that cannot be used has not made it. */
async function isSigned(
  { text }: CardPayload,
  signature: Readable["signature"],
  { header, keys }: Pick<Readable, "header" | "keys">,
): Promise<boolean> {
  const payload = base64url.encode(text);
  for (const key of keys) {
    const verified = await flattenedVerify({ ...signature, payload }, key, { algorithms: [header.alg] }).catch(() => undefined);
    if (verified) return true;
  }
  return false;
}

function failureOf(candidates: readonly Candidate[]): LocalError {
  const faults = candidates.flatMap((each) => ("fault" in each ? [each.fault] : []));
  const failed = faults.find(({ code }) => code !== "BAD_SIGNATURE");
  const said = candidates.map((each) => {
    const why =
      "fault" in each ? each.fault.message : `it is not made over this card with the key ${JSON.stringify(each.header.kid.slice(0, 64))}`;
    return `signature ${each.at + 1}: ${why}`;
  });
  const cause = failed ?? faults[0];
  return new LocalError(failed?.code ?? "BAD_SIGNATURE", `no signature of the card is good: ${said.join("; ")}`, cause && { cause });
}

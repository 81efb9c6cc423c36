import { FlattenedSign } from "jose";
import { isObject } from "../dialect/carried.js";
import type { AgentCardSignature } from "../generated/v1.0/types.js";
import type { CardForm } from "./card-form.js";
import { formsToSign, payloadsOf } from "./card-form.js";
import type { CompleteSigner, Signer } from "./signer.js";
import { completeSigner } from "./signer.js";

/** How a card is signed. */
export interface SignCardOptions {
  /** What of the card is signed, a signature for each that differs; default: whatever readers of the card may verify. */
  readonly forms?: readonly CardForm[];
}

/**
 * Signs a card as it stands in its JSON, of any version: what is served in another version, or with other members, has to be signed once more.
 *
 * @returns the card with further signatures behind those that it has
 * @throws TypeError for a signer that cannot be meant; LocalError `BAD_SIGNATURE` for a card that nobody would verify; what jose throws for a key that
 * does not fit its algorithm
 * @see A2A 1.0, section 8.4
 */
export async function signCard<Card extends object>(
  card: Card,
  signers: Signer | readonly Signer[],
  options: SignCardOptions = {},
): Promise<Card & { readonly signatures: readonly AgentCardSignature[] }> {
  const all = [signers].flat().map(completeSigner);
  if (!isObject(card)) throw new TypeError("a card is an object");
  const payloads = payloadsOf(card, options.forms ?? formsToSign(card));
  const made = await Promise.all(all.flatMap((signer) => payloads.map(({ text }) => sign(text, signer))));
  const before: unknown = card.signatures;
  return { ...card, signatures: [...(Array.isArray(before) ? before : []), ...made] };
}

async function sign(text: string, { key, alg, kid, jku }: CompleteSigner): Promise<AgentCardSignature> {
  const header = { alg, kid, typ: "JOSE", ...(jku !== undefined && { jku }) };
  const signed = await new FlattenedSign(new TextEncoder().encode(text)).setProtectedHeader(header).sign(key);
  return { protected: signed.protected ?? "", signature: signed.signature };
}

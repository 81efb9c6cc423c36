import { fromBase64 } from "../builders/base64.js";
import { isBase64Url } from "../card/text-forms.js";
import { isObject } from "../dialect/carried.js";
import { LocalError } from "../errors/local-error.js";
import { parseJson } from "../json/parse-json.js";
import type { SigningAlgorithm } from "./algorithms.js";

/** What a signature says of itself and signs as well. */
export interface ProtectedHeader {
  readonly alg: SigningAlgorithm;
  /** The name of the key. */
  readonly kid: string;
  /** Where the key is to be had, as the signer has it. */
  readonly jku?: string;
}

const maxLength = 8192;

/**
 * Reads the protected header of a signature.
 *
 * @param algorithms those that are taken
 * @throws LocalError `BAD_SIGNATURE`
 * @see A2A 1.0, section 8.4.2; RFC 7515, section 4.1
 */
export function readProtectedHeader(text: unknown, algorithms: readonly SigningAlgorithm[]): ProtectedHeader {
  const isReadable = typeof text === "string" && text.length <= maxLength && isBase64Url(text);
  const parsed = isReadable ? parseJson(fromBase64(text)) : undefined;
  if (!parsed?.ok || !isObject(parsed.value)) throw bad("its protected header is not a JSON object in base64url");
  const { alg, kid, jku, crit, b64 } = parsed.value;
  const known = algorithms.find((each) => each === alg);
  if (known === undefined)
    throw bad(`its algorithm is ${shown(alg)}, and ${algorithms.join(", ")} ${algorithms.length > 1 ? "are" : "is"} taken`);
  if (typeof kid !== "string" || kid === "") throw bad("its protected header does not name the key: kid is missing");
  // Extensions that have to be understood: none is. One of them has the payload signed as it is.
  if (crit !== undefined || b64 !== undefined) throw bad("its protected header has crit or b64, and no extension is understood");
  if (jku !== undefined && typeof jku !== "string") throw bad("jku in its protected header is no text");
  return { alg: known, kid, ...(jku !== undefined && { jku }) };
}

function bad(why: string): LocalError {
  return new LocalError("BAD_SIGNATURE", why);
}

/** A short part of what a stranger wrote, for a message. */
function shown(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value.slice(0, 32)) : "missing";
}

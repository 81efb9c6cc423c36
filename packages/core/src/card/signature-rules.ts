import { fromBase64 } from "../builders/base64.js";
import { isObject } from "../dialect/carried.js";
import type { AgentCard, Struct } from "../generated/v1.0/types.js";
import { parseJson } from "../json/parse-json.js";
import type { CardRule, Found } from "./card-finding.js";
import { isBase64Url } from "./text-forms.js";

const clauses = { "1.0": "1.0, section 8.4.2", "0.3": "0.3, section 5.5.6" } as const;

/** Whether a reader could begin to verify the card's signatures; whether they are right needs keys. */
export const signatureRules: readonly CardRule[] = [
  {
    rule: "signature-header",
    severity: "error",
    clauses,
    *find(card) {
      for (const [at, signature] of signaturesOf(card)) {
        const message = faultOf(headerOf(signature));
        if (message !== undefined) yield { pointer: `/signatures/${at}/protected`, message };
      }
    },
  },
  {
    rule: "signature-key-id",
    severity: "error",
    clauses: { "1.0": clauses["1.0"] },
    *find(card) {
      for (const [at, signature] of signaturesOf(card)) {
        const header = headerOf(signature);
        const message = "the protected header does not name the key: kid is missing";
        if (header && (typeof header.kid !== "string" || header.kid === "")) yield { pointer: `/signatures/${at}/protected`, message };
      }
    },
  },
  {
    rule: "signature-value",
    severity: "error",
    clauses,
    *find(card): Generator<Found> {
      for (const [at, { signature }] of signaturesOf(card)) {
        if (!isBase64Url(signature))
          yield { pointer: `/signatures/${at}/signature`, message: "the signature is not base64url without padding" };
      }
    },
  },
];

type Signature = NonNullable<AgentCard["signatures"]>[number];

function signaturesOf({ signatures = [] }: AgentCard): [number, Signature][] {
  return [...signatures.entries()];
}

/** The protected header; undefined where it is none. */
function headerOf({ protected: text }: Signature): Struct | undefined {
  if (!isBase64Url(text)) return undefined;
  const parsed = parseJson(fromBase64(text));
  return parsed.ok && isObject(parsed.value) ? parsed.value : undefined;
}

function faultOf(header: Struct | undefined): string | undefined {
  if (!header) return "the protected header is not a JSON object in base64url without padding";
  if (typeof header.alg !== "string" || header.alg === "") return "the protected header does not name the algorithm: alg is missing";
  // An unsecured JWS: whoever accepts it accepts any card. RFC 7515, section 8.
  return header.alg.toLowerCase() === "none" ? 'the algorithm "none" signs nothing' : undefined;
}

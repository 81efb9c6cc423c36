import type { Item, Outline } from "./outline.js";

/** A point in which our schema does not say what the published document says. */
export interface Difference {
  /** `missing` and `extra` are seen from here: missing is what only the document has. */
  readonly kind: string;
  readonly subject: string;
  readonly text: string;
}

/** What people call the kinds of difference that facts make; others go by the name of the fact. */
const kinds: Readonly<Record<string, string>> = { required: "requiredness" };

/** Every difference between a published document and our schema. */
export function compareOutlines(published: Outline, ours: Outline): Difference[] {
  return [...new Map([...published, ...ours]).keys()].flatMap((subject): Difference[] => {
    const [theirs, own] = [published.get(subject), ours.get(subject)];
    if (theirs && own) return compareFacts(subject, theirs, own);
    const item = theirs ?? own;
    if (!item || isWithinDifference(item, published, ours)) return [];
    const text = `${theirs ? "the document has" : "the document does not have"} this ${item.kind}${factText(item)}`;
    return [{ kind: item.kind === "value" ? "enum" : theirs ? "missing" : "extra", subject, text }];
  });
}

/** How a difference is called where it is accepted. */
export function nameOf({ kind, subject }: Difference): string {
  return `${kind} ${subject}`;
}

function compareFacts(subject: string, published: Item, ours: Item): Difference[] {
  return Object.entries(published.facts).flatMap(([fact, theirs]): Difference[] => {
    const own = ours.facts[fact];
    if (own === undefined || own === theirs) return [];
    return [{ kind: kinds[fact] ?? fact, subject, text: `${fact} is ${theirs} in the document, ${own} here` }];
  });
}

function isWithinDifference({ within }: Item, published: Outline, ours: Outline): boolean {
  return within !== undefined && !(published.has(within) && ours.has(within));
}

function factText({ facts }: Item): string {
  const words = Object.entries(facts).map(([fact, value]) => `${fact} ${value}`);
  return words.length > 0 ? ` (${words.join(", ")})` : "";
}

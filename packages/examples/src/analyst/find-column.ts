/** What a question names: one column, several that fit equally well, or none (then all are candidates). */
export type ColumnMatch<T> =
  | { readonly match: "one"; readonly column: T }
  | { readonly match: "several"; readonly candidates: readonly string[] }
  | { readonly match: "none"; readonly candidates: readonly string[] };

interface Named {
  readonly name: string;
  readonly kind: string;
}

/** Words of a question that never hint at a column by themselves. */
const QUIET = new Set(
  "about and are can did does for from had has have how many much per show that the was were what when which with".split(" "),
);
const MIN_PREFIX = 3;

/**
 * Finds the column that a question asks for, by words alone.
 *
 * Names and question are split into lower-case words at everything that is no letter or digit and at camelCase humps: `temp_max` and
 * `tempMax` are "temp max". A word of a name is hit by an equal word of the question, or if one begins with the other and the shorter has
 * three letters: "temperature" hits "temp". The first of these rules that hits a column decides:
 * 1. the question is the name and nothing else;
 * 2. all words of the name stand in the question, in this order and next to each other;
 * 3. every word of the name is hit;
 * 4. some words of the name are hit, not by words like "what" or "the".
 * If a rule hits several columns, the one with most hit words wins; an even score leaves candidates. Dates are looked at only if no other
 * column is hit, because "by date" is how one asks for a grouping.
 */
export function findColumn<T extends Named>(columns: readonly T[], question: string): ColumnMatch<T> {
  const asked = wordsOf(question);
  const same = columns.find(({ name }) => name.toLowerCase() === question.trim().toLowerCase());
  if (same) return { match: "one", column: same };
  for (const group of [columns.filter(({ kind }) => kind !== "date"), columns.filter(({ kind }) => kind === "date")]) {
    for (const rule of [countPhrase, countAll, countSome]) {
      const winners = pickWinners(group, (column) => rule(wordsOf(column.name), asked));
      const [first] = winners;
      if (first && winners.length === 1) return { match: "one", column: first };
      if (first) return { match: "several", candidates: winners.map(({ name }) => name) };
    }
  }
  return { match: "none", candidates: columns.map(({ name }) => name) };
}

function pickWinners<T>(columns: readonly T[], score: (column: T) => number): T[] {
  const scores = columns.map(score);
  const best = Math.max(0, ...scores);
  return columns.filter((_, at) => best > 0 && scores[at] === best);
}

function countPhrase(name: readonly string[], asked: readonly string[]): number {
  const stands = asked.some((_, start) => name.every((word, offset) => asked[start + offset] === word));
  return stands ? name.length : 0;
}

function countAll(name: readonly string[], asked: readonly string[]): number {
  return name.every((word) => isHit(word, asked)) ? name.length : 0;
}

function countSome(name: readonly string[], asked: readonly string[]): number {
  const loud = asked.filter((word) => !QUIET.has(word));
  return name.filter((word) => word.length >= MIN_PREFIX && isHit(word, loud)).length;
}

function isHit(word: string, asked: readonly string[]): boolean {
  return asked.some((other) => {
    const shorter = Math.min(word.length, other.length);
    return word === other || (shorter >= MIN_PREFIX && !QUIET.has(other) && word.slice(0, shorter) === other.slice(0, shorter));
  });
}

function wordsOf(text: string): string[] {
  const humps = text.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2");
  return humps.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

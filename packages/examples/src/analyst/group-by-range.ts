import type { Group } from "./group.js";
import { isSameNumber, niceStep } from "./nice-scale.js";

const MAX_RANGES = 20;

/**
 * Counts numbers by ranges of equal, round width (a histogram): about as many as Rice's rule says, at most twenty.
 *
 * A range holds its lower end and not its upper, the last holds both. Few whole numbers are counted one by one.
 */
export function groupByRange(values: readonly number[]): Group[] {
  const sorted = Float64Array.from(values).sort();
  const min = sorted[0];
  const max = sorted.at(-1);
  if (min === undefined || max === undefined) return [];
  if (isSameNumber(min, max)) return [{ label: String(min), value: values.length }];
  const parts = Math.min(MAX_RANGES, Math.ceil(2 * Math.cbrt(values.length)));
  if (max - min < MAX_RANGES && values.every(Number.isInteger)) return countWhole(values, min, max);
  return countRanges(values, niceStep(max - min, parts), { min, max });
}

function countWhole(values: readonly number[], min: number, max: number): Group[] {
  const groups = Array.from({ length: max - min + 1 }, (_, at) => ({ label: String(min + at), value: 0 }));
  for (const value of values) {
    const group = groups[value - min];
    if (group) group.value += 1;
  }
  return groups;
}

function countRanges(values: readonly number[], step: number, { min, max }: { min: number; max: number }): Group[] {
  const first = Math.floor(min / step + 1e-9);
  const length = Math.max(1, Math.ceil(max / step - 1e-9) - first);
  const groups = Array.from({ length }, (_, at) => ({ label: `${edge(first + at, step)} to ${edge(first + at + 1, step)}`, value: 0 }));
  for (const value of values) {
    // The tiny addend lifts 0.3 / 0.1 = 2.999… into its range.
    const group = groups[Math.min(Math.floor(value / step + 1e-9) - first, length - 1)];
    if (group) group.value += 1;
  }
  return groups;
}

function edge(multiple: number, step: number): string {
  return String(Number((multiple * step).toPrecision(12)) + 0);
}

import { roundNumber } from "./format-number.js";
import type { Column, DateColumn, NumberColumn, TextColumn } from "./table.js";

/** Statistics of a column of numbers, computed values rounded to six digits. */
export interface NumberDescription {
  readonly kind: "number";
  readonly count: number;
  readonly missing: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  readonly median: number;
  /** Of a sample (n - 1); 0 for a single value. */
  readonly standardDeviation: number;
  readonly lowerQuartile: number;
  readonly upperQuartile: number;
}

/** The range of a column of dates. */
export interface DateDescription {
  readonly kind: "date";
  readonly count: number;
  readonly missing: number;
  readonly distinct: number;
  readonly first: string;
  readonly last: string;
}

/** The values of a column of text, the ten most frequent first; equally frequent ones in the order of the table. */
export interface TextDescription {
  readonly kind: "text";
  readonly count: number;
  readonly missing: number;
  readonly distinct: number;
  readonly top: readonly { readonly value: string; readonly count: number }[];
}

/** What `describeColumn` tells, by kind of column. */
export type ColumnDescription = NumberDescription | DateDescription | TextDescription;

const TOP = 10;

/** Describes the values of a column. */
export function describeColumn(column: Column): ColumnDescription {
  if (column.kind === "number") return describeNumbers(column);
  return column.kind === "date" ? describeDates(column) : describeText(column);
}

/** Describes a column of numbers; quartiles are interpolated between neighbours (type 7, as R, NumPy and spreadsheets do). */
export function describeNumbers({ values }: NumberColumn): NumberDescription {
  const sorted = Float64Array.from(values.filter((value) => value !== null)).sort();
  const { mean, deviation } = moments(sorted);
  return {
    kind: "number",
    count: sorted.length,
    missing: values.length - sorted.length,
    min: quantile(sorted, 0),
    max: quantile(sorted, 1),
    mean: roundNumber(mean),
    median: roundNumber(quantile(sorted, 0.5)),
    standardDeviation: roundNumber(deviation),
    lowerQuartile: roundNumber(quantile(sorted, 0.25)),
    upperQuartile: roundNumber(quantile(sorted, 0.75)),
  };
}

/** Describes a column of dates. */
export function describeDates({ values }: DateColumn): DateDescription {
  const given = values.filter((value) => value !== null).sort();
  return {
    kind: "date",
    count: given.length,
    missing: values.length - given.length,
    distinct: new Set(given).size,
    first: given[0] ?? "",
    last: given.at(-1) ?? "",
  };
}

/** Describes a column of text. */
export function describeText({ values }: TextColumn): TextDescription {
  const counts = new Map<string, number>();
  let missing = 0;
  for (const value of values) {
    if (value === null) missing += 1;
    else counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const top = [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count);
  return { kind: "text", count: values.length - missing, missing, distinct: counts.size, top: top.slice(0, TOP) };
}

function moments(values: Float64Array): { mean: number; deviation: number } {
  let mean = 0;
  let squares = 0;
  let seen = 0;
  // Welford's method keeps the digits that a sum of squares loses.
  for (const value of values) {
    seen += 1;
    const distance = value - mean;
    mean += distance / seen;
    squares += distance * (value - mean);
  }
  return { mean, deviation: seen > 1 ? Math.sqrt(squares / (seen - 1)) : 0 };
}

function quantile(sorted: Float64Array, share: number): number {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? 0;
  const above = sorted[Math.ceil(place)] ?? below;
  return below + (above - below) * (place - Math.floor(place));
}

import type { Group, Point } from "./group.js";

const MAX_MONTHS = 12_000;

/** Puts the missing months between those of a series ("2012-01" and on), so that a chart shows time true to scale; at most 1000 years. */
export function fillMonths(series: readonly Group[]): readonly Point[] {
  const values = new Map(series.map(({ label, value }) => [label, value]));
  const first = countMonths(series[0]?.label ?? "");
  const length = countMonths(series.at(-1)?.label ?? "") - first + 1;
  if (series.length === 0 || length > MAX_MONTHS) return series;
  return Array.from({ length }, (_, at) => {
    const label = toLabel(first + at);
    return { label, value: values.get(label) ?? null };
  });
}

function countMonths(label: string): number {
  return Number(label.slice(0, 4)) * 12 + Number(label.slice(5, 7)) - 1;
}

function toLabel(months: number): string {
  const year = String(Math.floor(months / 12)).padStart(4, "0");
  return `${year}-${String((months % 12) + 1).padStart(2, "0")}`;
}

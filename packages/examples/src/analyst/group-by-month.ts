import { roundNumber } from "./format-number.js";
import type { Group } from "./group.js";
import type { DateColumn } from "./table.js";

/** Values by month, twice; months without values are left out. */
export interface MonthGroups {
  /** Over all years: "January" to "December". */
  readonly calendar: readonly Group[];
  /** Each month of each year in order: "2012-01" and on. */
  readonly series: readonly Group[];
}

interface Bucket {
  sum: number;
  count: number;
}

const NAMES = "January February March April May June July August September October November December".split(" ");

/** Takes the mean of `values` by month, or counts the rows by month if there are none; row by row, `dates` and `values` belong together. */
export function groupByMonth(dates: DateColumn, values?: readonly (number | null)[]): MonthGroups {
  const calendar = new Map<string, Bucket>();
  const series = new Map<string, Bucket>();
  for (const [row, date] of dates.values.entries()) {
    const value = values ? (values[row] ?? null) : 1;
    if (date === null || value === null) continue;
    addTo(calendar, date.slice(5, 7), value);
    addTo(series, date.slice(0, 7), value);
  }
  const read = ({ sum, count }: Bucket): number => (values ? roundNumber(sum / count) : count);
  return {
    calendar: toGroups(calendar, read).map(({ label, value }) => ({ label: NAMES[Number(label) - 1] ?? label, value })),
    series: toGroups(series, read),
  };
}

function addTo(buckets: Map<string, Bucket>, key: string, value: number): void {
  const bucket = buckets.get(key) ?? { sum: 0, count: 0 };
  bucket.sum += value;
  bucket.count += 1;
  buckets.set(key, bucket);
}

function toGroups(buckets: Map<string, Bucket>, read: (bucket: Bucket) => number): Group[] {
  const sorted = [...buckets].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([label, bucket]) => ({ label, value: read(bucket) }));
}

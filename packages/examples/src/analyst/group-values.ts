import { describeText } from "./describe-column.js";
import type { Group } from "./group.js";
import { groupByMonth } from "./group-by-month.js";
import { groupByRange } from "./group-by-range.js";
import type { Column, DateColumn, Table } from "./table.js";

/** The values of a column, put into few groups. */
export interface Grouping {
  readonly groupedBy: "calendar month" | "range" | "value";
  /** What the number of a group is: the mean of its values or how many there are. */
  readonly measure: "mean" | "count";
  readonly groups: readonly Group[];
  /** The same by single months ("2012-01"), in order; empty unless grouped by calendar month. */
  readonly series: readonly Group[];
}

/**
 * Groups a column as fits its kind: numbers by month if the table has dates of several months, else by range; dates by month; text by its ten most frequent
 * values.
 */
export function groupValues(table: Table, column: Column): Grouping {
  if (column.kind === "text") return countTop(describeText(column).top);
  if (column.kind === "date") return countMonths(column);
  const dates = findDates(table);
  const { calendar, series } = dates ? groupByMonth(dates, column.values) : { calendar: [], series: [] };
  if (series.length > 1) return { groupedBy: "calendar month", measure: "mean", groups: calendar, series };
  const given = column.values.filter((value) => value !== null);
  return { groupedBy: "range", measure: "count", groups: groupByRange(given), series: [] };
}

/** The dates of a table: its first column of dates. */
export function findDates(table: Table): DateColumn | undefined {
  return table.columns.find((column) => column.kind === "date");
}

function countTop(top: readonly { readonly value: string; readonly count: number }[]): Grouping {
  return { groupedBy: "value", measure: "count", groups: top.map(({ value, count }) => ({ label: value, value: count })), series: [] };
}

function countMonths(column: DateColumn): Grouping {
  const { calendar, series } = groupByMonth(column);
  return { groupedBy: "calendar month", measure: "count", groups: calendar, series };
}

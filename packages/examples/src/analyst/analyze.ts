import type { ColumnDescription } from "./describe-column.js";
import { describeColumn } from "./describe-column.js";
import type { Chart } from "./draw-chart.js";
import { drawChart } from "./draw-chart.js";
import { fillMonths } from "./fill-months.js";
import { formatNumber } from "./format-number.js";
import type { Grouping } from "./group-values.js";
import { findDates, groupValues } from "./group-values.js";
import type { Column, Table } from "./table.js";
import { tellGroups, tellValues } from "./tell-findings.js";

/** What is known about a column: plain JSON, the same members for every column of a kind. */
export type Summary = { readonly column: string; readonly rows: number } & ColumnDescription & Grouping;

/** What `analyze` returns in the end; the chart is an SVG document. */
export interface Analysis {
  readonly summary: Summary;
  readonly chart: { readonly svg: string; readonly filename: string };
}

/** Analyses one column of a table: yields what it finds, a sentence at a time, and returns the findings as data and as a chart. */
export function* analyze(table: Table, column: Column): Generator<string, Analysis, void> {
  const description = describeColumn(column);
  const told: string[] = [];
  for (const sentence of tellValues(column, description, findDates(table))) {
    told.push(sentence);
    yield sentence;
  }
  const grouping = groupValues(table, column);
  for (const sentence of tellGroups(grouping)) {
    told.push(sentence);
    yield sentence;
  }
  const summary = { column: column.name, rows: table.rowCount, ...description, ...grouping };
  return { summary, chart: { svg: drawChart(toChart(summary, told.join(" "))), filename: nameFile(column.name) } };
}

function toChart(summary: Summary, description: string): Chart {
  const { column, groupedBy, measure, groups, series } = summary;
  const values = `${formatNumber(summary.count)} ${summary.count === 1 ? "value" : "values"}`;
  if (groupedBy === "range") {
    return {
      kind: "bar",
      title: `${column}: distribution`,
      subtitle: `Number of values per range; ${values}`,
      description,
      points: groups,
    };
  }
  if (groupedBy === "value") {
    const subtitle = summary.kind === "text" && summary.distinct > groups.length ? `The ${groups.length} most frequent` : "Number of rows";
    return { kind: "bar", title: `${column}: frequency`, subtitle: `${subtitle}; ${values}`, description, points: groups };
  }
  const title = measure === "mean" ? `${column}: monthly mean` : `${column}: rows per month`;
  const [first, last] = [series[0]?.label, series.at(-1)?.label];
  const subtitle = `${first === last ? first : `${first} to ${last}`}; ${values}`;
  return { kind: measure === "mean" ? "line" : "bar", title, subtitle, description, points: fillMonths(series) };
}

function nameFile(column: string): string {
  // Cut first: a name of a million dashes would take a million times as long as it is.
  const plain = column
    .slice(0, 200)
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, "-");
  return `${plain.replace(/^-+|-+$/g, "").slice(0, 60) || "column"}.svg`;
}

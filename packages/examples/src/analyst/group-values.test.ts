import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { groupByRange } from "./group-by-range.js";
import type { Grouping } from "./group-values.js";
import { groupValues } from "./group-values.js";
import { parseTable } from "./parse-table.js";

function group(csv: string | Uint8Array, name: string): Grouping {
  const table = parseTable(csv);
  const column = table.columns.find((candidate) => candidate.name === name);
  if (!column) throw new Error(`no column ${name}`);
  return groupValues(table, column);
}

const seattle = readFileSync(new URL("../../data/seattle-weather.csv", import.meta.url));

// The literals were computed with Python's csv and statistics modules.
test("temp_max of the Seattle data has the monthly means that Python finds", () => {
  const { groupedBy, measure, groups, series } = group(seattle, "temp_max");
  expect([groupedBy, measure]).toEqual(["calendar month", "mean"]);
  expect(groups.map(({ label, value }) => `${label} ${value.toFixed(2)}`)).toEqual([
    "January 8.23",
    "February 9.86",
    "March 12.39",
    "April 15.02",
    "May 19.30",
    "June 22.40",
    "July 26.00",
    "August 26.11",
    "September 21.92",
    "October 16.39",
    "November 11.02",
    "December 8.19",
  ]);
  expect(series).toHaveLength(48);
  expect(series).toContainEqual({ label: "2015-07", value: 28.0935 });
  expect(series).toContainEqual({ label: "2013-01", value: 6.10645 });
});

test("dates are counted by month", () => {
  const { measure, groups, series } = group(seattle, "date");
  expect(measure).toBe("count");
  expect(groups[1]).toEqual({ label: "February", value: 113 });
  expect(series[1]).toEqual({ label: "2012-02", value: 29 });
});

test("text is counted by value, the ten most frequent ones", () => {
  expect(group(seattle, "weather").groups[0]).toEqual({ label: "rain", value: 641 });
  const many = Array.from({ length: 15 }, (_, at) => `v${at}`).join("\n");
  expect(group(`x\nv12\n${many}`, "x").groups.map(({ label }) => label)).toEqual([
    "v12",
    "v0",
    "v1",
    "v2",
    "v3",
    "v4",
    "v5",
    "v6",
    "v7",
    "v8",
  ]);
});

for (const [name, csv] of [
  ["no dates", "x\n1\n2\n2"],
  ["dates of one month only", "d,x\n2012-01-01,1\n2012-01-02,2\n2012-01-03,2"],
  ["no row with both date and value", "d,x\n2012-01-01,\n,1\n,2\n,2"],
] as const) {
  test(`numbers of a table with ${name} are counted by range`, () => {
    expect(group(csv, "x")).toEqual({
      groupedBy: "range",
      measure: "count",
      groups: [
        { label: "1", value: 1 },
        { label: "2", value: 2 },
      ],
      series: [],
    });
  });
}

for (const [name, values, groups] of [
  ["no numbers", [], {}],
  ["equal numbers", [5, 5, 5], { "5": 3 }],
  ["few whole numbers", [1, 4, 4], { "1": 1, "2": 0, "3": 0, "4": 2 }],
  ["fractions on the edges", [0, 0.1, 0.2, 0.3, 0.4], { "0 to 0.1": 1, "0.1 to 0.2": 1, "0.2 to 0.3": 1, "0.3 to 0.4": 2 }],
  ["negative numbers", [-15, -5, 5, 12], { "-20 to -10": 1, "-10 to 0": 1, "0 to 10": 1, "10 to 20": 1 }],
  ["numbers that differ by rounding errors only", [0.3, 0.1 + 0.2], { "0.3": 2 }],
] as const) {
  test(`the ranges of ${name} are round and hold every number once`, () => {
    expect(Object.fromEntries(groupByRange(values).map(({ label, value }) => [label, value]))).toEqual(groups);
  });
}

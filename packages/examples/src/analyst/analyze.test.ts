import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Analysis } from "./analyze.js";
import { analyze } from "./analyze.js";
import { parseTable } from "./parse-table.js";

function run(csv: string | Uint8Array, name: string): { told: string[]; analysis: Analysis } {
  const table = parseTable(csv);
  const column = table.columns.find((candidate) => candidate.name === name);
  if (!column) throw new Error(`no column ${name}`);
  const steps = analyze(table, column);
  const told: string[] = [];
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return { told, analysis: step.value };
    told.push(step.value);
  }
}

const seattle = readFileSync(new URL("../../data/seattle-weather.csv", import.meta.url));

// The facts were computed with Python's csv and statistics modules.
test("the hottest day and month of Seattle are told", () => {
  expect(run(seattle, "temp_max").told).toEqual([
    "Column temp_max holds numbers: 1,461 values, none is missing.",
    "The maximum is 35.6, on 2014-08-11.",
    "The minimum is -1.6, on 2014-02-06.",
    "The mean is 16.44, the median 15.6, the standard deviation 7.35.",
    "The middle half of the values lies between 10.6 and 22.2.",
    "By calendar month the mean is highest in August (26.11) and lowest in December (8.19).",
    "Of 48 single months the highest is 2015-07 (28.09), the lowest 2013-01 (6.11).",
  ]);
});

for (const [name, csv, column, told] of [
  [
    "text",
    seattle,
    "weather",
    [
      "Column weather holds text: 1,461 values, none is missing.",
      'There are 5 different values; most frequent: "rain" (641), "sun" (640), "fog" (101).',
    ],
  ],
  [
    "dates",
    seattle,
    "date",
    [
      "Column date holds dates: 1,461 values, none is missing.",
      "The dates run from 2012-01-01 to 2015-12-31; no date repeats.",
      "By calendar month the number of rows is highest in January (124) and lowest in February (113).",
      "Of 48 single months the highest is 2012-01 (31), the lowest 2013-02 (28).",
    ],
  ],
  ["one number", "x\n5", "x", ["Column x holds numbers: 1 value, none is missing.", "Every value is 5."]],
  ["different texts", "x,y\na,1\nb,2\n,3", "x", ["Column x holds text: 2 values, 1 is missing.", "Every value is different."]],
  ["no values", "x,y\n,1\n,2", "x", ["Column x holds text: 0 values, 2 are missing."]],
  [
    "yearly dates",
    "d,x\n2000-01-01,1\n2001-01-01,4",
    "x",
    [
      "Column x holds numbers: 2 values, none is missing.",
      "The maximum is 4, on 2001-01-01.",
      "The minimum is 1, on 2000-01-01.",
      "The mean is 2.5, the median 2.5, the standard deviation 2.12.",
      "Of 2 single months the highest is 2001-01 (4), the lowest 2000-01 (1).",
    ],
  ],
] as const) {
  test(`what is told of ${name} is to the point`, () => {
    expect(run(csv, column).told).toEqual(told);
  });
}

test("the summary is plain JSON with the same members for every column of numbers", () => {
  const members = ["temp_max", "wind"].map((name) => Object.keys(run(seattle, name).analysis.summary));
  expect(members[0]).toEqual(members[1]);
  expect(Object.keys(run("x\n1", "x").analysis.summary)).toEqual(members[0]);
  const { summary } = run(seattle, "temp_max").analysis;
  expect(summary).toMatchObject({ column: "temp_max", rows: 1461, kind: "number", missing: 0, max: 35.6, measure: "mean" });
  expect(summary.groups[7]).toEqual({ label: "August", value: 26.1121 });
  expect(JSON.parse(JSON.stringify(summary))).toEqual(summary);
});

test("the chart of a measure over time is a line whose months are true to scale", () => {
  const { svg, filename } = run("d,x\n2000-01-01,1\n2000-03-01,4", "x").analysis.chart;
  expect(filename).toBe("x.svg");
  expect(svg).toContain("<path");
  expect(svg).toContain(">2000-02<");
});

test("the name of the file is safe whatever the column is called", () => {
  expect(run("../../Ünï cödé?\n1", "../../Ünï cödé?").analysis.chart.filename).toBe("n-c-d.svg");
  expect(run("气温\n1", "气温").analysis.chart.filename).toBe("column.svg");
});

test("a long name or value is cut short in sentences", () => {
  const { told } = run(`${"n".repeat(100)},y\n${"v".repeat(100)},1\n${"v".repeat(100)},2`, "n".repeat(100));
  expect(told[0]).toBe(`Column ${"n".repeat(59)}… holds text: 2 values, none is missing.`);
  expect(told[1]).toBe(`There is 1 different value; most frequent: "${"v".repeat(59)}…" (2).`);
});

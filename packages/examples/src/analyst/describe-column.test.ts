import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { describeColumn } from "./describe-column.js";
import { parseTable } from "./parse-table.js";

const seattle = parseTable(readFileSync(new URL("../../data/seattle-weather.csv", import.meta.url), "utf8"));

// The literals were computed with Python's csv and statistics modules.
for (const [name, description] of [
  ["temp_max", { min: -1.6, max: 35.6, mean: 16.4391, median: 15.6, standardDeviation: 7.34976, lowerQuartile: 10.6, upperQuartile: 22.2 }],
  ["temp_min", { min: -7.1, max: 18.3, mean: 8.23477, median: 8.3, standardDeviation: 5.023, lowerQuartile: 4.4, upperQuartile: 12.2 }],
  ["precipitation", { min: 0, max: 55.9, mean: 3.02943, median: 0, standardDeviation: 6.68019, lowerQuartile: 0, upperQuartile: 2.8 }],
  ["wind", { min: 0.4, max: 9.5, mean: 3.24114, median: 3, standardDeviation: 1.43783, lowerQuartile: 2.2, upperQuartile: 4 }],
  ["date", { kind: "date", distinct: 1461, first: "2012-01-01", last: "2015-12-31" }],
  [
    "weather",
    {
      distinct: 5,
      top: [
        { value: "rain", count: 641 },
        { value: "sun", count: 640 },
        { value: "fog", count: 101 },
        { value: "drizzle", count: 53 },
        { value: "snow", count: 26 },
      ],
    },
  ],
] as const) {
  test(`${name} of the Seattle data has the statistics that Python finds`, () => {
    const column = seattle.columns.find((candidate) => candidate.name === name);
    expect(column && describeColumn(column)).toMatchObject({ count: 1461, missing: 0, ...description });
  });
}

test("missing values count as missing and nothing else", () => {
  expect(describeColumn({ name: "x", kind: "number", values: [null, 10, null, 2, 1] })).toEqual({
    kind: "number",
    count: 3,
    missing: 2,
    min: 1,
    max: 10,
    mean: 4.33333,
    median: 2,
    standardDeviation: 4.93288,
    lowerQuartile: 1.5,
    upperQuartile: 6,
  });
});

test("one value has no deviation", () => {
  expect(describeColumn({ name: "x", kind: "number", values: [7] })).toMatchObject({ mean: 7, median: 7, standardDeviation: 0 });
});

test("large numbers close together keep their deviation", () => {
  expect(describeColumn({ name: "x", kind: "number", values: [1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16] })).toMatchObject({
    mean: 1e9 + 10,
    standardDeviation: 5.47723,
  });
});

test("a column without values is described, too", () => {
  expect(describeColumn({ name: "x", kind: "text", values: [null, null] })).toEqual({
    kind: "text",
    count: 0,
    missing: 2,
    distinct: 0,
    top: [],
  });
});

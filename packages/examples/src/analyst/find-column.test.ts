import { expect, test } from "vitest";
import { findColumn } from "./find-column.js";

const seattle = [
  { name: "date", kind: "date" },
  { name: "precipitation", kind: "number" },
  { name: "temp_max", kind: "number" },
  { name: "temp_min", kind: "number" },
  { name: "wind", kind: "number" },
  { name: "weather", kind: "text" },
];

for (const [question, name] of [
  ["temp_max", "temp_max"],
  ["Describe TEMP MAX, please.", "temp_max"],
  ["What was the maximum temperature?", "temp_max"],
  ["the lowest of the minimum temperatures", "temp_min"],
  ["How much precipitation was there per month?", "precipitation"],
  ["show wind by date", "wind"],
  ["What's the weather like?", "weather"],
  ["Which dates are covered?", "date"],
  ["the maximum", "temp_max"],
] as const) {
  test(`"${question}" asks for ${name}`, () => {
    expect(findColumn(seattle, question)).toMatchObject({ match: "one", column: { name } });
  });
}

for (const [question, candidates] of [
  ["What was the temperature?", ["temp_max", "temp_min"]],
  ["wind and weather", ["wind", "weather"]],
  ["minimum and maximum temperature", ["temp_max", "temp_min"]],
] as const) {
  test(`"${question}" fits ${candidates.join(" and ")} equally`, () => {
    expect(findColumn(seattle, question)).toEqual({ match: "several", candidates });
  });
}

for (const question of ["Analyse this file.", "", "What was the most?", "!?"]) {
  test(`"${question}" names no column, so all are candidates`, () => {
    expect(findColumn(seattle, question)).toEqual({ match: "none", candidates: seattle.map(({ name }) => name) });
  });
}

test("the longer of two names in the question wins", () => {
  const columns = ["temp", "temp max"].map((name) => ({ name, kind: "number" }));
  expect(findColumn(columns, "mean of temp max")).toMatchObject({ column: { name: "temp max" } });
  expect(findColumn(columns, "mean of temp")).toMatchObject({ column: { name: "temp" } });
});

test("a name without letters or digits is found if it is all that is asked", () => {
  expect(findColumn([...seattle, { name: "%", kind: "number" }], " % ")).toMatchObject({ column: { name: "%" } });
});

test("names in camelCase and with letters beyond ASCII are split into words", () => {
  const columns = ["maxWindSpeed", "Größe_cm"].map((name) => ({ name, kind: "number" }));
  expect(findColumn(columns, "max wind speed?")).toMatchObject({ column: { name: "maxWindSpeed" } });
  expect(findColumn(columns, "die mittlere GRÖßE")).toMatchObject({ column: { name: "Größe_cm" } });
});

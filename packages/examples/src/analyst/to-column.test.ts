import { expect, test } from "vitest";
import { toColumn } from "./to-column.js";

for (const [name, cells, kind, values] of [
  ["numbers of all forms", ["1", "-2.5", "+.5", "1e3", "0", "-0", "5."], "number", [1, -2.5, 0.5, 1000, 0, 0, 5]],
  ["numbers with thousands parted", ["1,500", "2,000,000.25"], "number", [1500, 2000000.25]],
  ["numbers and marks of missing ones", ["1", "", "NA", "n/a", "NaN", "null", "-"], "number", [1, null, null, null, null, null, null]],
  ["ISO dates", ["2012-01-31", "2012-02-29", ""], "date", ["2012-01-31", "2012-02-29", null]],
  ["dates with a time of day", ["2012-01-31T23:59:00Z", "2012-01-31 07:00"], "date", ["2012-01-31", "2012-01-31"]],
  ["dates with slashes and single digits", ["2012/1/3", "2012/10/13"], "date", ["2012-01-03", "2012-10-13"]],
  ["months", ["2012-01", "2012-12"], "date", ["2012-01-01", "2012-12-01"]],
  ["a date that does not exist", ["2012-02-30"], "text", ["2012-02-30"]],
  ["dates whose order depends on a country", ["03/04/2012"], "text", ["03/04/2012"]],
  ["codes with leading zeros", ["00123", "12345"], "text", ["00123", "12345"]],
  ["a number beyond all bounds", ["1e999"], "text", ["1e999"]],
  ["one word among numbers", ["1", "two"], "text", ["1", "two"]],
  ["words like NA among words", ["NA", "EU", ""], "text", ["NA", "EU", null]],
  ["no value at all", ["", ""], "text", [null, null]],
] as const) {
  test(`${name}: a column of kind ${kind}`, () => {
    expect(toColumn("x", cells, ".")).toEqual({ name: "x", kind, values });
  });
}

import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseTable, TableProblem } from "./parse-table.js";
import type { Column } from "./table.js";

function problemOf(input: string | Uint8Array): string {
  try {
    parseTable(input);
  } catch (error) {
    if (error instanceof TableProblem) return error.message;
    throw error;
  }
  return "none";
}

test("the Seattle data has 1461 rows and six typed columns", () => {
  const { columns, rowCount } = parseTable(readFileSync(new URL("../../data/seattle-weather.csv", import.meta.url)));
  expect(rowCount).toBe(1461);
  expect(columns.map(({ name, kind }) => `${name}: ${kind}`)).toEqual([
    "date: date",
    "precipitation: number",
    "temp_max: number",
    "temp_min: number",
    "wind: number",
    "weather: text",
  ]);
});

for (const [name, input] of [
  ["commas", "a,b\n1,x\n2,y\n"],
  ["semicolons", "a;b\n1;x\n2;y\n"],
  ["tabs", "a\tb\n1\tx\n2\ty\n"],
  ["a byte order mark", "\uFEFFa,b\n1,x\n2,y\n"],
  ["bytes with a byte order mark", new TextEncoder().encode("\uFEFFa,b\n1,x\n2,y\n")],
  ["quoted fields", '"a","b"\n"1","x"\n2,"y"'],
  ["blanks around fields", 'a, b\n1 , "x" \n 2,y'],
  ["blank lines", "\n\na,b\n\n1,x\n,\n2,y\n\n"],
  ["a delimiter at the end of each line", "a,b,\n1,x,\n2,y,\n"],
  ["several kinds of line ends", "a,b\r\n1,x\n2,y\r"],
  ["other delimiters in a quoted header", '"a",b\n1,x\n2,y'],
] as const) {
  test(`a table with ${name} is read`, () => {
    expect(parseTable(input)).toEqual({
      columns: [
        { name: "a", kind: "number", values: [1, 2] },
        { name: "b", kind: "text", values: ["x", "y"] },
      ],
      rowCount: 2,
    });
  });
}

test("a delimiter inside quotes does not decide", () => {
  expect(parseTable('"a,b,c";d\n1;2').columns.map(({ name }) => name)).toEqual(["a,b,c", "d"]);
});

test("quotes, delimiters and line ends inside quotes are kept", () => {
  expect(parseTable('a,b\n"say ""hi"", then\nleave",1').columns[0]?.values).toEqual(['say "hi", then\nleave']);
});

test("a comma is the decimal sign between semicolons", () => {
  expect(parseTable("a;b\n1,5;-0,25\n2;3.5").columns.map(({ values }) => values)).toEqual([
    [1.5, 2],
    [-0.25, 3.5],
  ]);
});

test("a short row lacks its last values", () => {
  expect(parseTable("a,b\n1,2\n3").columns[1]?.values).toEqual([2, null]);
});

test("columns without a name are called by their place and repeated names are numbered", () => {
  expect(parseTable("a,,a,a (2)\n1,2,3,4").columns.map(({ name }) => name)).toEqual(["a", "column 2", "a (2)", "a (2) (2)"]);
});

for (const [name, input, message] of [
  ["nothing", "", "The file is empty."],
  ["blanks only", " \n\n ", "The file is empty."],
  ["no data", "a,b\n", "The table has a header but no rows of data."],
  ["no header", "2012-01-01,3.5\n2012-01-02,4\n", "The first line holds values, not column names; a header line is required."],
  ["a row that is too long", "a,b\n1,2\n\n1,2,3\n", "Line 4 has more fields than the header."],
  ["a row that is too long, with CRLF", "a,b\r\n1,2\r\n1,2,3\r\n", "Line 3 has more fields than the header."],
  ["an open quote", 'a,b\n1,2\n"3,4\n5,6\n', "Row 3 (the header is row 1) opens a quote that is never closed."],
  ["text after a quote", 'a,b\n"1"x,2\n', "Line 2 has text after a closing quote; a quote inside a quoted field is written twice."],
  [
    "a quote inside a field",
    'a,b\n5" pipe,2\n',
    "Line 2 has a quote inside a field without quotes; put the field in quotes and write the inner quote twice.",
  ],
  ["NUL characters", "a,b\n1,\0\n", "The file is not text: it holds NUL characters; send a CSV file in UTF-8."],
  ["bytes that are not UTF-8", Uint8Array.of(0x61, 0xff, 0x0a), "The file is not text in UTF-8; send a CSV file in UTF-8."],
  ["too many columns", `${"a,".repeat(200)}b\n1\n`, "The table has 201 columns, more than 200."],
  ["too many rows", `a\n${"1\n".repeat(100_001)}`, "The table has more than 100000 rows."],
  [
    "too many cells",
    `${"a,".repeat(199)}b\n${"1\n".repeat(10_001)}`,
    "The table has 2000200 cells (rows times columns), more than 2000000.",
  ],
  ["a line that is too long", `a,b\n1,${"x".repeat(130_000)}\n`, "Line 2 is longer than 128000 bytes."],
] as const) {
  test(`a file with ${name} is refused in one sentence`, () => {
    expect(problemOf(input)).toBe(message);
  });
}

const cells = {
  number: fc.double({ noNaN: true, min: -1e150, max: 1e150 }).map((value) => value + 0),
  date: fc
    .date({ min: new Date("0001-01-01T00:00:00Z"), max: new Date("9999-12-31T00:00:00Z"), noInvalidDate: true })
    .map((value) => value.toISOString().slice(0, 10)),
  text: fc.string({ unit: "grapheme" }).map((text) => `t${text}`.replaceAll("\0", "").trim()),
};

function columnOf(rowCount: number): fc.Arbitrary<Column> {
  const name = cells.text;
  const given = { minLength: rowCount, maxLength: rowCount };
  // The first value is given, so that every column has its kind.
  const valuesOf = <T>(cell: fc.Arbitrary<T>): fc.Arbitrary<(T | null)[]> =>
    fc.tuple(cell, fc.array(fc.option(cell), given)).map(([first, values]) => [first, ...values]);
  return fc.oneof(
    fc.record({ name, kind: fc.constant("number" as const), values: valuesOf(cells.number) }),
    fc.record({ name, kind: fc.constant("date" as const), values: valuesOf(cells.date) }),
    fc.record({ name, kind: fc.constant("text" as const), values: valuesOf(cells.text) }),
  );
}

function write(columns: readonly Column[], { delimiter, lineEnd }: { delimiter: string; lineEnd: string }): string {
  const quote = (cell: string): string => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const rows = (columns[0]?.values ?? []).map((_, row) => columns.map((column) => quote(String(column.values[row] ?? ""))));
  return [columns.map(({ name }) => quote(name)), ...rows].map((row) => row.join(delimiter)).join(lineEnd);
}

const tables = fc
  .nat({ max: 8 })
  .chain((rowCount) =>
    fc.tuple(
      fc.array(fc.constant("full"), { minLength: rowCount + 1, maxLength: rowCount + 1 }),
      fc.uniqueArray(columnOf(rowCount), { selector: ({ name }) => name, maxLength: 5 }),
    ),
  );

test("a table that is written as CSV and parsed is the same table", () => {
  fc.assert(
    fc.property(tables, fc.constantFrom(",", ";", "\t"), fc.constantFrom("\n", "\r\n", "\r"), ([full, others], delimiter, lineEnd) => {
      // A column without gaps, as a row without any value would be skipped.
      const columns: Column[] = [{ name: "key", kind: "text", values: full }, ...others];
      expect(parseTable(write(columns, { delimiter, lineEnd }))).toEqual({ columns, rowCount: full.length });
    }),
    { numRuns: 300 },
  );
});

test("whatever is sent, a table or a TableProblem comes back", () => {
  const symbols = fc.constantFrom('"', ",", ";", "\t", "\n", "\r", "a", "1", "-", ".", " ", "é", "\0");
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: symbols, maxLength: 60 }), fc.uint8Array()), (input) => {
      expect(problemOf(input)).toMatch(/^(none|[A-Z].*\.)$/);
    }),
    { numRuns: 1000 },
  );
});

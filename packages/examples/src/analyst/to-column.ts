import type { Column } from "./table.js";

const DECIMAL = /^[+-]?(?:0|[1-9]\d*|(?=\.\d))(?:\.\d*)?(?:e[+-]?\d+)?$/i;
const THOUSANDS = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/;
const DATE = /^(\d{4})([-/])(\d{1,2})(?:\2(\d{1,2}))?(?:[T ]\d{1,2}:\d{2}\S*)?$/;
const MISSING = /^(?:na|n\/a|nan|null|none|-)?$/i;

/** Squares of larger numbers, summed over a table, would no longer be finite. */
const MAX_MAGNITUDE = 1e150;

/**
 * Types the cells of one column: numbers if all are numbers, dates if all are dates, else text.
 *
 * Empty cells are missing; in a column of numbers or dates so are "NA", "N/A", "NaN", "null", "none" and "-". A whole number with a
 * leading zero is a code, so text. Dates are "YYYY-MM-DD", "YYYY/MM/DD" or "YYYY-MM", with or without a time of day, which is dropped;
 * orders that depend on a country ("03/04/2012") stay text.
 *
 * @param decimalSign "," reads "1,5" as one and a half; with "." commas may part thousands ("1,500.5")
 */
export function toColumn(name: string, cells: readonly string[], decimalSign: "." | ","): Column {
  const numbers = convertAll(cells, (cell) => parseNumber(cell, decimalSign));
  if (numbers) return { name, kind: "number", values: numbers };
  const dates = convertAll(cells, parseDate);
  if (dates) return { name, kind: "date", values: dates };
  return { name, kind: "text", values: cells.map((cell) => (cell === "" ? null : cell)) };
}

function convertAll<T>(cells: readonly string[], parse: (cell: string) => T | undefined): (T | null)[] | undefined {
  const values: (T | null)[] = [];
  let given = 0;
  for (const cell of cells) {
    const value = MISSING.test(cell) ? null : parse(cell);
    if (value === undefined) return undefined;
    if (value !== null) given += 1;
    values.push(value);
  }
  return given > 0 ? values : undefined;
}

function parseNumber(cell: string, decimalSign: "." | ","): number | undefined {
  let plain = cell;
  if (decimalSign === ",") plain = cell.replace(",", ".");
  else if (THOUSANDS.test(cell)) plain = cell.replaceAll(",", "");
  if (!DECIMAL.test(plain)) return undefined;
  const value = Number(plain) + 0; // -0 becomes 0
  return Math.abs(value) <= MAX_MAGNITUDE ? value : undefined;
}

function parseDate(cell: string): string | undefined {
  const [, year = "", , month = "", day = "1"] = DATE.exec(cell) ?? [];
  const isReal = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= daysOf(Number(year), Number(month));
  return isReal ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : undefined;
}

function daysOf(year: number, month: number): number {
  // The calendar repeats every 400 years, and Date.UTC takes the years 0 to 99 for the 20th century.
  return new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}

import { CsvError, parse } from "csv-parse/sync";
import type { Column, Table } from "./table.js";
import { toColumn } from "./to-column.js";

const DELIMITERS = [",", ";", "\t"] as const;
const MAX_ROWS = 100_000;
const MAX_COLUMNS = 200;
/** Bounds what a small file of many short rows can take up: every missing value counts, too. */
const MAX_CELLS = 2_000_000;
const MAX_RECORD_BYTES = 128_000;

/** What is wrong with a table: the message is one sentence for whoever sent it. */
export class TableProblem extends Error {
  override readonly name: string = "TableProblem";
}

/**
 * Reads a table of comma-, semicolon- or tab-separated values; the first line with a value is the header.
 *
 * The delimiter is the candidate that the header has most of outside quotes; with semicolons a comma is the decimal sign. Cells are
 * trimmed, lines without any value are skipped, a short row lacks its last values. An unnamed column is called "column 3" by its place, a
 * repeated name gets a number: "temp (2)".
 *
 * @param input text, or bytes in UTF-8, at most 100 000 rows, 200 columns and 2 000 000 cells
 * @throws TableProblem
 */
export function parseTable(input: string | Uint8Array): Table {
  const text = decode(input);
  const delimiter = findDelimiter(text);
  const [header = [], ...rows] = readRecords(text, delimiter);
  const decimalSign = delimiter === ";" ? "," : ".";
  assertSize(header, rows);
  assertHeader(header, decimalSign);
  if (rows.length === 0) throw new TableProblem("The table has a header but no rows of data.");
  const names = nameColumns(header);
  const columns = names.map((name, at) => toColumn(name, cellsOf(rows, at), decimalSign));
  return { columns: columns.filter((column, at) => header[at] !== "" || hasValue(column)), rowCount: rows.length };
}

function decode(input: string | Uint8Array): string {
  const text = typeof input === "string" ? input.replace(/^\uFEFF/, "") : decodeUtf8(input);
  if (text.includes("\0")) throw new TableProblem("The file is not text: it holds NUL characters; send a CSV file in UTF-8.");
  if (text.trim() === "") throw new TableProblem("The file is empty.");
  return text;
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new TableProblem("The file is not text in UTF-8; send a CSV file in UTF-8.", { cause: error });
  }
}

function findDelimiter(text: string): string {
  const counts = new Map<string, number>(DELIMITERS.map((delimiter) => [delimiter, 0]));
  let quoted = false;
  for (const char of text.replace(/^[\r\n]+/, "")) {
    if (char === '"') quoted = !quoted;
    else if (!quoted && /[\r\n]/.test(char)) break;
    else if (!quoted && counts.has(char)) counts.set(char, (counts.get(char) ?? 0) + 1);
  }
  return DELIMITERS.reduce((best, next) => ((counts.get(next) ?? 0) > (counts.get(best) ?? 0) ? next : best));
}

function readRecords(text: string, delimiter: string): string[][] {
  try {
    return parse(text, {
      delimiter,
      max_record_size: MAX_RECORD_BYTES,
      // Spelled out, because the library would take the line end of the first line for that of all.
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count_less: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      to: MAX_ROWS + 2,
      trim: true,
    }).map((record) => record.map((cell) => cell.trim()));
  } catch (error) {
    if (error instanceof CsvError) throw new TableProblem(explain(error), { cause: error });
    throw error;
  }
}

function explain(error: CsvError): string {
  const line = `Line ${String(error.lines)}`;
  switch (error.code) {
    case "CSV_RECORD_INCONSISTENT_FIELDS_LENGTH":
      return `${line} has more fields than the header.`;
    case "CSV_QUOTE_NOT_CLOSED":
      return `Row ${Number(error.records) + 1} (the header is row 1) opens a quote that is never closed.`;
    case "CSV_INVALID_CLOSING_QUOTE":
      return `${line} has text after a closing quote; a quote inside a quoted field is written twice.`;
    case "INVALID_OPENING_QUOTE":
      return `${line} has a quote inside a field without quotes; put the field in quotes and write the inner quote twice.`;
    case "CSV_MAX_RECORD_SIZE":
      return `${line} is longer than ${MAX_RECORD_BYTES} bytes.`;
    default:
      return `${line} cannot be read as comma-separated values.`;
  }
}

function assertSize(header: readonly string[], rows: readonly string[][]): void {
  if (header.length > MAX_COLUMNS) throw new TableProblem(`The table has ${header.length} columns, more than ${MAX_COLUMNS}.`);
  if (rows.length > MAX_ROWS) throw new TableProblem(`The table has more than ${MAX_ROWS} rows.`);
  const cells = header.length * rows.length;
  if (cells > MAX_CELLS) throw new TableProblem(`The table has ${cells} cells (rows times columns), more than ${MAX_CELLS}.`);
}

function assertHeader(header: readonly string[], decimalSign: "." | ","): void {
  const looksLikeData = header.every((cell) => cell === "" || toColumn("", [cell], decimalSign).kind !== "text");
  if (looksLikeData) throw new TableProblem("The first line holds values, not column names; a header line is required.");
}

function nameColumns(header: readonly string[]): string[] {
  const taken = new Set<string>();
  return header.map((cell, at) => {
    const name = cell === "" ? `column ${at + 1}` : cell;
    let unique = name;
    for (let copy = 2; taken.has(unique); copy += 1) unique = `${name} (${copy})`;
    taken.add(unique);
    return unique;
  });
}

function cellsOf(rows: readonly string[][], at: number): string[] {
  return rows.map((row) => row[at] ?? "");
}

function hasValue(column: Column): boolean {
  return column.values.some((value) => value !== null);
}

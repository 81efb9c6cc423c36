import { LocalError } from "@a2a/core";

/** A row of an answer, by column. */
export type Row = Readonly<Record<string, unknown>>;

/** A text of a row. @throws LocalError `BAD_RECORD` where it is none */
export function textIn(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== "string") throw new LocalError("BAD_RECORD", `/${column}: expected a text`);
  return value;
}

/** A text of a row that may be null. @throws LocalError `BAD_RECORD` where it is something else */
export function optionalTextIn(row: Row, column: string): string | undefined {
  return row[column] === null ? undefined : textIn(row, column);
}

/** A number of a row. @throws LocalError `BAD_RECORD` where it is none */
export function numberIn(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== "number") throw new LocalError("BAD_RECORD", `/${column}: expected a number`);
  return value;
}

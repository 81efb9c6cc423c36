/** A column whose every given value is a finite number. */
export interface NumberColumn {
  readonly name: string;
  readonly kind: "number";
  readonly values: readonly (number | null)[];
}

/** A column whose every given value is a calendar date, written "YYYY-MM-DD". */
export interface DateColumn {
  readonly name: string;
  readonly kind: "date";
  readonly values: readonly (string | null)[];
}

/** A column of anything else. */
export interface TextColumn {
  readonly name: string;
  readonly kind: "text";
  readonly values: readonly (string | null)[];
}

/** One column of a table; a missing value is null. */
export type Column = NumberColumn | DateColumn | TextColumn;

/** A table by columns: names are unique, and every column has `rowCount` values. */
export interface Table {
  readonly columns: readonly Column[];
  readonly rowCount: number;
}

/** A labelled number: one number for many rows. */
export interface Group {
  readonly label: string;
  readonly value: number;
}

/** A place on the axis of a chart, with or without a value. */
export interface Point {
  readonly label: string;
  readonly value: number | null;
}

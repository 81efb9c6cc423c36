import type { PageId } from "./list-pages.js";

/** What a page takes of a short list and of a long one. */
export interface PageTimes {
  readonly id: PageId;
  readonly shortMs: number;
  readonly longMs: number;
}

/** What the program that measures lists says. */
export interface ListsReport {
  /** What was done meanwhile. */
  readonly done?: string;
  /** In the end. */
  readonly pages?: readonly PageTimes[];
}

/** Tasks of the short list. */
export const shortList = 1000;

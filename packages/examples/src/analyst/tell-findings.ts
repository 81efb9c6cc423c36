import type { ColumnDescription, DateDescription, NumberDescription, TextDescription } from "./describe-column.js";
import { formatNumber } from "./format-number.js";
import type { Group } from "./group.js";
import type { Grouping } from "./group-values.js";
import type { Column, DateColumn, NumberColumn } from "./table.js";

const KINDS = { number: "numbers", date: "dates", text: "text" };
const LONGEST = 60;

/** Says what a column holds and what its values are, a sentence at a time. */
export function* tellValues(column: Column, description: ColumnDescription, dates: DateColumn | undefined): Generator<string, void, void> {
  const { count, missing } = description;
  const gaps = missing === 0 ? "none is missing" : `${formatNumber(missing)} ${missing === 1 ? "is" : "are"} missing`;
  yield `Column ${shorten(column.name)} holds ${KINDS[column.kind]}: ${plural(count, "value")}, ${gaps}.`;
  if (description.kind === "text") yield* tellText(description);
  if (description.kind === "date") yield tellDates(description);
  if (description.kind === "number" && column.kind === "number") yield* tellNumbers(column, description, dates);
}

/** Says which groups stand out; says nothing where there is one group. */
export function* tellGroups({ groupedBy, measure, groups, series }: Grouping): Generator<string, void, void> {
  const [top, low] = extremesOf(groups);
  if (!top || !low || groupedBy === "value") return;
  if (groupedBy === "range") {
    if (groups.length > 1) yield `Of ${plural(groups.length, "range")} the fullest is ${top.label} with ${plural(top.value, "value")}.`;
    return;
  }
  const what = measure === "mean" ? "mean" : "number of rows";
  if (groups.length > 1 && top.value === low.value) yield `The ${what} is the same in every calendar month: ${formatNumber(top.value)}.`;
  if (top.value !== low.value) yield `By calendar month the ${what} is highest in ${tell(top)} and lowest in ${tell(low)}.`;
  const [peak, dip] = extremesOf(series);
  if (!peak || !dip || series.length === groups.length || peak.value === dip.value) return;
  yield `Of ${plural(series.length, "single month")} the highest is ${tell(peak)}, the lowest ${tell(dip)}.`;
}

/** Makes text of a table short enough for a sentence: one line of at most 60 characters. */
export function shorten(text: string): string {
  const characters = [...text.slice(0, 4 * LONGEST).replace(/\s+/g, " ")];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join("")}…` : characters.join("");
}

function* tellNumbers(column: NumberColumn, description: NumberDescription, dates: DateColumn | undefined): Generator<string, void, void> {
  const { count, min, max, mean, median, standardDeviation, lowerQuartile, upperQuartile } = description;
  if (min === max) {
    yield `Every value is ${formatNumber(min)}.`;
    return;
  }
  yield `The maximum is ${formatNumber(max)}${tellWhen(column, max, dates)}.`;
  yield `The minimum is ${formatNumber(min)}${tellWhen(column, min, dates)}.`;
  yield `The mean is ${formatNumber(mean)}, the median ${formatNumber(median)}, the standard deviation ${formatNumber(standardDeviation)}.`;
  if (count > 3) yield `The middle half of the values lies between ${formatNumber(lowerQuartile)} and ${formatNumber(upperQuartile)}.`;
}

function tellWhen(column: NumberColumn, value: number, dates: DateColumn | undefined): string {
  if (!dates) return "";
  const when = new Set(dates.values.filter((date, row) => date !== null && column.values[row] === value));
  const [first] = [...when].sort();
  if (!first) return "";
  return when.size === 1 ? `, on ${first}` : `, on ${formatNumber(when.size)} dates, first on ${first}`;
}

function tellDates({ first, last, distinct, count }: DateDescription): string {
  const repeats = distinct === count ? "no date repeats" : `${formatNumber(distinct)} of them are different`;
  return `The dates run from ${first} to ${last}; ${repeats}.`;
}

function* tellText({ count, distinct, top }: TextDescription): Generator<string, void, void> {
  const [most] = top;
  if (!most) return;
  if (most.count === 1) {
    yield "Every value is different.";
    return;
  }
  const leaders = top.slice(0, 3).map((entry) => `"${shorten(entry.value)}" (${formatNumber(entry.count)})`);
  yield `There ${distinct === 1 ? "is" : "are"} ${plural(distinct, "different value")}; most frequent: ${leaders.join(", ")}.`;
  const covered = top.reduce((sum, entry) => sum + entry.count, 0);
  if (covered < count) yield `The ${top.length} most frequent cover ${formatNumber(covered)} of ${plural(count, "value")}.`;
}

function extremesOf(groups: readonly Group[]): [Group | undefined, Group | undefined] {
  let [top, low] = [groups[0], groups[0]];
  for (const group of groups) {
    if (top && group.value > top.value) top = group;
    if (low && group.value < low.value) low = group;
  }
  return [top, low];
}

function tell({ label, value }: Group): string {
  return `${label} (${formatNumber(value)})`;
}

function plural(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? "" : "s"}`;
}

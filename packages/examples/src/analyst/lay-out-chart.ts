import { estimateWidthPx, fitText } from "./fit-text.js";
import type { Point } from "./group.js";
import { niceScale } from "./nice-scale.js";

/** What stands along the lower axis, and how. */
export interface Labels {
  readonly texts: readonly string[];
  readonly angled: boolean;
  /** Every how many points one is written. */
  readonly stride: number;
  readonly widthPx: number;
}

/** Where things are in a chart, in pixels of its view box. */
export interface Frame {
  readonly ticks: readonly { readonly value: number; readonly text: string }[];
  readonly labels: Labels;
  readonly left: number;
  readonly bottom: number;
  /** The width that each point has for itself. */
  readonly band: number;
  x(at: number): number;
  y(value: number): number;
}

/** The size of every chart; `top` leaves room for two lines of heading. */
export const SIZE: { readonly width: number; readonly height: number; readonly margin: number; readonly top: number } = {
  width: 800,
  height: 450,
  margin: 28,
  top: 92,
};

/** The letters of ticks and labels. */
export const LABEL_PX: number = 13;

const MAX_LABEL_PX = 130;
const MIN_ANGLED_BAND = 22;
/** Steps between labels that read well for months, too. */
const STRIDES = [1, 2, 3, 6, 12, 24, 60, 120, 240];

/** Gives every point, tick and label its place, so that no labels overlap; bars stand on zero, a line does not need to. */
export function layOutChart(points: readonly Point[], kind: "bar" | "line"): Frame {
  const values = points.flatMap(({ value }) => (value === null ? [] : [value]));
  const ticks = chooseTicks(values, kind);
  const low = ticks[0]?.value ?? 0;
  const high = ticks.at(-1)?.value ?? 1;
  const tickWidth = mostOf(ticks.map(({ text }) => estimateWidthPx(text, LABEL_PX)));
  const start = SIZE.margin + tickWidth + 12;
  const labels = chooseLabels(points, (SIZE.width - SIZE.margin - start) / points.length, kind);
  // Angled labels reach down and to the left: 0.65 and 0.8 are a little above sine and cosine of 40 degrees.
  const left = Math.max(start, labels.angled ? labels.widthPx * 0.8 : 0);
  const bottom = SIZE.height - (labels.angled ? labels.widthPx * 0.65 + 36 : 48);
  const band = (SIZE.width - SIZE.margin - left) / Math.max(1, points.length);
  return {
    ticks,
    labels,
    left,
    bottom,
    band,
    x: (at) => left + (at + 0.5) * band,
    y: (value) => bottom - ((value - low) / (high - low)) * (bottom - SIZE.top),
  };
}

function chooseTicks(values: readonly number[], kind: "bar" | "line"): Frame["ticks"] {
  const isFlat = values.every((value) => value === 0);
  const range = kind === "line" && !isFlat ? values : [0, ...(isFlat ? [1] : values)];
  const minStep = kind === "bar" && values.every(Number.isInteger) ? 1 : 0;
  const { step, ticks } = niceScale(leastOf(range), mostOf(range), minStep);
  return ticks.map((value) => ({ value, text: formatTick(value, step) }));
}

function chooseLabels(points: readonly Point[], band: number, kind: "bar" | "line"): Labels {
  const texts = points.map(({ label }) => fitText(label, LABEL_PX, MAX_LABEL_PX));
  const widthPx = mostOf([0, ...texts.map((text) => estimateWidthPx(text, LABEL_PX))]);
  if (widthPx + 6 <= band) return { texts, angled: false, stride: 1, widthPx };
  if (kind === "bar" && band >= MIN_ANGLED_BAND) return { texts, angled: true, stride: 1, widthPx };
  const needed = (widthPx + 20) / band;
  return { texts, angled: false, stride: STRIDES.find((stride) => stride >= needed) ?? Math.ceil(needed), widthPx };
}

// Not Math.max(...values): a long series would not fit on the stack as arguments.
function mostOf(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
}

function leastOf(values: readonly number[]): number {
  return values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
}

function formatTick(tick: number, step: number): string {
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  if (decimals > 6 || Math.abs(tick) >= 1e12) return String(Number(tick.toPrecision(12)));
  return tick.toLocaleString("en-US", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

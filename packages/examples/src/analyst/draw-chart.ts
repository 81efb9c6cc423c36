import { escapeXml } from "./escape-xml.js";
import { fitText } from "./fit-text.js";
import type { Point } from "./group.js";
import type { Frame } from "./lay-out-chart.js";
import { LABEL_PX, layOutChart, SIZE } from "./lay-out-chart.js";

/** What to draw: bars stand on zero, a line need not; a point without a value keeps its place, and the line goes on across it. */
export interface Chart {
  readonly kind: "bar" | "line";
  readonly title: string;
  readonly subtitle: string;
  /** What a reader hears who does not see the chart. */
  readonly description: string;
  readonly points: readonly Point[];
}

const FONTS = "system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif";
const GREY = "#4b5563";
const BLUE = "#2563eb";
/** More dots than these would run together. */
const MAX_DOTS = 60;

/** Draws a bar or line chart as an SVG document of 800 by 450 that scales to its place. */
export function drawChart(chart: Chart): string {
  const frame = layOutChart(chart.points, chart.kind);
  const marks = chart.kind === "bar" ? drawBars(chart, frame) : drawLine(chart, frame);
  const isEmpty = chart.points.every(({ value }) => value === null);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${SIZE.width}" height="${SIZE.height}" viewBox="0 0 ${SIZE.width} ${SIZE.height}" aria-label="${escapeXml(chart.title)}" font-family="${FONTS}">`,
    `<title>${escapeXml(chart.title)}</title>`,
    `<desc>${escapeXml(chart.description)}</desc>`,
    `<rect width="${SIZE.width}" height="${SIZE.height}" fill="#ffffff"/>`,
    drawHeading(chart.title, `y="42" font-size="20" font-weight="600" fill="#111827"`, 21),
    drawHeading(chart.subtitle, `y="66" font-size="14" fill="${GREY}"`, 14),
    ...drawTicks(frame),
    ...marks,
    ...drawLabels(frame),
    ...(isEmpty ? [`<text x="400" y="250" font-size="16" fill="${GREY}" text-anchor="middle">No data</text>`] : []),
    "</svg>",
    "",
  ].join("\n");
}

function drawHeading(text: string, attributes: string, fontPx: number): string {
  return `<text x="${SIZE.margin}" ${attributes}>${escapeXml(fitText(text, fontPx, SIZE.width - 2 * SIZE.margin))}</text>`;
}

function drawTicks({ ticks, left, y }: Frame): string[] {
  return ticks.map(({ value, text }) => {
    const at = px(y(value));
    const line = `<line x1="${px(left)}" x2="${SIZE.width - SIZE.margin}" y1="${at}" y2="${at}" stroke="${value === 0 ? "#6b7280" : "#e5e7eb"}"/>`;
    const place = `x="${px(left - 10)}" y="${at}" dy="0.35em" text-anchor="end"`;
    return `${line}<text ${place} font-size="${LABEL_PX}" fill="${GREY}">${text}</text>`;
  });
}

function drawBars({ points }: Chart, { band, x, y }: Frame): string[] {
  const width = Math.min(band * 0.72, 90);
  return points.map(({ label, value }, at) => {
    const end = y(value ?? 0);
    const top = Math.min(end, y(0));
    const box = `x="${px(x(at) - width / 2)}" y="${px(top)}" width="${px(width)}" height="${px(Math.abs(end - y(0)))}"`;
    return `<rect ${box} fill="${BLUE}"><title>${escapeXml(`${label}: ${value ?? "no data"}`)}</title></rect>`;
  });
}

function drawLine({ points }: Chart, { x, y }: Frame): string[] {
  const given = points.flatMap(({ label, value }, at) => (value === null ? [] : [{ label, value, cx: px(x(at)), cy: px(y(value)) }]));
  if (given.length === 0) return [];
  const path = `M${given.map(({ cx, cy }) => `${cx} ${cy}`).join("L")}`;
  const line = `<path d="${path}" fill="none" stroke="${BLUE}" stroke-width="2.5" stroke-linejoin="round" stroke-linecap="round"/>`;
  if (given.length > MAX_DOTS) return [line];
  const dots = given.map(({ label, value, cx, cy }) => {
    return `<circle cx="${cx}" cy="${cy}" r="3.5" fill="${BLUE}"><title>${escapeXml(`${label}: ${value}`)}</title></circle>`;
  });
  return [line, ...dots];
}

function drawLabels({ labels, bottom, x }: Frame): string[] {
  return labels.texts.flatMap((text, at) => {
    if (at % labels.stride !== 0) return [];
    const [left, top] = [px(x(at)), px(bottom + 23)];
    const place = labels.angled ? `text-anchor="end" transform="rotate(-40 ${left} ${top})"` : `text-anchor="middle"`;
    return [`<text x="${left}" y="${top}" font-size="${LABEL_PX}" fill="${GREY}" ${place}>${escapeXml(text)}</text>`];
  });
}

function px(value: number): string {
  return String(Math.round(value * 10) / 10);
}

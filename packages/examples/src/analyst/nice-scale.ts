/** Evenly spaced round numbers that enclose a range. */
export interface Scale {
  readonly step: number;
  readonly ticks: readonly number[];
}

const MAX_TICKS = 50;
/** Differences below this would leave the range of numbers when divided. */
const SMALLEST = 1e-200;

/** The round step (1, 2 or 5 times a power of ten) that parts a positive range into at most `parts` pieces. */
export function niceStep(range: number, parts: number): number {
  const rough = range / parts;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5].find((candidate) => candidate * power >= rough * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** Whether two numbers differ by no more than rounding errors. */
export function isSameNumber(a: number, b: number): boolean {
  return Math.abs(a - b) <= Math.max(SMALLEST, 1e-13 * Math.max(Math.abs(a), Math.abs(b)));
}

/**
 * Chooses about five round ticks that enclose `min` and `max`; equal ones get room on both sides.
 *
 * @param minStep 1 keeps the ticks of counts whole; default 0
 */
export function niceScale(min: number, max: number, minStep = 0): Scale {
  if (isSameNumber(min, max)) {
    const room = Math.abs(min) / 2 > SMALLEST ? Math.abs(min) / 2 : 1;
    return niceScale(min - room, max + room, minStep);
  }
  const step = Math.max(niceStep(max - min, 5), minStep);
  const first = Math.floor(min / step + 1e-9);
  const last = Math.ceil(max / step - 1e-9);
  const count = Math.min(last - first + 1, MAX_TICKS);
  // Through a decimal string, because 3 * 0.1 is not 0.3.
  const ticks = Array.from({ length: count }, (_, at) => Number(((first + at) * step).toPrecision(12)) + 0);
  return { step, ticks };
}

/**
 * Rounds a computed number to six significant digits, yet never coarser than hundredths, so that data shows no binary dust.
 */
export function roundNumber(value: number): number {
  const rounded = Math.abs(value) < 1e4 ? value.toPrecision(6) : value.toFixed(2);
  return Number(rounded) + 0;
}

/** Writes a number for a sentence: thousands parted, at most two decimals, below one at most three significant digits. */
export function formatNumber(value: number): string {
  const magnitude = Math.abs(value);
  if (magnitude >= 1e15 || (magnitude < 1e-6 && magnitude > 0)) return String(Number(value.toPrecision(6)));
  const digits = magnitude < 1 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 2 };
  return value.toLocaleString("en-US", digits);
}

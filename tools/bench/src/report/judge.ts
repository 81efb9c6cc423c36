import type { Cells, Target } from "../rows/row.js";

/** A promise beside what was measured. */
export interface Verdict {
  /** For instance `0.61 of floor, 0.60 by CPU`. */
  readonly found: string;
  readonly isMet: boolean;
  /** Absent where nothing is promised. */
  readonly target: string | undefined;
}

/** Tells which promises are kept; those against a server that was not measured are left out. */
export function judge(cells: Cells, targets: readonly Target[]): Verdict[] {
  return targets.flatMap((target) => {
    const { against, atLeast, atMost } = target;
    const value = measuredOf(cells, against);
    if (value === undefined) return [];
    const isMet = (atLeast === undefined || value >= atLeast) && (atMost === undefined || value <= atMost);
    return [
      {
        found: against ? `${short(value)} of ${against}${byCpu(cells, against)}` : short(value),
        isMet,
        target: wordsOf(target),
      },
    ];
  });
}

function measuredOf({ ours, ...others }: Cells, against: Target["against"]): number | undefined {
  if (!ours || !against) return ours?.value;
  const other = others[against];
  return other && ours.value / other.value;
}

/** CPU time is what the servers themselves need; on a machine that does other things as well it says more than the clock. */
function byCpu({ ours, ...others }: Cells, against: NonNullable<Target["against"]>): string {
  const other = others[against]?.cpuMicros;
  return ours?.cpuMicros && other ? `, ${short(other / ours.cpuMicros)} by CPU` : "";
}

function wordsOf({ atLeast, atMost }: Target): string | undefined {
  if (atLeast !== undefined) return `>= ${atLeast}`;
  return atMost === undefined ? undefined : `<= ${atMost}`;
}

/** A number with as many digits as tell something. */
export function short(value: number): string {
  const size = Math.abs(value);
  if (size >= 10_000) return `${(value / 1000).toFixed(1)}k`;
  if (size >= 1000) return `${(value / 1000).toFixed(2)}k`;
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2);
}

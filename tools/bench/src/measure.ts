/** Nanoseconds a call takes: the best of several rounds, because everything that disturbs a round makes it slower. */
export function nanosecondsPerCall(call: () => unknown, rounds = 15, roundMs = 40): number {
  let calls = 1;
  while (timeMs(call, calls) < roundMs / 4) calls *= 2;
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) best = Math.min(best, timeMs(call, calls) / calls);
  return best * 1e6;
}

let sink: unknown;

function timeMs(call: () => unknown, calls: number): number {
  const start = performance.now();
  // the result goes somewhere, or the call could be optimised away
  for (let count = 0; count < calls; count++) sink = call();
  return performance.now() - start;
}

/** What the last call returned; nobody reads it. */
export function lastResult(): unknown {
  return sink;
}

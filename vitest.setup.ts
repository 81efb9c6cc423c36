import fc from "fast-check";
import { afterAll, expect, vi } from "vitest";

// Every run tries the same values, so that a change is blamed for what it does; `A2A_SEED=random` tries others, and a failure prints the seed that makes them again.
const { A2A_SEED = "20261121" } = process.env;
if (!/^(?:-?\d+|random)$/.test(A2A_SEED)) throw new TypeError(`A2A_SEED must be a whole number or "random": ${A2A_SEED}`);
fc.configureGlobal({ ...(A2A_SEED !== "random" && { seed: Number(A2A_SEED) }) });

// Files share a process: what one of them leaves changed would break others, and be looked for there.
const names = ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "setImmediate", "Date", "performance", "fetch"] as const;
const ids: unknown[] = [];
const before = stateOfGlobals();

afterAll(() => {
  // A spy that is left would put back in another file what it found in this one, be it the clock of a fake time.
  vi.restoreAllMocks();
  expect(stateOfGlobals(), "globals that this file has not put back").toEqual(before);
});

function stateOfGlobals(): readonly unknown[] {
  const { random } = Math;
  const { timeout } = AbortSignal;
  const { log, warn, error } = console;
  const given = [...names.map((name) => globalThis[name]), random, timeout, log, warn, error];
  return given.map((value) => idOf(value));
}

/** A number for each value, so that a failure can be read: the globals stand in the order from above. */
function idOf(value: unknown): number {
  const known = ids.indexOf(value);
  return known < 0 ? ids.push(value) - 1 : known;
}

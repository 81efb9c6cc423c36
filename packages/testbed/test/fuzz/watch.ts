import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect } from "vitest";
import type { Effort } from "./thoroughness.js";

/** What a process does that no answer tells. */
export interface Watch {
  /** What was rejected and heard by nobody, since the last look. */
  unheard(): readonly unknown[];
}

/** Watches the process while the tests of a file run. */
export function watchProcess(): Watch {
  const met: unknown[] = [];
  const note = (error: unknown): void => void met.push(error);
  beforeAll(() => void process.on("unhandledRejection", note).on("uncaughtExceptionMonitor", note));
  afterAll(() => {
    process.off("unhandledRejection", note).off("uncaughtExceptionMonitor", note);
    expect(met).toEqual([]);
  });
  return { unheard: () => met.splice(0) };
}

/** Fails where memory has grown after the first fifth of a long run. */
export class FlatMemory {
  readonly #warm: number;
  #seen = 0;
  #first: NodeJS.MemoryUsage | undefined;

  constructor({ numRuns }: Effort) {
    this.#warm = Math.max(2000, numRuns / 5);
  }

  /** Notes that one more input was answered. */
  count(): void {
    this.#seen += 1;
    if (this.#seen >= this.#warm) this.#first ??= collected();
  }

  /** @param what the kind of input, for the report of a long run */
  expectFlat(what: string): void {
    if (!this.#first) return;
    const { heapUsed, rss } = collected();
    const grown = { heapMiB: mebibytes(heapUsed - this.#first.heapUsed), rssMiB: mebibytes(rss - this.#first.rss) };
    expect(grown.heapMiB, `${what}: growth of the heap, MiB`).toBeLessThan(24);
    // What the collector gives back to the system, and when, is its own affair: a leak of a hundred bytes an input is more in a long run.
    expect(grown.rssMiB, `${what}: growth of the process, MiB`).toBeLessThan(160);
  }
}

function collected(): NodeJS.MemoryUsage {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage();
}

function mebibytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}

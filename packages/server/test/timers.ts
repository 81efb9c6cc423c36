import { onTestFinished, vi } from "vitest";

/** Timers that are watched. */
export interface WatchedTimers {
  /** How many have been started. */
  count(): number;
  /** Those that nobody has cleared. */
  left(): readonly unknown[];
}

/** Watches timers of at least so long; a time that nothing else in the process has tells them from those that other tests have left behind. */
export function watchTimers(ms: number): WatchedTimers {
  const started = vi.spyOn(globalThis, "setTimeout");
  const cleared = vi.spyOn(globalThis, "clearTimeout");
  onTestFinished(() => void vi.restoreAllMocks());
  const all = (): unknown[] => started.mock.results.filter((_, at) => (started.mock.calls[at]?.[1] ?? 0) >= ms).map(({ value }) => value);
  return { count: () => all().length, left: () => all().filter((timer) => !cleared.mock.calls.some(([one]) => one === timer)) };
}

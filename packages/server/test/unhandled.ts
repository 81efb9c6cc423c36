import { afterAll, beforeAll, expect } from "vitest";

/** Holds the tests of a file to leaving no promise rejected that nobody hears of. */
export function expectNothingUnhandled(): void {
  const unhandled: unknown[] = [];
  const note = (error: unknown): void => void unhandled.push(error);
  beforeAll(() => void process.on("unhandledRejection", note));
  afterAll(() => {
    process.off("unhandledRejection", note);
    expect(unhandled).toEqual([]);
  });
}

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { validate } from "../src/validate/validate.js";
import { anyJson, arbitraryOf } from "./arbitrary.js";
import type { Canonical } from "./canonical.js";
import { canonicals } from "./canonical.js";
import { guards } from "./generated-versions.js";
import { mutantsOf } from "./mutants.js";
import { noisy } from "./noisy.js";

const runs = { numRuns: 20 };

for (const canonical of canonicals) {
  describe(canonical.folder, () => {
    for (const [type, is] of Object.entries(guards[canonical.folder]?.byType ?? {})) {
      const values = arbitraryOf(canonical.definitions, type);

      test(`is${type} accepts every value that the schema of ${type} describes, before and after JSON`, () => {
        fc.assert(
          fc.property(values, (value) => {
            const json = JSON.stringify(value);
            expect(validate(is, value)).toEqual({ ok: true, value });
            expect(is(JSON.parse(json))).toBe(true);
            expect(JSON.stringify(value)).toBe(json);
          }),
          runs,
        );
      });

      test(`is${type} refuses whatever breaks one rule of ${type}, at the place where it is broken`, () => {
        fc.assert(
          fc.property(values, fc.nat(), (value, seed) => {
            for (const { pointer, keyword, value: mutant } of spread(mutantsOf(canonical.definitions, type, value), seed)) {
              const outcome = validate(is, mutant);
              expect({ ...outcome, mutant }).toMatchObject({ ok: false, problem: { pointer, keyword } });
              expect(is.errors).toHaveLength(1);
              expect(canonical.refusals(type, mutant)).toContainEqual({ pointer, keyword });
            }
          }),
          runs,
        );
      });

      test(`is${type} and the schema of ${type} agree on any JSON`, () => {
        fc.assert(
          fc.property(values, anyJson, fc.nat(), (value, noise, seed) => {
            for (const candidate of [noise, ...noisy(value, noise, seed)]) expectSameVerdict(canonical, type, candidate);
          }),
          runs,
        );
      });
    }
  });
}

function expectSameVerdict(canonical: Canonical, type: string, candidate: unknown): void {
  const own = guards[canonical.folder]?.byType[type]?.(candidate);
  expect({ candidate, accepted: own }).toEqual({ candidate, accepted: canonical.refusals(type, candidate).length === 0 });
}

/** At most eight of many, from all over. */
function spread<T>(all: readonly T[], seed: number): T[] {
  const step = Math.max(1, Math.floor(all.length / 8));
  return all.filter((_, index) => index % step === seed % step).slice(0, 8);
}

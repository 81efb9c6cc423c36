// Every command of the testbed, and everything else that can be asked of it, means the same in every version over every binding, but for the
// differences that are listed; and what goes over the wire is valid.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commandTable } from "../src/commands/command-table.js";
import { scenarioTable } from "../src/scenarios/scenario-table.js";
import type { Caller } from "./matrix/caller.js";
import { differencesOf } from "./matrix/differences.js";
import type { Held, Named } from "./matrix/held.js";
import { conversationsWith, holdAll } from "./matrix/held.js";
import type { Meaning, Reader } from "./matrix/meaning.js";
import { lastsOf, meaningOf } from "./matrix/meaning.js";
import { withNamedIds } from "./matrix/members.js";
import type { Subject } from "./matrix/road.js";
import { nameOf } from "./matrix/road.js";
import { rows } from "./matrix/rows.js";
import { subjects } from "./matrix/stage.js";
import { problemsOf } from "./matrix/validity.js";

const [newest, ...others] = subjects;

let held: Held;
beforeAll(async () => {
  held = await holdAll();
});
afterAll(() => held.close());

test("every command and every prefix has a row", () => {
  const known = [...commandTable.keys(), ...scenarioTable.map(([prefix]) => prefix)];
  expect(known.filter((word) => !Object.hasOwn(rows, word))).toEqual([]);
});

for (const subject of others) {
  describe(`${nameOf(subject)} means what ${nameOf(newest)} means:`, () => {
    for (const named of conversationsWith(subject)) {
      for (const reader of readersOf(subject)) {
        test(`${named.word}: ${named.mode}${reader === "own" ? "" : ", to any client"}`, async () => {
          const { actual, expected } = await compared(subject, named, { reader });
          expect(actual).toEqual(expected);
        });
      }
    }
  });

  describe(`${nameOf(subject)} differs, as the testbed shows:`, () => {
    for (const { what, clause, reader = "own" } of differencesOf(subject)) {
      test(`${what} (${clause})`, async () => {
        let isShown = false;
        for (const named of conversationsWith(subject)) {
          const { actual, expected } = await compared(subject, named, { reader, but: what });
          isShown = !isEqual(actual, expected);
          if (isShown) break;
        }
        expect(isShown).toBe(true);
      });
    }
  });
}

// No schema has messages of JSON-RPC in answers of protobuf.
for (const subject of subjects.filter(({ form }) => form === undefined)) {
  describe(`${nameOf(subject)} is valid in both directions:`, () => {
    for (const named of conversationsWith(subject).filter(({ word }) => Object.hasOwn(rows, word))) {
      test(`${named.word}: ${named.mode}`, async () => {
        const { dialect } = subject;
        const { exchanges } = await held.conversation(subject, named);
        expect(exchanges.length).toBeGreaterThan(0);
        expect(exchanges.flatMap((exchange) => problemsOf(exchange, subject))).toEqual([]);
        // Older versions say in the event that nothing follows, and say so once.
        const lasts = dialect.version.startsWith("1.") ? [] : exchanges.map((exchange) => lastsOf(dialect, exchange));
        for (const said of lasts) if (said) expect(said.indexOf(true)).toBe(said.length - 1);
      });
    }
  });
}

/** Only what older versions carry in metadata can be read in two ways. */
function readersOf({ dialect }: Subject): readonly Reader[] {
  return dialect.losses.length === 0 ? ["own"] : ["own", "foreign"];
}

/** What a subject means and what the newest means, the known differences taken out, all but one where that is named. */
async function compared(
  subject: Subject,
  named: Named,
  { reader, but }: { readonly reader: Reader; readonly but?: string },
): Promise<{ readonly actual: readonly Meaning[]; readonly expected: readonly Meaning[] }> {
  const row = rows[named.word];
  const between = differencesOf(subject).filter(({ what, reader: only = reader }) => only === reader && what !== but);
  const asked = { subject, mode: named.mode, ...(row && { row }) };
  let expected = await meaningsOf(newest, named, "own");
  for (const difference of between) expected = difference.expected?.(expected, asked) ?? expected;
  let actual = withNamedIds(await meaningsOf(subject, named, reader));
  expected = withNamedIds(expected);
  for (const { common } of between) if (common) [actual, expected] = [common(actual), common(expected)];
  return { actual, expected };
}

const known = new Map<Caller, Partial<Record<Reader, readonly Meaning[]>>>();

/** Read once, and looked at for every difference. */
async function meaningsOf(subject: Subject, named: Named, reader: Reader): Promise<readonly Meaning[]> {
  const caller = await held.conversation(subject, named);
  const read = known.get(caller) ?? {};
  known.set(caller, read);
  read[reader] ??= caller.exchanges.map((exchange) => meaningOf(subject.dialect, exchange, reader));
  return read[reader];
}

function isEqual(one: unknown, other: unknown): boolean {
  try {
    expect(one).toEqual(other);
    return true;
  } catch {
    return false;
  }
}

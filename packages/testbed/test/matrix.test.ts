// Every command of the testbed means the same in every version, but for the differences that are listed; and what goes over the wire is valid.

import { readFileSync } from "node:fs";
import type { Validator, Version } from "@a2a/core";
import { validate } from "@a2a/core";
import type { Dialect, Operation } from "@a2a/core/internal";
import { dialects } from "@a2a/core/internal";
import * as v01 from "@a2a/core/v0.1";
import * as v03 from "@a2a/core/v0.3";
import * as v10 from "@a2a/core/v1.0";
import type { ValidateFunction } from "ajv/dist/2020.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { commandTable } from "../src/commands/command-table.js";
import { scenarioTable } from "../src/scenarios/scenario-table.js";
import type { Asked, Conversation, Heard, Meaning, Mode, Reader } from "./matrix/converse.js";
import { converse } from "./matrix/converse.js";
import { differences, withNamedIds } from "./matrix/differences.js";
import { rows } from "./matrix/rows.js";

interface Generated {
  readonly params: Readonly<Partial<Record<Operation, Validator<unknown>>>>;
  readonly results: Readonly<Partial<Record<Operation, Validator<unknown>>>>;
}

const generated: Readonly<Record<Version, Generated>> = { "1.0": v10, "0.3": v03, "0.1": v01 };
const [newest, ...older] = dialects;
const modes: readonly Mode[] = ["send", "stream"];
const readers: readonly Reader[] = ["own", "foreign"];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

test("every command and every prefix has a row", () => {
  const known = [...commandTable.keys(), ...scenarioTable.map(([prefix]) => prefix)];
  expect(known.filter((word) => !Object.hasOwn(rows, word))).toEqual([]);
});

for (const [word, mode] of everyConversation()) {
  for (const dialect of older) {
    for (const reader of readers) {
      const whose = reader === "own" ? "" : " to any client";
      test(`${word}: ${mode} in ${dialect.version} means${whose} what it means in 1.0`, async () => {
        const { actual, expected } = await compared(dialect, { word, mode, reader });
        expect(actual).toEqual(expected);
      });
    }
  }

  for (const dialect of dialects) {
    test(`${word}: ${mode} in ${dialect.version} is valid in both directions`, async () => {
      const { heard, lasts } = await held(dialect, { word, mode, reader: "own" });
      expect(heard.length).toBeGreaterThan(0);
      expect(heard.flatMap((each) => problemsOf(each, dialect.version))).toEqual([]);
      // Older versions say in the event that nothing follows, and say so once.
      for (const said of dialect === newest ? [] : lasts) expect(said.indexOf(true)).toBe(said.length - 1);
    });
  }
}

describe("of the differences that are listed", () => {
  for (const { what, versions, clause, reader = "own" } of differences) {
    for (const dialect of older.filter(({ version }) => versions.includes(version))) {
      test(`${what} in ${dialect.version} (${clause}), as the testbed shows`, async () => {
        const shown: string[] = [];
        for (const [word, mode] of everyConversation()) {
          const { actual, expected } = await compared(dialect, { word, mode, reader }, what);
          if (!isEqual(actual, expected)) shown.push(`${word}: ${mode}`);
        }
        expect(shown).not.toEqual([]);
      });
    }
  }
});

/** Every row in every mode that it can be in. */
function everyConversation(): [word: string, mode: Mode][] {
  return Object.entries(rows).flatMap(([word, { then }]) =>
    // Without a stream nobody hears of a task before it is over or waits.
    modes.filter((mode) => mode === "stream" || then?.when !== "working").map((mode): [string, Mode] => [word, mode]),
  );
}

interface Named extends Omit<Asked, "row"> {
  readonly word: string;
}

const conversations = new Map<string, Promise<Conversation>>();

/** Each conversation is held once, however often it is looked at. */
function held(dialect: Dialect, { word, ...asked }: Named): Promise<Conversation> {
  const row = rows[word];
  if (!row) throw new TypeError(`there is no row ${word}`);
  const name = [dialect.version, asked.mode, asked.reader, word].join(" ");
  const holding = conversations.get(name) ?? inFastTime(converse(dialect, { row, ...asked }));
  conversations.set(name, holding);
  return holding;
}

// No row takes as many steps; one that does not end is to fail by itself.
const maxRounds = 200;

/** Lets time go on whenever nothing else does. */
async function inFastTime<T>(working: Promise<T>): Promise<T> {
  let isOver = false;
  const over = (): void => {
    isOver = true;
  };
  working.then(over, over);
  for (let round = 0; !isOver; round += 1) {
    if (round > maxRounds) throw new TypeError("the conversation does not end");
    for (let turn = 0; turn < 20 && !isOver; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    if (!isOver) await vi.advanceTimersToNextTimerAsync();
  }
  return working;
}

/** What an older version means and what 1.0 means, the known differences taken out, all but one where that is named. */
async function compared(
  dialect: Dialect,
  named: Named,
  but?: string,
): Promise<{ readonly actual: readonly Meaning[]; readonly expected: readonly Meaning[] }> {
  const { word, mode, reader } = named;
  const row = rows[word];
  if (!row) throw new TypeError(`there is no row ${word}`);
  const known = differences.filter(
    ({ what, versions, reader: only = reader }) => versions.includes(dialect.version) && only === reader && what !== but,
  );
  let expected = (await held(newest, { word, mode, reader: "own" })).meanings;
  for (const difference of known) expected = difference.expected?.(expected, { row, mode, reader }) ?? expected;
  let actual = withNamedIds((await held(dialect, named)).meanings);
  expected = withNamedIds(expected);
  for (const { common } of known) if (common) [actual, expected] = [common(actual), common(expected)];
  return { actual, expected };
}

function isEqual(one: unknown, other: unknown): boolean {
  try {
    expect(one).toEqual(other);
    return true;
  } catch {
    return false;
  }
}

function problemsOf({ operation, params, response }: Heard, version: Version): string[] {
  const { params: asked, results } = generated[version];
  const [isParams, isResult] = [asked[operation], results[operation]];
  if (!isParams || !isResult) return [`${operation} is nothing that ${version} has`];
  const isResponse = responseOf(version);
  return [
    ...problemOf(isParams, params),
    ...("result" in response ? problemOf(isResult, response.result) : []),
    ...(isResponse(response) ? [] : [JSON.stringify(isResponse.errors)]),
  ].map((problem) => `${operation}: ${problem}`);
}

function problemOf(is: Validator<unknown>, value: unknown): string[] {
  const outcome = validate(is, value);
  return outcome.ok ? [] : [`${outcome.problem.pointer}: expected ${outcome.problem.expected}`];
}

const responses = new Map<Version, ValidateFunction>();

/** Whole responses, errors among them, by the schema itself: nothing is generated for these. */
function responseOf(version: Version): ValidateFunction {
  const known = responses.get(version);
  if (known) return known;
  const schema: { readonly $id: string } = JSON.parse(
    readFileSync(new URL(`../../../schema/v${version}/schema.json`, import.meta.url), "utf8"),
  );
  const ajv = new Ajv2020({ strict: false, schemas: [schema], formats: { uri: true } });
  addFormats.default(ajv, ["date-time"]);
  const made = ajv.compile({ $ref: `${schema.$id}#/$defs/JSONRPCResponse` });
  responses.set(version, made);
  return made;
}

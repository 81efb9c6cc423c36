import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { commandTable } from "../src/commands/command-table.js";
import { profiles } from "../src/profiles.js";
import { scenarioTable } from "../src/scenarios/scenario-table.js";

const readme = readFileSync(fileURLToPath(new URL("../README.md", import.meta.url)), "utf8");
const named = new Set([...readme.matchAll(/`([\w-]+)(?: [^`]*)?`/g)].map(([, word = ""]) => word));

for (const [what, words] of [
  ["command", [...commandTable.keys()]],
  ["prefix", scenarioTable.map(([prefix]) => prefix)],
  ["profile", Object.keys(profiles)],
] as const) {
  test(`every ${what} stands in the README`, () => {
    expect(words.filter((word) => !named.has(word))).toEqual([]);
  });
}

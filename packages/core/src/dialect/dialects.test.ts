import { expect, test } from "vitest";
import { versions } from "../generated/versions.js";
import { clientDialects } from "./client-dialects.js";
import { dialects } from "./dialects.js";

for (const [who, spoken] of [
  ["servers", dialects],
  ["clients", clientDialects],
] as const) {
  test(`${who} speak every version that there is a schema for, newest first`, () => {
    expect(spoken.map(({ version, aliases }) => [version, aliases])).toEqual(versions.map(({ wire, aliases }) => [wire, aliases]));
  });
}

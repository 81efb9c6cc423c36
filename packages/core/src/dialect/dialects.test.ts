import { expect, test } from "vitest";
import { versions } from "../generated/versions.js";
import { clientVersions } from "./client-versions.js";
import { dialects } from "./dialects.js";
import { versionV11 } from "./v1.1/load.js";

const previews = versions.filter(({ status }) => status === "preview");
const usual = versions.filter(({ status }) => status !== "preview");

for (const [who, spoken, there] of [
  ["servers speak every version that there is a schema for, newest first and previews last", dialects, [...usual, ...previews]],
  ["clients speak all of them but previews", clientVersions, usual],
] as const) {
  test(who, () => {
    expect(spoken.map(({ version, aliases }) => [version, aliases])).toEqual(there.map(({ wire, aliases }) => [wire, aliases]));
  });
}

test("what is a preview in the list of versions is one to servers", () => {
  expect(dialects.filter(({ isPreview }) => isPreview).map(({ version }) => version)).toEqual(previews.map(({ wire }) => wire));
});

test("what clients load of a version speaks that version", async () => {
  for (const version of [...clientVersions, versionV11])
    expect(await version.load()).toMatchObject({ version: version.version, aliases: version.aliases });
});

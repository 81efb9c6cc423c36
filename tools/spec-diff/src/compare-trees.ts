import type { VersionRow } from "../../codegen/src/schema-model.js";
import type { Change } from "./change.js";
import { compareTables } from "./compare-tables.js";
import { compareTypes } from "./compare-types.js";
import type { SchemaTree } from "./schema-tree.js";
import type { VersionFacts } from "./version-facts.js";
import { factsOf, versionsOf } from "./version-facts.js";

/** What differs between two versions or two states of one. */
export function compareVersions(before: VersionFacts, after: VersionFacts): Change[] {
  const changes = [...compareTypes(before, after), ...compareTables(before, after)];
  // versions are described each in its own words
  return before.folder === after.folder ? changes : changes.filter(({ rule }) => rule !== "reworded");
}

/** What differs between two states of `schema/`: which versions there are, and each of them. */
export function compareTrees(before: SchemaTree, after: SchemaTree): Change[] {
  const [old, own] = [versionsOf(before), versionsOf(after)];
  const rows = new Map([...old.versions, ...own.versions].map((row) => [row.folder, row]));
  const changes = [...rows.keys()].flatMap((folder) => {
    const [was, is] = [old.versions, own.versions].map((versions) => versions.find((row) => row.folder === folder));
    if (was && is)
      return [...compareRows(was, is), ...compareFolders(before, after, [...new Set([folder, ...formsOf(was), ...formsOf(is)])])];
    const { wire, forms = [] } = is ?? was ?? { wire: folder };
    const text = `protocol ${wire}${forms.length > 0 ? `, with ${forms.join(", ")}` : ""}`;
    return [is ? versionChange("added", "added", wire, folder, text) : versionChange("removed", "removed", wire, folder, text)];
  });
  if (old.newest === own.newest || old.newest === "") return changes;
  const text = `the domain model is that of ${own.newest}, was that of ${old.newest}`;
  return [versionChange("changed", "altered", own.newest, "newest", text), ...changes];
}

/** Compares folders that both trees list; one that is read in a single tree is new or gone. */
function compareFolders(before: SchemaTree, after: SchemaTree, folders: readonly string[]): Change[] {
  return folders.flatMap((folder) => {
    const [was, is] = [factsOf(before, folder), factsOf(after, folder)];
    if (was && is) return compareVersions(was, is);
    return [
      is
        ? versionChange("added", "added", folder, folder, `form ${folder}`)
        : versionChange("removed", "removed", folder, folder, `form ${folder}`),
    ];
  });
}

function compareRows(was: VersionRow, is: VersionRow): Change[] {
  const { wire, folder } = is;
  return [
    ...was.aliases
      .filter((alias) => !is.aliases.includes(alias))
      .map((alias) => versionChange("removed", "removed", wire, folder, `serves ${alias}`)),
    ...is.aliases
      .filter((alias) => !was.aliases.includes(alias))
      .map((alias) => versionChange("added", "added", wire, folder, `serves ${alias}`)),
    ...(was.status === is.status
      ? []
      : [versionChange("changed", "deprecated", wire, folder, `protocol ${wire} is ${is.status}, was ${was.status}`)]),
  ];
}

function formsOf({ forms = [] }: VersionRow): readonly string[] {
  return forms;
}

function versionChange(kind: Change["kind"], rule: Change["rule"], subject: string, place: string, text: string): Change {
  return { kind, rule, area: "versions", subject, at: `schema/versions.json#/${place}`, text };
}

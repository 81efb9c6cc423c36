import type { Area, Bump, Change } from "../change.js";
import { bumpOf, larger, suffices } from "../change.js";
import { partyText } from "../report.js";
import type { Changeset } from "./pending-changesets.js";

/** The release that a change demands of packages at a version: before 1.0.0 what breaks is minor. */
export function demandedBump(change: Change, version: string): Bump {
  const bump = bumpOf(change);
  return bump === "major" && version.startsWith("0.") ? "minor" : bump;
}

/**
 * The changes that no changeset tells. One that does is large enough and names the type, operation, error or version; what only says the same
 * in other words need not be named.
 */
export function untoldChanges(changes: readonly Change[], changesets: readonly Changeset[], version: string): Change[] {
  return changes.filter((change) => {
    const demanded = demandedBump(change, version);
    const enough = changesets.filter(({ bump }) => suffices(bump, demanded));
    return !enough.some(({ text }) => demanded === "patch" || names(text, change.subject));
  });
}

const packagesOf: Readonly<Record<Area, readonly string[]>> = {
  types: ["@a2a/core"],
  protobuf: ["@a2a/core", "@a2a/grpc"],
  methods: ["@a2a/core", "@a2a/server", "@a2a/client"],
  errors: ["@a2a/core", "@a2a/server", "@a2a/client"],
  versions: ["@a2a/core", "@a2a/server", "@a2a/client", "@a2a/grpc"],
};

/** A changeset that tells of changes: packages, the release that they demand, and a text to put into the words of users. */
export function changesetFor(changes: readonly Change[], version: string): string {
  const bump = changes.map((change) => demandedBump(change, version)).reduce(larger, "patch");
  const packages = [...new Set(changes.flatMap(({ area }) => packagesOf[area]))];
  const folders = [...new Set(changes.map(folderOf))];
  const blocks = folders.flatMap((folder) => {
    return [
      `The schemas of ${folder} changed, and with them types and validators:`,
      linesOf(changes.filter((change) => folderOf(change) === folder)),
    ];
  });
  return `---\n${packages.map((name) => `"${name}": ${bump}\n`).join("")}---\n\n${blocks.join("\n\n")}\n`;
}

/** A name for its file that says what it is about. */
export function fileNameFor(changes: readonly Change[]): string {
  const subjects = [...new Set(changes.map(({ subject }) => subject))].slice(0, 2);
  const words = subjects.map((subject) => subject.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, "-").replaceAll(/[^\w-]+/g, "-"));
  return `schema-${words.join("-").toLowerCase()}`;
}

function folderOf({ at }: Change): string {
  const [, folder = ""] = /^schema\/([^/]+)\//.exec(at) ?? [];
  return folder || "the protocol";
}

function linesOf(changes: readonly Change[]): string {
  const told = changes.filter((change) => bumpOf(change) !== "patch");
  const words = changes.length > told.length ? ["- Descriptions were improved."] : [];
  const lines = told.map((change) => {
    const broken =
      bumpOf(change) === "major" ? ` This breaks ${partyText(change) === "both" ? "readers and writers" : partyText(change)}.` : "";
    return `- \`${change.subject}\`: ${change.kind} ${change.text}.${broken}`;
  });
  return [...lines, ...words].join("\n");
}

/** Whether a text has a name as a word of its own. */
function names(text: string, name: string): boolean {
  const literal = name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\w.])${literal}(?!\\w|\\.\\d)`).test(text);
}

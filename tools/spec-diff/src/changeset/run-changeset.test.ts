import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { root } from "../edited-schema.js";
import { runChangeset } from "./run-changeset.js";

const scratch = mkdtempSync(join(tmpdir(), "a2a-changeset-"));
const repository = join(scratch, "repository");

beforeEach(() => {
  rmSync(repository, { recursive: true, force: true });
  mkdirSync(join(repository, "packages/core"), { recursive: true });
  mkdirSync(join(repository, ".changeset"));
  cpSync(join(root, "schema"), join(repository, "schema"), { recursive: true, filter: (path) => !path.endsWith("examples") });
  git("init", "--quiet");
});

afterAll(() => rmSync(scratch, { recursive: true }));

function git(...args: string[]): void {
  const author = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"];
  execFileSync("git", [...author, ...args], { cwd: repository, stdio: "pipe" });
}

/** Gives the packages a version and commits all there is. */
function release(version: string): void {
  setVersion(version);
  git("add", "--all");
  git("commit", "--quiet", "--message", version);
}

function setVersion(version: string): void {
  writeFileSync(join(repository, "packages/core/package.json"), JSON.stringify({ name: "@a2a/core", version }, null, 2));
}

function changeset(bump: string, text: string, name = "some"): void {
  writeFileSync(join(repository, `.changeset/${name}.md`), `---\n"@a2a/core": ${bump}\n---\n\n${text}\n`);
}

function replace(from: string, to: string): void {
  const file = join(repository, "schema/v1.0/schema.json");
  const text = readFileSync(file, "utf8");
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
}

/** What a maintainer does in his editor: a type more, a member required, another description. */
const addNote = (): void => replace('"$defs": {', '"$defs": { "Note": { "description": "A note.", "type": "object" },');
const requireText = (): void => replace('"required": ["id", "status"]', '"required": ["id", "status", "history"]');
const reword = (): void => replace("Name for people.", "What people call it.");

function run(...args: string[]): { readonly code: number; readonly said: string } {
  const lines: string[] = [];
  const say = (line: string): number => lines.push(line);
  const code = runChangeset(args, { root: repository, log: say, error: say });
  return { code, said: lines.join("\n") };
}

describe("npm run spec:changeset -- --check", () => {
  test("passes where the schemas are those of the last release", () => {
    release("0.4.0");
    expect(run("--check")).toEqual({ code: 0, said: "the schemas are those of the last release" });
  });

  test("fails where a change has no changeset, and says which change and which bump", () => {
    release("0.4.0");
    addNote();
    const { code, said } = run("--check");
    expect(code).toBe(1);
    expect(said).toMatch(/minor {2}added {4}type Note .* schema\/v1\.0\/schema\.json#\/\$defs\/Note/);
    expect(said).toContain("with a bump of minor or more: run npm run spec:changeset");
  });

  const told: readonly [what: string, version: string, change: () => void, bump: string, text: string, code: number][] = [
    ["the bump is smaller", "0.4.0", addNote, "patch", "There is `Note` now.", 1],
    ["the bump is what it has to be", "0.4.0", addNote, "minor", "There is `Note` now.", 0],
    ["the text is about something else", "0.4.0", addNote, "minor", "Faster. NoteBook is another word.", 1],
    ["a change that breaks is minor before 1.0.0", "0.4.0", requireText, "minor", "Task needs history.", 0],
    ["a change that breaks is minor after 1.0.0", "1.0.0", requireText, "minor", "Task needs history.", 1],
    ["a change that breaks is major after 1.0.0", "1.0.0", requireText, "major", "Task needs history.", 0],
    ["other words are told with anything else", "1.0.0", reword, "patch", "Faster.", 0],
  ];
  for (const [what, version, change, bump, text, code] of told) {
    test(`${code === 0 ? "passes" : "fails"} where ${what}`, () => {
      release(version);
      change();
      changeset(bump, text);
      expect(run("--check").code).toBe(code);
    });
  }

  test("looks at what was committed since the release as well, across other commits of the package", () => {
    release("0.3.0");
    release("0.4.0");
    addNote();
    git("commit", "--quiet", "--all", "--message", "a note");
    writeFileSync(join(repository, "packages/core/package.json"), '{ "description": "", "version": "0.4.0" }');
    git("commit", "--quiet", "--all", "--message", "not a release");
    expect(run("--check").code).toBe(1);
  });

  test("forgets what the release before the last has told", () => {
    release("0.3.0");
    addNote();
    release("0.4.0");
    expect(run("--check").code).toBe(0);
  });

  test("passes while changeset version makes a release of the changesets", () => {
    release("0.4.0");
    addNote();
    changeset("minor", "There is `Note` now.");
    git("add", "--all");
    git("commit", "--quiet", "--message", "a note");
    rmSync(join(repository, ".changeset/some.md"));
    setVersion("0.5.0");
    expect(run("--check")).toEqual({ code: 0, said: "the schemas are those of the last release" });
  });

  test("takes all versions for new before the first release", () => {
    release("0.0.0");
    expect(run("--check").said).toMatch(/protocol 0\.3, with v0\.3-proto/);
    const { versions }: { versions: { wire: string }[] } = JSON.parse(readFileSync(join(repository, "schema/versions.json"), "utf8"));
    changeset("minor", `First release, of protocol ${versions.map(({ wire }) => wire).join(", ")}.`);
    expect(run("--check")).toEqual({ code: 0, said: "every change of the schemas has its changeset" });
  });

  test("says loudly that a shallow clone cannot be compared, and does not fail", () => {
    release("0.4.0");
    addNote();
    git("commit", "--quiet", "--all", "--message", "a note");
    const clone = join(scratch, "clone");
    execFileSync("git", ["clone", "--quiet", "--depth", "1", pathToFileURL(repository).href, clone], { stdio: "pipe" });
    rmSync(repository, { recursive: true });
    cpSync(clone, repository, { recursive: true });
    rmSync(clone, { recursive: true });
    const { code, said } = run("--check");
    expect(code).toBe(0);
    expect(said).toMatch(/^WARNING: nobody has looked .* does not reach back to the commit that made 0\.4\.0 \(git fetch --unshallow\)$/);
  });

  test("says loudly that sources without history cannot be compared", () => {
    setVersion("0.4.0");
    rmSync(join(repository, ".git"), { recursive: true });
    const { code, said } = run("--check");
    expect(code).toBe(0);
    expect(said).toContain("WARNING: nobody has looked");
  });

  test("names a changeset that is none", () => {
    release("0.4.0");
    writeFileSync(join(repository, ".changeset/bad.md"), "text alone");
    expect(run("--check")).toEqual({ code: 1, said: ".changeset/bad.md has no packages between lines of ---" });
  });
});

describe("npm run spec:changeset", () => {
  test("writes packages, bump and a text, with which the check passes, and then has nothing to add", () => {
    release("1.0.0");
    addNote();
    requireText();
    expect(run()).toEqual({ code: 0, said: "wrote .changeset/schema-task-note.md: say it in the words of users" });
    expect(readFileSync(join(repository, ".changeset/schema-task-note.md"), "utf8")).toBe(`---
"@a2a/core": major
---

The schemas of v1.0 changed, and with them types and validators:

- \`Task\`: changed member history: required, was optional. This breaks writers (agents).
- \`Note\`: added type Note.
`);
    expect(run("--check").code).toBe(0);
    run();
    expect(readdirSync(join(repository, ".changeset"))).toEqual(["schema-task-note.md"]);
  });

  test("tells only what other changesets do not", () => {
    release("0.4.0");
    addNote();
    changeset("minor", "There is `Note` now.");
    requireText();
    expect(run().said).toContain(".changeset/schema-task.md");
    expect(readFileSync(join(repository, ".changeset/schema-task.md"), "utf8")).not.toContain("Note");
  });

  test("names the packages that a change of methods and numbers is about", () => {
    release("0.4.0");
    replace('"n": 1', '"n": 99');
    expect(run().said).toContain(".changeset/schema-agent-card.md");
    expect(readFileSync(join(repository, ".changeset/schema-agent-card.md"), "utf8")).toContain(
      '---\n"@a2a/core": minor\n"@a2a/grpc": minor\n---\n',
    );
  });
});

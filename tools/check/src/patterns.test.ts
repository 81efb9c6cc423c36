import type { Node } from "acorn";
import { parse } from "acorn";
import { transformSync } from "esbuild";
import { checkSync } from "recheck";
import { expect, test } from "vitest";
import type { SourceFile } from "./source-files.js";
import { isTest, sourceFiles } from "./source-files.js";

/** A regular expression as it is written. */
interface Pattern {
  readonly path: string;
  readonly source: string;
  readonly flags: string;
}

/** What may take longer than its text, by file: text of our own, or of a bounded length. Each says why. */
const bounded: Readonly<Record<string, string>> = {
  "packages/core/src/rest/path-template.ts: /\\{(\\w+)(?:=([^}]*))?\\}/g": "the paths of the method tables",
  "packages/core/src/rest/path-template.ts: /\\{[^}]*\\}/": "the paths of the method tables",
  "packages/grpc/src/server/reflection.ts: /[^.]*$/": "the names of our own types in protobuf",
  "packages/examples/src/analyst/analyze.ts: /^-+|-+$/g": "two hundred characters of the name of an example's column",
};

/** All that ships, generated code too, which has the formats of the schemas. */
const files = sourceFiles("packages").filter(({ path }) => path.includes("/src/") && !isTest(path));
const patterns = files.flatMap(patternsOf);

test("there are patterns to look at", () => {
  expect(patterns.length).toBeGreaterThan(100);
});

test("a pattern that takes longer than its text is found", () => {
  const found = patternsOf({
    path: "x.ts",
    text: "const a: RegExp = /^(a+)+$/; const b = ['x'.replace(/\\.+$/u, '')]; const c = 4 / 2 / 1;",
  });
  expect(found.map(({ source, flags }) => [source, flags, statusOf({ path: "", source, flags })])).toEqual([
    ["^(a+)+$", "", "exponential"],
    ["\\.+$", "u", "polynomial"],
  ]);
});

test("no pattern takes longer than its text is long, whatever the text", () => {
  const statuses = new Map<string, string>();
  const slow = patterns.filter((pattern) => {
    const literal = literalOf(pattern);
    const status = statuses.get(literal) ?? statusOf(pattern);
    statuses.set(literal, status);
    return status !== "safe" && !(placeOf(pattern) in bounded);
  });
  expect(slow.map(placeOf)).toEqual([]);
});

test("what is excused is there", () => {
  const places = new Set(patterns.map(placeOf));
  expect(Object.keys(bounded).filter((place) => !places.has(place))).toEqual([]);
});

// Parameters of a path end at the next slash, so that there is one way to match it; keys of PostgreSQL are looked at unit by unit.
test("patterns are written as such; those that are put together are of the paths of the method tables, and of single units", () => {
  const made = files.filter(({ text }) => /\bRegExp\(/.test(text));
  expect(made.map(({ path }) => path)).toEqual(["packages/core/src/rest/path-template.ts", "packages/postgres/src/key-text.ts"]);
});

function literalOf({ source, flags }: Pattern): string {
  return `/${source}/${flags}`;
}

function placeOf(pattern: Pattern): string {
  return `${pattern.path}: ${literalOf(pattern)}`;
}

function statusOf({ source, flags }: Pattern): string {
  // Looked at by theory where that can be done, else by trying attacks; the same ones each time.
  const found = checkSync(source, flags, { timeout: 60_000, randomSeed: 1 });
  return found.status === "vulnerable" ? found.complexity.type : found.status;
}

function patternsOf({ path, text }: SourceFile): Pattern[] {
  const { code } = transformSync(text, { loader: "ts", target: "es2023" });
  const found: Pattern[] = [];
  walk(parse(code, { ecmaVersion: "latest", sourceType: "module" }), (node) => {
    // safe: the type of all nodes stands for each kind of them, of which literals may have this
    const { regex } = node as Node & { readonly regex?: { readonly pattern: string; readonly flags: string } };
    if (regex) found.push({ path, source: regex.pattern, flags: regex.flags });
  });
  return found;
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const child of Object.values(node).flat()) {
    if (typeof child === "object" && child !== null && "type" in child) walk(child, visit);
  }
}

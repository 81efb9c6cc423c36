// What SECURITY.md says of files and of dependencies is so.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./source-files.js";

/** An entry of package-lock.json, as far as it is read here. */
interface Locked {
  readonly name?: string;
  readonly private?: boolean;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

const document = readFileSync(join(root, "SECURITY.md"), "utf8");
const { packages: locked }: { readonly packages: Readonly<Record<string, Locked>> } = JSON.parse(
  readFileSync(join(root, "package-lock.json"), "utf8"),
);

/** The folders of the packages that are published. */
const published = Object.keys(locked).filter((path) => /^packages\/[^/]+$/.test(path) && !isPrivate(path));

/** Rows of the table of dependencies: what is listed, for whom, and what it brings. */
const rows = (document.split("## Run-time dependencies")[1] ?? "").split("\n").flatMap((line) => {
  const [, name, of, , brings] = line.split(" | ").join("|").replace(/^\| /, "|").split("|");
  const [only] = namesIn(name ?? "");
  return only === undefined ? [] : [{ name: only, of: namesIn(of ?? ""), brings: namesIn(brings ?? "") }];
});

test("every file that SECURITY.md names is there", () => {
  const named = [...document.matchAll(/\]\(([^)#]+)\)/g)].map(([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test("the dependencies that SECURITY.md justifies are those that the published packages declare", () => {
  const declared = published.flatMap((path) => neededBy(locked[path]).map((name) => `${name} of @a2a/${path.slice("packages/".length)}`));
  expect(rows.flatMap(({ name, of }) => of.map((each) => `${name} of ${each}`)).sort()).toEqual(declared.sort());
});

for (const { name, brings } of rows) {
  test(`${name} brings what SECURITY.md says, and nothing else`, () => {
    const all = new Set<string>();
    follow(`node_modules/${name}`, all);
    all.delete(name);
    expect([...brings].sort()).toEqual([...all].sort());
  });
}

test("nothing else is brought", () => {
  const all = new Set<string>();
  for (const path of published) follow(path, all);
  expect([...all].sort()).toEqual([...new Set(rows.flatMap(({ name, brings }) => [name, ...brings]))].sort());
});

/** Adds everything that a package needs, and what that needs, but for the packages of this repository. */
function follow(path: string, all: Set<string>): void {
  for (const name of neededBy(locked[path])) {
    if (all.has(name)) continue;
    all.add(name);
    follow(placeOf(name, path), all);
  }
}

/** What npm installs with a package: its dependencies, optional ones too, and its peers that are not optional. */
function neededBy({
  dependencies = {},
  optionalDependencies = {},
  peerDependencies = {},
  peerDependenciesMeta = {},
}: Locked = {}): readonly string[] {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  return [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers].filter((name) => !name.startsWith("@a2a/"));
}

/** Where Node finds a package from another. */
function placeOf(name: string, from: string): string {
  const own = `${from}/node_modules/${name}`;
  if (Object.hasOwn(locked, own)) return own;
  const outer = from.lastIndexOf("/node_modules/");
  return outer < 0 ? `node_modules/${name}` : placeOf(name, from.slice(0, outer));
}

function isPrivate(path: string): boolean {
  return JSON.parse(readFileSync(join(root, path, "package.json"), "utf8")).private === true;
}

function namesIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
}

import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { root } from "./source-files.js";

/** The TypeScript of a README. */
export interface ReadmeCode {
  readonly text: string;
  /** Its blocks, by the names that stand behind `ts`. */
  readonly blocks: ReadonlyMap<string, string>;
  /** Where blocks are compiled and run: inside the repository, so that packages resolve as they do for everything else; ignored by git. */
  readonly folder: string;
  /** Has code compiled with the others, and makes it a module that can be run. */
  write(name: string, code: string): void;
  /** Runs what was written under a name; resolves with what it exports. */
  run<T>(name: string): Promise<T>;
  /** The same the first time, with what it says meanwhile. */
  printed<T>(name: string): Promise<{ readonly said: readonly string[]; readonly exported: T }>;
}

/**
 * Reads a README whose code is tried, and has two tests made: that each block has a name of its own, and that all that was written compiles.
 *
 * @param path within the repository
 * @param name of the folder where it is tried
 * @param mayLeaveUnused blocks may show what they do not use
 */
export function readmeCode(path: string, name: string, { mayLeaveUnused = false } = {}): ReadmeCode {
  const folder = join(root, "tools/check/out", name);
  const text = readFileSync(join(root, path), "utf8");
  const blocks = new Map([...text.matchAll(/^```ts (\w+)\n([\s\S]*?)^```$/gm)].map(([, block = "", code = ""]) => [block, code]));
  const run = <T>(of: string): Promise<T> => import(/* @vite-ignore */ join(folder, `${of}.ts`));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test(`every block of TypeScript in ${path} has a name of its own`, () => {
    expect(blocks.size).toBe([...text.matchAll(/^```ts/gm)].length);
  });

  test(`the code in ${path} compiles`, () => {
    const config = { extends: "../../../../tsconfig.json", compilerOptions: { noUnusedLocals: !mayLeaveUnused }, include: ["*.ts"] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    const compiler = join(root, "node_modules/typescript/bin/tsc");
    const { stdout, status } = spawnSync(process.execPath, [compiler, "-p", folder], { encoding: "utf8" });
    expect([stdout, status]).toEqual(["", 0]);
  });

  return {
    text,
    blocks,
    folder,
    run,
    write: (of, code) => writeFileSync(join(folder, `${of}.ts`), `${code}\nexport {};\n`),
    async printed<T>(of: string) {
      const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
      try {
        const exported = await run<T>(of);
        return { said: log.mock.calls.map((words) => words.join(" ")), exported };
      } finally {
        log.mockRestore();
      }
    },
  };
}

/** Expects a README to link to places within itself, and each of them to be there. */
export function expectHeadings(text: string): void {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, words = ""]) =>
    words
      .toLowerCase()
      .replace(/[^\w ]/g, "")
      .replaceAll(" ", "-"),
  );
  const places = [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, place]) => place);
  expect(places.length).toBeGreaterThan(0);
  for (const place of places) expect(headings).toContain(place);
}

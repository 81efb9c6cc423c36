import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Validator } from "@a2a/core";
import { validate } from "@a2a/core";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emitCompactValidators } from "./emit-compact-validators.js";
import { emitValidators } from "./emit-validators.js";
import { loadSchemas } from "./load-schema.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const directory = mkdtempSync(join(tmpdir(), "a2a-validators-"));

afterAll(() => rmSync(directory, { recursive: true, force: true }));

const { folders, forms } = loadSchemas(join(root, "schema"));

for (const { folder, schema } of [...folders, ...forms]) {
  describe(`validators of every type of ${folder}, published or not`, () => {
    let guards: Readonly<Record<string, Validator<unknown>>>;
    let compact: Readonly<Record<string, Validator<unknown>>>;

    beforeAll(async () => {
      const definitions = schema.content.$defs;
      guards = await load(folder, "compiled", emitValidators(definitions, Object.keys(definitions)));
      compact = await load(folder, "compact", emitCompactValidators(definitions, Object.keys(definitions)));
    });

    test("there is one for each, and each knows its clause", () => {
      for (const [type, { "x-clause": clause }] of Object.entries(schema.content.$defs)) {
        expect(guardOf(guards, type).clauses[type]).toBe(clause);
        expect(guardOf(compact, type).clauses[type]).toBe(clause);
      }
    });

    test("both forms of each say the same of every example of any type", () => {
      const values = [...examples(folder, "valid"), ...examples(folder, "invalid")].flatMap(({ content }) => [
        content,
        ...Object.values(Object(content)),
      ]);
      for (const [name, is] of Object.entries(guards)) {
        const isCompact = guardOf(compact, name.slice("is".length));
        for (const value of values) expect(validate(isCompact, value)).toEqual(validate(is, value));
      }
    });

    for (const { type, name, content } of examples(folder, "valid")) {
      test(`${type}: ${name} is valid`, () => {
        expect(validate(guardOf(guards, type), content)).toEqual({ ok: true, value: content });
      });
    }

    for (const { type, name, content } of examples(folder, "invalid")) {
      test(`${type}: ${name} is refused where and why it says`, () => {
        // safe: packages/core/test/examples.test.ts checks what an example looks like
        const { value, pointer, keyword } = content as { value: unknown; pointer: string; keyword: string };
        expect(validate(guardOf(guards, type), value)).toMatchObject({ ok: false, problem: { pointer, keyword } });
      });
    }
  });
}

/** The validators of all definitions, as a module. */
async function load(folder: string, form: string, contents: string): Promise<Record<string, Validator<unknown>>> {
  const outfile = join(directory, `${folder}-${form}.mjs`);
  const resolveDir = join(root, "packages/core/src/generated", folder);
  await build({ stdin: { contents, resolveDir, loader: "ts" }, outfile, bundle: true, format: "esm", logLevel: "error" });
  // safe: both emitters export nothing but validators
  return (await import(pathToFileURL(outfile).href)) as Record<string, Validator<unknown>>;
}

function guardOf(guards: Readonly<Record<string, Validator<unknown>>>, type: string): Validator<unknown> {
  const is = guards[`is${type}`];
  if (!is) throw new Error(`there is no type ${type}`);
  return is;
}

/** The examples of bare values; those of whole bodies are for packages/core/test/examples.test.ts. */
function examples(folder: string, kind: "valid" | "invalid"): { type: string; name: string; content: unknown }[] {
  const base = join(root, "schema", folder, "examples", kind);
  if (!existsSync(base)) return [];
  const paths = readdirSync(base, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".json"));
  const bare = paths.sort().filter((path) => !dirname(path).includes("."));
  return bare.map((path) => ({ type: dirname(path), name: path, content: JSON.parse(readFileSync(join(base, path), "utf8")) }));
}

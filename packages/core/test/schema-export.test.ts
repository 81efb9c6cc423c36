import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { canonicals, readJson } from "./canonical.js";

const consumer = mkdtempSync(join(tmpdir(), "a2a-consumer-"));
const installed = join(consumer, "node_modules/@a2a/core");
const packageFile = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

beforeAll(() => {
  mkdirSync(installed, { recursive: true });
  copyFileSync(packageFile("package.json"), join(installed, "package.json"));
  execFileSync(process.execPath, [packageFile("scripts/copy-schema.js"), join(installed, "dist/schema")]);
});

afterAll(() => rmSync(consumer, { recursive: true, force: true }));

for (const { folder, files } of canonicals) {
  for (const name of files) {
    test(`@a2a/core/schema/${folder}/${name}.json is the canonical file`, () => {
      const program = `
        import { createRequire } from "node:module";
        console.log(JSON.stringify(createRequire(process.cwd() + "/x.js")("@a2a/core/schema/${folder}/${name}.json")));`;
      const output = execFileSync(process.execPath, ["--input-type=module", "--eval", program], { cwd: consumer });
      expect(JSON.parse(output.toString())).toEqual(readJson(`${folder}/${name}.json`));
    });
  }
}

test("examples do not ship", () => {
  expect(readdirSync(join(installed, "dist/schema"), { recursive: true }).filter((path) => String(path).includes("examples"))).toEqual([]);
});

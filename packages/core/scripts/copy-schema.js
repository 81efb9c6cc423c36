// Puts the canonical schemas into the package, where `@a2a/core/schema/*` finds them: part of `npm run build`.

import { cpSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const source = fileURLToPath(new URL("../../../schema/", import.meta.url));
const target = process.argv[2] ?? fileURLToPath(new URL("../dist/schema/", import.meta.url));

const { versions } = JSON.parse(readFileSync(join(source, "versions.json"), "utf8"));
const tables = versions.flatMap(({ folder, forms = [] }) => [
  ...["schema", "methods", "errors"].map((name) => `${folder}/${name}.json`),
  ...forms.flatMap((form) => ["schema", "methods"].map((name) => `${form}/${name}.json`)),
]);

rmSync(target, { recursive: true, force: true });
for (const path of ["README.md", "versions.json", "meta", ...tables]) {
  mkdirSync(dirname(join(target, path)), { recursive: true });
  cpSync(join(source, path), join(target, path), { recursive: true });
}

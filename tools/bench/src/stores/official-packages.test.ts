import { expect, test } from "vitest";
import { packagesOf } from "./official-packages.js";

for (const [store, node, packages] of [
  ["sqlite", "20.19.0", ["kysely@0.28", "better-sqlite3@12"]],
  ["sqlite", "22.1.0", ["kysely@0.29", "better-sqlite3@13"]],
  ["postgres", "24.0.0", ["kysely@0.29", "pg@8"]],
] as const) {
  test(`with Node ${node} the official store for ${store} takes ${packages.join(" and ")}`, () => {
    expect(packagesOf(store, node)).toEqual(packages);
  });
}

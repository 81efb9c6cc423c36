import { expect, test } from "vitest";
import { readStoreIds } from "./store-id.js";

test("stores are read in the order in which they are named, each once", () => {
  expect(readStoreIds("postgres,sqlite,postgres")).toEqual(["postgres", "sqlite"]);
});

for (const text of ["", "sqlite,", "mysql", "sqlite postgres"]) {
  test(`"${text}" names no stores`, () => {
    expect(() => readStoreIds(text)).toThrow("--store takes sqlite and postgres");
  });
}

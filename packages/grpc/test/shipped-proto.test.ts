import { fileURLToPath } from "node:url";
import { loadSync } from "@grpc/proto-loader";
import { expect, test } from "vitest";

for (const name of ["lf.a2a.v1", "a2a.v1"]) {
  test(`${name}.proto is loaded from the package as it is, with everything that it imports`, () => {
    const path = fileURLToPath(import.meta.resolve(`@a2a/grpc/proto/${name}.proto`));
    expect(loadSync(path)).toHaveProperty([`${name}.A2AService`]);
  });
}

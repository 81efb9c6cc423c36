import { fileURLToPath } from "node:url";
import { loadSync } from "@grpc/proto-loader";
import { expect, test } from "vitest";

for (const path of ["lf.a2a.v1", "a2a.v1", "lf.a2a.v1-v1.1"]) {
  test(`${path}.proto is loaded from the package as it is, with everything that it imports`, () => {
    const file = fileURLToPath(import.meta.resolve(`@a2a/grpc/proto/${path}.proto`));
    expect(loadSync(file)).toHaveProperty([`${path.replace(/-.*/, "")}.A2AService`]);
  });
}

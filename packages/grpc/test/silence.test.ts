import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const program = fileURLToPath(new URL("program/refuses.ts", import.meta.url));

/** What a program prints that loads an entry, and to which grpc-js then has something to say. */
async function printedBy(entry: string, environment: Readonly<Record<string, string>>): Promise<string> {
  const usual = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^GRPC_(?:NODE_)?(?:VERBOSITY|TRACE)$/.test(name)));
  const args = ["--conditions=@a2a/source", "--import=tsx", program, entry];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { env: { ...usual, ...environment } });
  return stdout + stderr;
}

for (const entry of ["client", "server"]) {
  test(`with the entry ${entry}, grpc-js does not print what it refuses`, async () => {
    expect(await printedBy(entry, {})).toBe("");
  });
}

test("where the environment asks grpc-js for its log, it prints", async () => {
  expect(await printedBy("client", { GRPC_VERBOSITY: "ERROR" })).toContain("Failed to add metadata entry authorization");
});

import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";

const client = 'export { connect } from "./src/index.js";\n';

/** A program as a browser gets it: its text, and how many bytes that is compressed. */
async function bundle(contents: string): Promise<{ code: string; bytes: number }> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL("..", import.meta.url)) },
    bundle: true,
    minify: true,
    platform: "browser",
    format: "esm",
    target: "es2022",
    conditions: ["@a2a/source"],
    write: false,
  });
  const code = outputFiles[0]?.text ?? "";
  return { code, bytes: gzipSync(code).length };
}

test("credentials add at most 1.1 kB to the client", async () => {
  const [without, with_] = await Promise.all([
    bundle(client),
    bundle(`${client}export { createAuthorize } from "./src/auth/authorize.js";`),
  ]);
  expect(with_.bytes).toBeGreaterThanOrEqual(without.bytes);
  expect(with_.bytes - without.bytes).toBeLessThan(1100);
});

test("OAuth is in no program that does not import it, and needs nothing of Node where it is", async () => {
  const mark = "device_authorization_endpoint";
  expect((await bundle(client)).code).not.toContain(mark);
  const { code } = await bundle('export * from "./src/oauth.js";');
  expect(code).toContain(mark);
  expect(code).not.toMatch(/["'`]node:|\bBuffer\.|\bprocess\./);
});

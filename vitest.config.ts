import { defineConfig } from "vitest/config";

const source = ["@a2a/source"];

export default defineConfig({
  resolve: { conditions: source },
  ssr: { resolve: { conditions: source } },
  test: {
    // Files share what they import: loading it anew for each of them took longer than the tests. Each file puts back what it changes.
    isolate: false,
    setupFiles: ["./vitest.setup.ts"],
    // By default one core stays free: with two, that is half of the time.
    maxWorkers: "100%",
    // Of tests that say that they may run at the same time: they wait more than they do.
    maxConcurrency: 12,
    // Properties take seconds on a busy machine; what waits in vain waits for ever.
    testTimeout: 20_000,
    hookTimeout: 30_000,
    include: ["packages/*/src/**/*.test.ts", "packages/*/test/**/*.test.ts", "tools/*/src/**/*.test.ts"],
  },
});

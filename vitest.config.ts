import { defineConfig } from "vitest/config";

const source = ["@a2a/source"];

export default defineConfig({
  resolve: { conditions: source },
  ssr: { resolve: { conditions: source } },
  test: {
    include: ["packages/*/src/**/*.test.ts", "packages/*/test/**/*.test.ts", "tools/*/src/**/*.test.ts"],
  },
});

import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import type { Bundle } from "./bundle.js";
import { bundle } from "./bundle.js";
import { entries } from "./entries.js";

// Everything else that a page would get is a decision to be taken.
const mayContain = /^packages\/(core|client)\/src\/|^node_modules\/eventsource-parser\//;

for (const { name, maxBytes } of entries) {
  describe(`everything that ${name} exports, in a page`, () => {
    let made: Bundle = { code: "", initial: [], later: [], inputs: new Map() };

    beforeAll(async () => {
      const { initial, later, inputs } = await bundle(
        { contents: `export * from "${name}";` },
        { splitting: true, outdir: "split-here-but-not-written" },
      );
      made = { code: [...initial, ...later].join("\n"), initial, later, inputs };
    });

    // File by file, as pages load them: what HTTP+JSON alone needs comes later, and is not counted.
    test(`loads at most ${maxBytes} bytes compressed at once`, () => {
      const bytes = made.initial.map((file) => gzipSync(file, { level: 9 }).length).reduce((sum, each) => sum + each, 0);
      expect(bytes, `${bytes} bytes of gzip; the largest files, in bytes of minified code:\n${largest(made)}`).toBeLessThanOrEqual(
        maxBytes,
      );
    });

    test("loads what HTTP+JSON alone needs when it needs it", () => {
      const paths = /pushNotificationConfigs/;
      expect(made.initial.filter((file) => paths.test(file))).toEqual([]);
      expect(made.later.filter((file) => paths.test(file))).toHaveLength(1);
    });

    test("is made of this repository's sources and the parser of Server-Sent Events alone", () => {
      expect([...made.inputs.keys()].filter((path) => !mayContain.test(path))).toEqual([]);
      expect([...made.inputs.keys()]).toContain("packages/client/src/connect-as.ts");
    });

    for (const [what, pattern] of [
      ["built-in module of Node", /["'`]node:/],
      ["call of require", /\brequire\b/],
      ["global of Node", /\bprocess\.|\bBuffer\.|\b__dirname\b/],
      ["code made from text", /\beval\b|\bFunction\(/],
      // Ajv writes one for each keyword of each schema.
      ["validator as Ajv writes them", /instancePath|schemaPath|(\.errors=\[\{[\s\S]*?){3}/],
      ["library for signing or OAuth", /\bjose\b|oauth4webapi|CompactSign|authorization_endpoint/],
    ] as const) {
      test(`has no ${what}`, () => {
        expect(made.code).toContain("connect");
        expect(excerpt(made.code, pattern)).toBeUndefined();
      });
    }
  });
}

function largest({ inputs }: Bundle): string {
  const ordered = [...inputs].sort(([, one], [, other]) => other - one);
  return ordered
    .slice(0, 10)
    .map(([path, bytes]) => `${String(bytes).padStart(7)}  ${path}`)
    .join("\n");
}

/** Where a pattern is found: a whole bundle is no message to read. */
function excerpt(code: string, pattern: RegExp): string | undefined {
  const at = code.search(pattern);
  return at < 0 ? undefined : code.slice(Math.max(at - 40, 0), at + 80);
}

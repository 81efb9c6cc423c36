import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import type { SplitBundle } from "./bundle.js";
import { bundle, splitBundle } from "./bundle.js";
import { entries } from "./entries.js";

// Everything else that a page would get is a decision to be taken.
const mayContain = /^packages\/(core|client)\/src\/|^node_modules\/eventsource-parser\//;

/** What a page has loaded that sends messages over JSON-RPC and follows their tasks, with agents of one version. */
const inUse = (version: string): readonly string[] => [
  `packages/core/src/dialect/v${version}/client.ts`,
  "packages/client/src/transport/jsonrpc.ts",
  "packages/client/src/create-following.ts",
];

for (const { name, maxBytes, maxBytesInUse, maxBytesWhole, versions } of entries) {
  describe(`everything that ${name} exports, in a page`, () => {
    const contents = `export * from "${name}";`;
    let made: SplitBundle;
    let whole = "";

    beforeAll(async () => {
      [made, { code: whole }] = await Promise.all([splitBundle({ contents }), bundle({ contents })]);
    });

    // File by file, as pages load them.
    test(`loads at most ${maxBytes} bytes compressed at once`, () => {
      expect(sizeOf(made.loadedWith().texts), largest(made)).toBeLessThanOrEqual(maxBytes);
    });

    test(`has loaded at most ${maxBytesInUse} bytes compressed when it has followed a task`, () => {
      expect(sizeOf(made.loadedWith(...inUse(versions[0] ?? "")).texts), largest(made)).toBeLessThanOrEqual(maxBytesInUse);
    });

    test(`is at most ${maxBytesWhole} bytes compressed where everything is in one file`, () => {
      expect(sizeOf([whole])).toBeLessThanOrEqual(maxBytesWhole);
    });

    for (const [what, source] of [
      ["what speaks a version", /\/dialect\/v[^/]+\/client\.ts$|validators/],
      ["what speaks JSON-RPC", /\/transport\/jsonrpc\.ts$/],
      ["what speaks HTTP+JSON", /\/transport\/rest\.ts$|\/rest\/(?!rest-versions)/],
      ["what follows tasks", /\/stream\/follow\.ts$/],
      ["what reads streams", /eventsource-parser/],
      ["what shows credentials", /\/auth\/authorize\.ts$/],
    ] as const) {
      test(`loads ${what} when it needs it`, () => {
        expect(made.loadedWith().sources.filter((path) => source.test(path))).toEqual([]);
        expect([...made.inputs.keys()].filter((path) => source.test(path)).length).toBeGreaterThan(0);
      });
    }

    for (const version of versions) {
      test(`loads no older version where it talks to agents of ${version}`, () => {
        const spoken = made
          .loadedWith(...inUse(version))
          .sources.flatMap((path) => /\/dialect\/v([\d.]+)[^/]*\/client\.ts$/.exec(path)?.[1] ?? []);
        // 1.1 is what it adds to 1.0.
        expect(spoken.sort()).toEqual(version === "1.1" ? ["1.0", "1.1"] : [version]);
      });
    }

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
        expect(whole).toContain("connect");
        expect(excerpt(whole, pattern)).toBeUndefined();
      });
    }
  });
}

function sizeOf(texts: readonly string[]): number {
  return texts.map((text) => gzipSync(text, { level: 9 }).length).reduce((sum, each) => sum + each, 0);
}

function largest({ inputs }: SplitBundle): string {
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

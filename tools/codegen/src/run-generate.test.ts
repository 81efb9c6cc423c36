import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { runGenerate } from "./run-generate.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "a2a-main-"));
const schema = join(scratch, "schema");
const out = join(scratch, "out");

beforeEach(() => {
  for (const folder of [schema, out]) rmSync(folder, { recursive: true, force: true });
  cpSync(join(root, "schema"), schema, { recursive: true, filter: (path) => !path.endsWith("examples") });
  mkdirSync(out);
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** `npm run generate`, from the copy of the schemas into a folder of the test's. */
async function generate(...args: string[]): Promise<{ readonly code: number; readonly said: string }> {
  const lines: string[] = [];
  const say = (line: string): number => lines.push(line);
  const code = await runGenerate(["--schema", schema, "--out", out, ...args], { root, log: say, error: say });
  return { code, said: lines.join("\n") };
}

function edit(file: string, from: string, to: string): void {
  const text = readFileSync(join(schema, file), "utf8");
  const changed = text.replace(from, to);
  expect(changed).not.toBe(text);
  writeFileSync(join(schema, file), changed);
}

const name = '"type": "string",\n          "description": "Name for people."';

const broken: readonly [rule: string, edit: [file: string, from: string, to: string], said: string][] = [
  [
    "an unknown keyword",
    ["v1.0/schema.json", name, `"pattern": "^a", ${name}`],
    "schema/v1.0/schema.json#/$defs/AgentCard/properties/name has the keyword pattern, which a member (text) cannot have",
  ],
  [
    "a dangling $ref",
    ["v0.1/schema.json", "#/$defs/TaskStatus", "#/$defs/Nothing"],
    "schema/v0.1/schema.json#/$defs/Task/properties/status refers to Nothing, which does not exist",
  ],
  [
    "a title on a member",
    ["v0.3/schema.json", '"name": {', '"name": { "title": "Name",'],
    "/properties/name has the keyword title, which a member (text) cannot have",
  ],
  [
    "an inline object",
    ["v1.0/schema.json", '"$ref": "#/$defs/AgentProvider"', '"type": "object", "properties": {}'],
    "schema/v1.0/schema.json#/$defs/AgentCard/properties/provider has to be a named type in $defs: objects are not written inline",
  ],
  [
    "a protobuf number twice",
    ["v1.0/schema.json", '"n": 2', '"n": 1'],
    "schema/v1.0/schema.json#/$defs/AgentCard/properties/description has the number 1 of another member",
  ],
  [
    "a member that is there twice",
    ["v1.0/schema.json", '"documentationUrl": {', '"version": {'],
    "schema/v1.0/schema.json#/$defs/AgentCard/properties/version is there twice",
  ],
  [
    "an operation whose routes have a key twice",
    ["v1.0/methods.json", '"path": "/tasks/{id}"', '"path": "/", "path": "/tasks/{id}"'],
    "schema/v1.0/methods.json#/methods/GetTask/rest/0/path is there twice",
  ],
  ["what is no JSON", ["v1.0/errors.json", "{", ""], "schema/v1.0/errors.json# is not JSON"],
];

describe("npm run generate", () => {
  for (const [rule, change, said] of broken) {
    test(`refuses ${rule} with file, pointer and rule, and writes nothing`, async () => {
      edit(...change);
      const outcome = await generate();
      expect(outcome.said).toContain(said);
      expect(outcome.code).toBe(1);
      expect(readdirSync(out)).toEqual([]);
    });
  }

  test("writes all folders; its check then finds nothing to do, and later what was changed", async () => {
    expect((await generate()).code).toBe(0);
    expect(existsSync(join(out, "packages/grpc/src/generated/v1.0/descriptors.ts"))).toBe(true);
    expect(await generate("--check")).toEqual({ code: 0, said: "" });
    const types = join(out, "packages/core/src/generated/v1.0/types.ts");
    writeFileSync(types, "");
    const { code, said } = await generate("--check");
    expect(code).toBe(1);
    expect(said).toContain(`stale: ${types}`);
  });
});

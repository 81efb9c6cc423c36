import { existsSync, readdirSync } from "node:fs";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { validate } from "../src/validate/validate.js";
import type { Outcome, Problem } from "../src/validate/validator.js";
import type { Canonical, Refusal } from "./canonical.js";
import { canonicals, readJson, schemaDirectory } from "./canonical.js";
import { guards } from "./generated-versions.js";

interface Invalid extends Refusal {
  readonly value: unknown;
}

interface Tolerated {
  readonly value: unknown;
  readonly becomes: unknown;
}

const meta = new Ajv2020({ allErrors: true });
const isInvalidExample = meta.compile(readJson<object>("meta/invalid-example.schema.json"));
const isToleratedExample = meta.compile(readJson<object>("meta/tolerated-example.schema.json"));

for (const canonical of canonicals) {
  describe(canonical.folder, () => {
    for (const { path, type, name } of files(canonical, "valid")) {
      test(`${type}: ${name} is valid`, () => {
        const value = readJson(path);
        expect(canonical.refusals(type, value)).toEqual([]);
        expect(problems(canonical, type, value)).toEqual([]);
      });
    }

    for (const { path, type, name } of files(canonical, "invalid")) {
      test(`${type}: ${name} is refused where and why it says`, () => {
        const example = readJson<Invalid>(path);
        expect(isInvalidExample(example), JSON.stringify(isInvalidExample.errors)).toBe(true);
        const { value, pointer, keyword } = example;
        expect(canonical.refusals(type, value)).toContainEqual({ pointer, keyword });
        expect(problems(canonical, type, value)).toContainEqual(expect.objectContaining({ pointer, keyword }));
      });
    }

    for (const { path, type, name } of files(canonical, "tolerated")) {
      test(`${type}: ${name} is not valid, but stands for what is`, () => {
        const example = readJson<Tolerated>(path);
        expect(isToleratedExample(example), JSON.stringify(isToleratedExample.errors)).toBe(true);
        expect(canonical.refusals(type, example.value)).not.toEqual([]);
        expect(canonical.refusals(type, example.becomes)).toEqual([]);
        expect(problems(canonical, type, example.becomes)).toEqual([]);
      });
    }

    test("every type and every operation that an example is filed under exists", () => {
      const all = (["valid", "invalid", "tolerated"] as const).flatMap((kind) => files(canonical, kind));
      const operations = Object.keys(canonical.methods).flatMap((operation) => [`${operation}.request`, `${operation}.response`]);
      const known = [...Object.keys(canonical.definitions), ...operations];
      expect(all.filter(({ type }) => !known.includes(type))).toEqual([]);
    });
  });
}

/** The problems that the generated validators name: at most one, or, of an envelope, all that plain AJV names. */
function problems(canonical: Canonical, type: string, value: unknown): readonly Refusal[] {
  const own = guards[canonical.folder];
  const [operation = "", body] = type.split(".");
  if (!body) {
    const is = own?.byType[type];
    return is ? problemOf(validate(is, value)) : canonical.refusals(type, value);
  }
  const envelope = canonical.refusals(body === "request" ? "JSONRPCRequest" : "JSONRPCResponse", value);
  if (envelope.length > 0) return envelope;
  // safe: the envelope has just been found to be an object with these members
  const { params, result } = value as { params?: unknown; result?: unknown };
  if (body === "response") {
    const is = own?.results[operation];
    return is && result !== undefined ? problemOf(validate(is, result, "/result")) : [];
  }
  if (params === undefined) return canonical.methods[operation]?.paramsOptional ? [] : [{ pointer: "/params", keyword: "required" }];
  const is = own?.params[operation];
  return is ? problemOf(validate(is, params, "/params")) : [];
}

function problemOf(outcome: Outcome<unknown>): readonly Problem[] {
  return outcome.ok ? [] : [outcome.problem];
}

interface File {
  readonly path: string;
  readonly type: string;
  readonly name: string;
}

function files({ examples }: Canonical, kind: "valid" | "invalid" | "tolerated"): File[] {
  return examples.flatMap((folder) => filesIn(`${folder}/examples/${kind}`));
}

function filesIn(root: string): File[] {
  const directory = fileURLToPath(new URL(root, schemaDirectory));
  if (!existsSync(directory)) return [];
  const paths = readdirSync(directory, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".json"));
  return paths.sort().map((path) => ({ path: `${root}/${path}`, type: dirname(path), name: basename(path, ".json").replaceAll("-", " ") }));
}

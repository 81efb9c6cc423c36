import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as compactProtoShapes from "../src/generated/v0.3-proto/compact-shapes.js";
import * as protoShapes from "../src/generated/v0.3-proto/shapes.js";
import * as compactShapes from "../src/generated/v1.0/compact-shapes.js";
import * as shapes from "../src/generated/v1.0/shapes.js";
import { createRuleParser } from "../src/validate/create-rule-parser.js";
import { jsonNamesOf, shapesOf } from "../src/validate/shape-of.js";
import { validate } from "../src/validate/validate.js";
import { anyJson, arbitraryOf } from "./arbitrary.js";
import { canonicals, readJson, schemaDirectory } from "./canonical.js";
import { compactGuards, guards } from "./generated-versions.js";
import { mutantsOf } from "./mutants.js";
import { noisy } from "./noisy.js";

const named = { id: "t", kind: "task", status: { state: "TASK_STATE_WORKING" } };
const awkward: readonly unknown[] = [
  ...[undefined, null, Number.NaN, Number.POSITIVE_INFINITY, -0, 1n, Symbol("t"), () => ({}), new Date(0), new Map(), new Array(2)],
  ...[JSON.parse('{"__proto__":{"id":"t"}}'), Object.create(named), { ...named, id: undefined }, { ...named, status: new String("x") }],
  // a list of one text is that text as soon as somebody makes a text of it
  ...[{ kind: ["task"] }, { kind: ["message"] }, { type: ["text"] }, { id: ["t"] }, { pageSize: ["1"], historyLength: "1" }],
  ...[{ pageSize: 1e300, historyLength: 2147483648 }, { pageSize: Number.NaN }, { schemes: { "a/b~c": 1 } }],
];

for (const { folder, definitions } of canonicals) {
  const compiled = guards[folder]?.byType ?? {};
  const compact = compactGuards[folder] ?? {};

  /** What both forms say of a value, which has to be the same to the last word. */
  function expectSameOutcome(type: string, value: unknown): void {
    const [is, isCompact] = [compiled[type], compact[type]];
    if (!is || !isCompact) throw new Error(`${type} has not both forms`);
    expect(validate(isCompact, value, "/params")).toEqual(validate(is, value, "/params"));
    expect(isCompact.errors?.length).toBe(is.errors?.length);
  }

  describe(`the compact validators of ${folder}`, () => {
    test("are those that are compiled, and know the same clauses", () => {
      expect(Object.keys(compact).sort()).toEqual(Object.keys(compiled).sort());
      for (const [type, is] of Object.entries(compiled)) expect(compact[type]?.clauses).toEqual(is.clauses);
    });

    for (const type of Object.keys(compiled)) {
      test(`say of every example what the compiled is${type} says`, () => {
        for (const value of examples(folder)) expectSameOutcome(type, value);
      });

      test(`say of values that no JSON makes, or only to mislead, what the compiled is${type} says`, () => {
        for (const value of awkward) expectSameOutcome(type, value);
      });

      test(`say of whatever breaks a rule what the compiled is${type} says`, () => {
        fc.assert(
          fc.property(arbitraryOf(definitions, type), (value) => {
            expectSameOutcome(type, value);
            for (const mutant of mutantsOf(definitions, type, value)) expectSameOutcome(type, mutant.value);
          }),
          { numRuns: 4 },
        );
      });

      test(`say of any JSON what the compiled is${type} says`, () => {
        fc.assert(
          fc.property(arbitraryOf(definitions, type), anyJson, fc.nat(), (value, noise, seed) => {
            for (const candidate of [noise, ...noisy(value, noise, seed)]) expectSameOutcome(type, candidate);
          }),
          { numRuns: 20 },
        );
      });
    }
  });
}

describe("the compact shapes of v0.3-proto", () => {
  test("are those that are written out", () => {
    expect(compactProtoShapes.paramsShapes).toEqual(protoShapes.paramsShapes);
    expect(compactProtoShapes.resultShapes).toEqual(protoShapes.resultShapes);
  });
});

describe("the compact shapes of v1.0", () => {
  test("are those that are written out", () => {
    expect(compactShapes.paramsShapes).toEqual(shapes.paramsShapes);
    expect(compactShapes.resultShapes).toEqual(shapes.resultShapes);
    expect(compactShapes.cardShape).toEqual(shapes.cardShape);
  });

  test("know no member that every object inherits", () => {
    expect(compactShapes.resultShapes.GetTask).toHaveProperty("members.status.members.message");
    expect(compactShapes.resultShapes.GetTask).not.toHaveProperty("members.toString");
  });

  test("give the same names of protobuf, and those that the schema gives", () => {
    expect(new Map([...compactShapes.jsonNames].sort())).toEqual(shapes.jsonNames);
    const { GetRole } = shapesOf({ GetRole: createRuleParser("")("Role", "1", "roleId isOpen?") });
    expect(jsonNamesOf({ roleId: "role_name" }, { GetRole })).toEqual(
      new Map([
        ["role_name", "roleId"],
        ["is_open", "isOpen"],
      ]),
    );
  });
});

/** Every example of a version and what stands in it: whole bodies, params, results, and the values that examples say something of. */
function examples(folder: string): unknown[] {
  const root = fileURLToPath(new URL(`${folder}/examples`, schemaDirectory));
  const paths = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".json"));
  return paths.flatMap((path) => {
    const content = readJson(`${folder}/examples/${path}`);
    const members = typeof content === "object" && content !== null ? Object.values(content) : [];
    const inner = members.flatMap((member) => (typeof member === "object" && member !== null ? Object.values(member) : []));
    return [content, ...members, ...inner];
  });
}

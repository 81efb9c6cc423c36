import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { lintSchema } from "./lint-schema.js";
import type { Definitions } from "./schema-model.js";

const text = { type: "string", description: "A text." };
const clause = "1.0, section 1";

/** A schema with a type `T` that has the given members, and a few types to refer to. */
function definitions(members: object, more: object = {}): Definitions {
  return {
    T: { description: "A type.", "x-clause": clause, type: "object", properties: { text: { ...text }, ...members }, ...more },
    A: {
      description: "A.",
      "x-clause": clause,
      type: "object",
      required: ["kind"],
      properties: { kind: { const: "a", description: "Tag." } },
    },
    B: {
      description: "B.",
      "x-clause": clause,
      type: "object",
      required: ["kind"],
      properties: { kind: { const: "b", description: "Tag." } },
    },
    C: { description: "C.", "x-clause": clause, type: "object", properties: { kind: { const: "a", description: "Tag." } } },
    Name: { description: "A name.", "x-clause": clause, type: "string" },
  };
}

function faults($defs: Definitions): string[] {
  const content = { title: "A2A", description: "Types.", $defs };
  return lintSchema({ path: "schema/v9.9/schema.json", content, sha256: "" }).map(({ at, message }) => `${at} ${message}`);
}

const union = (...branches: object[]): Definitions => ({
  ...definitions({}),
  U: {
    description: "U.",
    "x-clause": clause,
    type: "object",
    required: ["kind"],
    discriminator: { propertyName: "kind" },
    oneOf: branches,
  },
});

const broken: readonly [rule: string, definitions: Definitions, at: string, message: string][] = [
  ["an inline object", definitions({ m: { type: "object", description: "M." } }), "T/properties/m", "named type"],
  ["inline members", definitions({ m: { properties: {}, description: "M." } }), "T/properties/m", "named type"],
  ["an inline map", definitions({ m: { additionalProperties: true, description: "M." } }), "T/properties/m", "named type"],
  [
    "a member that takes objects and texts",
    definitions({ m: { type: ["object", "string"], description: "M." } }),
    "T/properties/m",
    "named type",
  ],
  [
    "an object as an item",
    definitions({ m: { type: "array", items: { type: "object" }, description: "M." } }),
    "T/properties/m/items",
    "named type",
  ],
  ["a title on a member", definitions({ m: { ...text, title: "M" } }), "T/properties/m", "keyword title"],
  ["an unknown keyword", definitions({ m: { ...text, pattern: "^a" } }), "T/properties/m", "keyword pattern"],
  ["allOf", definitions({}, { allOf: [] }), "T", "keyword allOf"],
  ["a keyword of another type", definitions({ m: { ...text, minItems: 1 } }), "T/properties/m", "keyword minItems"],
  ["a tsType on a member", definitions({ m: { ...text, tsType: "Date" } }), "T/properties/m", "keyword tsType"],
  ["a type without a clause", definitions({}, { "x-clause": undefined }), "T", "no x-clause"],
  ["a clause without a version", definitions({}, { "x-clause": "section 1" }), "T", 'not like "1.0, section 4.1.1"'],
  ["a type without a description", definitions({}, { description: "" }), "T", "no description"],
  ["a member without a description", definitions({ m: { type: "string" } }), "T/properties/m", "no description"],
  ["a description that ends a comment", definitions({ m: { type: "string", description: "a */ b" } }), "T/properties/m", "end a comment"],
  ["a member without a type", definitions({ m: { description: "M." } }), "T/properties/m", "named type"],
  ["a required member that does not exist", definitions({}, { required: ["m"] }), "T", "has m in required"],
  ["closed members", definitions({}, { additionalProperties: false }), "T", "forbids members"],
  ["a member that objects inherit", definitions({ constructor: text }), "T", "has a member constructor"],
  [
    "a $ref to nowhere",
    definitions({ m: { $ref: "#/$defs/Missing", description: "M." } }),
    "T/properties/m",
    "Missing, which does not exist",
  ],
  ["a $ref elsewhere", definitions({ m: { $ref: "other.json", description: "M." } }), "T/properties/m", "not like #/$defs/Name"],
  ["a length other than 1", definitions({ m: { ...text, minLength: 2 } }), "T/properties/m", "minLength other than 1"],
  ["an unknown format", definitions({ m: { ...text, format: "email" } }), "T/properties/m", "unknown format email"],
  ["a bound on a number", definitions({ m: { type: "number", minimum: 0, description: "M." } }), "T/properties/m", "no integer"],
  ["an array of anything", definitions({ m: { type: "array", description: "M." } }), "T/properties/m", "without items"],
  [
    "null or a text",
    definitions({ m: { anyOf: [{ $ref: "#/$defs/Name" }, { type: "null" }], description: "M." } }),
    "T/properties/m",
    "no object",
  ],
  [
    "an anyOf of types",
    definitions({ m: { anyOf: [{ $ref: "#/$defs/A" }, { $ref: "#/$defs/B" }], description: "M." } }),
    "T/properties/m",
    "anyOf",
  ],
  [
    "titles on some branches",
    definitions({}, { oneOf: [{ title: "X", required: ["text"] }, { required: ["text"] }] }),
    "T",
    "some branches",
  ],
  ["a title that is a type", definitions({}, { oneOf: [{ title: "A", required: ["text"] }] }), "T", "A, which is a type already"],
  ["a branch of two members", definitions({}, { oneOf: [{ required: ["text", "text"] }] }), "T/oneOf/0", "one required member"],
  ["a branch of a member that does not exist", definitions({}, { oneOf: [{ required: ["m"] }] }), "T", "has m in oneOf"],
  ["a not of three members", definitions({}, { not: { required: ["text", "text", "text"] } }), "T", "no pair"],
  [
    "a not of pairs and three members",
    definitions({}, { not: { anyOf: [{ required: ["text", "text"] }, { required: ["text", "text", "text"] }] } }),
    "T",
    "no pair",
  ],
  ["a not of a pair that does not exist", definitions({}, { not: { anyOf: [{ required: ["text", "m"] }] } }), "T", "has m in not"],
  ["a union with an inline branch", union({ type: "object" }), "U/oneOf/0", "$ref to a type"],
  ["a union with an optional tag", union({ $ref: "#/$defs/A" }, { $ref: "#/$defs/C" }), "U/oneOf/1", "no required constant"],
  ["a union with a tag twice", union({ $ref: "#/$defs/A" }, { $ref: "#/$defs/A" }), "U/oneOf/1", "of another branch"],
  ["a member that is true", definitions({ m: true }), "T/properties/m", "true or false"],
  ["a list of whatever", definitions({ m: { type: "array", items: true, description: "M." } }), "T/properties/m/items", "true or false"],
  ["an enum with a value twice", definitions({ m: { ...text, enum: ["a", "b", "a"] } }), "T/properties/m", "a value twice"],
  ["a type in lower case", { ...definitions({}), lower: definitions({}).T ?? {} }, "lower", "no PascalCase"],
];

describe("lintSchema", () => {
  for (const [rule, $defs, at, message] of broken) {
    test(`refuses ${rule} and names the place`, () => {
      expect(faults($defs)).toContainEqual(expect.stringContaining(`schema/v9.9/schema.json#/$defs/${at} `));
      expect(faults($defs).join("\n")).toContain(message);
    });
  }

  test("refuses a type that is true, and a name that TypeScript would write in another way", () => {
    // safe: what authors write is not checked before
    expect(faults({ T: true } as unknown as Definitions)).toEqual([
      "schema/v9.9/schema.json#/$defs/T is no object with the keywords of a type",
    ]);
    expect(faults({ ...definitions({}), OAuth2scheme: definitions({}).A ?? {} }).join()).toContain("names a type OAuth2scheme");
  });

  test("accepts a member called like a keyword", () => {
    expect(faults(definitions({ required: text, examples: text, $ref: text, title: text }))).toEqual([]);
  });

  test("accepts unions, maps, lists and null where they are allowed", () => {
    const nullable = { anyOf: [{ $ref: "#/$defs/A" }, { type: "null" }], description: "A or null." };
    const list = { type: "array", items: { $ref: "#/$defs/B" }, minItems: 1, description: "Bs." };
    expect(faults({ ...definitions({ nullable, list }), ...union({ $ref: "#/$defs/A" }, { $ref: "#/$defs/B" }) })).toEqual([]);
  });

  for (const folder of ["v1.0", "v0.3", "v0.1"]) {
    test(`finds nothing in schema/${folder}`, () => {
      const content = JSON.parse(readFileSync(new URL(`../../../schema/${folder}/schema.json`, import.meta.url), "utf8"));
      expect(lintSchema({ path: "", content, sha256: "" })).toEqual([]);
    });
  }
});

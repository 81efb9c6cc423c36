import { describe, expect, test } from "vitest";
import type { ErrorFileRow, Method, SchemaFile } from "../../codegen/src/schema-model.js";
import { compareOutlines, nameOf } from "./compare-outlines.js";
import type { OwnFiles } from "./json-document.js";
import { outlineJson } from "./json-document.js";

const row: ErrorFileRow = { code: -1, httpStatus: 404, grpcStatus: "NOT_FOUND", reason: "GONE", message: "Gone", clause: "9.9, section 1" };
const get: Method = { jsonrpc: "pets/get", params: "PetParams", result: "Pet", streaming: false, clause: "9.9, section 1" };
const text = { type: "string" };

/** Our own way to say it: references instead of objects in place, one member of several, tags by name. */
const $defs = {
  Pet: {
    type: "object",
    required: ["name", "kind"],
    properties: {
      name: text,
      kind: { const: "pet" },
      mood: { $ref: "#/$defs/Mood" },
      size: { $ref: "#/$defs/Size" },
      owners: { type: "array", items: text },
      notes: { $ref: "#/$defs/Struct" },
      photo: { $ref: "#/$defs/Photo" },
    },
  },
  Mood: { type: "string", enum: ["gay", "sad"] },
  Size: { type: "string", enum: ["small", "large"] },
  Struct: { type: "object", additionalProperties: true },
  Photo: {
    type: "object",
    properties: { bytes: text, uri: text, alt: text },
    oneOf: [
      { title: "PhotoBytes", required: ["bytes"] },
      { title: "PhotoUri", required: ["uri"] },
    ],
  },
  PetParams: { type: "object", required: ["id"], properties: { id: text } },
};

const own: OwnFiles = {
  // safe: descriptions and clauses are not compared
  schema: { title: "Pets", description: "", $defs } as SchemaFile,
  methods: { methods: { GetPet: get } },
  errors: { domain: null, errors: { GoneError: row, LostError: { ...row, message: "Lost" } }, refusals: {} },
};

/** The same as publishers write it: draft 7, titles, everything in place, an object for each request, answer and error. */
function published(): object {
  const any = { type: "object", additionalProperties: {} };
  const base = { jsonrpc: { const: "2.0", type: "string" }, id: { type: ["string", "integer"] } };
  return {
    Pet: {
      title: "Pet",
      type: "object",
      required: ["kind", "name"],
      properties: {
        name: { ...text, title: "Name", default: "" },
        kind: { const: "pet", type: "string" },
        mood: { $ref: "#/definitions/Mood" },
        size: { enum: ["large", "small"], type: "string" },
        owners: { type: "array", items: text },
        notes: any,
        photo: { anyOf: [{ $ref: "#/definitions/PhotoUri" }, { $ref: "#/definitions/PhotoBytes" }] },
      },
    },
    Mood: { type: "string", enum: ["gay", "sad"] },
    PhotoBytes: { type: "object", required: ["bytes"], properties: { bytes: text, alt: text } },
    PhotoUri: { type: "object", required: ["uri"], properties: { uri: text, alt: text } },
    PetParams: { type: "object", required: ["id"], properties: { id: text } },
    GetPetRequest: {
      type: "object",
      properties: { ...base, method: { const: "pets/get", type: "string" }, params: { $ref: "#/definitions/PetParams" } },
    },
    GetPetSuccessResponse: { type: "object", properties: { ...base, result: { $ref: "#/definitions/Pet" } } },
    GetPetResponse: { anyOf: [{ $ref: "#/definitions/GetPetSuccessResponse" }] },
    GoneError: { type: "object", properties: { code: { const: -1, type: "integer" }, message: { default: "Gone", type: "string" } } },
    AnyError: { anyOf: [{ $ref: "#/definitions/GoneError" }] },
  };
}

function differences(definitions: object): string[] {
  const { published: theirs, ours } = outlineJson({ definitions }, own);
  return compareOutlines(theirs, ours).map((difference) => `${nameOf(difference)}: ${difference.text}`);
}

/** The definitions with another value at a path; undefined takes away what is there. */
function withChange(path: string, value: unknown): object {
  const file = published();
  const steps = path.split(".");
  const last = steps.pop() ?? "";
  // safe: tests name paths that exist
  const target = steps.reduce<object>((node, step) => (node as Record<string, object>)[step] ?? {}, file) as Record<string, unknown>;
  target[last] = value;
  return JSON.parse(JSON.stringify(file));
}

const changes: readonly [what: string, path: string, value: unknown, said: string][] = [
  ["a type that we lack", "Toy", { type: "object", properties: { name: text } }, "missing Toy: the document has this type"],
  ["a type that we have more", "PetParams", undefined, "extra PetParams: the document does not have this type"],
  [
    "a member that we lack",
    "Pet.properties.age",
    { type: "integer" },
    "missing Pet.age: the document has this member (type integer, required no)",
  ],
  [
    "a member that we have more",
    "Pet.properties.owners",
    undefined,
    "extra Pet.owners: the document does not have this member (type list of (string), required no)",
  ],
  ["a member that only we require", "Pet.required", ["name"], "requiredness Pet.kind: required is no in the document, yes here"],
  ["a value that we lack", "Mood.enum", ["gay", "sad", "sick"], "enum Mood.sick: the document has this value"],
  ["a value that we have more", "Mood.enum", ["gay"], "enum Mood.sad: the document does not have this value"],
  [
    "a value in place that we lack",
    "Pet.properties.size.enum",
    ["small", "large", "huge"],
    'type Pet.size: type is "huge" | "large" | "small" in the document, "large" | "small" here',
  ],
  [
    "a member of another type",
    "Pet.properties.owners.items",
    { type: "integer" },
    "type Pet.owners: type is list of (integer) in the document, list of (string) here",
  ],
  [
    "a union with a branch more",
    "Pet.properties.photo.anyOf.2",
    { type: "null" },
    "type Pet.photo: type is PhotoBytes | PhotoUri | null in the document, PhotoBytes | PhotoUri here",
  ],
  ["another constant", "Pet.properties.kind.const", "cat", 'type Pet.kind: type is "cat" in the document, "pet" here'],
  [
    "a method that we lack",
    "FeedPetRequest",
    { type: "object", properties: { jsonrpc: {}, method: { const: "pets/feed" } } },
    "missing method pets/feed: the document has this operation",
  ],
  [
    "a method that gives something else",
    "GetPetSuccessResponse.properties.result",
    { type: "null" },
    "result method pets/get: result is null in the document, Pet here",
  ],
  [
    "a method that takes something else",
    "GetPetRequest.properties.params.$ref",
    "#/definitions/Pet",
    "params method pets/get: params is Pet in the document, PetParams here",
  ],
  ["an error that we lack", "GoneError.properties.code.const", -2, "missing error -2: the document has this error (text Gone)"],
  ["an error of other words", "GoneError.properties.message.default", "Away", "text error -1: text is Away in the document, Gone here"],
];

describe("a published JSON Schema", () => {
  test("says the same where it only says it in another way", () => {
    expect(differences(published())).toEqual([]);
  });

  for (const [what, path, value, said] of changes) {
    test(`differs by ${what}`, () => {
      expect(differences(withChange(path, value))).toContain(said);
    });
  }

  test("does not miss each member of a type that is missing, nor each place of one that is of another kind", () => {
    expect(differences(withChange("Toy", { type: "object", properties: { name: text } }))).toHaveLength(1);
    expect(differences(withChange("Mood.enum", ["gay"]))).toHaveLength(1);
  });

  test("is one whose definitions are found, in either dialect", () => {
    expect(
      compareOutlines(outlineJson({ $defs: published() }, own).published, outlineJson({ definitions: published() }, own).published),
    ).toEqual([]);
    expect(() => outlineJson([], own)).toThrow("is no JSON Schema with definitions");
    expect(() => outlineJson(null, own)).toThrow("is no JSON Schema with definitions");
  });
});

import { describe, expect, test } from "vitest";
import type { BindingsFile, Definitions } from "../../codegen/src/schema-model.js";
import { compareOutlines, nameOf } from "./compare-outlines.js";
import { outlineProto } from "./proto-document.js";

const clause = "9.9, section 1";
const field = (n: number, t: string, schema: object, more: object = {}): object => ({ ...schema, "x-proto": { n, t, ...more } });
const text = { type: "string" };

// safe: descriptions and clauses are not compared
const $defs = {
  Pet: {
    type: "object",
    required: ["petName"],
    properties: {
      petName: field(1, "string", text),
      mood: field(2, "Mood", { $ref: "#/$defs/Mood" }),
      owners: field(3, "string", { type: "array", items: text }, { repeated: true }),
      age: field(4, "int32", { type: "integer" }, { optional: true }),
      tags: field(5, "map<string,string>", { $ref: "#/$defs/Tags" }),
      bytes: field(6, "bytes", text, { oneof: "photo" }),
      uri: field(7, "string", text, { oneof: "photo" }),
      update: field(8, "string", text, { name: "message" }),
    },
    oneOf: [{ required: ["bytes"] }, { required: ["uri"] }],
  },
  Mood: { type: "string", enum: ["GAY"], "x-proto": { UNKNOWN: 0, GAY: 1 } },
  Tags: { type: "object", additionalProperties: text },
  PetParams: { type: "object", properties: { petId: field(1, "string", text) } },
} as Definitions;

const rest = [
  { verb: "GET", path: "/pets/{petId}" },
  { verb: "POST", path: "/pets:get", body: "petId" },
];
const methods: BindingsFile = {
  grpc: { package: "pets.v1", service: "Pets" },
  rest: { prefix: "/v1", mediaType: "application/json" },
  methods: { GetPet: { grpc: "GetPet", rest, params: "PetParams", result: "Pet", streaming: true, clause } },
};

const document = `syntax = "proto3";
package pets.v1;
import "google/api/annotations.proto";
option java_package = "com.example";
// Pets.
service Pets {
  rpc GetPet(PetParams) returns (stream Pet) {
    option (google.api.http) = {
      get: "/v1/pets/{pet_id=*}"
      additional_bindings: { get: "/{tenant}/v1/pets/{pet_id=*}" }
      additional_bindings: { post: "/v1/pets:get" body: "pet_id" }
    };
    option (google.api.method_signature) = "pet_id";
  }
}
message Pet {
  string pet_name = 1 [(google.api.field_behavior) = REQUIRED];
  Mood mood = 2;
  repeated string owners = 3;
  optional int32 age = 4;
  map<string, string> tags = 5;
  oneof photo {
    bytes bytes = 6;
    string uri = 7;
  }
  string message = 8 [json_name = "update"];
  reserved 9;
}
enum Mood {
  UNKNOWN = 0;
  GAY = 1;
}
message PetParams { string pet_id = 1; }
`;

function differences(text: string): string[] {
  const { published, ours } = outlineProto(text, { schema: { title: "Pets", description: "", $defs }, methods });
  return compareOutlines(published, ours).map((difference) => `${nameOf(difference)}: ${difference.text}`);
}

const changes: readonly [what: string, from: string, to: string, said: string][] = [
  [
    "a message that we lack",
    "message PetParams",
    "message Toy { string name = 1; }\nmessage PetParams",
    "missing Toy: the document has this type",
  ],
  ["a field that we lack", "reserved 9;", "bool wild = 9;", "missing Pet.wild: the document has this member (number 9, type bool, "],
  ["a field that we have more", "Mood mood = 2;", "", "extra Pet.mood: the document does not have this member (number 2, type Mood, "],
  ["another number", "owners = 3", "owners = 13", "number Pet.owners: number is 13 in the document, 3 here"],
  ["another type", "optional int32", "optional int64", "type Pet.age: type is int64 in the document, int32 here"],
  ["another label", "optional int32", "int32", "label Pet.age: label is single in the document, optional here"],
  ["a list that is none", "repeated string", "string", "label Pet.owners: label is single in the document, repeated here"],
  [
    "a field that only we require",
    " [(google.api.field_behavior) = REQUIRED]",
    "",
    "requiredness Pet.pet_name: required is no in the document, yes here",
  ],
  ["another oneof", "oneof photo", "oneof picture", "oneof Pet.bytes: oneof is picture in the document, photo here"],
  ["another name in JSON", ' [json_name = "update"]', "", "JSON name Pet.message: JSON name is message in the document, update here"],
  ["a value that we lack", "GAY = 1;", "GAY = 1; SAD = 2;", "enum Mood.SAD: the document has this value (number 2)"],
  ["another number of a value", "GAY = 1;", "GAY = 3;", "number Mood.GAY: number is 3 in the document, 1 here"],
  ["another rpc", "rpc GetPet", "rpc FetchPet", "missing rpc FetchPet: the document has this operation"],
  [
    "an rpc that gives something else",
    "returns (stream Pet)",
    "returns (Pet)",
    "result rpc GetPet: result is Pet in the document, stream of Pet here",
  ],
  [
    "another route",
    "/v1/pets:get",
    "/v1/pets:fetch",
    "missing route POST /v1/pets:fetch: the document has this route (rpc GetPet, body petId)",
  ],
  ["another body", 'body: "pet_id"', 'body: "*"', "body route POST /v1/pets:get: body is all in the document, petId here"],
  ["another package", "package pets.v1", "package pets.v2", "name service: name is pets.v2.Pets in the document, pets.v1.Pets here"],
];

describe("a published .proto file", () => {
  test("says the same where it only says it in another way", () => {
    expect(differences(document)).toEqual([]);
  });

  for (const [what, from, to, said] of changes) {
    test(`differs by ${what}`, () => {
      expect(document).toContain(from);
      expect(differences(document.replace(from, to))).toContainEqual(expect.stringContaining(said));
    });
  }

  test("is refused where it is none", () => {
    expect(() => differences("{}")).toThrow("is no proto file");
    expect(() => differences('syntax = "proto3";')).toThrow("defines nothing");
  });
});

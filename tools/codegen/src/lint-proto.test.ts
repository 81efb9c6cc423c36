import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { lintProto } from "./lint-proto.js";
import type { BindingsFile, Definitions, Method, SchemaFile } from "./schema-model.js";

/** A member with facts of protobuf; a text unless the schema says otherwise. */
function member(facts: object, schema: object = { type: "string" }): object {
  return { ...schema, "x-proto": { n: 2, ...facts } };
}

/** A schema whose only rpc takes and gives a `T` with the given members, and a few types to refer to. */
function definitions(members: object, more: object = {}): Definitions {
  return {
    T: { type: "object", properties: { id: { type: "string", "x-proto": { n: 1, t: "string" } }, ...members }, ...more },
    U: { type: "object", properties: { text: { type: "string", "x-proto": { n: 1, t: "string" } } } },
    Color: { type: "string", enum: ["RED"], "x-proto": { NONE: 0, RED: 1 } },
    Names: { type: "object", additionalProperties: { type: "string" } },
    Us: { type: "object", additionalProperties: { $ref: "#/$defs/U" } },
    Empty: { type: "object", "x-proto": { name: "google.protobuf.Empty" } },
    Struct: { type: "object", additionalProperties: true },
  };
}

const get: Method = { grpc: "Get", params: "T", result: "T", streaming: false, clause: "9.9, section 1" };

function faults($defs: Definitions, methods: Readonly<Record<string, Method>> = { Get: get }): string[] {
  const schema: SchemaFile = { title: "A2A", description: "Types.", $defs };
  const table: BindingsFile = { grpc: { package: "a2a", service: "S" }, methods };
  const found = lintProto({
    schema: { path: "schema.json", content: schema, sha256: "" },
    methods: { path: "methods.json", content: table, sha256: "" },
  });
  return found.map(({ at, message }) => `${at} ${message}`);
}

const ref = (name: string): object => ({ $ref: `#/$defs/${name}` });
const list = (items: object): object => ({ type: "array", items });
const pair = { a: member({ t: "string", n: 3, oneof: "either" }), b: member({ t: "string", n: 4, oneof: "either" }) };
const exactlyOne = { oneOf: [{ required: ["a"] }, { required: ["b"] }] };

const broken: readonly [rule: string, definitions: Definitions, at: string, message: string][] = [
  ["a member without facts", definitions({ m: { type: "string" } }), "T/properties/m", "no x-proto"],
  ["a member without a number", definitions({ m: { type: "string", "x-proto": { t: "string" } } }), "T/properties/m", "number 0"],
  ["a number that protobuf keeps", definitions({ m: member({ n: 19000, t: "string" }) }), "T/properties/m", "no field can have"],
  ["a number that is too large", definitions({ m: member({ n: 2 ** 29, t: "string" }) }), "T/properties/m", "no field can have"],
  ["a number twice", definitions({ m: member({ n: 1, t: "string" }) }), "T/properties/m", "number 1 of another member"],
  ["a name twice", definitions({ m: member({ t: "string", name: "id" }) }), "T/properties/m", "name id of another member"],
  ["a name that is none", definitions({ m: member({ t: "string", name: "theName" }) }), "T/properties/m", "not in snake_case"],
  ["a fact that nobody knows", definitions({ m: member({ t: "string", lazy: true }) }), "T/properties/m", "unknown fact lazy"],
  ["an unknown type", definitions({ m: member({ t: "Missing" }) }), "T/properties/m", "type Missing, which does not exist"],
  ["a map as a type", definitions({ m: member({ t: "Names" }, ref("Names")) }, {}), "Names", "no message"],
  ["a type that is a text in JSON", definitions({ m: member({ t: "bool" }) }), "T/properties/m", "no bool in JSON"],
  ["a text that is a type in JSON", definitions({ m: member({ t: "string" }, ref("U")) }), "T/properties/m", "no string in JSON"],
  ["another type than that of JSON", definitions({ m: member({ t: "U" }, ref("T")) }), "T/properties/m", "no U in JSON"],
  ["bytes that are no base64", definitions({ m: member({ t: "bytes" }) }), "T/properties/m", "no bytes in JSON"],
  [
    "base64 that is no bytes",
    definitions({ m: member({ t: "string" }, { type: "string", contentEncoding: "base64" }) }),
    "T/properties/m",
    "no string",
  ],
  ["a time that is any text", definitions({ m: member({ t: "Timestamp" }) }), "T/properties/m", "no Timestamp in JSON"],
  [
    "a number without bounds",
    definitions({ m: member({ t: "int32" }, { type: "integer", minimum: 0 }) }),
    "T/properties/m",
    "no int32 in JSON",
  ],
  [
    "a number beyond those that JSON is exact for",
    definitions({ m: member({ t: "int64" }, { type: "integer", minimum: 0, maximum: 2 ** 53 }) }),
    "T/properties/m",
    "no int64 in JSON",
  ],
  ["a list that is none in JSON", definitions({ m: member({ t: "string", repeated: true }) }), "T/properties/m", "no list of string"],
  [
    "a list of JSON that is none",
    definitions({ m: member({ t: "string" }, list({ type: "string" })) }),
    "T/properties/m",
    "no string in JSON",
  ],
  ["a map of other values", definitions({ m: member({ t: "map<string,U>" }, ref("Names")) }), "T/properties/m", "no map<string,U>"],
  [
    "an optional list",
    definitions({ m: member({ t: "string", repeated: true, optional: true }, list({ type: "string" })) }),
    "T/properties/m",
    "cannot be optional",
  ],
  ["an optional message", definitions({ m: member({ t: "U", optional: true }, ref("U")) }), "T/properties/m", "needs no optional"],
  ["a list of numbers", definitions({ m: member({ t: "Color", repeated: true }, list(ref("Color"))) }), "T/properties/m", "does not read"],
  ["a oneof that JSON lacks", definitions(pair), "T", "other members in a oneof"],
  [
    "a oneOf that protobuf lacks",
    definitions({ a: member({ t: "string" }) }, { oneOf: [{ required: ["a"] }] }),
    "T",
    "other members in a oneof",
  ],
  ["two oneofs", definitions({ ...pair, b: member({ t: "string", n: 4, oneof: "other" }) }, exactlyOne), "T", "more than one oneof"],
  [
    "a oneof called like a member",
    definitions({ ...pair, either: member({ t: "string" }) }, exactlyOne),
    "T",
    "which is the name of a member",
  ],
  [
    "an enum without zero",
    { ...definitions({ m: member({ t: "Color" }, ref("Color")) }), Color: { enum: ["RED"], "x-proto": { RED: 1 } } },
    "Color",
    "number 0",
  ],
  [
    "an enum with a number twice",
    { ...definitions({ m: member({ t: "Color" }, ref("Color")) }), Color: { enum: ["RED"], "x-proto": { A: 0, RED: 0 } } },
    "Color",
    "a number twice",
  ],
  [
    "an enum with half a number",
    { ...definitions({ m: member({ t: "Color" }, ref("Color")) }), Color: { enum: ["RED"], "x-proto": { A: 0, RED: 0.5 } } },
    "Color",
    "no integer",
  ],
  [
    "a value without a number",
    { ...definitions({ m: member({ t: "Color" }, ref("Color")) }), Color: { enum: ["RED"], "x-proto": { A: 0 } } },
    "Color",
    "no number for RED",
  ],
  [
    "a value that is no name",
    { ...definitions({ m: member({ t: "Color" }, ref("Color")) }), Color: { enum: ["red-ish"], "x-proto": { A: 0, "red-ish": 1 } } },
    "Color",
    "no name",
  ],
];

describe("lintProto", () => {
  for (const [rule, $defs, at, message] of broken) {
    test(`refuses ${rule} and names the place`, () => {
      const found = faults($defs).filter((fault) => fault.startsWith(`schema.json#/$defs/${at} `));
      expect(found.join("\n")).toContain(message);
    });
  }

  test("refuses an operation without an rpc, and an rpc of two operations", () => {
    const { grpc: _, ...without } = get;
    expect(faults(definitions({}), { Get: without })).toEqual(["methods.json#/methods/Get has no rpc"]);
    const twice = { Get: get, Fetch: { ...get, grpc: "Fetch", grpcAliases: ["Get"] } };
    expect(faults(definitions({}), twice)).toEqual(["methods.json#/methods/Fetch has the rpc Get, which another operation has"]);
  });

  test("accepts every kind of member", () => {
    const members = {
      ...pair,
      bytes: member({ n: 5, t: "bytes" }, { type: "string", contentEncoding: "base64" }),
      flag: member({ n: 6, t: "bool", optional: true }, { type: "boolean" }),
      count: member({ n: 7, t: "int32" }, { type: "integer", minimum: 0, maximum: 2 ** 31 - 1 }),
      time: member({ n: 8, t: "Timestamp" }, { type: "string", format: "date-time" }),
      color: member({ n: 9, t: "Color" }, ref("Color")),
      us: member({ n: 10, t: "U", repeated: true }, list(ref("U"))),
      names: member({ n: 11, t: "map<string,string>" }, ref("Names")),
      usByName: member({ n: 12, t: "map<string,U>" }, ref("Us")),
      total: member({ n: 14, t: "int64" }, { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
      any: member({ n: 13, t: "Struct", name: "anything" }, ref("Struct")),
    };
    expect(faults(definitions(members, exactlyOne), { Get: { ...get, result: "Empty" } })).toEqual([]);
  });

  test("does not look at types that no rpc reaches", () => {
    expect(faults({ ...definitions({}), Envelope: { type: "object", properties: { m: { type: "string" } } } })).toEqual([]);
  });

  for (const folder of ["v1.1", "v1.0", "v0.3-proto"]) {
    test(`finds nothing in schema/${folder}`, () => {
      const read = (name: string): string => readFileSync(new URL(`../../../schema/${folder}/${name}.json`, import.meta.url), "utf8");
      const { methods }: BindingsFile = JSON.parse(read("methods"));
      const { $defs }: SchemaFile = JSON.parse(read("schema"));
      expect(faults($defs, methods)).toEqual([]);
    });
  }
});

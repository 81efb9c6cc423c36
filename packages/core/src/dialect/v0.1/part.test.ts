import { describe, expect, test } from "vitest";
import type * as Wire from "../../generated/v0.1/types.js";
import type { Part } from "../../generated/v1.0/types.js";
import { decodePart, encodePart } from "./part.js";

const both: readonly (readonly [string, Part, Wire.Part])[] = [
  ["text", { text: "" }, { type: "text", text: "" }],
  [
    "text of another type and with a name",
    { text: "# Hi", mediaType: "text/markdown", filename: "hi.md", metadata: { a: 1 } },
    { type: "text", text: "# Hi", metadata: { a: 1, mediaType: "text/markdown", filename: "hi.md" } },
  ],
  [
    "bytes",
    { raw: "iVBORw0KGgo=", filename: "a.png", mediaType: "image/png", metadata: { a: 1 } },
    { type: "file", file: { name: "a.png", mimeType: "image/png", bytes: "iVBORw0KGgo=" }, metadata: { a: 1 } },
  ],
  ["no bytes", { raw: "" }, { type: "file", file: { bytes: "" } }],
  ["an address", { url: "https://example.com/a" }, { type: "file", file: { uri: "https://example.com/a" } }],
  [
    "a file that is only named",
    { data: { name: "a.pdf", mimeType: "application/pdf" }, metadata: { a: 1, a2a_compat: "file-reference" } },
    { type: "file", file: { name: "a.pdf", mimeType: "application/pdf" }, metadata: { a: 1 } },
  ],
  ["a file of which nothing is known", { data: {}, metadata: { a2a_compat: "file-reference" } }, { type: "file", file: {} }],
  ["an object", { data: { value: 1 } }, { type: "data", data: { value: 1 } }],
  ["an array", { data: [1, null] }, { type: "data", data: { value: [1, null] }, metadata: { data_part_compat: true } }],
  ["a text as data", { data: "a" }, { type: "data", data: { value: "a" }, metadata: { data_part_compat: true } }],
  ["null", { data: null }, { type: "data", data: { value: null }, metadata: { data_part_compat: true } }],
  [
    "data with a name and of another type",
    { data: 1, filename: "one", mediaType: "application/x", metadata: { a: 1 } },
    { type: "data", data: { value: 1 }, metadata: { a: 1, mediaType: "application/x", filename: "one", data_part_compat: true } },
  ],
  [
    "data that looks like a file that is only named, but is more",
    { data: { name: "a.pdf", size: 1 }, metadata: { a2a_compat: "file-reference" } },
    { type: "data", data: { name: "a.pdf", size: 1 }, metadata: { a2a_compat: "file-reference" } },
  ],
];

describe("a part there and back", () => {
  for (const [name, part, wire] of both) {
    test(name, () => {
      expect(encodePart(part)).toStrictEqual(wire);
      expect(decodePart(wire)).toStrictEqual(part);
    });
  }
});

const down: readonly (readonly [string, Part, Wire.Part])[] = [
  ["text/plain goes without saying", { text: "a", mediaType: "text/plain" }, { type: "text", text: "a" }],
  ["application/json goes without saying", { data: {}, mediaType: "application/json" }, { type: "data", data: {} }],
  ["an empty address is none", { url: "", filename: "a" }, { type: "file", file: { name: "a" } }],
  ["base64 is padded and of the standard alphabet", { raw: "-_8" }, { type: "file", file: { bytes: "+/8=" } }],
];

describe("a part of 1.0 in 0.1", () => {
  for (const [name, part, wire] of down) test(name, () => expect(encodePart(part)).toStrictEqual(wire));
});

const up: readonly (readonly [string, Wire.Part, Part])[] = [
  ["data stands for bytes", { type: "file", file: { data: "AA==" } }, { raw: "AA==" }],
  ["bytes win over data", { type: "file", file: { bytes: "AA==", data: "AQ==" } }, { raw: "AA==" }],
  ["fileWithBytes stands for bytes", { type: "file", file: { fileWithBytes: "AA==", name: "a" } }, { raw: "AA==", filename: "a" }],
  ["data wins over fileWithBytes", { type: "file", file: { data: "AA==", fileWithBytes: "AQ==" } }, { raw: "AA==" }],
  ["fileWithUri stands for uri", { type: "file", file: { fileWithUri: "https://a.test" } }, { url: "https://a.test" }],
  [
    "a uri wins over fileWithUri",
    { type: "file", file: { uri: "https://a.test", fileWithUri: "https://b.test" } },
    { url: "https://a.test" },
  ],
  ["base64 is padded and of the standard alphabet", { type: "file", file: { bytes: "-_8" } }, { raw: "+/8=" }],
  ["an array is taken as it is", { type: "data", data: [1] }, { data: [1] }],
  [
    "what is not wrapped is not unwrapped",
    { type: "data", data: { value: 1, more: 2 }, metadata: { data_part_compat: true } },
    { data: { value: 1, more: 2 }, metadata: { data_part_compat: true } },
  ],
  [
    "a media type that is no text stays where it is",
    { type: "text", text: "a", metadata: { mediaType: 1, filename: "b" } },
    { text: "a", filename: "b", metadata: { mediaType: 1 } },
  ],
];

describe("a part of 0.1 in 1.0", () => {
  for (const [name, wire, part] of up) test(name, () => expect(decodePart(wire)).toStrictEqual(part));

  test("members that nobody knows are not passed on", () => {
    const wire: Wire.Part = JSON.parse(
      '{"type":"file","file":{"bytes":"","size":1,"__proto__":{"uri":"u"}},"kind":"file","__proto__":{"x":1}}',
    );
    expect(decodePart(wire)).toStrictEqual({ raw: "" });
  });

  test("a __proto__ in metadata and data stays a member like any other", () => {
    const wire: Wire.Part = JSON.parse('{"type":"data","data":{"__proto__":1},"metadata":{"__proto__":{"filename":"x"},"filename":"y"}}');
    const part = decodePart(wire);
    expect(JSON.stringify(part)).toBe('{"data":{"__proto__":1},"filename":"y","metadata":{"__proto__":{"filename":"x"}}}');
    expect(JSON.stringify(encodePart(part))).toBe(JSON.stringify(wire));
  });
});

import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { DescMessage, JsonValue } from "@bufbuild/protobuf";
import { fromBinary, fromJson, toBinary, toJson } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryOf } from "../../core/test/arbitrary.js";
import { schemaDirectory } from "../../core/test/canonical.js";
import { createCodecs } from "../src/codec/codec.js";
import { forms } from "./forms.js";
import { kept } from "./kept.js";
import { loadProto } from "./load-proto.js";

const runs = { numRuns: 20 };

for (const { folder, proto, definitions, examples, messages, filledMembers } of forms) {
  describe(folder, () => {
    const codecOf = createCodecs(filledMembers);
    const root = loadProto(proto);

    test("every example that is right comes back from its bytes", () => {
      let met = 0;
      for (const message of messages) {
        for (const value of examples.flatMap((each) => examplesOf(each, message.name))) {
          met++;
          const codec = codecOf(message);
          expect(codec.decode(codec.encode(value))).toEqual({ ok: true, value: kept(message, value, filledMembers) });
        }
      }
      expect(met).toBeGreaterThan(20);
    });

    test("a file that is no base64 fails nothing: what can be read of it is sent", () => {
      const part = messages.find((each) => each.name === (folder === "v0.3-proto" ? "FilePart" : "Part"));
      const member = folder === "v0.3-proto" ? "fileWithBytes" : "raw";
      const codec = part && codecOf(part);
      expect(codec?.decode(codec.encode({ [member]: "AQ!ID" }))).toMatchObject({ ok: true, value: { [member]: "AQID" } });
    });

    for (const message of messages) {
      const codec = codecOf(message);
      const values = arbitraryOf(definitions, message.name);

      test(`the bytes of any ${message.name} are those that protobuf's library writes`, () => {
        fc.assert(
          fc.property(values, (value) => {
            expect(codec.encode(value).equals(libraryBytes(message, value))).toBe(true);
          }),
          runs,
        );
      });

      test(`any ${message.name} comes back from its bytes, but for what is empty or unknown`, () => {
        fc.assert(
          fc.property(values, (value) => {
            const read = codec.decode(codec.encode(value));
            expect(read).toEqual({ ok: true, value: kept(message, value, filledMembers) });
          }),
          runs,
        );
      });

      test(`protobuf's library and protobufjs read any ${message.name} as it was meant`, () => {
        const theirs = root.lookupType(message.typeName);
        fc.assert(
          fc.property(values, (value) => {
            const bytes = codec.encode(value);
            const rewritten = theirs.encode(theirs.decode(bytes)).finish();
            expect(codec.decode(rewritten)).toEqual(codec.decode(bytes));
            expect(keptOf(message, toJson(message, fromBinary(message, bytes)))).toEqual(keptOf(message, value));
          }),
          runs,
        );
      });

      test(`what is said of a ${message.name} twice is merged as protobuf's library does it`, () => {
        fc.assert(
          fc.property(values, values, (one, other) => {
            const bytes = Buffer.concat([codec.encode(one), codec.encode(other)]);
            const read = codec.decode(bytes);
            expect(read.ok && keptOf(message, read.value)).toEqual(keptOf(message, toJson(message, fromBinary(message, bytes))));
          }),
          runs,
        );
      });

      test(`bytes that are like a ${message.name} have an outcome`, () => {
        const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 });
        fc.assert(
          fc.property(values, changes, fc.uint8Array({ maxLength: 8 }), (value, each, more) => {
            const bytes = Buffer.concat([codec.encode(value), more]);
            for (const [at, byte] of each) bytes[at % bytes.length] = byte;
            const read = codec.decode(bytes);
            if (read.ok) expect(() => JSON.stringify(read.value)).not.toThrow();
            else expect(read.detail).toMatch(/^(not a |not UTF-8$|nested more than 64 deep$)/);
          }),
          runs,
        );
      });
    }
  });
}

function examplesOf(folder: string, type: string): unknown[] {
  const directory = new URL(`${folder}/examples/valid/${type}/`, schemaDirectory);
  return existsSync(directory) ? readdirSync(directory).map((name) => JSON.parse(readFileSync(new URL(name, directory), "utf8"))) : [];
}

function libraryBytes(message: DescMessage, value: unknown): Uint8Array {
  // safe: values are JSON
  return toBinary(message, fromJson(message, value as JsonValue, { ignoreUnknownFields: true }));
}

/** What two readers have to agree on: not on what is empty, nor on how a time is written. */
function keptOf(message: DescMessage, value: unknown): unknown {
  return kept(message, value, {});
}

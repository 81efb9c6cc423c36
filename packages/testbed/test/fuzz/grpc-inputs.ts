// Calls over gRPC, made of the schemas and then spoiled: the values before they are written, and the bytes after that.

import fc from "fast-check";
import type { GrpcForm } from "../../../grpc/src/server/forms.js";
import { grpcForms } from "../../../grpc/src/server/forms.js";
import { headers, paramsOf } from "./http-inputs.js";
import { withKnown } from "./known.js";
import { edited, edits } from "./spoil-bytes.js";
import { spoiled, spoils, writeJson } from "./spoil-json.js";

/** A call as it is made, but for the ids of the tasks that are known. */
export interface GrpcInput {
  readonly form: GrpcForm;
  readonly operation: string;
  readonly metadata: Readonly<Record<string, string>>;
  bytes(known: readonly string[]): Uint8Array;
}

const someMetadata = fc.oneof(
  { weight: 20, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.constant({ "x-fuzz-break": "1" }) },
  // What is a header of HTTP/2 itself is the library's.
  { weight: 5, arbitrary: headers.map(({ origin: _, ...all }) => Object.fromEntries(Object.entries(all).slice(0, 2))) },
);

function inputsOf(form: GrpcForm, folder: string): fc.Arbitrary<GrpcInput> {
  return fc
    .record({ asked: paramsOf(folder), spoils, edits: fc.option(edits), metadata: someMetadata })
    .map(({ asked: { operation, params }, spoils: all, edits: changes, metadata }) => {
      const text = writeJson(spoiled(params, all));
      const bytes = (known: readonly string[]): Uint8Array => {
        const rpc = form.rpcs[operation];
        if (!rpc) throw new TypeError(`no rpc for ${operation}`);
        const { encode } = form.codecOf(rpc.input);
        const written = encodedFirst(encode, [withKnown(text, known), withKnown(JSON.stringify(params), known), "{}"]);
        return changes === null ? written : edited(written, changes);
      };
      const told = { service: form.service, operation, metadata, text, changes };
      return { form, operation, metadata, bytes, [fc.toStringMethod]: () => fc.stringify(told) };
    });
}

/** The first of several texts that is one of the message: not everything that JSON can say has bytes. */
function encodedFirst(encode: (value: unknown) => Uint8Array, texts: readonly string[]): Uint8Array {
  for (const text of texts) {
    try {
      return encode(JSON.parse(text));
    } catch {
      // the next one has
    }
  }
  return new Uint8Array();
}

/** Calls of every version. */
export const grpcInputs: fc.Arbitrary<GrpcInput> = fc.oneof(
  ...grpcForms.map((form) => inputsOf(form, form.dialect.version === "0.3" ? "v0.3-proto" : `v${form.dialect.version}`)),
);

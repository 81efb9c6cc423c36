import type { Rewrite } from "./read-tolerant.js";
import type { Mend } from "./rewrite.js";
import { shape, withName } from "./rewrite.js";

/** Rewrites an object of protobuf: its members may stand under their names there, null is what is not set. */
export type ProtoObject = (members: Readonly<Record<string, Rewrite>>, mend?: Mend) => Rewrite;

/** Makes the rewriting of objects whose members have these names: that of a member in protobuf to its name in JSON. */
export function createProtoObject(jsonNames: ReadonlyMap<string, string>): ProtoObject {
  return (members, mend = (value) => value) =>
    shape(members, (value) =>
      mend(Object.keys(value).reduce((renamed, name) => withName(renamed, name, jsonNames.get(name) ?? name), value)),
    );
}

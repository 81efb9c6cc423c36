import type { DescField } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence as Presence } from "@bufbuild/protobuf/wkt";
import type { Scalar } from "./scalars.js";
import { enumOf, scalarOf } from "./scalars.js";
import { delimited, tagOf } from "./wire.js";

/** The fields of a map's entries. */
export const entry: { readonly key: number; readonly valueNumber: number } = { key: tagOf(1, delimited), valueNumber: 2 };

/** How the values of a field are written and read that has no messages. */
export function scalarOfField(field: DescField): Scalar {
  return field.enum ? enumOf(field.enum) : scalarOf(field.scalar);
}

/** Whether a field that is not set cannot be told from one that has the zero of its type. */
export function isImplicit({ presence }: DescField): boolean {
  return presence === Presence.IMPLICIT;
}

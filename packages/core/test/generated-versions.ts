import * as compactV01 from "../src/generated/v0.1/compact-validators.js";
import * as v01 from "../src/generated/v0.1/index.js";
import * as compactV03 from "../src/generated/v0.3/compact-validators.js";
import * as v03 from "../src/generated/v0.3/index.js";
import * as compactV03Proto from "../src/generated/v0.3-proto/compact-validators.js";
import * as v03ProtoMethods from "../src/generated/v0.3-proto/methods.js";
import * as v03Proto from "../src/generated/v0.3-proto/validators.js";
import * as compactV10 from "../src/generated/v1.0/compact-validators.js";
import * as v10 from "../src/generated/v1.0/index.js";
import * as compactV11 from "../src/generated/v1.1/compact-validators.js";
import * as v11 from "../src/generated/v1.1/index.js";
import type { Validator } from "../src/validate/validator.js";

/** The validators of one version or form, by type and by operation. */
export interface Guards {
  readonly byType: Readonly<Record<string, Validator<unknown>>>;
  readonly params: Readonly<Record<string, Validator<unknown>>>;
  readonly results: Readonly<Record<string, Validator<unknown>>>;
}

/** The generated validators by the folder of their version. */
export const guards: Readonly<Record<string, Guards>> = {
  "v1.0": guardsOf(v10, v10),
  "v0.3": guardsOf(v03, v03),
  "v0.3-proto": guardsOf(v03Proto, v03ProtoMethods),
  "v0.1": guardsOf(v01, v01),
  "v1.1": guardsOf(v11, v11),
};

/** The form of the validators that browsers are given, by the folder of their version and by type. */
export const compactGuards: Readonly<Record<string, Guards["byType"]>> = {
  "v1.0": byType(compactV10),
  "v0.3": byType(compactV03),
  "v0.3-proto": byType(compactV03Proto),
  "v0.1": byType(compactV01),
  "v1.1": byType(compactV11),
};

function guardsOf(validators: object, { params, results }: Pick<Guards, "params" | "results">): Guards {
  return { byType: byType(validators), params, results };
}

function byType(module: object): Guards["byType"] {
  const exported: readonly unknown[] = Object.values(module);
  const validators = exported.filter((value): value is Validator<unknown> => typeof value === "function");
  return Object.fromEntries(validators.map((is) => [is.typeName, is]));
}

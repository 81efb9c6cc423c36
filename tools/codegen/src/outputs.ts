import { generateCore } from "./generate-core.js";
import { generateGrpc } from "./generate-grpc.js";
import type { Sources } from "./load-schema.js";
import { generateOpenApi } from "./openapi/generate-openapi.js";
import { generateReference } from "./reference/generate-reference.js";

/** A folder of generated files, and what makes them. */
export interface Output {
  /** Path below the root of the repository. Nothing else lies in it. */
  readonly folder: string;
  /** Path below the folder to text. */
  make(sources: Sources): Promise<ReadonlyMap<string, string>>;
}

/** Everything that is generated from `schema/`. */
export const outputs: readonly Output[] = [
  { folder: "packages/core/src/generated", make: generateCore },
  { folder: "packages/grpc/src/generated", make: generateGrpc },
  { folder: "packages/server/src/generated", make: generateOpenApi },
  { folder: "packages/core/reference", make: generateReference },
];

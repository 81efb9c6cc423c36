import { SchemaFaults } from "./faults.js";
import { format } from "./format.js";
import { lintProto } from "./lint-proto.js";
import { lintSchemas } from "./lint-schema.js";
import type { Sources } from "./load-schema.js";
import { loadSchemas } from "./load-schema.js";
import { outputs } from "./outputs.js";

/** Files by the folder that they belong to: path below the root of the repository to path below the folder to text. */
export type Generated = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * Turns a `schema/` directory into all that is generated from it. The schemas are read once and the files formatted at once, which is half of
 * the time.
 *
 * @throws SchemaFaults
 */
export async function generate(schemaDirectory: string): Promise<Generated> {
  const sources = readSchemas(schemaDirectory);
  const texts = new Map<string, string>();
  for (const { folder, make } of outputs) {
    for (const [path, text] of await make(sources)) texts.set(`${folder}/${path}`, text);
  }
  const files = [...format(texts)];
  return new Map(
    outputs.map(({ folder }) => {
      const own = files.filter(([path]) => path.startsWith(`${folder}/`));
      return [folder, new Map(own.map(([path, text]) => [path.slice(folder.length + 1), text]))];
    }),
  );
}

/** Reads `schema/`, and refuses what breaks the rules of its README. */
function readSchemas(schemaDirectory: string): Sources {
  const sources = loadSchemas(schemaDirectory);
  const faults = lintSchemas(sources);
  if (faults.length > 0) throw new SchemaFaults(faults);
  const bound = [...sources.folders, ...sources.forms].filter(({ methods }) => methods.content.grpc);
  const protoFaults = bound.flatMap(lintProto);
  if (protoFaults.length > 0) throw new SchemaFaults(protoFaults);
  return sources;
}

import { emitDescriptors } from "./emit-descriptors.js";
import { emitProto, fieldBehaviorPath, fieldBehaviorProto } from "./emit-proto.js";
import { SchemaFaults } from "./faults.js";
import { format } from "./format.js";
import { header } from "./header.js";
import { lintProto } from "./lint-proto.js";
import { loadSchemas } from "./load-schema.js";
import { protoFileOf } from "./proto-model.js";

/**
 * Turns a `schema/` directory into the files of `packages/grpc/src/generated/`: path to text.
 *
 * @throws SchemaFaults
 */
export async function generateGrpc(schemaDirectory: string): Promise<Map<string, string>> {
  const { folders, forms } = loadSchemas(schemaDirectory);
  const bound = [...folders, ...forms].filter(({ methods }) => methods.content.grpc);
  const faults = bound.flatMap(lintProto);
  if (faults.length > 0) throw new SchemaFaults(faults);
  const packages = new Set<string>();
  const files = bound.flatMap(({ folder, schema, methods }): [path: string, text: string][] => {
    const file = protoFileOf(schema.content, methods.content);
    const top = header([schema, methods]);
    // A version that adds to a package without renaming it has a file of its own.
    const name = packages.has(file.package) ? `${file.package}-${folder}` : file.package;
    packages.add(file.package);
    return [
      [`proto/${name}.proto`, top + emitProto(file)],
      [`${folder}/descriptors.ts`, top + emitDescriptors(file, `${name}.proto`)],
    ];
  });
  return format(new Map([...files, [`proto/${fieldBehaviorPath}`, fieldBehaviorProto]]));
}

import { emitDescriptors } from "./emit-descriptors.js";
import { emitProto, fieldBehaviorPath, fieldBehaviorProto } from "./emit-proto.js";
import { header } from "./header.js";
import type { Sources } from "./load-schema.js";
import { protoFileOf } from "./proto-model.js";

/** The files of `packages/grpc/src/generated/`: path to text, not formatted yet. */
export async function generateGrpc({ folders, forms }: Sources): Promise<Map<string, string>> {
  const bound = [...folders, ...forms].filter(({ methods }) => methods.content.grpc);
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
  return new Map([...files, [`proto/${fieldBehaviorPath}`, fieldBehaviorProto]]);
}

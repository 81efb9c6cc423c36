import { readFileSync } from "node:fs";
import protobuf from "protobufjs";

const folder = new URL("../src/generated/proto/", import.meta.url);

/** The generated `.proto` of a package as protobufjs understands it, which has nothing to do with what we generate it by. */
export function loadProto(name: string): protobuf.Root {
  const root = new protobuf.Root();
  for (const path of ["empty", "struct", "timestamp"]) {
    const common = protobuf.common.get(`google/protobuf/${path}.proto`);
    if (common?.nested) root.addJSON(common.nested);
  }
  protobuf.parse(readFileSync(new URL(`${name}.proto`, folder), "utf8"), root, { keepCase: true });
  root.resolveAll();
  return root;
}

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeEach, expect, test } from "vitest";
import { generate } from "./generate.js";
import { compareFolder } from "./output-folder.js";

const schema = fileURLToPath(new URL("../../../schema", import.meta.url));
const committed = fileURLToPath(new URL("../../../packages/grpc/src/generated", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "a2a-generate-grpc-"));
const copy = join(scratch, "schema");

/** What is generated for grpc. */
async function grpc(schemaDirectory: string): Promise<ReadonlyMap<string, string>> {
  return (await generate(schemaDirectory)).get("packages/grpc/src/generated") ?? new Map();
}

beforeEach(() => {
  rmSync(copy, { recursive: true, force: true });
  cpSync(schema, copy, { recursive: true, filter: (path) => !path.endsWith("examples") });
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Adds a member to the Task of 1.0. */
function addToTask(member: object): void {
  const path = join(copy, "v1.0/schema.json");
  const content = JSON.parse(readFileSync(path, "utf8"));
  content.$defs.Task.properties.priorityOfTask = { description: "How urgent it is.", ...member };
  writeFileSync(path, JSON.stringify(content));
}

test("gives what is committed", async () => {
  expect(compareFolder(committed, await grpc(schema))).toEqual([]);
});

test("takes a new member into the text and the descriptors of its version, and nothing else changes", async () => {
  const before = await grpc(schema);
  addToTask({ type: "integer", minimum: 0, maximum: 9, "x-proto": { n: 9, t: "int32", optional: true } });
  const after = await grpc(copy);
  const paths = [...after].filter(([path, text]) => text !== before.get(path)).map(([path]) => path);
  expect(paths).toEqual(["proto/lf.a2a.v1.proto", "v1.0/descriptors.ts"]);
  expect(after.get("proto/lf.a2a.v1.proto")).toContain("  // How urgent it is.\n  optional int32 priority_of_task = 9;\n}");
});

test("writes a name of JSON that does not follow from protobuf's, and what is deprecated", async () => {
  addToTask({ type: "boolean", deprecated: true, "x-proto": { n: 9, t: "bool", name: "urgent", required: true } });
  const text = (await grpc(copy)).get("proto/lf.a2a.v1.proto");
  expect(text).toContain('bool urgent = 9 [json_name = "priorityOfTask", (google.api.field_behavior) = REQUIRED, deprecated = true];');
});

test("refuses a member that protobuf cannot have, and says where", async () => {
  addToTask({ type: "string", "x-proto": { n: 1, t: "string" } });
  const place = "schema/v1.0/schema.json#/$defs/Task/properties/priorityOfTask";
  await expect(grpc(copy)).rejects.toThrow(`${place} has the number 1 of another member`);
});

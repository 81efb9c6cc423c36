import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { format } from "./format.js";
import { generate } from "./generate.js";
import { generateCore } from "./generate-core.js";
import { loadSchemas } from "./load-schema.js";
import { compareFolder, writeFolder } from "./output-folder.js";

const schema = fileURLToPath(new URL("../../../schema", import.meta.url));
const committed = fileURLToPath(new URL("../../../packages/core/src/generated", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "a2a-generate-"));
const copy = join(scratch, "schema");
const out = join(scratch, "generated");

let generated: ReadonlyMap<string, string>;

beforeAll(async () => {
  generated = await core(schema);
});

/** What is generated for core. */
async function core(schemaDirectory: string): Promise<ReadonlyMap<string, string>> {
  return format(await generateCore(loadSchemas(schemaDirectory)));
}

/** Only what is generated of 1.0, and the tables: the other versions take their time. */
async function coreOfV10(schemaDirectory: string): Promise<ReadonlyMap<string, string>> {
  const sources = loadSchemas(schemaDirectory);
  return format(await generateCore({ ...sources, folders: sources.folders.filter(({ folder }) => folder === "v1.0"), forms: [] }));
}

beforeEach(() => {
  rmSync(copy, { recursive: true, force: true });
  cpSync(schema, copy, { recursive: true, filter: (path) => !path.endsWith("examples") });
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Puts a value into a file of the copy, at a path like `$defs.Task`; undefined takes away what is there. */
function edit(file: string, path: string, value?: unknown): void {
  const content: unknown = JSON.parse(readFileSync(join(copy, file), "utf8"));
  const steps = path.split(".");
  const last = steps.pop() ?? "";
  // safe: tests name paths that exist
  const target = steps.reduce((node, step) => (node as Record<string, unknown>)[step], content) as Record<string, unknown>;
  target[last] = value;
  writeFileSync(join(copy, file), JSON.stringify(content));
}

describe("generated code of core", () => {
  test("gives what is committed", () => {
    expect(compareFolder(committed, generated)).toEqual([]);
  });

  test("does not depend on how the schemas are formatted", async () => {
    edit("v1.0/schema.json", "title", "A2A 1.0");
    const files = [...generated].filter(([path]) => path.startsWith("v1.0/"));
    expect([...(await coreOfV10(copy))].filter(([path]) => path.startsWith("v1.0/"))).toEqual(files);
  });

  test("takes a new member into the types, validators and shapes of its version, and nothing else changes", async () => {
    edit("v1.0/schema.json", "$defs.Task.properties.priority", {
      type: "integer",
      minimum: 1,
      maximum: 9,
      description: "How urgent it is.",
      "x-proto": { n: 90, t: "int32" },
    });
    const changed = await core(copy);
    const paths = [...changed].filter(([path, text]) => text !== generated.get(path)).map(([path]) => path);
    // The enums and what counts in a card change in their header alone: they come from the same file.
    const fromSchema = ["types", "validators", "compact-validators", "enums", "shapes", "compact-shapes", "presence"];
    expect(paths).toEqual(fromSchema.map((name) => `v1.0/${name}.ts`));
    expect(changed.get("v1.0/types.ts")).toContain("  /**\n   * How urgent it is.\n   */\n  priority?: number;\n");
    expect(changed.get("v1.0/shapes.ts")).toMatch(/const Task: Shape = [^;]* priority: "value",/);
    expect(changed.get("v1.0/validators.ts")).toContain('path: "/priority", type: "Task", keyword: "minimum"');
    expect(changed.get("v1.0/compact-validators.ts")).toContain("metadata> priority#1,9");
  });

  test("takes a new operation into the tables and makes the validators that it needs", async () => {
    const role = { jsonrpc: "GetRole", grpc: "GetRole", params: "Message", result: "Role", streaming: false, clause: "1.0, section 9" };
    edit("v1.0/methods.json", "methods.GetRole", role);
    const changed = await coreOfV10(copy);
    expect(changed.get("v1.0/methods.ts")).toContain("GetRole: { params: T.Message; result: T.Role };");
    expect(changed.get("v1.0/validators.ts")).toMatch(/export const isRole: Validator<T.Role> =\s+\/\*#__PURE__\*\/ validator\("Role"/);
    expect(changed.get("v1.0/compact-validators.ts")).toContain('export const isRole: Validator<T.Role> = /*#__PURE__*/ parse("Role"');
    expect(changed.get("tables.ts")).toContain('"GetRole"');
    expect(changed.get("v1.0/columns.ts")).toContain('GetRole: ["GetRole"],');
  });

  test("takes a type into the shapes of those that hold it, and its protobuf names with it", async () => {
    const note = {
      description: "A note.",
      "x-clause": "1.0, section 9",
      type: "object",
      properties: { byWhom: { type: "string", description: "Who.", "x-proto": { n: 1, t: "string" } } },
    };
    edit("v1.0/schema.json", "$defs.Note", note);
    const notes = {
      type: "array",
      items: { $ref: "#/$defs/Note" },
      description: "Notes.",
      "x-proto": { n: 90, t: "Note", repeated: true },
    };
    edit("v1.0/schema.json", "$defs.Task.properties.notes", notes);
    const shapes = (await coreOfV10(copy)).get("v1.0/shapes.ts");
    expect(shapes).toContain('const Note: Shape = /*#__PURE__*/ shape({ byWhom: "value" });');
    expect(shapes).toMatch(/const Task: Shape = [^;]* notes: Note,/);
    expect(shapes).toContain('["by_whom", "byWhom"]');
  });

  test("tells the compact shapes of a name that protobuf spells in its own way", async () => {
    expect(generated.get("v1.0/compact-shapes.ts")).toContain("jsonNamesOf({}, paramsShapes,");
    edit("v1.0/schema.json", "$defs.Task.properties.contextId.x-proto.name", "session");
    const changed = await coreOfV10(copy);
    expect(changed.get("v1.0/compact-shapes.ts")).toMatch(/jsonNamesOf\(\s*{ contextId: "session" },/);
    expect(changed.get("v1.0/shapes.ts")).toContain('["session", "contextId"]');
  });

  const nowhere = { folder: "v9.9", wire: "9.9", aliases: [], status: "preview" };
  const broken: readonly [what: string, file: string, path: string, value: unknown, message: string][] = [
    [
      "a method of an unknown type",
      "v0.3/methods.json",
      "methods.GetTask.params",
      "Nothing",
      "/params names the type Nothing, which does not exist",
    ],
    [
      "a method without a result",
      "v0.1/methods.json",
      "methods.GetTask.result",
      undefined,
      "/methods/GetTask must have required property 'result'",
    ],
    [
      "a refusal with an unknown error",
      "v1.0/errors.json",
      "refusals.notFound.error",
      "LostError",
      "/refusals/notFound/error names LostError",
    ],
    [
      "an alias that says an error as one that there is not",
      "v0.3/errors.json",
      "aliases",
      { "0.2": { InternalError: "LostError" } },
      "/aliases/0.2/InternalError names LostError",
    ],
    ["an alias that is no version", "v0.3/errors.json", "aliases", { old: { InternalError: "InternalError" } }, "/aliases"],
    [
      "a form's method of an unknown type",
      "v0.3-proto/methods.json",
      "methods.GetTask.result",
      "Nothing",
      "schema/v0.3-proto/methods.json#/methods/GetTask/result names the type Nothing, which does not exist",
    ],
    ["a form with a card of its own", "v0.3-proto/methods.json", "card", {}, "schema/v0.3-proto/methods.json# must NOT have additional"],
    ["a form that breaks a rule", "v0.3-proto/schema.json", "$defs.Task.x-clause", undefined, "/$defs/Task has no x-clause"],
    [
      "a path with what is no member of the params",
      "v0.3-proto/methods.json",
      "methods.GetTask.rest.0.path",
      "/{id=tasks/*}",
      "/methods/GetTask/rest/0 names id, which is no member of GetTaskRequest",
    ],
    [
      "a body that is no member of the params",
      "v0.3-proto/methods.json",
      "methods.CreateTaskPushNotificationConfig.rest.1.body",
      "webhook",
      "/rest/1 names webhook, which is no member of CreateTaskPushNotificationConfigRequest",
    ],
    ["a schema that is none", "v0.1/schema.json", "$defs.Task.required", "id", "/$defs/Task/required must be array"],
    ["a schema without types", "v0.1/schema.json", "$defs", undefined, "schema/v0.1/schema.json# has no $defs"],
    [
      "members that are required in another order than theirs",
      "v1.0/schema.json",
      "$defs.AgentProvider.required",
      ["organization", "url"],
      "schema/v1.0/schema.json#/$defs/AgentProvider organization, url have to be in the order in which they are members",
    ],
    ["a schema that breaks a rule", "v0.1/schema.json", "$defs.Task.x-clause", undefined, "/$defs/Task has no x-clause"],
    ["a newest version that is not listed", "versions.json", "newest", "v9.9", "/newest v9.9 is not listed"],
    ["a form without a folder", "versions.json", "versions.1.forms", ["v0.3-xml"], "schema/v0.3-xml/schema.json# is missing"],
    ["a version without a folder", "versions.json", "versions.3", nowhere, "schema/v9.9/schema.json# is missing"],
  ];
  for (const [what, file, path, value, message] of broken) {
    test(`refuses ${what} and says where`, async () => {
      edit(file, path, value);
      await expect(generate(copy)).rejects.toThrow(message);
      await expect(generate(copy)).rejects.toThrow(/^schema\/v?\d?.*json#/);
    });
  }

  test("refuses an error that the newest version lacks", async () => {
    const row = JSON.parse(readFileSync(join(copy, "v0.3/errors.json"), "utf8")).errors.InternalError;
    edit("v0.3/errors.json", "errors.LostError", row);
    await expect(generate(copy)).rejects.toThrow("schema/v0.3/errors.json#/errors/LostError is an error that the newest version lacks");
  });
});

describe("an error that only some versions have", () => {
  const name = "TooLateError";
  const row = { code: -32011, httpStatus: 409, grpcStatus: "ABORTED", reason: "TOO_LATE", message: "Too late", clause: "0.1, section 1" };

  test("is in the tables of its version and in no other's", async () => {
    edit("v0.1/errors.json", `errors.${name}`, { ...row, refines: "InvalidTaskStateError" });
    const after = await core(copy);
    const changed = [...after].filter(([path, text]) => text !== generated.get(path)).map(([path]) => path);
    expect(changed.sort()).toEqual(["tables.ts", "v0.1/columns.ts", "v0.1/errors.ts", "v0.1/facts.ts"]);
    expect(after.get("tables.ts")).toContain(`export type RefinedErrorName = "${name}"`);
    expect(after.get("v0.1/columns.ts")).toContain('refines: "InvalidTaskStateError"');
  });

  for (const refines of ["LostError", name]) {
    test(`is refused where it is ${refines} to the others`, async () => {
      edit("v0.1/errors.json", `errors.${name}`, { ...row, refines });
      await expect(generate(copy)).rejects.toThrow(
        `schema/v0.1/errors.json#/errors/${name}/refines names ${refines}, which not every version has`,
      );
    });
  }
});

describe("a generated folder", () => {
  test("is brought up to date, and what does not belong there goes", () => {
    const stale = "v1.0/types.ts";
    writeFolder(out, generated);
    mkdirSync(join(out, "v0.9"));
    writeFileSync(join(out, "v0.9/types.ts"), "");
    writeFileSync(join(out, stale), "");
    rmSync(join(out, "tables.ts"));
    const differences = [
      { kind: "missing", path: "tables.ts" },
      { kind: "stale", path: stale },
      { kind: "surplus", path: "v0.9/types.ts" },
    ];
    expect(compareFolder(out, generated)).toEqual(differences);
    expect(writeFolder(out, generated)).toEqual(differences);
    expect(compareFolder(out, generated)).toEqual([]);
    expect(existsSync(join(out, "v0.9/types.ts"))).toBe(false);
  });
});

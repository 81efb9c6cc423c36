import { emitColumns } from "./emit-columns.js";
import { emitCompactValidators } from "./emit-compact-validators.js";
import { emitEnums } from "./emit-enums.js";
import { emitErrors } from "./emit-errors.js";
import { emitFacts } from "./emit-facts.js";
import { emitMethods } from "./emit-methods.js";
import { emitPresence } from "./emit-presence.js";
import { emitRest } from "./emit-rest.js";
import { emitCompactShapes, emitShapes } from "./emit-shapes.js";
import { emitStatuses } from "./emit-statuses.js";
import { emitTables } from "./emit-tables.js";
import { emitTypes } from "./emit-types.js";
import { emitValidators } from "./emit-validators.js";
import { emitVersions } from "./emit-versions.js";
import { header } from "./header.js";
import type { FormSources, Source, Sources, VersionSources } from "./load-schema.js";
import { sourceOf } from "./load-schema.js";
import type { Definitions, VersionsFile } from "./schema-model.js";
import { validatedTypes } from "./schema-model.js";

/** The files of `packages/core/src/generated/`: path to text, not formatted yet. Nothing but the schemas and this tool's code goes in. */
export async function generateCore(sources: Sources): Promise<Map<string, string>> {
  const files = new Map([
    ["versions.ts", header([sources.versions]) + emitVersions(sources)],
    ["tables.ts", header(tablesOf(sources)) + emitTables(sources)],
  ]);
  for (const version of sources.folders) {
    for (const [name, text] of await emitVersion(version)) files.set(`${version.folder}/${name}`, text);
    // What protobuf defines has members under two names.
    if (version.methods.content.grpc) for (const [name, text] of shapesOf(version)) files.set(`${version.folder}/${name}`, text);
    if (version.folder === sources.versions.content.newest)
      for (const [name, text] of presenceOf(version)) files.set(`${version.folder}/${name}`, text);
    files.set(`${version.folder}/index.ts`, header([withoutPreviews(sources.versions, version)]) + emitIndex(version.folder));
  }
  for (const form of sources.forms) {
    for (const [name, text] of [...(await emitForm(form)), ...shapesOf(form)]) files.set(`${form.folder}/${name}`, text);
  }
  return files;
}

async function emitVersion(version: VersionSources): Promise<[name: string, text: string][]> {
  const { methods, errors } = version;
  return [
    ...(await emitForm(version)),
    ["errors.ts", header([errors]) + emitErrors(errors.content)],
    // not in the index: only the dialect reads them, and clients before they have it
    ["columns.ts", header([methods, errors]) + emitColumns(methods.content, errors.content)],
    ["facts.ts", header([methods, errors]) + emitFacts(methods.content, errors.content)],
    ...(errors.content.byStatus ? [statusesOf(errors)] : []),
  ];
}

/** What a version has in each of its forms. */
async function emitForm({ folder, schema, methods }: FormSources): Promise<[name: string, text: string][]> {
  const definitions = schema.content.$defs;
  return [
    ["types.ts", header([schema]) + (await emitTypes(definitions))],
    ["validators.ts", header([schema, methods]) + emitValidators(definitions, validatedTypes(methods.content))],
    ["compact-validators.ts", header([schema, methods]) + emitCompactValidators(definitions, validatedTypes(methods.content))],
    ["methods.ts", header([methods]) + emitMethods(methods.content, folder)],
    ["enums.ts", header([schema]) + emitEnums(definitions)],
    ...(methods.content.rest ? [restOf(methods, definitions)] : []),
  ];
}

/** Not in the index: only the HTTP+JSON binding reads it. */
function restOf(methods: FormSources["methods"], definitions: Definitions): [name: string, text: string] {
  return ["rest.ts", header([methods]) + emitRest(methods.content, definitions)];
}

/** Not in the index: only bindings that answer with statuses read it. */
function statusesOf(errors: VersionSources["errors"]): [name: string, text: string] {
  return ["statuses.ts", header([errors]) + emitStatuses(errors.content)];
}

/** Not in the index: only the dialect reads it. */
function shapesOf({ schema, methods }: FormSources): [name: string, text: string][] {
  const given = [schema.content.$defs, methods.content] as const;
  return [
    ["shapes.ts", header([schema, methods]) + emitShapes(...given)],
    ["compact-shapes.ts", header([schema, methods]) + emitCompactShapes(...given)],
  ];
}

/** Not in the index: only signing reads it. */
function presenceOf({ schema, methods }: VersionSources): [name: string, text: string][] {
  return [["presence.ts", header([schema, methods]) + emitPresence(schema.content.$defs, methods.content)]];
}

/** What a version's own files are made of: a preview of another changes none of them. */
function withoutPreviews({ path, content }: Source<VersionsFile>, own: VersionSources): Source<VersionsFile> {
  const versions = content.versions.filter(({ folder, status }) => status !== "preview" || folder === own.folder);
  return sourceOf(path, { ...content, versions });
}

function emitIndex(folder: string): string {
  const modules = ["./types.js", `#validators/${folder}`, "./methods.js", "./errors.js", "./enums.js"];
  return modules.map((name) => `export * from "${name}";\n`).join("");
}

function tablesOf({ folders }: Sources): Source<unknown>[] {
  return folders.flatMap(({ methods, errors }) => [methods, errors]);
}

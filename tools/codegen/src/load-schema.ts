import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { duplicateMember } from "./duplicate-member.js";
import type { Fault } from "./faults.js";
import { SchemaFaults } from "./faults.js";
import type { BindingsFile, ErrorsFile, MethodsFile, SchemaFile, VersionRow, VersionsFile } from "./schema-model.js";

/** A parsed file of `schema/`. */
export interface Source<T> {
  /** Path as people write it: `schema/v1.0/methods.json`. */
  readonly path: string;
  readonly content: T;
  /** Hash of the content; formatting does not count. */
  readonly sha256: string;
}

/** The folder of another form of a version, read. */
export interface FormSources {
  readonly folder: string;
  readonly schema: Source<SchemaFile>;
  readonly methods: Source<BindingsFile>;
}

/** One version folder, read. */
export interface VersionSources extends VersionRow {
  readonly schema: Source<SchemaFile>;
  readonly methods: Source<MethodsFile>;
  readonly errors: Source<ErrorsFile>;
}

/** All of `schema/` that code is generated from. */
export interface Sources {
  readonly versions: Source<VersionsFile>;
  readonly folders: readonly VersionSources[];
  /** What says the same as one of the folders in another form. */
  readonly forms: readonly FormSources[];
}

/**
 * Reads `schema/` and checks the tables against `schema/meta`.
 *
 * @throws SchemaFaults
 */
export function loadSchemas(directory: string): Sources {
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  const faults: Fault[] = [];
  const read = <T>(file: string): Source<T> => readSource<T>(directory, file);
  const table = <T>(file: string, kind: string): Source<T> => {
    const source = read<T>(file);
    const id = `urn:a2a:meta:${kind}`;
    if (!ajv.getSchema(id)) ajv.addSchema(read<object>(`meta/${kind}.schema.json`).content);
    if (!ajv.validate(id, source.content)) faults.push(...faultsOf(ajv, source));
    return source;
  };
  const versions = table<VersionsFile>("versions.json", "versions");
  if (faults.length > 0) throw new SchemaFaults(faults);
  const types = (folder: string): Source<SchemaFile> => {
    const schema = read<SchemaFile>(`${folder}/schema.json`);
    if (!ajv.validateSchema(schema.content)) faults.push(...faultsOf(ajv, schema));
    return schema;
  };
  const folders = versions.content.versions.map((row) => {
    const schema = types(row.folder);
    const methods = table<MethodsFile>(`${row.folder}/methods.json`, "methods");
    return { ...row, schema, methods, errors: table<ErrorsFile>(`${row.folder}/errors.json`, "errors") };
  });
  const forms = versions.content.versions
    .flatMap((row) => row.forms ?? [])
    .map((folder) => {
      return { folder, schema: types(folder), methods: table<BindingsFile>(`${folder}/methods.json`, "form") };
    });
  if (faults.length > 0) throw new SchemaFaults(faults);
  return { versions, folders, forms };
}

/** A file with that content. */
export function sourceOf<T>(path: string, content: T): Source<T> {
  return { path, content, sha256: createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, 16) };
}

/** What AJV said of the file that it has just checked. */
function faultsOf(ajv: Ajv2020, { path }: Source<unknown>): Fault[] {
  return (ajv.errors ?? []).map(({ instancePath, message, params }) => {
    return { at: `${path}#${instancePath}`, message: `${message} ${JSON.stringify(params)}` };
  });
}

function readSource<T>(directory: string, file: string): Source<T> {
  const path = `schema/${file}`;
  const absolute = join(directory, file);
  if (!existsSync(absolute)) throw new SchemaFaults([{ at: `${path}#`, message: "is missing, though versions.json lists its folder" }]);
  const text = readFileSync(absolute, "utf8");
  const twice = duplicateMember(text);
  if (twice !== undefined) throw new SchemaFaults([{ at: `${path}#${twice}`, message: "is there twice" }]);
  try {
    return sourceOf<T>(path, JSON.parse(text));
  } catch (error) {
    throw new SchemaFaults([{ at: `${path}#`, message: `is not JSON: ${error instanceof Error ? error.message : String(error)}` }]);
  }
}

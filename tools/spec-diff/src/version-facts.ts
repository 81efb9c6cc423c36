import type { BindingsFile, Definitions, ErrorsFile, MethodsFile, SchemaFile, VersionsFile } from "../../codegen/src/schema-model.js";
import type { SchemaTree } from "./schema-tree.js";

/** A version or form as a tree has it. */
export interface VersionFacts {
  /** Folder below `schema/`. */
  readonly folder: string;
  readonly title: string;
  readonly definitions: Definitions;
  readonly methods: Partial<MethodsFile> & Partial<BindingsFile>;
  /** Those of a form are its version's: see `wholeFactsOf`. */
  readonly errors: Partial<ErrorsFile>;
}

/** The list of versions of a tree, without any where it has none. */
export function versionsOf(tree: SchemaTree): VersionsFile {
  // safe: npm run generate checks the file against its schema
  return (tree.read("versions.json") ?? { newest: "", versions: [] }) as VersionsFile;
}

/** Reads a folder of a tree, undefined where there is none. What it lacks is empty: an older state may not have had it yet. */
export function factsOf(tree: SchemaTree, folder: string): VersionFacts | undefined {
  // safe: npm run generate checks these files against their schemas
  const schema = tree.read(`${folder}/schema.json`) as SchemaFile | undefined;
  if (!schema) return undefined;
  const { title = folder, $defs: definitions = {} } = schema;
  // safe: as above
  const methods = (tree.read(`${folder}/methods.json`) ?? {}) as VersionFacts["methods"];
  // safe: as above
  const errors = (tree.read(`${folder}/errors.json`) ?? {}) as VersionFacts["errors"];
  return { folder, title, definitions, methods, errors };
}

/** A folder of a tree with what a form shares with its version: card, webhooks, headers and errors. */
export function wholeFactsOf(tree: SchemaTree, folder: string): VersionFacts | undefined {
  const facts = factsOf(tree, folder);
  const version = versionsOf(tree).versions.find(({ forms }) => forms?.includes(folder));
  const shared = version && factsOf(tree, version.folder);
  if (!facts || !shared) return facts;
  // what a form has of its own goes before
  return { ...facts, methods: { ...shared.methods, ...facts.methods }, errors: shared.errors };
}

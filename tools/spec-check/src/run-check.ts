import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { extname, join, resolve } from "node:path";
import { SchemaFaults } from "../../codegen/src/faults.js";
import type { FormSources, Sources } from "../../codegen/src/load-schema.js";
import { loadSchemas } from "../../codegen/src/load-schema.js";
import type { Surroundings } from "../../codegen/src/run-generate.js";
import type { ErrorsFile } from "../../codegen/src/schema-model.js";
import type { Difference } from "./compare-outlines.js";
import { compareOutlines } from "./compare-outlines.js";
import { outlineJson } from "./json-document.js";
import { outlineProto } from "./proto-document.js";
import type { Judgement } from "./upstream.js";
import { judge, readUpstream } from "./upstream.js";

/** A folder of `schema/` that restates a document. */
interface Restated {
  readonly form: FormSources;
  readonly errors: ErrorsFile;
}

const usage = "usage: npm run spec:check -- VERSION FILE, for instance v0.3 path/to/a2a.json or v1.0 path/to/a2a.proto";

/** What `npm run spec:check` does; returns its exit code, which is 1 where a difference is not accepted. */
export function runCheck(args: readonly string[], { root, log, error }: Surroundings): number {
  const [version, file] = args;
  const schema = join(root, "schema");
  try {
    if (version === undefined || file === undefined || args.length > 2 || !/\.(json|proto)$/.test(file)) throw new TypeError(usage);
    const path = resolve(root, file);
    if (!existsSync(path)) throw new TypeError(`${file} is not there`);
    const restated = restatedBy(loadSchemas(schema), version, extname(file));
    const { folder } = restated.form;
    const text = readFileSync(path, "utf8");
    const { tag, documents } = readUpstream(schema, folder);
    const document = documents.find((each) => extname(each.path) === extname(file));
    const isTheOne = document?.sha256 === createHash("sha256").update(text).digest("hex");
    const judgement = judge(differencesOf(text, restated, file), document?.accepted ?? []);
    for (const line of linesOf(judgement, `schema/${folder}`, file)) log(line);
    if (!isTheOne) log(`(${file} is not the file of ${tag} that schema/${folder}/UPSTREAM.json names)`);
    // what is accepted for one edition need not be in another
    const unused = isTheOne ? judgement.unused : [];
    for (const pattern of unused) log(`accepted in schema/${folder}/UPSTREAM.json, but no difference any more: ${pattern}`);
    return judgement.open.length + unused.length > 0 ? 1 : 0;
  } catch (problem) {
    if (!(problem instanceof TypeError || problem instanceof SchemaFaults)) throw problem;
    error(problem.message);
    return 1;
  }
}

/** The folder of a version, or the form of it that a document of a kind is about. */
function restatedBy({ folders, forms }: Sources, version: string, extension: string): Restated {
  const of = folders.find(({ folder, forms: names = [] }) => folder === version || names.includes(version));
  if (!of) throw new TypeError(`there is no ${version} in schema/\n${usage}`);
  const candidates = [of, ...forms.filter(({ folder }) => of.forms?.includes(folder))];
  const form = candidates.find(({ folder, methods }) => {
    return extension === ".proto" ? methods.content.grpc && [of.folder, folder].includes(version) : folder === version;
  });
  if (!form) throw new TypeError(`${version} has no ${extension === ".proto" ? "gRPC service" : "such form"}`);
  return { form, errors: of.errors.content };
}

function differencesOf(text: string, { form, errors }: Restated, file: string): Difference[] {
  const own = { schema: form.schema.content, methods: form.methods.content, errors };
  try {
    const { published, ours } = extname(file) === ".proto" ? outlineProto(text, own) : outlineJson(JSON.parse(text), own);
    return compareOutlines(published, ours);
  } catch (problem) {
    if (problem instanceof TypeError || problem instanceof SyntaxError) throw new TypeError(`${file}: ${problem.message}`);
    throw problem;
  }
}

function linesOf({ open, accepted }: Judgement, folder: string, file: string): string[] {
  const count = accepted.reduce((sum, { differences }) => sum + differences.length, 0);
  return [
    `${folder} and ${file}: ${open.length} differences, and ${count} that are accepted`,
    ...open.map(lineOf),
    ...accepted.flatMap(({ because, differences }) =>
      differences.length > 0 ? ["", `accepted: ${because}`, ...differences.map(lineOf)] : [],
    ),
  ];
}

function lineOf({ kind, subject, text }: Difference): string {
  return `  ${kind.padEnd(12)}  ${subject.padEnd(44)}  ${text}`;
}

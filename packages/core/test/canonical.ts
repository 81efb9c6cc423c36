// The schemas as they are written, checked by a plain Ajv2020: what the generated validators are measured against.

import { readFileSync } from "node:fs";
import type { ValidateFunction } from "ajv/dist/2020.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

/** A schema, as far as tests walk through it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly not?: Schema;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: string;
  readonly contentEncoding?: string;
}

export type Definitions = Readonly<Record<string, Schema>>;

/** A place and the standard keyword that refuses what stands there. */
export interface Refusal {
  readonly pointer: string;
  readonly keyword: string;
}

export interface Method {
  readonly jsonrpc?: string;
  readonly jsonrpcAliases?: readonly string[];
  readonly params: string;
  readonly paramsOptional?: true;
  readonly result: string;
}

/** One version as `schema/` has it, or another form of one. */
export interface Canonical {
  readonly folder: string;
  /** Folders of what are examples of this version: its own, and that of the version that it only adds to. */
  readonly examples: readonly string[];
  /** The files of the folder that ship. */
  readonly files: readonly string[];
  readonly definitions: Definitions;
  readonly methods: Readonly<Record<string, Method>>;
  /** Everything that is wrong with a value; `type` is a name in `$defs`, or `<Operation>.request` or `.response` for a whole body. */
  refusals(type: string, value: unknown): readonly Refusal[];
}

export const schemaDirectory: URL = new URL("../../../schema/", import.meta.url);

/** A version as the list of versions has it. */
interface Row {
  readonly folder: string;
  readonly forms?: readonly string[];
  readonly extends?: string;
}

export const canonicals: readonly Canonical[] = readJson<{ versions: Row[] }>("versions.json").versions.flatMap(
  ({ folder, forms = [], extends: base }) => [
    loadCanonical(folder, ["schema", "methods", "errors"], base === undefined ? [folder] : [folder, base]),
    ...forms.map((form) => loadCanonical(form, ["schema", "methods"])),
  ],
);

/** A file of `schema/`, parsed. */
export function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(new URL(path, schemaDirectory), "utf8"));
}

function loadCanonical(folder: string, files: readonly string[], examples: readonly string[] = [folder]): Canonical {
  const schema = readJson<{ $id: string; $defs: Definitions }>(`${folder}/schema.json`);
  const { methods } = readJson<{ methods: Record<string, Method> }>(`${folder}/methods.json`);
  const ajv = new Ajv2020({ allErrors: true, strict: false, schemas: [schema], formats: { uri: true } });
  addFormats.default(ajv, ["date-time"]);
  const checks = new Map<string, ValidateFunction>();
  const checkOf = (type: string): ValidateFunction => {
    const check = checks.get(type) ?? ajv.compile(wholeSchema(type, methods, (name) => ({ $ref: `${schema.$id}#/$defs/${name}` })));
    checks.set(type, check);
    return check;
  };
  return {
    folder,
    examples,
    files,
    definitions: schema.$defs,
    methods,
    refusals(type, value) {
      const check = checkOf(type);
      check(value);
      return (check.errors ?? []).map(({ keyword, instancePath, params }) => {
        return { keyword, pointer: keyword === "required" ? `${instancePath}/${escapeStep(params.missingProperty)}` : instancePath };
      });
    },
  };
}

/** The schema of a type, or of a body: the envelope with the params or the result that the method table names. */
function wholeSchema(type: string, methods: Canonical["methods"], ref: (name: string) => object): object {
  const [operation = "", body] = type.split(".");
  if (!body) return ref(type);
  const method = methods[operation];
  if (!method) throw new Error(`${operation} is no operation of this version`);
  if (body === "response") return { ...ref("JSONRPCResponse"), properties: { result: ref(method.result) } };
  const required = method.paramsOptional ? [] : ["params"];
  return { ...ref("JSONRPCRequest"), required, properties: { params: ref(method.params) } };
}

function escapeStep(member: unknown): string {
  return String(member).replaceAll("~", "~0").replaceAll("/", "~1");
}

// The part of JSON Schema 2020-12 that schema/README.md allows, and the two tables beside a schema.

/** A schema as it stands in a `schema.json`. Which keywords may stand together is checked by `lintSchema`. */
export interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly not?: Schema;
  readonly discriminator?: { readonly propertyName: string };
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly minItems?: number;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: string;
  readonly contentEncoding?: string;
  readonly default?: unknown;
  readonly deprecated?: boolean;
  readonly tsType?: string;
  readonly "x-clause"?: string;
  readonly "x-proto"?: unknown;
}

/** The named types of one version. */
export type Definitions = Readonly<Record<string, Schema>>;

export interface SchemaFile {
  readonly title: string;
  readonly description: string;
  readonly $defs: Definitions;
}

export interface Method {
  readonly jsonrpc?: string;
  readonly jsonrpcAliases?: readonly string[];
  readonly grpc?: string;
  readonly grpcAliases?: readonly string[];
  readonly params: string;
  readonly paramsOptional?: true;
  readonly streaming: boolean;
  readonly result: string;
  readonly rest?: readonly RestRow[];
  readonly clause: string;
}

export interface RestRow {
  readonly verb: string;
  readonly path: string;
  /** The member of the params that the body is; all that the path leaves, where it is absent. */
  readonly body?: string;
}

/** What the tables of versions and of their other forms have. */
export interface BindingsFile {
  readonly grpc?: { readonly package: string; readonly service: string };
  readonly rest?: { readonly prefix: string; readonly mediaType: string; readonly tenantPrefix?: string };
  readonly methods: Readonly<Record<string, Method>>;
}

export interface MethodsFile extends BindingsFile {
  readonly card: {
    readonly type: string;
    readonly path: string;
    readonly otherPaths?: readonly string[];
    readonly caching: { readonly headers: Readonly<Record<string, string>>; readonly notModifiedStatus: number };
  };
  readonly push: { readonly type: string };
  readonly headers: Readonly<Record<string, string>>;
}

export interface ErrorFileRow {
  readonly code: number;
  readonly httpStatus: number;
  readonly jsonrpcHttpStatus?: number;
  readonly challengeHeader?: string;
  readonly grpcStatus: string;
  readonly reason: string;
  readonly message: string;
  /** The error, of those that every version has, that this one is to versions without it. */
  readonly refines?: string;
  readonly clause: string;
}

export interface ErrorsFile {
  readonly domain: string | null;
  readonly errors: Readonly<Record<string, ErrorFileRow>>;
  readonly aliases?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly refusals: Readonly<Record<string, { readonly httpStatus: number; readonly error: string }>>;
  readonly byStatus?: { readonly grpc: Readonly<Record<string, string>>; readonly http: Readonly<Record<string, string>> };
}

export interface VersionRow {
  readonly folder: string;
  readonly wire: string;
  readonly aliases: readonly string[];
  readonly forms?: readonly string[];
  /** Folder of a version that this one only adds to. */
  readonly extends?: string;
  readonly status: string;
}

export interface VersionsFile {
  readonly newest: string;
  readonly versions: readonly VersionRow[];
}

/** The rows of a version by their names: those that every version has, and those that refine one of them. */
export function rowsOf({
  errors,
}: Pick<ErrorsFile, "errors">): Readonly<Record<"common" | "refined", readonly (readonly [string, ErrorFileRow])[]>> {
  const rows = Object.entries(errors);
  return {
    common: rows.filter(([, { refines }]) => refines === undefined),
    refined: rows.filter(([, { refines }]) => refines !== undefined),
  };
}

/** The type that a `$ref` names. */
export function refName(ref: string): string {
  return ref.slice("#/$defs/".length);
}

/** The members of a union told apart by which of them is set, undefined where the schema is no such union. */
export function presenceMembers(schema: Schema): readonly string[] | undefined {
  if (!schema.oneOf || schema.discriminator) return undefined;
  return schema.oneOf.flatMap((branch) => branch.required ?? []);
}

/** The members of which no value may have all: one list of them, or several. */
export function excludedMembers({ not }: Schema): readonly (readonly string[])[] {
  return (not?.anyOf ?? (not ? [not] : [])).map(({ required = [] }) => required);
}

/** The types that get a validator: every params, result, stream and push type, and the card. There is no second list. */
export function validatedTypes(file: BindingsFile | MethodsFile): string[] {
  const used = Object.values(file.methods).flatMap(({ params, result }) => [params, result]);
  return [...new Set("card" in file ? [file.card.type, ...used, file.push.type] : used)];
}

/** A member's name as protobuf writes it, unless the schema says otherwise. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

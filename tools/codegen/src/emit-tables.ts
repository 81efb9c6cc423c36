import type { Sources } from "./load-schema.js";
import { rowsOf } from "./schema-model.js";

/** `tables.ts`: the shapes that the method and error tables of all versions share. */
export function emitTables({ folders }: Sources): string {
  const errors = folders.map(({ errors }) => errors.content);
  const errorNames = union(errors.flatMap((file) => rowsOf(file).common.map(([name]) => name)));
  const refined = union(errors.flatMap((file) => rowsOf(file).refined.map(([name]) => name))) || "never";
  const statuses = union(errors.flatMap((file) => Object.values(file.errors).map(({ grpcStatus }) => grpcStatus)));
  const refusals = union(errors.flatMap((file) => Object.keys(file.refusals)));
  const operations = union(folders.flatMap(({ methods }) => Object.keys(methods.content.methods)));
  const headers = union(folders.flatMap(({ methods }) => Object.keys(methods.content.headers)));
  return `/** Name of an error; the same in every version. */
export type ErrorName = ${errorNames};

/** Name of an error that only some versions have; to the others it is one of the above. */
export type RefinedErrorName = ${refined};

/** gRPC status by its name. */
export type GrpcStatus = ${statuses};

/** What HTTP itself refuses before a method is known. */
export type RefusalName = ${refusals};

/** Operation of any version, by the newest version's name for it. */
export type OperationName = ${operations};

/** Header that some version gives a meaning to. */
export type HeaderName = ${headers};

${shapes}`;
}

function union(names: readonly string[]): string {
  return [...new Set(names)].map((name) => JSON.stringify(name)).join(" | ");
}

/** What does not depend on the schemas, except on schema/meta, whose words it repeats. */
const shapes = `/** How one version answers with one error. */
export interface ErrorAnswer {
  /** JSON-RPC error code. */
  readonly code: number;
  /** HTTP status in the HTTP+JSON binding. */
  readonly httpStatus: number;
  /** HTTP status of a JSON-RPC answer where it is not 200. */
  readonly jsonrpcHttpStatus?: number;
  /** HTTP header in which an answer with this error says how to authenticate. */
  readonly challengeHeader?: string;
  /** Standard text; specifics travel as detail. */
  readonly message: string;
}

/** How one version says one error. */
export interface ErrorRow extends ErrorAnswer {
  readonly grpcStatus: GrpcStatus;
  /** google.rpc.ErrorInfo reason. */
  readonly reason: string;
  readonly clause: string;
}

/** Every error of one version. A reader that meets a code takes the first name listed for it. */
export type ErrorTable = Readonly<Record<ErrorName, ErrorRow>>;

/** The answers of one version with every error, in the order of its table. */
export type ErrorAnswers = Readonly<Record<ErrorName, ErrorAnswer>>;

/** How a version answers with an error that not all versions have. */
export interface RefinedErrorAnswer extends ErrorAnswer {
  readonly grpcStatus: GrpcStatus;
  /** google.rpc.ErrorInfo reason. */
  readonly reason: string;
  /** What the error is to versions that lack it. */
  readonly refines: ErrorName;
}

/** How a version says an error that not all versions have. */
export interface RefinedErrorRow extends ErrorRow {
  /** What the error is to versions that lack it. */
  readonly refines: ErrorName;
}

/** The errors that numbers mean to a reader: JSON-RPC codes, or statuses of HTTP. */
export type ErrorsByNumber = Readonly<Record<number, ErrorName>>;

/** HTTP status of a refusal, and the error that its JSON body carries. */
export interface Refusal {
  readonly httpStatus: number;
  readonly error: ErrorName;
}

export type Refusals = Readonly<Record<RefusalName, Refusal>>;

/** A route of the HTTP+JSON binding. */
export interface Route {
  readonly verb: "GET" | "POST" | "DELETE";
  /** Below the prefix: \`{name}\` stands for a member of the params, one step long; \`{name=tasks/*}\` for one of that form. */
  readonly path: string;
  /** The member of the params that the body is; absent: the body is the params, without the members in path and query. */
  readonly body?: string;
}

/** The names that one version gives to one operation. */
export interface MethodRow {
  /** JSON-RPC method name. */
  readonly jsonrpc?: string;
  /** Other method names that published documents use for it; read, never written. */
  readonly jsonrpcAliases?: readonly string[];
  /** The first is the one that a client uses. */
  readonly rest?: readonly Route[];
  /** Rpc name. */
  readonly grpc?: string;
  /** Other rpc names that published documents use for it; served, never called. */
  readonly grpcAliases?: readonly string[];
  /** Type of the params. */
  readonly params: string;
  readonly paramsOptional?: true;
  /** Type of the result, of each item where streaming. */
  readonly result: string;
  readonly streaming: boolean;
  readonly clause: string;
}

/** A row of a version that has every operation in JSON-RPC. */
export interface JsonRpcRow extends MethodRow {
  readonly jsonrpc: string;
}

/** Where the agent card is found and which type it has. */
export interface CardFacts {
  readonly type: string;
  /** Well-known path below the agent's origin. */
  readonly path: string;
  /** Other well-known paths at which clients of this version, or of one that it serves, look. */
  readonly otherPaths?: readonly string[];
  /** Path of the extended card where it is fetched with a plain HTTP GET, below the directory of the endpoint's URL. */
  readonly extendedPath?: string;
  readonly caching: CachingFacts;
  readonly clause: string;
}

/** How readers may keep a card. It is HTTP's own, and so the same in every version. */
export interface CachingFacts {
  /** Names of the headers of answers (control, tag, modified, vary) and of conditional requests (unlessTag, unlessModified). */
  readonly headers: Readonly<Record<"control" | "tag" | "modified" | "vary" | "unlessTag" | "unlessModified", string>>;
  /** Who may keep the public card, and for how long. */
  readonly public: string;
  /** Who may keep the extended card, which is for one caller. */
  readonly private: string;
  /** Answers a reader that has the card already. */
  readonly notModifiedStatus: number;
  readonly clause: string;
}

/** What a webhook is sent. */
export interface PushFacts {
  readonly type: string;
  readonly mediaType: string;
  readonly clause: string;
}

export type HeaderNames = Readonly<Partial<Record<HeaderName, string>>>;

export interface GrpcFacts {
  readonly package: string;
  readonly service: string;
}

export interface RestFacts {
  /** Path prefix of every route, or the empty string. */
  readonly prefix: string;
  readonly mediaType: string;
  /** Every route is also found below this path, whose parameter is a member of the params. */
  readonly tenantPrefix?: string;
}

/** How the text of a query parameter is read. */
export type QueryKind = "string" | "integer" | "boolean" | "list";

/** One route of the HTTP+JSON binding, with all that takes a request apart and puts it together. */
export interface RestRoute extends Route {
  readonly operation: OperationName;
  readonly streaming: boolean;
  /** Members of the params that are read from the query. */
  readonly query: Readonly<Record<string, QueryKind>>;
}

/** The HTTP+JSON binding of one version. */
export interface RestTable extends RestFacts {
  readonly routes: readonly RestRoute[];
}
`;

import type { Version } from "@a2a/core";
import type { Dialect } from "@a2a/core/internal";
import { dialectFor } from "@a2a/core/internal";
import type { Answer, Exchange } from "../http/exchange.js";
import type { Endpoint } from "./endpoint.js";
import { refuse, versionHint } from "./refuse.js";
import type { Representation } from "./representation.js";
import { answerRepresentation, openToAll, representJson } from "./representation.js";

/** Where the document is found below the base path. */
export const openApiPath = "/openapi.json";

/** A document as it is generated: for an agent at the root of its server. */
interface OpenApiDocument {
  readonly servers: readonly OpenApiServer[];
}

/** Where the paths of a document begin. */
interface OpenApiServer {
  readonly url: string;
  /** Of those below tenants: the tenant. */
  readonly variables?: Readonly<Record<string, object>>;
}

// Imported when they are asked for: most agents start without anybody ever asking.
const documents: Readonly<Partial<Record<Version, () => Promise<{ readonly document: OpenApiDocument }>>>> = {
  "1.1": () => import("../generated/openapi-v1.1.js"),
  "1.0": () => import("../generated/openapi-v1.0.js"),
  "0.3": () => import("../generated/openapi-v0.3-proto.js"),
};

/** Writes the OpenAPI document of a version for agents that are mounted at a path; undefined where the version has none. */
export type RepresentOpenApi = (dialect: Dialect, mount: string) => Promise<Representation> | undefined;

/** Where an agent is served, as its document says it. */
export interface OpenApiOptions {
  readonly publicUrl?: string | undefined;
  readonly basePath: string;
  readonly tenants?: readonly string[] | undefined;
  /** Tells when a document was made. */
  now(): Date;
}

// Frameworks may mount an agent at a pattern: a bounded number of paths is remembered.
const maxMade = 16;

/** Makes each document once, when it is first asked for. */
export function createOpenApi(options: OpenApiOptions): RepresentOpenApi {
  const made = new Map<string, Promise<Representation>>();
  return (dialect, mount) => {
    const load = documents[dialect.version];
    const url = (options.publicUrl ?? mount + options.basePath).replace(/\/$/, "");
    const key = `${dialect.version} ${url}`;
    const known = made.get(key);
    if (!load || known) return known;
    const representing = load().then(({ document }) => {
      const servers = placedAt(url, document.servers, options.tenants);
      return representJson(JSON.stringify({ ...document, servers }), options.now());
    });
    if (made.size >= maxMade) made.clear();
    made.set(key, representing);
    return representing;
  };
}

/** Answers with the OpenAPI document of the version that the request names, else of the newest that is served over HTTP+JSON. */
export async function answerOpenApi(endpoint: Endpoint, exchange: Exchange, represent: RepresentOpenApi): Promise<Answer> {
  const { dialects, rest } = endpoint;
  const [newest] = dialects;
  const described = rest?.forms.map(({ dialect }) => dialect) ?? [];
  const hinted = dialectFor(described, versionHint(newest, exchange) ?? "");
  // Not by URL: the authority is what the caller says it is, and may be none.
  const mount = exchange.origin.replace(/^\w+:\/\/[^/?#]*/, "").replace(/\/$/, "");
  const [dialect] = hinted ? [hinted] : described;
  const shown = dialect && (await represent(dialect, mount));
  if (!shown) return refuse(endpoint, exchange, "notFound", "no version that is served here has an OpenAPI document", openToAll);
  return answerRepresentation(newest, exchange, shown);
}

/** The servers of a document for the agent at an address; where only some tenants are served, they come first, because one has to be named. */
function placedAt(address: string, servers: readonly OpenApiServer[], tenants: readonly string[] | undefined): readonly OpenApiServer[] {
  const placed = servers.map(({ url, variables }) => ({ url: (address + url).replace(/(?<=.)\/$/, ""), ...(variables && { variables }) }));
  if (!tenants) return placed;
  const named = placed.map(({ url, variables = {} }) => {
    const choices = Object.entries(variables).map(([name, variable]) => [name, { ...variable, default: tenants[0], enum: tenants }]);
    return { url, variables: Object.fromEntries(choices) };
  });
  return named.reverse();
}

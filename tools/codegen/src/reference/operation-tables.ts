import type { BindingsFile, ErrorsFile, Method, MethodsFile } from "../schema-model.js";
import { code, linkTo, table } from "./markdown.js";

/** A heading and a table for each operation. Errors stand on the page that is given, on this one where it is empty. */
export function emitOperations(content: BindingsFile, errors: ErrorsFile, errorPage: string): string[] {
  return Object.entries(content.methods).flatMap(([operation, method]) => {
    const rows = [
      ...bindings(method, content),
      ...values(method),
      ["errors", errorsOf(method, errors, errorPage)],
      ["clause", method.clause],
    ];
    return [`### ${operation}`, table(["", ""], rows)];
  });
}

/** What else the method table of a version says: where cards are, what headers mean, what webhooks are sent. */
export function emitFacts({ card, push, headers }: MethodsFile): string {
  const names = Object.entries(headers).map(([meaning, name]) => [`header: ${meaning}`, code(name)]);
  const paths = [card.path, ...(card.otherPaths ?? [])].map(code).join(", ");
  return table(["", ""], [["agent card", `${linkTo(card.type)} at ${paths}`], ["webhooks are sent", linkTo(push.type)], ...names]);
}

function bindings({ jsonrpc, jsonrpcAliases = [], rest = [], grpc, grpcAliases = [] }: Method, file: BindingsFile): string[][] {
  const routes = rest.map(({ verb, path, body }) => {
    return `${code(`${verb} ${file.rest?.prefix ?? ""}${path}`)}${body === undefined ? "" : ` with ${code(body)} as the body`}`;
  });
  const below = file.rest?.tenantPrefix === undefined ? "" : `, also below ${code(file.rest.tenantPrefix)}`;
  const service = file.grpc && `${file.grpc.package}.${file.grpc.service}`;
  return [
    ...(jsonrpc ? [["JSON-RPC", named(jsonrpc, jsonrpcAliases)]] : []),
    ...(routes.length > 0 ? [["HTTP+JSON", routes.join(", ") + below]] : []),
    ...(grpc ? [["gRPC", named(`${service}/${grpc}`, grpcAliases)]] : []),
  ];
}

function named(name: string, aliases: readonly string[]): string {
  return code(name) + (aliases.length > 0 ? `, also read as ${aliases.map(code).join(", ")}` : "");
}

function values({ params, paramsOptional, result, streaming }: Method): string[][] {
  return [
    ["params", `${linkTo(params)}${paramsOptional ? ", may be absent" : ""}`],
    ["result", `${streaming ? "a stream of " : ""}${linkTo(result)}`],
  ];
}

/** Those that the clause of the operation itself speaks of; all others any operation may answer with. */
function errorsOf({ clause }: Method, { errors }: ErrorsFile, page: string): string {
  const own = Object.entries(errors).filter(([, row]) => row.clause === clause);
  const all = `all of ${linkTo("Errors", page)}`;
  return own.length > 0 ? `${own.map(([name]) => code(name)).join(", ")}, and ${all}` : all;
}

import type { BindingsFile, MethodsFile } from "./schema-model.js";
import { validatedTypes } from "./schema-model.js";

/**
 * The `methods.ts` of one version or form: what it can be asked to do, as data, as types and as validators. Those come by a name that
 * package.json resolves, to the compact ones for a browser.
 */
export function emitMethods(file: BindingsFile | MethodsFile, folder: string): string {
  const facts = "card" in file ? emitFacts(file) : "";
  const rows = Object.entries(file.methods);
  const row = rows.every(([, { jsonrpc }]) => jsonrpc) ? "JsonRpcRow" : "MethodRow";
  const types = rows.map(([operation, { params, result }]) => `${operation}: { params: T.${params}; result: T.${result} };`);
  const params = rows.map(([operation, { params }]) => `${operation}: is${params},`);
  const results = rows.map(([operation, { result }]) => `${operation}: is${result},`);
  const guards = validatedTypes(file).map((type) => `is${type}`);
  const ofVersion = facts ? ["CardFacts", "HeaderNames", "PushFacts"] : [];
  const tables = [...ofVersion, ...(file.grpc ? ["GrpcFacts"] : []), row, ...(file.rest ? ["RestFacts"] : [])].sort();
  return `import { ${guards.sort().join(", ")} } from "#validators/${folder}";
import type { Validator } from "../../validate/validator.js";
import type { ${tables.join(", ")} } from "../tables.js";
import type * as T from "./types.js";

/** Params and result of each operation; of a streaming one, the result is one item. */
export interface Methods {
  ${types.join("\n")}
}

/** What this version can be asked to do. */
export type Operation = keyof Methods;

/** The names of each operation. */
export const methods: Readonly<Record<Operation, ${row}>> = ${JSON.stringify(file.methods)};

/** The validator of each operation's params. */
export const params: { readonly [O in Operation]: Validator<Methods[O]["params"]> } = {
  ${params.join("\n")}
};

/** The validator of each operation's result; of a streaming one, of one item. */
export const results: { readonly [O in Operation]: Validator<Methods[O]["result"]> } = {
  ${results.join("\n")}
};

${facts}${constant("grpc", "GrpcFacts", "Package and service of the gRPC binding.", file.grpc)}
${constant("rest", "RestFacts", "Prefix and media type of the HTTP+JSON binding.", file.rest)}`;
}

/** What is the same in all forms of a version. */
function emitFacts(file: MethodsFile): string {
  return `/** What a webhook is sent. */
export type Push = T.${file.push.type};

/** Tells whether a value is what a webhook is sent. */
export const isPush: Validator<Push> = is${file.push.type};

/** Tells whether a value is an agent card. */
export const isCard: Validator<T.${file.card.type}> = is${file.card.type};

${constant("push", "PushFacts", "What a webhook is sent.", file.push)}
${constant("card", "CardFacts", "Where the agent card is found.", file.card)}
${constant("headers", "HeaderNames", "Names of the HTTP headers that this version gives a meaning to.", file.headers)}
`;
}

/** What a version lacks is there as undefined, so that all versions export the same names. */
function constant(name: string, type: string, text: string, value: object | undefined): string {
  if (!value) return `/** No such binding speaks this form of the version. */\nexport const ${name}: undefined = undefined;\n`;
  return `/** ${text} */\nexport const ${name}: ${type} = ${JSON.stringify(value)};\n`;
}

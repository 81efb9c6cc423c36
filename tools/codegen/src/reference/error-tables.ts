import type { ErrorsFile } from "../schema-model.js";
import { code, table } from "./markdown.js";

/** How a version says each error, and what HTTP itself refuses. */
export function emitErrorTables({ domain, errors, aliases = {}, refusals }: ErrorsFile): string[] {
  const rows = Object.entries(errors).map(
    ([name, { code: number, httpStatus, jsonrpcHttpStatus, grpcStatus, reason, message, clause }]) => {
      const statuses = `${httpStatus}${jsonrpcHttpStatus === undefined ? "" : `, for JSON-RPC ${jsonrpcHttpStatus}`}`;
      return [code(name), code(number), statuses, code(grpcStatus), code(reason), message, clause];
    },
  );
  const refused = Object.entries(refusals).map(([what, { httpStatus, error }]) => [what, String(httpStatus), code(error)]);
  const others = Object.entries(aliases).flatMap(([version, names]) => {
    return Object.entries(names).map(([name, other]) => [version, code(name), code(other)]);
  });
  const named = domain === null ? "This version has no ErrorInfo." : `The domain of ErrorInfo is ${code(domain)}.`;
  return [
    `Over HTTP a JSON-RPC answer has the status 200 unless the table says otherwise. Several errors may share a code. ${named}`,
    table(["error", "code", "HTTP status", "gRPC status", "reason", "text", "clause"], rows),
    "What HTTP refuses before a method is known:",
    table(["refusal", "HTTP status", "error in the body"], refused),
    ...(others.length > 0
      ? ["What other versions that this one is read and written for say otherwise:", table(["version", "error", "said as"], others)]
      : []),
  ];
}

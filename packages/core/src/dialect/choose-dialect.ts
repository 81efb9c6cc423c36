import { A2AError } from "../errors/a2a-error.js";
import type { Operation } from "../generated/v1.0/methods.js";
import type { Dialect } from "./dialect.js";

/** A method name understood: the version that it belongs to and the operation that it asks for. */
export interface Choice {
  readonly dialect: Dialect;
  readonly operation: Operation;
}

/**
 * Tells which version a JSON-RPC request speaks: by its method name, because the caller can understand no other answer.
 *
 * @param hint value of `A2A-Version` (header, else query); a patch number is ignored, empty means none
 * @throws A2AError `VersionNotSupportedError` for a hint that is not served, `MethodNotFoundError`
 * @see A2A 1.0, section 3.6.2
 */
export function chooseDialect(dialects: readonly Dialect[], method: string, hint: string | undefined): Choice {
  if (hint && !dialects.some((dialect) => dialect.version === minorOf(hint))) {
    const supportedVersions = dialects.map((dialect) => dialect.version).join(", ");
    throw new A2AError("VersionNotSupportedError", `version ${JSON.stringify(hint)} is not one of ${supportedVersions}`, {
      metadata: { supportedVersions },
    });
  }
  for (const dialect of dialects) {
    const operation = dialect.operationOf(method);
    if (operation) return { dialect, operation };
  }
  throw new A2AError("MethodNotFoundError", `no served version has the method ${JSON.stringify(method)}`);
}

/** `1.0` of `1.0` or `1.0.3`; undefined for what is no version. */
export function minorOf(version: string): string | undefined {
  return /^\s*(\d+\.\d+)(?:\.\d+)?\s*$/.exec(version)?.[1];
}

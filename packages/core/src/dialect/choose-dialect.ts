import { A2AError } from "../errors/a2a-error.js";
import type { Operation } from "../generated/v1.0/methods.js";
import type { Dialect, VersionFacts } from "./dialect.js";

/** A method name understood: the version that it belongs to, as the caller speaks it, and the operation that it asks for. */
export interface Choice {
  readonly dialect: Dialect;
  readonly operation: Operation;
}

/**
 * Tells which version a JSON-RPC request speaks: by its method name, because the caller can understand no other answer. Where versions share
 * the name, the hint decides; without one there are several choices, newest first, and the version that created the task decides.
 *
 * @param dialects newest first, those in preview last
 * @param isStrict whether a request that names a version has to use a method of that version; where not, the method tells
 * @param hint value of `A2A-Version` (header, else query); a patch number is ignored, empty means none
 * @throws A2AError `VersionNotSupportedError` for a hint that is not served, `MethodNotFoundError`
 * @see A2A 1.0, section 3.6.2
 */
export function chooseDialects(
  dialects: readonly Dialect[],
  method: string,
  hint: string | undefined,
  isStrict = false,
): readonly [Choice, ...Choice[]] {
  const hinted = hint ? dialectFor(dialects, hint) : undefined;
  if (hint && !hinted) throw versionNotSupported(dialects, hint);
  const choices: Choice[] = [];
  for (const dialect of dialects) {
    const operation = dialect.operationOf(method);
    if (!operation) continue;
    const choice = { dialect: asSpoken(dialect, { method, operation, hint }), operation };
    if (dialect === hinted) return [choice];
    // Nobody is spoken to in a preview who does not name it, unless no other version has the method.
    if (!dialect.isPreview || choices.length === 0) choices.push(choice);
  }
  const [first, ...others] = choices;
  if (hinted && isStrict) throw new A2AError("MethodNotFoundError", `version ${hinted.version} has no method ${JSON.stringify(method)}`);
  if (!first) throw new A2AError("MethodNotFoundError", `no served version has the method ${JSON.stringify(method)}`);
  return [first, ...others];
}

/**
 * Holds a request whose place tells its version, a path or a package, to the version that it names.
 *
 * @param hint value of `A2A-Version`, as above
 * @throws A2AError `VersionNotSupportedError` for a hint that is not served; where that is strict, `MethodNotFoundError` for another than that of the
 * place
 * @see A2A 1.0, section 3.6.2
 */
export function assertHint(
  dialects: readonly Dialect[],
  hint: string | undefined,
  { version, isStrict }: Pick<Dialect, "version"> & { readonly isStrict: boolean },
): void {
  if (!hint) return;
  const hinted = dialectFor(dialects, hint);
  if (!hinted) throw versionNotSupported(dialects, hint);
  if (isStrict && hinted.version !== version)
    throw new A2AError("MethodNotFoundError", `what is asked is of version ${version}, not of ${hinted.version}`);
}

/** The dialect, or what is known of it, that serves a version, written as `1.0` or `1.0.3`; a version that another one serves as well is found there. */
export function dialectFor<D extends VersionFacts>(dialects: readonly D[], version: string): D | undefined {
  const minor = minorOf(version);
  return dialects.find((dialect) => dialect.version === minor || (minor !== undefined && dialect.aliases.includes(minor)));
}

/** `1.0` of `1.0` or `1.0.3`; undefined for what is no version. */
export function minorOf(version: string): string | undefined {
  return /^\s*(\d+\.\d+)(?:\.\d+)?\s*$/.exec(version)?.[1];
}

/** The error for a version that is not served. It names those that are. */
export function versionNotSupported(dialects: readonly Dialect[], hint: string): A2AError {
  const supportedVersions = dialects.flatMap(({ version, aliases }) => [version, ...aliases]).join(", ");
  return new A2AError("VersionNotSupportedError", `version ${JSON.stringify(hint)} is not one of ${supportedVersions}`, {
    metadata: { supportedVersions },
  });
}

/** The dialect as its caller speaks it: who names a version that it serves as well, or calls a method by that one's name, speaks that one. */
function asSpoken(
  dialect: Dialect,
  asked: { readonly method: string; readonly operation: Operation; readonly hint: string | undefined },
): Dialect {
  if (!dialect.forAlias) return dialect;
  const isAlias = dialect.methodOf(asked.operation) !== asked.method || dialect.aliases.includes(minorOf(asked.hint ?? "") ?? "");
  return isAlias ? dialect.forAlias : dialect;
}

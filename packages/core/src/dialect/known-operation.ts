import type { Operation } from "../generated/v1.0/methods.js";
import type { Version } from "../generated/versions.js";

/**
 * What a version has for an operation.
 *
 * @throws TypeError for an operation that it lacks: it has no method name, so nobody can have asked for it
 */
export function known<T>(found: T | undefined, version: Version, operation: Operation): T {
  if (!found) throw new TypeError(`protocol ${version} has no ${operation}`);
  return found;
}

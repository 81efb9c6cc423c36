import type { Schema } from "../../codegen/src/schema-model.js";
import { refName } from "../../codegen/src/schema-model.js";
import type { VersionFacts } from "./version-facts.js";

/**
 * The types of one state by the types of another that are in their place: those of the same name, and those that are params or results of
 * the same operation, or values of the same member of such a pair, while neither state has the other's name.
 */
export function matchTypes(before: VersionFacts, after: VersionFacts): ReadonlyMap<string, string> {
  const old = before.definitions;
  const own = after.definitions;
  const matches = new Map(Object.keys(old).flatMap((name) => (Object.hasOwn(own, name) ? [[name, name]] : [])));
  const taken = new Set<string>();
  const visited = new Set<string>();
  const pair = (was: string, is: string): void => {
    if (visited.has(was)) return;
    visited.add(was);
    if (was !== is) {
      if (!isFree(was, old, own) || !isFree(is, own, old) || taken.has(is)) return;
      matches.set(was, is);
      taken.add(is);
    }
    for (const [name, member] of Object.entries(old[was]?.properties ?? {})) {
      const [from, to] = [targetOf(member), targetOf(own[is]?.properties?.[name] ?? {})];
      if (from && to) pair(from, to);
    }
  };
  for (const [operation, { params, result }] of Object.entries(before.methods.methods ?? {})) {
    const now = after.methods.methods?.[operation];
    if (now) pair(params, now.params);
    if (now) pair(result, now.result);
  }
  for (const name of Object.keys(old)) if (Object.hasOwn(own, name)) pair(name, name);
  return matches;
}

/** Whether a name is a type of one state only. */
function isFree(name: string, inside: object, outside: object): boolean {
  return Object.hasOwn(inside, name) && !Object.hasOwn(outside, name);
}

function targetOf({ $ref, items }: Schema): string | undefined {
  if ($ref !== undefined) return refName($ref);
  return items && targetOf(items);
}

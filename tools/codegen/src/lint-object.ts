import type { Report } from "./faults.js";
import type { Definitions, Schema } from "./schema-model.js";
import { excludedMembers, presenceMembers, refName } from "./schema-model.js";

/** Checks how the members of an object hang together. */
export function lintObject(schema: Schema, at: string, report: Report): void {
  const members = Object.keys(schema.properties ?? {});
  const needs = (names: readonly string[] | undefined, where: string): void => {
    for (const name of names ?? []) if (!members.includes(name)) report(at, `has ${name} in ${where}, but no such member`);
  };
  if (schema.type !== "object") report(at, 'has members, but not the type "object"');
  // a value inherits these, so that a missing member would look as if it were there
  for (const name of members) if (name in Object.prototype) report(at, `has a member ${name}, which every object inherits`);
  if (schema.additionalProperties === false) report(at, "forbids members that it does not know");
  needs(schema.required, "required");
  needs(presenceMembers(schema), "oneOf");
  if (schema.oneOf) lintBranches(schema.oneOf, at, report);
  for (const pair of excludedMembers(schema)) needs(pair, "not");
  if (schema.not) lintExcluded(schema.not, at, report);
}

/** No value has both members of a pair, or of any of several pairs. */
function lintExcluded(not: Schema, at: string, report: Report): void {
  const isPair = (each: Schema): boolean => Object.keys(each).join() === "required" && each.required?.length === 2;
  const arePairs = not.anyOf ? Object.keys(not).length === 1 && not.anyOf.every(isPair) : isPair(not);
  if (!arePairs) report(at, "has a not that is no pair of members");
}

/** Exactly one of several members: each branch requires one, and either all branches have titles or none has. */
function lintBranches(branches: readonly Schema[], at: string, report: Report): void {
  branches.forEach((branch, index) => {
    const strange = Object.keys(branch).filter((keyword) => keyword !== "title" && keyword !== "required");
    if (strange.length > 0 || branch.required?.length !== 1)
      report(`${at}/oneOf/${index}`, "has to be one required member and at most a title");
  });
  if (new Set(branches.map(({ title }) => title !== undefined)).size > 1) report(at, "has titles on some branches only");
}

/** One of several types told apart by a tag. */
export function lintUnion(schema: Schema, at: string, definitions: Definitions, report: Report): void {
  const tag = schema.discriminator?.propertyName ?? "";
  if (schema.type !== "object" || schema.required?.join() !== tag) report(at, `has to have the type "object" and required ["${tag}"]`);
  const values = new Set<unknown>();
  (schema.oneOf ?? []).forEach((branch, index) => {
    const target = branch.$ref && definitions[refName(branch.$ref)];
    if (!target || Object.keys(branch).length !== 1) {
      report(`${at}/oneOf/${index}`, "has to be a $ref to a type that exists");
      return;
    }
    const value = target.properties?.[tag]?.const;
    if (typeof value !== "string" || !target.required?.includes(tag)) {
      report(`${at}/oneOf/${index}`, `refers to a type whose ${tag} is no required constant text`);
    }
    if (values.has(value)) report(`${at}/oneOf/${index}`, `has the ${tag} of another branch`);
    values.add(value);
  });
  if (values.size === 0) report(at, "has a discriminator, but no oneOf");
}

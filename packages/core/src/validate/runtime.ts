// What generated code calls.

import type { Clauses, Fault, Member, Shape, Validator } from "./validator.js";

/** Makes a generated check a `Validator` by giving it its name and clauses. It stays the same function, so that a call costs nothing more. */
export function validator<T>(typeName: string, clauses: Clauses, check: (value: unknown) => boolean): Validator<T> {
  // safe: the generator pairs each check with the type that it was generated from, and property tests compare the two
  return Object.assign(check, { typeName, clauses }) as unknown as Validator<T>;
}

/** Says of a fault, which a check has just met, where the value that was checked stands in the value around it. */
export function under(path: string, faults: readonly Fault[]): Fault[] {
  return faults.map((fault) => ({ ...fault, path: path + fault.path }));
}

/** Makes the shape of a type of its members. What every object inherits is none of them. */
export function shape(members: Readonly<Record<string, Member>>): Shape {
  return { members: Object.assign(Object.create(null), members) };
}

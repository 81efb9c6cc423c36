import { isObject } from "./carried.js";
import type { Rewrite } from "./read-tolerant.js";

/** The members of an object that is being rewritten. */
export type Members = Readonly<Record<string, unknown>>;

/** Rewrites the members of an object together. */
export type Mend = (members: Members) => Members;

/** An object in which some members are rewritten: those that are null are left out first, then the whole is mended. */
export function shape(members: Readonly<Record<string, Rewrite>>, mend: Mend = (value) => value): Rewrite {
  return (value) => {
    if (!isObject(value)) return value;
    const present = mend(Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null)));
    return Object.fromEntries(
      Object.entries(present).map(([name, member]) => {
        const rewrite = Object.hasOwn(members, name) ? members[name] : undefined;
        return [name, rewrite ? rewrite(member) : member];
      }),
    );
  };
}

/** A list whose items are rewritten. */
export function listOf(item: Rewrite): Rewrite {
  return (value) => (Array.isArray(value) ? value.map((each) => item(each)) : value);
}

/** A map whose values are rewritten. */
export function mapOf(member: Rewrite): Rewrite {
  return (value) => (isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, member(each)])) : value);
}

/** A member where it is missing. */
export function withDefault(members: Members, name: string, value: unknown): Members {
  return value === undefined || Object.hasOwn(members, name) ? members : { ...members, [name]: value };
}

/** A member under its name, where it stands under a former one. */
export function withName(members: Members, former: string, name: string): Members {
  if (!Object.hasOwn(members, former) || Object.hasOwn(members, name)) return members;
  const { [former]: value, ...rest } = members;
  return { ...rest, [name]: value };
}

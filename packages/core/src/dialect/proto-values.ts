import type { Rewrite } from "./read-tolerant.js";
import { toUtc } from "./timestamp.js";

/**
 * Makes the rewriting of states as protobuf names them: their numbers, and their names in any case.
 *
 * @param names the name that a number stands for
 * @param spellings what other versions call a state, without what all names begin with, to what this one calls it
 */
export function createAcceptState(names: Readonly<Record<number, string>>, spellings: Readonly<Record<string, string>>): Rewrite {
  return (value) => {
    if (typeof value === "number") return names[value] ?? value;
    if (typeof value !== "string") return value;
    const name = value
      .toUpperCase()
      .replaceAll("-", "_")
      .replace(/^TASK_STATE_/, "");
    return `TASK_STATE_${Object.hasOwn(spellings, name) ? spellings[name] : name}`;
  };
}

/** Rewrites a date and time. */
export const acceptTimestamp: Rewrite = (value) => (typeof value === "string" ? (toUtc(value) ?? value) : value);

import { pointerTo } from "../json/pointer.js";
import { isObject } from "./carried.js";

/** A member in which two JSON values differ. */
export interface Difference {
  /** JSON pointer (RFC 6901); of a list that has become longer or shorter, that of the list. */
  readonly pointer: string;
  /** What the second value has there, against the first. */
  readonly what: "left out" | "changed" | "made up";
}

/** Where two JSON values differ, as deep inside as can be said. What is empty says no more than what is absent. */
export function differencesOf(one: unknown, other: unknown, pointer = ""): readonly Difference[] {
  if (one === other || (isEmpty(one) && isEmpty(other))) return [];
  const bothObjects = isObject(one) && isObject(other);
  const bothLists = Array.isArray(one) && Array.isArray(other) && one.length === other.length;
  if (bothObjects || bothLists) {
    const [members, others] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
    const names = new Set([...members.keys(), ...others.keys()]);
    return [...names].flatMap((name) => differencesOf(members.get(name), others.get(name), pointerTo(pointer, name)));
  }
  return [{ pointer, what: isEmpty(other) ? "left out" : isEmpty(one) ? "made up" : "changed" }];
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === "") return true;
  return Array.isArray(value) ? value.length === 0 : isObject(value) && Object.values(value).every(isEmpty);
}

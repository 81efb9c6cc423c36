import fc from "fast-check";
import type { Noise } from "./noise.js";
import { createNoise, pick } from "./noise.js";

/** One way to spoil a value, at one of its places. */
export interface Spoil {
  readonly how: keyof typeof ways;
  /** Of all places, counted from the root and around. */
  readonly at: number;
  readonly seed: number;
}

/** About how long a text becomes at most: it goes beyond the limits of the target, and no further. */
const longest = 100_000;

/** Where a value stands: under which key of what. */
interface Place {
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

// What JSON.stringify cannot write is written as these texts, and put right in the text that it makes.
const literal = "\u0001";
const twin = "\u0002";

const oddNumbers = [
  ...(["1e400", "-1e400", "1e-400", "-0", "0.1", "1.5", "-1", "2147483647", "2147483648", "-2147483649"] as const),
  ...(["9007199254740991", "9007199254740993", "18446744073709551616", "1E2", "00", ".5", "NaN", "0x10", "+1", "1."] as const),
] as const;
const oddTexts = [
  ...([
    "",
    " ",
    "\u0000",
    "\ud800",
    "\udfff x",
    "\ufeff",
    "\u202e",
    "e\u0301",
    "🙂",
    "\u2028",
    "\u007f",
    "\r\n",
    "\\",
    '"',
    "../..",
    "%00",
  ] as const),
  ...([
    "__proto__",
    "constructor",
    "toString",
    "null",
    "true",
    "0",
    "1",
    "-1",
    "KNOWN0",
    "TASK_STATE_WORKING",
    "{}",
    "[object Object]",
  ] as const),
] as const;
const oddKeys = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "",
  "kind",
  "type",
  "text",
  "data",
  "raw",
  "url",
  "file",
  "$ref",
  "0",
  "\ud800",
] as const;
const samples = [null, true, false, 0, 7, "text", [], {}, [null], [[]], { a: null }] as const;

/** The ways; each changes what stands in a place. */
const ways = {
  drop: ({ holder, key }: Place) => {
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else delete holder[key];
  },
  null: (place: Place) => put(place, null),
  retype: (place: Place, noise: Noise) => put(place, structuredClone(pick(noise, samples))),
  number: (place: Place, noise: Noise) => put(place, literal + pick(noise, oddNumbers)),
  text: (place: Place, noise: Noise) => put(place, pick(noise, oddTexts)),
  add: (place: Place, noise: Noise) => {
    const value = get(place);
    if (Array.isArray(value)) value.push(structuredClone(pick(noise, samples)));
    else if (isHolder(value)) put({ holder: value, key: pick(noise, oddKeys) }, structuredClone(pick(noise, samples)));
  },
  twin: ({ holder, key }: Place, noise: Noise) => {
    if (!Array.isArray(holder)) put({ holder, key: key + twin }, noise(2) === 0 ? holder[key] : structuredClone(pick(noise, samples)));
  },
  rename: (place: Place, noise: Noise) => {
    const { holder, key } = place;
    const value = get(place);
    if (Array.isArray(holder)) return;
    delete holder[key];
    const other = pick(noise, [key.toUpperCase(), key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), `${key} `, ...oddKeys]);
    put({ holder, key: other }, value);
  },
  deepen: (place: Place, noise: Noise) => {
    let value = get(place);
    for (let levels = pick(noise, [1, 3, 60, 64, 65, 500]); levels > 0; levels -= 1) value = noise(2) === 0 ? [value] : { a: value };
    put(place, value);
  },
  lengthen: (place: Place, noise: Noise) => {
    const value = get(place);
    const length = Math.max(1, JSON.stringify(value)?.length ?? 1);
    const times = Math.min(pick(noise, [2, 60, 300, 3000]), Math.ceil(longest / length));
    if (typeof value === "string") put(place, (value || "x").repeat(times));
    else if (Array.isArray(value))
      put(
        place,
        Array.from({ length: times }, () => value[0]),
      );
    else if (isHolder(value)) for (let at = 0; at < Math.min(times, 300); at += 1) put({ holder: value, key: `m${at}` }, at);
  },
  letters: (place: Place, noise: Noise) => {
    const value = get(place);
    if (typeof value === "string") put(place, noise(2) === 0 ? value.toLowerCase() : value.toUpperCase());
  },
  swap: (place: Place, noise: Noise, all: readonly Place[]) => {
    const other = all[noise(all.length)] ?? place;
    // What holds the other may not come to stand inside of it.
    const [one, two] = [structuredClone(get(place)), structuredClone(get(other))];
    put(place, two);
    put(other, one);
  },
};

// safe: the keys of a literal
const spoil = fc.record({ how: fc.constantFrom(...(Object.keys(ways) as (keyof typeof ways)[])), at: fc.nat(200), seed: fc.nat() });

/** Spoils of a value, often none or one. */
export const spoils: fc.Arbitrary<readonly Spoil[]> = fc.oneof(
  { weight: 1, arbitrary: fc.constant([]) },
  { weight: 2, arbitrary: fc.array(spoil, { minLength: 1, maxLength: 1 }) },
  { weight: 1, arbitrary: fc.array(spoil, { minLength: 2, maxLength: 4 }) },
);

/** A spoiled copy of a value. It is for `writeJson`. */
export function spoiled(value: unknown, all: readonly Spoil[]): unknown {
  const root: Record<string, unknown> = { value: structuredClone(value) };
  for (const { how, at, seed } of all) {
    const places = placesIn(root);
    const place = places[at % places.length];
    if (place) ways[how](place, createNoise(seed), places);
  }
  return root.value;
}

/** The text of a spoiled value: JSON, but where numbers are none. */
export function writeJson(value: unknown): string {
  const text = JSON.stringify(value) ?? "";
  return text
    .replaceAll(/"\\u0001([^"]*)"/g, "$1")
    .replaceAll("\\u0002", "")
    .replaceAll("\\u0001", "");
}

function placesIn(root: Record<string, unknown>): readonly Place[] {
  const places: Place[] = [];
  const queue: Record<string, unknown>[] = [root];
  for (const holder of queue) {
    for (const [key, value] of Object.entries(holder)) {
      places.push({ holder, key });
      if (isHolder(value) && places.length < 1000) queue.push(value);
    }
  }
  return places;
}

function get({ holder, key }: Place): unknown {
  return Object.hasOwn(holder, key) ? holder[key] : undefined;
}

/** Not by assignment: `__proto__` has to become a member. */
function put({ holder, key }: Place, value: unknown): void {
  if (Array.isArray(holder) && !/^\d+$/.test(key)) return;
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}

function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

import type { Summary } from "./analyst/analyze.js";

/** An answer in the form that was asked for, or what stands in the way as one sentence. */
export type Shaped = { readonly ok: true; readonly answer: unknown } | { readonly ok: false; readonly sentence: string };

/**
 * Gives an answer the form that a JSON Schema asks for: of an object the named members of the summary, of an array the groups as
 * `{ label, value }`. Without a schema, or one without members, it is the whole summary.
 */
export function shapeAnswer(summary: Summary, schema: unknown): Shaped {
  if (!isObject(schema)) return { ok: true, answer: summary };
  if (schema.type === "array") return { ok: true, answer: summary.groups };
  if (!isObject(schema.properties)) return { ok: true, answer: summary };
  const known = new Map<string, unknown>(Object.entries(summary));
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const missing = required.filter((name) => !known.has(name));
  if (missing.length > 0) {
    return { ok: false, sentence: `The answer has no ${missing.join(", ")}; it has ${[...known.keys()].join(", ")}.` };
  }
  const names = Object.keys(schema.properties).filter((name) => known.has(name));
  return { ok: true, answer: Object.fromEntries(names.map((name) => [name, known.get(name)])) };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What `parseJson` allows. */
export interface JsonLimits {
  /** Longest input in bytes (of a string: in UTF-16 units); default no limit. */
  readonly maxBytes?: number;
  /** Deepest nesting of arrays and objects; default 64. */
  readonly maxDepth?: number;
}

/** A parsed value, or why there is none. `detail` is for people: it never repeats the input. */
export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly fault: "size" | "encoding" | "syntax" | "depth"; readonly detail: string };

/** Nesting that no honest A2A payload reaches. */
export const defaultMaxDepth = 64;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Parses JSON text or UTF-8 bytes, bounded in size and depth. Never throws. */
export function parseJson(input: string | Uint8Array, limits: JsonLimits = {}): ParsedJson {
  const { maxBytes = Number.POSITIVE_INFINITY, maxDepth = defaultMaxDepth } = limits;
  if (input.length > maxBytes) return { ok: false, fault: "size", detail: `longer than ${maxBytes} bytes` };
  let text: string;
  try {
    text = typeof input === "string" ? input : utf8.decode(input);
  } catch {
    return { ok: false, fault: "encoding", detail: "not UTF-8" };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, fault: "syntax", detail: whereSyntaxBroke(text, error) };
  }
  if (isTooDeep(value, maxDepth)) return { ok: false, fault: "depth", detail: `nested more than ${maxDepth} deep` };
  return { ok: true, value };
}

/** Whether arrays and objects are nested more than `limit` deep. Stops at the limit, so hostile depth costs no stack. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (limit === 0) return true;
  if (Array.isArray(value)) {
    for (const item of value) if (isDeeperThan(item, limit - 1)) return true;
    return false;
  }
  for (const key in value) {
    // safe: key enumerates value
    if (isDeeperThan((value as Record<string, unknown>)[key], limit - 1)) return true;
  }
  return false;
}

/** With a limit beyond what the stack holds, the stack is the limit. */
function isTooDeep(value: unknown, limit: number): boolean {
  try {
    return isDeeperThan(value, limit);
  } catch {
    return true;
  }
}

// Engines word their errors differently and quote the input, which may look like a position; only V8's own, at the end, is taken over.
function whereSyntaxBroke(text: string, error: unknown): string {
  if (text.trim() === "") return "empty";
  const found =
    error instanceof SyntaxError ? / (?:in|after) JSON at position (\d+)(?: \(line \d+ column \d+\))?$/.exec(error.message) : null;
  return found ? `syntax error at character ${found[1]}` : "syntax error";
}

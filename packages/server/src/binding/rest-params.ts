import { A2AError, parseJson } from "@a2a/core";
import type { QueryKind, RestRoute } from "@a2a/core/internal";
import { isObject } from "@a2a/core/internal";
import type { Exchange } from "../http/exchange.js";
import { invalidParams } from "../invalid-params.js";

/**
 * Puts the params of a request together: of its body, of its query and of its path, which goes before both.
 *
 * @param bytes the body; empty where there is none
 * @throws A2AError `JSONParseError`, `InvalidParamsError`
 * @see A2A 1.0, section 11.5
 */
export function readRestParams(
  exchange: Exchange,
  bytes: Uint8Array,
  { route, members }: { readonly route: RestRoute; readonly members: Readonly<Record<string, string>> },
): Record<string, unknown> {
  // Into what was parsed, which is nobody else's: a copy would take its member `__proto__`, if it has one, for the prototype that it is to have.
  return Object.assign(readBody(bytes, route), readQuery(exchange, route.query), members);
}

function readBody(bytes: Uint8Array, { body: member }: RestRoute): Record<string, unknown> {
  if (bytes.length === 0) return {};
  const parsed = parseJson(bytes);
  if (!parsed.ok) throw new A2AError(parsed.fault === "depth" ? "InvalidParamsError" : "JSONParseError", parsed.detail);
  if (member !== undefined) return { [member]: parsed.value };
  if (!isObject(parsed.value)) throw invalidParams("", "an object");
  return parsed.value;
}

/** What the table does not name is ignored. A text that is not of its kind stays: the schema tells what is expected there. */
function readQuery(exchange: Exchange, kinds: Readonly<Record<string, QueryKind>>): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [key, text] of exchange.queryEntries()) {
    const name = Object.hasOwn(kinds, key) ? key : jsonName(key);
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind) found[name] = kind === "list" ? [...listOf(found[name]), ...text.split(",")] : memberOf(text, kind);
  }
  return found;
}

/** Protobuf's own names are read as well: the name in JSON of `history_length` is `historyLength`. */
function jsonName(key: string): string {
  return key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function memberOf(text: string, kind: Exclude<QueryKind, "list">): unknown {
  if (kind === "integer" && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (kind === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

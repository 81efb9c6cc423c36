import { A2AError, parseJson } from "@a2a/core";
import type { QueryKind, RestRoute } from "@a2a/core/internal";
import { isObject } from "@a2a/core/internal";
import type { Exchange } from "../http/exchange.js";
import { invalidParams } from "../invalid-params.js";
import type { Logger } from "../logger.js";

/** How a request's params are read. */
export interface RestReading {
  readonly route: RestRoute;
  /** Members of the params that the path says. */
  readonly members: Readonly<Record<string, string>>;
  readonly logger: Logger;
}

/**
 * Puts the params of a request together: of its body, of its query and of its path, which goes before both. Where they differ, the logger is told at debug:
 * whoever wrote the request did not mean one of them.
 *
 * @param bytes the body; empty where there is none
 * @throws A2AError `JSONParseError`, `InvalidParamsError`
 * @see A2A 1.0, section 11.5
 */
export function readRestParams(exchange: Exchange, bytes: Uint8Array, { route, members, logger }: RestReading): Record<string, unknown> {
  // Into what was parsed, which is nobody else's: a copy would take its member `__proto__`, if it has one, for the prototype that it is to have.
  const params = Object.assign(readBody(bytes, route), readQuery(exchange, route.query));
  for (const name in members) {
    const said = Object.hasOwn(params, name) ? params[name] : undefined;
    // Without what is said there: nobody knows yet who says it, and it may be long.
    if (typeof said === "string" && said !== members[name]) logger.debug({ name }, "the path says another than the body or the query");
  }
  return Object.assign(params, members);
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

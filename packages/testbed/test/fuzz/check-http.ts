// What any answer over HTTP has to be, whatever was asked.

import { isObject } from "@a2a/core/internal";
import { dialects, protoDialects } from "@a2a/core/internal/dialects";
import { guards } from "../../../core/test/generated-versions.js";
import { marker } from "./target.js";

/** An answer that has been read, a stream to where its reader left. */
export interface HttpAnswer {
  readonly status: number;
  readonly type: string | null;
  readonly text: string;
}

/** What an exception of the engine or a stack trace would look like. */
export const leak =
  /Cannot |is not a function|is not iterable|Maximum call|Unexpected token|in JSON at|TypeError|RangeError|SyntaxError|node:|\.[jt]s:\d|\bat \w+ \(|MARK-a93f/;

/** The statuses that the tables have, and those of success. */
const statuses: ReadonlySet<number> = new Set([
  ...[200, 204, 304],
  ...[...dialects, ...protoDialects].flatMap(({ errors, refusals }) => [
    ...Object.values(errors).flatMap(({ httpStatus, jsonrpcHttpStatus = 200 }) => [httpStatus, jsonrpcHttpStatus]),
    ...Object.values(refusals).map(({ httpStatus }) => httpStatus),
  ]),
]);

/** Everything that is wrong with an answer. */
export function problemsOf(answer: HttpAnswer, verb: string, asked?: string): readonly string[] {
  const { status, type, text } = answer;
  const problems: string[] = [];
  if (!statuses.has(status)) problems.push(`status ${status}`);
  if (text.includes(marker)) problems.push("the text of an exception");
  if (verb === "HEAD" || status === 204 || status === 304) return text === "" ? problems : [...problems, "a body"];
  if (type === "text/event-stream") return [...problems, ...problemsOfStream(text, asked)];
  if (type !== "application/json" && type !== "application/a2a+json" && type !== "application/jwk-set+json")
    return [...problems, `type ${type}`];
  return [...problems, ...problemsOfJson(parsed(text), asked, status)];
}

function problemsOfStream(text: string, asked: string | undefined): readonly string[] {
  const blocks = text.split("\n\n");
  // Whoever leaves has half of an event at the end.
  blocks.pop();
  return blocks.flatMap((block) => {
    if (block.startsWith(":") || /^retry: \d+$/.test(block)) return [];
    const [, data] = /^(?:event: error\n)?(?:id: \d+\n)?(?:event: error\n)?data: ([^\r\n]*)$/.exec(block) ?? [];
    if (data === undefined) return [`no event: ${block}`];
    return problemsOfJson(parsed(data), asked, 200);
  });
}

function problemsOfJson(body: unknown, asked: string | undefined, status: number): readonly string[] {
  if (!isObject(body)) return ["no JSON object"];
  if (body.jsonrpc !== undefined) return problemsOfRpc(body, asked);
  if (isObject(body.error)) {
    const { code, status: name, message } = body.error;
    const isWell =
      typeof code === "number" && typeof name === "string" && typeof message === "string" && (status === 200 || code === status);
    return [...(isWell ? [] : [`error ${JSON.stringify(body)}`]), ...leaksIn(body)];
  }
  if (status === 200) return [];
  return typeof body.code === "number" && typeof body.message === "string" ? leaksIn(body) : [`error ${JSON.stringify(body)}`];
}

function problemsOfRpc({ jsonrpc, id, result, error }: Record<string, unknown>, asked: string | undefined): readonly string[] {
  const problems: string[] = [];
  if (jsonrpc !== "2.0") problems.push(`jsonrpc ${jsonrpc}`);
  if (id !== null && typeof id !== "string" && typeof id !== "number") problems.push(`id ${JSON.stringify(id)}`);
  if ((result === undefined) === (error === undefined)) problems.push("not one of result and error");
  if (error !== undefined) {
    const isWell = isObject(error) && typeof error.code === "number" && typeof error.message === "string";
    return [...problems, ...(isWell ? [] : [`error ${JSON.stringify(error)}`]), ...leaksIn(error)];
  }
  const request = parsed(asked ?? "");
  if (isObject(request) && typeof request.method === "string" && !isResultOf(request.method, result)) {
    problems.push(`the result is none of ${request.method}: ${JSON.stringify(result)}`);
  }
  return problems;
}

/** Whether a version that has the method has such results. */
function isResultOf(method: string, result: unknown): boolean {
  return dialects.some(({ version, operationOf }) => {
    const operation = operationOf(method);
    return operation !== undefined && guards[`v${version}`]?.results[operation]?.(result) === true;
  });
}

function leaksIn(error: unknown): readonly string[] {
  const text = JSON.stringify(error);
  return leak.test(text) ? [`the text of an exception: ${text}`] : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import type { RestRoute } from "@a2a/core/internal";
import { dialects } from "@a2a/core/internal/dialects";
import { parseTemplate, restForms } from "@a2a/core/internal/rest";
import type { FetchHandler, HandlerOptions, OperationReport } from "@a2a/server";
import { createA2AHandler } from "@a2a/server";
import { countingIds, stoppedClock } from "../subjects.js";
import type { Scene, Step } from "./scene.js";
import type { ServerName } from "./servers.js";
import { servers } from "./servers.js";

/** What says more of a path goes first. */
const waysOverRest = restForms
  .flatMap(({ table: { prefix, routes } }) => routes.map((route) => ({ route, template: parseTemplate(prefix + route.path) })))
  .sort((one, other) => other.template.literalLength - one.template.literalLength);

/** A request and its answer. */
export interface Exchange {
  readonly step: Step;
  readonly status: number;
  readonly headers: Headers;
  /** Every JSON document of the answer: one, or the data of each event of a stream. */
  readonly documents: readonly Document[];
  /** What the server tells of the operation. */
  readonly report: OperationReport | undefined;
}

/** A JSON document as this far everybody reads it. */
export type Document = Readonly<Record<string, unknown>>;

/** A scene that was played: the bytes, and what they say. */
export interface Played {
  readonly scene: Scene;
  readonly transcript: string;
  readonly exchanges: readonly Exchange[];
  /** Bodies of the calls of webhooks. */
  readonly told: readonly unknown[];
}

interface Stage {
  readonly scene: Scene;
  readonly pages: string[];
  readonly exchanges: Exchange[];
  readonly calls: Map<string, string[]>;
  readonly told: unknown[];
  readonly reports: OperationReport[];
  readonly kept: Map<string, string>;
  serverOf(name: ServerName | undefined): { readonly fetch: FetchHandler; close(): Promise<void> };
}

/** Plays a scene from its first request to the last call of a webhook. */
export async function play(scene: Scene): Promise<Played> {
  const open = new Map<ServerName, { readonly fetch: FetchHandler; close(): Promise<void> }>();
  const stage: Stage = {
    ...{ scene, pages: [], exchanges: [], calls: new Map(), told: [], reports: [], kept: new Map() },
    serverOf(name = "whole") {
      const found = open.get(name) ?? openServer(name, stage);
      open.set(name, found);
      return found;
    },
  };
  for (const [at, step] of scene.steps.entries()) await take(step, at + 1, stage);
  // Whoever is told of a task is told to its end.
  for (const server of open.values()) await server.close();
  for (const [url, calls] of stage.calls) stage.pages.push(`# what ${url} is told\n${calls.join("\n")}`);
  const { pages, exchanges, told } = stage;
  return { scene, transcript: pages.join("\n"), exchanges, told };
}

function openServer(name: ServerName, { calls, told, reports }: Stage): ReturnType<typeof createA2AHandler> {
  const { definition, options } = servers[name]();
  const own: HandlerOptions = {
    ...options,
    makeId: countingIds(),
    now: stoppedClock,
    onOperation: (report) => void reports.push(report),
    push: {
      ...options?.push,
      async fetch(url, { headers, body }) {
        const text = String(body);
        calls.set(url, [...(calls.get(url) ?? []), written(`> POST ${url}`, headersOf(new Headers(headers)), text, ">")]);
        told.push(JSON.parse(text));
        return new Response("thanks");
      },
    },
  };
  return createA2AHandler({ definition }, own);
}

async function take(step: Step, id: number, stage: Stage): Promise<void> {
  const { pages, exchanges, reports } = stage;
  const server = stage.serverOf(step.at);
  const request = requestOf(step, id, stage);
  const before = reports.length;
  const page = pages.push("") - 1;
  const { body: sent, ...init } = request;
  const response = await server.fetch(new Request(`http://agent.test${request.path}`, { ...init, ...(sent && { body: sent }) }));
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of response.body ?? []) {
    const isFirst = text === "";
    text += decoder.decode(piece, { stream: true });
    for (const [at, other] of (isFirst && step.meanwhile ? step.meanwhile : []).entries()) {
      if (other === "close") await server.close();
      else await take(other, id + 100 * (at + 1), stage);
    }
  }
  const documents = documentsOf(text, response);
  const task = taskIn(documents[0]);
  if (step.keep && task) stage.kept.set(step.keep, task);
  const asked = written(`> ${request.method} ${request.path}`, headersOf(new Headers(request.headers)), sent, ">");
  const where = step.at ? ` (server: ${step.at})` : "";
  pages[page] = `# ${step.what}${where}\n${asked}${written(`< ${response.status}`, headersOf(response.headers), text, "<")}`;
  const operation = operationOf(step);
  const report = reports.slice(before).find((each) => each.operation === operation);
  exchanges.push({ step, status: response.status, headers: response.headers, documents, report });
}

function documentsOf(text: string, response: Response): Document[] {
  if (response.headers.get("content-type") !== "text/event-stream") return text === "" ? [] : [JSON.parse(text)];
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, json = ""]) => JSON.parse(json));
}

/** The id of the task that is answered, as it is or within a member. */
function taskIn(document: Document | undefined): string | undefined {
  const result: { id?: unknown; task?: { id?: unknown } } = document?.result ?? document ?? {};
  const id = result.task?.id ?? result.id;
  return typeof id === "string" ? id : undefined;
}

/** Head and body as they are on the wire, behind a mark; an empty line ends the head. */
function written(start: string, headers: readonly string[], body: string | undefined, mark: string): string {
  const head = [start, ...headers.map((header) => `${mark} ${header}`)];
  const lines = body ? ["", ...body.split("\n")].map((line) => (line === "" ? mark : `${mark} ${line}`)) : [];
  return `${[...head, ...lines].join("\n")}\n`;
}

function headersOf(headers: Headers): string[] {
  return [...headers].map(([name, value]) => `${name}: ${value}`);
}

interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

function requestOf({ method, params, path, verb, headers = {}, body }: Step, id: number, { scene, kept }: Stage): WireRequest {
  // Earlier versions know no such header.
  const hint: Record<string, string> = scene.version === "1.0" ? { "a2a-version": "1.0" } : {};
  const json = { "content-type": "application/json" };
  const named = (text: string): string => [...kept].reduce((before, [name, task]) => before.replaceAll(name, task), text);
  if (path !== undefined) {
    const own = params ? { body: named(JSON.stringify(params)), headers: { ...json, ...headers } } : { body, headers };
    return { method: verb ?? "GET", path: named(path), ...own };
  }
  const sent = named(body ?? JSON.stringify({ jsonrpc: "2.0", id, method, params }));
  return { method: "POST", path: "/", headers: { ...json, ...hint, ...headers }, body: sent };
}

/** The operation that a step asks for, whatever version it speaks. */
export function operationOf(step: Step): OperationReport["operation"] | undefined {
  const { method = "", path } = step;
  if (path !== undefined) return routeOf(step)?.operation;
  return dialects.map((dialect) => dialect.operationOf(method)).find((operation) => operation !== undefined);
}

/** The route of HTTP+JSON that a step takes, as it stands in the table of its version. */
export function routeOf({ path = "", verb }: Step): RestRoute | undefined {
  const [asked = ""] = path.split("?", 1);
  return waysOverRest.find(({ route, template }) => route.verb === (verb ?? "GET") && template.match(asked))?.route;
}

import type { Method, RestRow } from "../../codegen/src/schema-model.js";
import type { Area, Change, Rule } from "./change.js";
import { matchTypes } from "./match-types.js";
import type { VersionFacts } from "./version-facts.js";

/** What differs between the method tables and the error tables of two states. */
export function compareTables(before: VersionFacts, after: VersionFacts): Change[] {
  return [...compareOperations(before, after), ...compareFacts(before, after), ...compareErrors(before, after)];
}

type Note = (kind: Change["kind"], rule: Rule, pointer: string, text: string, area?: Area) => void;

function compareOperations(before: VersionFacts, after: VersionFacts): Change[] {
  const changes: Change[] = [];
  const names = matchTypes(before, after);
  const [old, own] = [before.methods.methods ?? {}, after.methods.methods ?? {}];
  for (const operation of new Set([...Object.keys(old), ...Object.keys(own)])) {
    const [was, is] = [old[operation], own[operation]];
    const note: Note = (kind, rule, pointer, text, area = "methods") => {
      const folder = is ? after.folder : before.folder;
      changes.push({ kind, rule, area, subject: operation, at: `schema/${folder}/methods.json#/methods/${operation}${pointer}`, text });
    };
    if (!was) note("added", "added", "", `operation ${operation}${is?.jsonrpc ? ` (${is.jsonrpc})` : ""}`);
    else if (!is) note("removed", "removed", "", `operation ${operation}${was.jsonrpc ? ` (${was.jsonrpc})` : ""}`);
    else compareOperation(was, is, names, note);
  }
  return changes;
}

function compareOperation(was: Method, is: Method, names: ReadonlyMap<string, string>, note: Note): void {
  compareName("JSON-RPC method", "/jsonrpc", [was.jsonrpc, is.jsonrpc], note);
  compareNames("other JSON-RPC method", "/jsonrpcAliases", [was.jsonrpcAliases, is.jsonrpcAliases], note);
  const ofRpcs: Note = (kind, rule, pointer, text) => note(kind, rule, pointer, text, "protobuf");
  compareName("rpc", "/grpc", [was.grpc, is.grpc], ofRpcs);
  compareNames("other rpc", "/grpcAliases", [was.grpcAliases, is.grpcAliases], ofRpcs);
  compareNames("route", "/rest", [was.rest?.map(routeText), is.rest?.map(routeText)], note);
  for (const what of ["params", "result"] as const) {
    if ((names.get(was[what]) ?? was[what]) !== is[what]) note("changed", "altered", `/${what}`, `${what} ${is[what]}, was ${was[what]}`);
  }
  if (was.streaming !== is.streaming) note("changed", "altered", "/streaming", is.streaming ? "answers with a stream" : "answers once");
  if (was.paramsOptional !== is.paramsOptional) {
    note(
      "changed",
      is.paramsOptional ? "relaxed" : "tightened",
      "/paramsOptional",
      `params ${is.paramsOptional ? "may" : "must not"} be absent`,
    );
  }
  if (was.clause !== is.clause) note("changed", "reworded", "/clause", `clause ${is.clause}, was ${was.clause}`);
}

function routeText({ verb, path, body }: RestRow): string {
  return `${verb} ${path}${body === undefined ? "" : ` with ${body} as the body`}`;
}

function compareName(what: string, pointer: string, [was, is]: readonly [string | undefined, string | undefined], note: Note): void {
  if (was === is) return;
  if (was === undefined) note("added", "added", pointer, `${what} ${is}`);
  else if (is === undefined) note("removed", "removed", pointer, `${what} ${was}`);
  else note("changed", "altered", pointer, `${what} ${is}, was ${was}`);
}

type Names = readonly string[] | undefined;

function compareNames(what: string, pointer: string, [was = [], is = []]: readonly [Names, Names], note: Note): void {
  for (const name of was) if (!is.includes(name)) note("removed", "removed", pointer, `${what} ${name}`);
  for (const name of is) if (!was.includes(name)) note("added", "added", pointer, `${what} ${name}`);
  // the first is the one that clients use
  if (was[0] !== is[0] && is[0] !== undefined && was.includes(is[0]))
    note("changed", "altered", pointer, `clients use ${what} ${is[0]}, was ${was[0]}`);
}

/** Card, webhooks, headers, and what is said of a binding as a whole. */
function compareFacts(before: VersionFacts, after: VersionFacts): Change[] {
  return (["card", "push", "headers", "rest", "grpc"] as const).flatMap((subject) => {
    const [was, is] = [before.methods[subject], after.methods[subject]];
    return compareLeaves(subject, [was, is], [before, after], {
      area: subject === "grpc" ? "protobuf" : "methods",
      file: "methods.json",
      pointer: `/${subject}`,
    });
  });
}

function compareErrors(before: VersionFacts, after: VersionFacts): Change[] {
  const sides = [before, after] as const;
  const [old, own] = [before.errors.errors ?? {}, after.errors.errors ?? {}];
  const rows = [...new Set([...Object.keys(old), ...Object.keys(own)])].flatMap((name) => {
    const where: Where = { area: "errors", file: "errors.json", pointer: `/errors/${name}` };
    if (!old[name])
      return [
        { ...change(name, after, where), kind: "added" as const, rule: "added" as const, text: `error ${name} (${own[name]?.code})` },
      ];
    if (!own[name])
      return [
        { ...change(name, before, where), kind: "removed" as const, rule: "removed" as const, text: `error ${name} (${old[name].code})` },
      ];
    return compareLeaves(name, [old[name], own[name]], sides, where);
  });
  const others = (["domain", "aliases", "refusals", "byStatus"] as const).flatMap((subject) => {
    const values = [before.errors[subject], after.errors[subject]] as const;
    return compareLeaves(subject, values, sides, { area: "errors", file: "errors.json", pointer: `/${subject}` });
  });
  return [...rows, ...others];
}

interface Where {
  readonly area: Area;
  readonly file: string;
  readonly pointer: string;
}

/** Compares plain data leaf by leaf. */
function compareLeaves(
  subject: string,
  [was, is]: readonly [unknown, unknown],
  [before, after]: readonly [VersionFacts, VersionFacts],
  where: Where,
): Change[] {
  const [old, own] = [leavesOf(was), leavesOf(is)];
  return [...new Map([...old, ...own])].flatMap(([key, { path }]): Change[] => {
    const [a, b] = [old.get(key)?.value, own.get(key)?.value];
    if (a === b) return [];
    const name = path.slice(1).replaceAll("/", " ") || subject;
    const at = { ...where, pointer: where.pointer + path };
    if (a === undefined) return [{ ...change(subject, after, at), kind: "added", rule: "added", text: `${name} ${b}` }];
    if (b === undefined) return [{ ...change(subject, before, at), kind: "removed", rule: "removed", text: `${name} ${a}` }];
    return [
      { ...change(subject, after, at), kind: "changed", rule: isWords(path) ? "reworded" : "altered", text: `${name} ${b}, was ${a}` },
    ];
  });
}

function change(subject: string, { folder }: VersionFacts, { area, file, pointer }: Where): Pick<Change, "area" | "subject" | "at"> {
  return { area, subject, at: `schema/${folder}/${file}#${pointer}` };
}

/** Clauses, standard texts of errors, and how long a card may be kept: nobody's code depends on them. */
function isWords(path: string): boolean {
  return /\/(clause|message|caching\/public|caching\/private)$/.test(path);
}

interface Leaf {
  readonly path: string;
  readonly value: string;
}

/** Each value that is no object, by its path; an element of a list by itself, for its place means nothing. */
function leavesOf(value: unknown, path = ""): Map<string, Leaf> {
  if (value === undefined) return new Map();
  if (Array.isArray(value)) return new Map(value.map((each) => [`${path}=${each}`, { path, value: JSON.stringify(each) }]));
  if (typeof value !== "object" || value === null) return new Map([[path, { path, value: JSON.stringify(value) }]]);
  return new Map(Object.entries(value).flatMap(([key, inner]) => [...leavesOf(inner, `${path}/${key}`)]));
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root, shippedFiles, withoutComments } from "./source-files.js";

interface Form {
  readonly methods: Readonly<
    Record<
      string,
      { readonly jsonrpc?: string; readonly jsonrpcAliases?: readonly string[]; readonly rest?: readonly { readonly path: string }[] }
    >
  >;
}

interface Methods extends Form {
  readonly card: {
    readonly path: string;
    readonly extendedPath?: string;
    readonly caching: { readonly headers: Readonly<Record<string, string>>; readonly public: string; readonly private: string };
  };
  readonly headers: Readonly<Record<string, string>>;
}

interface Errors {
  readonly errors: Readonly<Record<string, { readonly message: string; readonly reason: string; readonly challengeHeader?: string }>>;
}

const { versions } = readJson<{ versions: { folder: string; forms?: string[] }[] }>("schema/versions.json");
const folders = versions.map(({ folder }) => folder);
const forms = versions.flatMap((version) => version.forms ?? []);

/** Everything that the tables spell, but for what a hand-written line may say for reasons of its own. */
const spelled = new Set([
  ...folders.flatMap((folder) => [...wordsOfMethods(folder), ...wordsOfFacts(folder), ...wordsOfErrors(folder)]),
  ...forms.flatMap(wordsOfMethods),
]);
// The newest version's JSON-RPC names are the names of the operations, and those are a generated union.
for (const operation of Object.keys(readJson<Methods>("schema/v1.0/methods.json").methods)) spelled.delete(operation);

test("the tables spell something to look for", () => {
  expect(spelled.size).toBeGreaterThan(50);
  expect([...spelled]).toContain("tasks/sendSubscribe");
});

test("method names, paths, headers, reasons and texts of errors are typed in schema/ only", () => {
  const found = shippedFiles().flatMap(({ path, text }) =>
    [...withoutComments(text).matchAll(/"([^"\n]+)"|'([^'\n]+)'|`([^`]+)`/g)]
      .map(([, double, single, template]) => double ?? single ?? template ?? "")
      .filter((literal) => spelled.has(literal))
      .map((literal) => `${path}: ${literal}`),
  );
  expect(found).toEqual([]);
});

test("JSON-RPC error codes are typed in schema/ only", () => {
  const found = shippedFiles().filter(({ text }) => /-32\d{3}\b/.test(withoutComments(text)));
  expect(found.map(({ path }) => path)).toEqual([]);
});

test("no status of HTTP but 200 and 404 is typed outside schema/", () => {
  const statuses = /\b(?:304|40[0-35-9]|41\d|42\d|50\d)\b/;
  const found = shippedFiles().filter(({ path, text }) => !path.startsWith("packages/examples/") && statuses.test(withoutComments(text)));
  expect(found.map(({ path }) => path)).toEqual([]);
});

test("every type assertion says why it is safe", () => {
  const found = shippedFiles().flatMap(({ path, text }) => {
    const lines = text.split("\n");
    const code = withoutComments(text)
      .replace(/"[^"\n]*"|`[^`]*`/g, '""')
      .split("\n");
    return code.flatMap((line, at) => {
      if (!/[\w)\]}] as (?!const\b)[\w{(]/.test(line) || /^\s*(import|export)\b.*\bfrom\b/.test(line)) return [];
      return `${lines[at - 1]}\n${lines[at]}`.includes("// safe: ") ? [] : [`${path}:${at + 1}`];
    });
  });
  expect(found).toEqual([]);
});

function wordsOfMethods(folder: string): string[] {
  const { methods } = readJson<Form>(`schema/${folder}/methods.json`);
  const rows = Object.values(methods).flatMap(({ jsonrpc, jsonrpcAliases = [], rest = [] }) => [
    jsonrpc,
    ...jsonrpcAliases,
    ...rest.map(({ path }) => path),
  ]);
  return rows.filter((word) => word !== undefined);
}

function wordsOfFacts(folder: string): string[] {
  const { card, headers } = readJson<Methods>(`schema/${folder}/methods.json`);
  const { caching } = card;
  const ofCards = [card.path, card.extendedPath, ...Object.values(caching.headers), caching.public, caching.private];
  return [...ofCards, ...Object.values(headers)].filter((word) => word !== undefined);
}

function wordsOfErrors(folder: string): string[] {
  return Object.values(readJson<Errors>(`schema/${folder}/errors.json`).errors).flatMap(({ message, reason, challengeHeader }) => [
    message,
    reason,
    ...(challengeHeader ? [challengeHeader] : []),
  ]);
}

function readJson<T>(path: string): T {
  // safe: the tables are checked against their schemas by the generator's tests
  return JSON.parse(readFileSync(join(root, path), "utf8")) as T;
}
test("no source asks URL.canParse, which denies addresses once Node 20 has optimised it: urlOf reads them", () => {
  const files = shippedFiles().filter(({ text }) => withoutComments(text).includes("canParse"));
  expect(files.map(({ path }) => path)).toEqual([]);
});

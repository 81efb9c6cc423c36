// The OpenAPI documents: valid by the word of a parser that is not ours, as complete as the tables, and served like cards.

import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { dialects } from "@a2a/core/internal/dialects";
import { restForms } from "@a2a/core/internal/rest";
import { compileErrors, validate as validateOpenApi } from "@readme/openapi-parser";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { canonicals } from "../../core/test/canonical.js";
import { openHandler } from "./mounts.js";
import { echo, openFetch, subjects } from "./subjects.js";

interface Document {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly servers: readonly { readonly url: string; readonly variables?: object }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly $ref?: string; readonly name?: string; readonly in?: string }[];
  readonly responses: Readonly<Record<string, { readonly content?: object }>>;
}

interface Table {
  readonly rest: { readonly prefix: string; readonly mediaType: string };
  readonly methods: Readonly<Record<string, { readonly rest?: readonly { verb: string; path: string }[]; readonly streaming: boolean }>>;
}

const root = fileURLToPath(new URL("../../..", import.meta.url));
const forms = readdirSync(`${root}packages/server/src/generated`).map((name) => name.replace(/^openapi-(.*)\.ts$/, "$1"));
const versionOf = (form: string): string => /\d+\.\d+/.exec(form)?.[0] ?? "";

function examplesOf(form: string): readonly string[] {
  return canonicals.find(({ folder }) => folder === form)?.examples ?? expect.fail(`no schema of ${form}`);
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(root + path, "utf8"));
}

async function documentOf(form: string): Promise<Document> {
  return (await import(`../src/generated/openapi-${form}.ts`)).document;
}

test("there is a document for each version that has an HTTP+JSON binding, and it is served to those who name that", async () => {
  const served = await openFetch(echo, { openApi: true, versions: dialects.map(({ version }) => version) });
  for (const { version } of restForms.map(({ dialect }) => dialect)) {
    const document: Document = await (await served.fetch("/openapi.json", { headers: { "a2a-version": version } })).json();
    expect([version, document.info.version]).toEqual([version, version]);
    expect(forms.map(versionOf)).toContain(version);
  }
});

describe.each(forms)("the document of %s", (form) => {
  const table = readJson<Table>(`schema/${form}/methods.json`);

  test("is OpenAPI 3.1 of its version", async () => {
    const { openapi, info } = await documentOf(form);
    expect([openapi, info.version]).toEqual(["3.1.0", versionOf(form)]);
  });

  test("is valid", async () => {
    // safe: the parser's type is that of every version of OpenAPI
    const document = (await documentOf(form)) as unknown as Parameters<typeof validateOpenApi>[0];
    const result = await validateOpenApi(structuredClone(document));
    expect(result.valid ? "" : compileErrors(result)).toBe("");
    expect(result).toEqual({ valid: true, warnings: [], specification: "OpenAPI" });
  });

  test("has what each of its references names, and names all that it has", async () => {
    const document = await documentOf(form);
    const pointers = new Set([...JSON.stringify(document).matchAll(/"\$ref":"#([^"]+)"/g)].map(([, pointer = ""]) => pointer));
    const found = Object.entries(document.components).flatMap(([kind, named]) =>
      Object.keys(named).map((name) => `/components/${kind}/${name}`),
    );
    expect([...pointers].sort()).toEqual(found.sort());
  });

  test("has every operation with its first route of each verb", async () => {
    const { paths } = await documentOf(form);
    // A path with resource names is documented with its steps: compared are shapes.
    const shapeOf = (path: string): string => path.replaceAll(/\{\w+=([^}]*)\}/g, "$1").replaceAll(/\{\w+\}/g, "*");
    const documented = Object.entries(paths).flatMap(([path, verbs]) =>
      Object.entries(verbs).map(([verb, { operationId }]) => `${operationId.replace(/By\w+$/, "")} ${verb.toUpperCase()} ${shapeOf(path)}`),
    );
    const expected = Object.entries(table.methods).flatMap(([operation, { rest = [] }]) => {
      const verbs = new Map([...rest].reverse().map(({ verb, path }) => [verb, shapeOf(table.rest.prefix + path)]));
      return [...verbs].map(([verb, path]) => `${operation} ${verb} ${path}`);
    });
    expect(documented.sort()).toEqual(expected.sort());
    expect(documented.length).toBeGreaterThan(9);
  });

  test("says of every operation that streams that it is answered with events", async () => {
    const { paths } = await documentOf(form);
    for (const { operationId, responses } of Object.values(paths).flatMap((verbs) => Object.values(verbs))) {
      const streams = table.methods[operationId.replace(/By\w+$/, "")]?.streaming;
      const mediaTypes = streams ? ["text/event-stream"] : [...new Set([table.rest.mediaType, "application/json"])];
      expect([operationId, Object.keys(responses["200"]?.content ?? {})]).toEqual([operationId, mediaTypes]);
    }
  });

  test("says of every type what the schema says: the same examples are right and wrong", async () => {
    const document = await documentOf(form);
    const ajv = new Ajv2020({ strict: false, validateFormats: true });
    addFormats.default(ajv);
    let count = 0;
    for (const [kind, isRight] of [
      ["valid", true],
      ["invalid", false],
    ] as const) {
      for (const folder of examplesOf(form).map((each) => `schema/${each}/examples/${kind}`)) {
        for (const type of readdirSync(root + folder).filter((name) => name in document.components.schemas)) {
          const check = ajv.compile({ $ref: `#/components/schemas/${type}`, components: document.components });
          for (const name of readdirSync(`${root}${folder}/${type}`)) {
            const example = readJson<{ value?: unknown }>(`${folder}/${type}/${name}`);
            expect([type, name, check(isRight ? example : example.value)]).toEqual([type, name, isRight]);
            count += 1;
          }
        }
      }
    }
    expect(count).toBeGreaterThan(100);
  });
});

describe.each(subjects)("the document, by $name", ({ open }) => {
  test("is not there unless it is asked for", async () => {
    const served = await open(echo);
    expect((await served.fetch("/openapi.json")).status).toBe(404);
  });

  test("is that of the newest version, or of the one that the request names, where that has one", async () => {
    const served = await open(echo, { openApi: true });
    const versionFor = async (hint: string): Promise<string> =>
      (await (await served.fetch("/openapi.json", { headers: { "a2a-version": hint } })).json()).info.version;
    const hints = ["", "1.0", "1.0.7", "0.3", "0.2", "0.1", "9.9"];
    expect(await Promise.all(hints.map(versionFor))).toEqual(["1.0", "1.0", "1.0", "0.3", "0.3", "1.0", "1.0"]);
  });

  test("is for caches, for HEAD and for pages of any origin, like the card", async () => {
    const served = await open(echo, { openApi: true });
    const whole = await served.fetch("/openapi.json");
    expect([whole.status, whole.headers.get("content-type")]).toEqual([200, "application/json"]);
    expect(["cache-control", "vary", "access-control-allow-origin"].map((name) => whole.headers.get(name))).toEqual([
      "public, max-age=60",
      "A2A-Version",
      "*",
    ]);
    const head = await served.fetch("/openapi.json", { method: "HEAD" });
    expect([head.status, await head.text(), head.headers.get("etag")]).toEqual([200, "", whole.headers.get("etag")]);
    const again = await served.fetch("/openapi.json", { headers: { "if-none-match": whole.headers.get("etag") ?? "" } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  test("is only read", async () => {
    const served = await open(echo, { openApi: true });
    const response = await served.fetch("/openapi.json", { method: "POST", body: "{}", headers: { "content-type": "application/json" } });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  test("is not there where no version is served that has one", async () => {
    const served = await open(echo, { openApi: true, versions: ["0.1"] });
    expect((await served.fetch("/openapi.json")).status).toBe(404);
    const rpcOnly = await open(echo, { openApi: true, bindings: ["JSONRPC"] });
    expect((await rpcOnly.fetch("/openapi.json")).status).toBe(404);
  });
});

for (const [where, options, path, urls] of [
  ["at the root", {}, "/openapi.json", ["/", "/{tenant}"]],
  ["below a base path", { basePath: "/agents/one" }, "/agents/one/openapi.json", ["/agents/one", "/agents/one/{tenant}"]],
  ["behind a proxy", { publicUrl: "https://a.example/one/" }, "/openapi.json", ["https://a.example/one", "https://a.example/one/{tenant}"]],
  ["with tenants of its own", { tenants: ["a", "b"] }, "/openapi.json", ["/{tenant}", "/"]],
] as const) {
  test(`the paths of an agent ${where} begin at ${urls.join(" and ")}`, async () => {
    const served = await openFetch(echo, { openApi: true, ...options });
    const { servers }: Document = await (await served.fetch(path)).json();
    expect(servers.map(({ url }) => url)).toEqual(urls);
  });
}

test("the tenants of an agent are those that its paths may begin with", async () => {
  const served = await openFetch(echo, { openApi: true, tenants: ["a", "b"] });
  const { servers }: Document = await (await served.fetch("/openapi.json")).json();
  expect(servers[0]?.variables).toMatchObject({ tenant: { default: "a", enum: ["a", "b"] } });
});

for (const host of ["", "[", "a b"]) {
  test(`a caller that says it is at host "${host}" is answered with the document`, async () => {
    const served = await openHandler(echo, { openApi: true });
    const { port } = new URL(served.url);
    const asking = request({ port, host: "127.0.0.1", path: "/openapi.json", setHost: false, headers: { connection: "close" } });
    asking.setHeader("host", host);
    const answering = once(asking, "response");
    asking.end();
    const [answer]: IncomingMessage[] = await answering;
    const document: Document = JSON.parse(await text(answer ?? expect.fail("no answer")));
    expect([answer?.statusCode, document.servers.map(({ url }) => url)]).toEqual([200, ["/", "/{tenant}"]]);
  });
}

import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { generate } from "../generate.js";
import type { Source } from "../load-schema.js";
import { compareFolder } from "../output-folder.js";
import type { BindingsFile, ErrorsFile, Method, SchemaFile } from "../schema-model.js";
import type { FormOfVersion } from "./emit-openapi.js";
import { documentForm } from "./emit-openapi.js";

const schema = fileURLToPath(new URL("../../../../schema", import.meta.url));
const committed = fileURLToPath(new URL("../../../../packages/server/src/generated", import.meta.url));

test("what is committed is what schema/ says", async () => {
  expect(compareFolder(committed, (await generate(schema)).get("packages/server/src/generated") ?? new Map())).toEqual([]);
});

const rest = { prefix: "/v1", mediaType: "application/json" };
const text = { type: "string", minLength: 1, description: "A text." };

function sourceOf<T>(content: T): Source<T> {
  return { path: "schema/v9/file.json", content, sha256: "" };
}

/** A form with resource names in its paths, as google.api.http has them. */
function formOf(method: Partial<Method>): FormOfVersion {
  const row: Method = { params: "Params", result: "Result", streaming: false, clause: "9, section 1", ...method };
  const methods: BindingsFile = { rest, methods: { DoIt: row } };
  const error = { code: -32001, grpcStatus: "NOT_FOUND", reason: "LOST", message: "Lost", clause: "9" };
  const errors: ErrorsFile = {
    domain: null,
    errors: {
      LostError: { ...error, httpStatus: 404 },
      BusyError: { ...error, httpStatus: 503, grpcStatus: "UNAVAILABLE", message: "Busy" },
    },
    refusals: { methodNotAllowed: { httpStatus: 405, error: "LostError" }, payloadTooLarge: { httpStatus: 413, error: "LostError" } },
  };
  const definitions: SchemaFile["$defs"] = {
    Params: {
      description: "Params.",
      type: "object",
      required: ["name", "config"],
      properties: {
        name: text,
        config: { $ref: "#/$defs/Config", "x-proto": { n: 1 } },
        configId: text,
        tags: { type: "array", items: text },
      },
    },
    Config: { description: "A configuration.", type: "object", tsType: "{}" },
    Result: { description: "A result.", type: "object" },
  };
  return {
    wire: "9.0",
    schema: sourceOf({ title: "", description: "", $defs: definitions }),
    methods: sourceOf(methods),
    headers: { version: "A2A-Version", notificationToken: "A2A-Token" },
    errors: sourceOf(errors),
  };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>>; readonly responses: Readonly<Record<string, object>> };
}

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name?: string; readonly in?: string; readonly schema?: object }[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, { readonly schema: object }>> };
  readonly responses: Readonly<Record<string, object>>;
}

function documentOf(method: Partial<Method>): Document {
  // safe: read as what the test says of it
  return documentForm(formOf(method), rest) as unknown as Document;
}

function parametersOf({ parameters }: Operation, place: string): (string | undefined)[] {
  return parameters.filter((each) => each.in === place).map(({ name }) => name);
}

function bodyOf({ requestBody }: Operation): object | undefined {
  return requestBody?.content["application/json"]?.schema;
}

describe("a path with resource names", () => {
  const path = "/{name=tasks/*}/configs";
  let operations: Readonly<Record<string, Operation>>;

  beforeAll(() => {
    const routes = [
      { verb: "POST", path, body: "config" },
      { verb: "POST", path: "/{name=task/*}/configs", body: "config" },
      { verb: "GET", path },
    ];
    const { paths } = documentOf({ rest: routes });
    expect(Object.keys(paths)).toEqual(["/v1/tasks/{taskId}/configs"]);
    operations = paths["/v1/tasks/{taskId}/configs"] ?? {};
  });

  test("has the first route of each verb, with an id of its own", () => {
    expect(Object.entries(operations).map(([verb, { operationId }]) => [verb, operationId])).toEqual([
      ["post", "DoIt"],
      ["get", "DoItByGet"],
    ]);
  });

  test("takes the member that is the body from the body, and the others from path and query", () => {
    const { post } = operations;
    expect(post && [bodyOf(post), post.requestBody?.required]).toEqual([{ $ref: "#/components/schemas/Config" }, true]);
    expect(post && [parametersOf(post, "path"), parametersOf(post, "query")]).toEqual([["taskId"], ["configId", "tags"]]);
  });

  test("takes from path and query what a text can say where there is no body", () => {
    const { get } = operations;
    expect(get && [bodyOf(get), parametersOf(get, "query")]).toEqual([undefined, ["configId", "tags"]]);
  });

  test("is a text for each of its parameters", () => {
    expect(operations.get?.parameters.find(({ name }) => name === "taskId")?.schema).toEqual({ type: "string", minLength: 1 });
  });
});

test("a body that is all params but those in the path requires what they require", () => {
  const { paths } = documentOf({ rest: [{ verb: "POST", path: "/{name}:do", body: "*" }] });
  const post = paths["/v1/{name}:do"]?.post;
  expect(post && bodyOf(post)).toMatchObject({ required: ["config"], properties: { config: {}, configId: {}, tags: {} } });
  expect(post?.parameters.find(({ name }) => name === "name")?.schema).toEqual({ type: "string", minLength: 1 });
});

test("a tenant before the path is a variable of a second server", () => {
  const { servers } = documentForm(formOf({}), { ...rest, tenantPrefix: "/{tenant}" });
  expect(servers).toEqual([{ url: "/" }, { url: "/{tenant}", variables: { tenant: expect.objectContaining({ default: "default" }) } }]);
  expect(documentForm(formOf({}), rest).servers).toEqual([{ url: "/" }]);
});

test("an operation without a route, as older versions have, is left out", () => {
  expect(documentOf({}).paths).toEqual({});
});

test("errors are answered by status, those of bodies only where there is one, and the plain body is that of versions without a domain", () => {
  const { paths, components } = documentOf({
    rest: [
      { verb: "GET", path: "/a" },
      { verb: "POST", path: "/a" },
    ],
  });
  expect(Object.keys(paths["/v1/a"]?.get?.responses ?? {})).toEqual(["200", "404", "503"]);
  expect(Object.keys(paths["/v1/a"]?.post?.responses ?? {})).toEqual(["200", "404", "413", "503"]);
  expect(Object.keys(components.responses)).toEqual(["Error404", "Error413", "Error503"]);
  expect(components.responses.Error503).toMatchObject({ description: "- `-32001`: Busy", headers: { "Retry-After": {} } });
  expect(components.schemas.ErrorBody).toMatchObject({ required: ["code", "message"] });
});

test("facts for other generators stay out", () => {
  expect(JSON.stringify(documentOf({ rest: [{ verb: "POST", path: "/a" }] }))).not.toMatch(/x-proto|tsType|\$defs/);
});

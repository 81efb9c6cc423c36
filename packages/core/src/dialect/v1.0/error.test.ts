import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RpcError } from "../../envelope/response.js";
import { A2AError } from "../../errors/a2a-error.js";
import type { ErrorName } from "../../generated/tables.js";
import { domain, errors } from "../../generated/v1.0/errors.js";
import { decodeError, encodeError } from "./error.js";

const errorInfo = "type.googleapis.com/google.rpc.ErrorInfo";
const badRequest = "type.googleapis.com/google.rpc.BadRequest";
const names = Object.keys(errors) as ErrorName[]; // safe: the keys of the table are the error names
const firstOf = (name: ErrorName): ErrorName => names.find((each) => errors[each].code === errors[name].code) ?? name;
const overTheWire = (error: A2AError): A2AError => decodeError(JSON.parse(JSON.stringify(encodeError(error))));

describe("an error comes back from the wire", () => {
  for (const name of names) {
    const read = firstOf(name);
    test(`${name} as ${read === name ? "itself" : `${read}, which shares its code`}`, () => {
      expect(overTheWire(new A2AError(name, "why")).code).toBe(read);
    });
  }

  const violation = fc.record({ pointer: fc.string(), expected: fc.oneof(fc.string(), fc.constant("expected expected x")) });
  const metadata = fc.dictionary(
    fc.string().filter((key) => key !== "detail"),
    fc.string(),
    { noNullPrototype: true },
  );
  test("with its text, its violations and its metadata", () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.string(), fc.array(violation), metadata, (name, text, violations, facts) => {
        const read = overTheWire(new A2AError(name, text, { violations, metadata: facts }));
        expect({ text: read.message, violations: read.violations, metadata: read.metadata }).toEqual({ text, violations, metadata: facts });
      }),
    );
  });

  test("without its cause", () => {
    const wire = encodeError(new A2AError("InternalError", "failed", { cause: new Error("password") }));
    expect(JSON.stringify(wire)).not.toContain("password");
  });
});

test("an error is written with the table's text, ErrorInfo, and BadRequest where it names places", () => {
  const violations = [{ pointer: "/message/parts", expected: "an array" }];
  expect(encodeError(new A2AError("InvalidParamsError", "bad parts", { violations, metadata: { a: "b" } }))).toEqual({
    code: -32602,
    message: "Invalid parameters",
    data: [
      { "@type": errorInfo, reason: "INVALID_PARAMS", domain, metadata: { a: "b", detail: "bad parts" } },
      { "@type": badRequest, fieldViolations: [{ field: "/message/parts", description: "expected an array" }] },
    ],
  });
});

describe("an error of another server", () => {
  const info = (reason: unknown, more: object = {}): object => ({ "@type": errorInfo, reason, domain, ...more });
  const rows: readonly [name: string, wire: RpcError, code: ErrorName, message: string][] = [
    ["has no data", { code: -32001, message: "gone" }, "TaskNotFoundError", "gone"],
    ["has data null", { code: -32001, message: "gone", data: null }, "TaskNotFoundError", "gone"],
    ["has a text as data", { code: -32001, message: "gone", data: "t" }, "TaskNotFoundError", "gone"],
    ["has details that are none", { code: -32001, message: "gone", data: [null, 1, "x", [], {}] }, "TaskNotFoundError", "gone"],
    ["has a code that nobody knows", { code: -1, message: "?" }, "InternalError", "?"],
    ["has a code and a reason that nobody knows", { code: -1, message: "?", data: [info("NEVER_HEARD")] }, "InternalError", "?"],
    ["has a reason that nobody knows", { code: -32002, message: "no", data: [info("NEVER_HEARD")] }, "TaskNotCancelableError", "no"],
    [
      "has a code of its own for a known reason",
      { code: -32099, message: "who?", data: [info("UNAUTHENTICATED")] },
      "UnauthenticatedError",
      "who?",
    ],
    [
      "has another code than its reason, which counts",
      { code: -32603, message: "gone", data: [info("TASK_NOT_FOUND")] },
      "TaskNotFoundError",
      "gone",
    ],
    [
      "has a reason of another domain",
      { code: -32603, message: "gone", data: [info("TASK_NOT_FOUND", { domain: "a.test" })] },
      "InternalError",
      "gone",
    ],
    ["has no domain", { code: -32603, message: "gone", data: [info("TASK_NOT_FOUND", { domain: undefined })] }, "InternalError", "gone"],
    ["has no reason", { code: -32001, message: "gone", data: [info(undefined)] }, "TaskNotFoundError", "gone"],
    ["has a number as reason", { code: -32001, message: "gone", data: [info(5)] }, "TaskNotFoundError", "gone"],
    ["has a reason that objects inherit", { code: -32001, message: "gone", data: [info("constructor")] }, "TaskNotFoundError", "gone"],
    ["has no text", { code: -32001, message: "" }, "TaskNotFoundError", ""],
    [
      "has an empty detail",
      { code: -32001, message: "gone", data: [info("TASK_NOT_FOUND", { metadata: { detail: "" } })] },
      "TaskNotFoundError",
      "",
    ],
    [
      "has a detail that is no text",
      { code: -32001, message: "gone", data: [info("TASK_NOT_FOUND", { metadata: { detail: 1 } })] },
      "TaskNotFoundError",
      "gone",
    ],
    [
      "writes as the example of 1.0.0 does",
      {
        code: -32001,
        message: "Task not found",
        data: [info("TASK_NOT_FOUND", { metadata: { taskId: "t", timestamp: "2025-11-09T10:30:00.000Z" } })],
      },
      "TaskNotFoundError",
      "Task not found",
    ],
  ];
  for (const [name, wire, code, message] of rows) {
    test(name, () => {
      expect(decodeError(wire)).toMatchObject({ code, message, violations: [] });
    });
  }

  test("has metadata, of which texts are kept", () => {
    const metadata = { taskId: "t", count: 1, nothing: null, detail: "d" };
    expect(decodeError({ code: -32001, message: "m", data: [info("TASK_NOT_FOUND", { metadata })] }).metadata).toEqual({ taskId: "t" });
  });

  for (const [name, data] of [
    ["an object in place of details", { taskId: "t", count: 1, nothing: null, detail: "d" }],
    ["an object in a detail of its type", [{ "@type": "type.googleapis.com/google.protobuf.Struct", value: { taskId: "t", detail: "d" } }]],
  ] as const) {
    test(`has ${name}, whose texts are kept`, () => {
      const read = decodeError({ code: -32001, message: "m", data });
      expect(read).toMatchObject({ code: "TaskNotFoundError", message: "d" });
      expect(read.metadata).toEqual({ taskId: "t" });
    });
  }

  test("has ErrorInfo in place of details", () => {
    const read = decodeError({ code: -32603, message: "m", data: info("TASK_NOT_FOUND", { metadata: { taskId: "t" } }) });
    expect(read).toMatchObject({ code: "TaskNotFoundError", metadata: { taskId: "t" } });
    expect(read.metadata).toEqual({ taskId: "t" });
  });

  test("has an ErrorInfo of another domain before its own", () => {
    const other = { "@type": errorInfo, reason: "RATE_LIMITED", domain: "gateway.example", metadata: { zone: "a" } };
    const own = info("TASK_NOT_FOUND", { metadata: { taskId: "t" } });
    const read = decodeError({ code: -32603, message: "m", data: [other, own] });
    expect([read.code, read.metadata]).toEqual(["TaskNotFoundError", { taskId: "t" }]);
    expect(decodeError({ code: -32603, message: "m", data: [other] }).metadata).toEqual({ zone: "a" });
  });

  test("has a list as metadata", () => {
    expect(decodeError({ code: -32001, message: "m", data: [info("TASK_NOT_FOUND", { metadata: ["x"] })] }).metadata).toEqual({});
  });

  test("has violations of every shape", () => {
    const fieldViolations = [{ field: "a", description: "must be set" }, { field: 1 }, { description: "expected x" }, null, "x", []];
    const wire = {
      code: -32602,
      message: "m",
      data: [
        { "@type": badRequest, fieldViolations },
        { "@type": badRequest, fieldViolations: {} },
      ],
    };
    expect(decodeError(wire).violations).toEqual([
      { pointer: "a", expected: "must be set" },
      { pointer: "", expected: "" },
      { pointer: "", expected: "x" },
    ]);
  });

  test("cannot pollute anything", () => {
    const wire = JSON.parse(`{"code":-32001,"message":"m","data":[{"@type":"${errorInfo}","metadata":{"__proto__":"polluted"}}]}`);
    expect(Object.keys(decodeError(wire).metadata)).toEqual(["__proto__"]);
    expect({}).not.toHaveProperty("polluted");
  });
});

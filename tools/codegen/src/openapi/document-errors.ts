import type { ErrorFileRow, ErrorsFile } from "../schema-model.js";
import { componentRef } from "./to-components.js";

/** Answers with errors, and the types that they are made of: parts of a document's `components`. */
export interface DocumentedErrors {
  readonly responses: Readonly<Record<string, object>>;
  readonly schemas: Readonly<Record<string, object>>;
}

/** The answers with errors that a version gives, one for each status of HTTP. */
export function documentErrors(file: ErrorsFile, mediaTypes: readonly string[]): DocumentedErrors {
  const content = Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema: componentRef("ErrorBody") }]));
  const statuses = [...new Set([...statusesOf(file), ...statusesOfBodies(file)])].sort();
  const responses = statuses.map((status) => {
    const rows = rowsOf(file, status);
    return [responseName(status), { description: describe(file, rows), ...headersOf(rows), content }];
  });
  return { responses: Object.fromEntries(responses), schemas: file.domain === null ? plainBody : bodyWithStatus(file, file.domain) };
}

/** The `responses` of an operation that are errors: a body that is not read is refused only where there is one. */
export function errorResponses(file: ErrorsFile, { hasBody }: { readonly hasBody: boolean }): Record<string, object> {
  const statuses = new Set([...statusesOf(file), ...(hasBody ? statusesOfBodies(file) : [])]);
  return Object.fromEntries([...statuses].sort().map((status) => [status, { $ref: `#/components/responses/${responseName(status)}` }]));
}

function responseName(status: number): string {
  return `Error${status}`;
}

function statusesOf({ errors }: ErrorsFile): number[] {
  return Object.values(errors).map(({ httpStatus }) => httpStatus);
}

/** What HTTP refuses of a body. Its other refusals are of paths and verbs that no document has. */
function statusesOfBodies({ refusals }: ErrorsFile): number[] {
  return [refusals.payloadTooLarge, refusals.unsupportedMediaType].flatMap((refusal) => refusal?.httpStatus ?? []);
}

function rowsOf({ errors, refusals }: ErrorsFile, status: number): ErrorFileRow[] {
  const rows = Object.values(errors).filter(({ httpStatus }) => httpStatus === status);
  const refused = Object.values(refusals).flatMap(({ httpStatus, error }) => (httpStatus === status ? (errors[error] ?? []) : []));
  return [...rows, ...refused];
}

/** The errors of a status as the body names them. */
function describe({ domain }: ErrorsFile, rows: readonly ErrorFileRow[]): string {
  const lines = rows.map(({ code, reason, message }) => `- \`${domain === null ? code : reason}\`: ${message}`);
  return [...new Set(lines)].join("\n");
}

function headersOf(rows: readonly ErrorFileRow[]): object {
  const challenge = rows.find(({ challengeHeader }) => challengeHeader)?.challengeHeader;
  if (challenge !== undefined) return { headers: { [challenge]: { description: "How to authenticate.", schema: { type: "string" } } } };
  // The errors that pass: whoever was too fast, or came at a bad time, may come again.
  const isPassing = rows.some(({ grpcStatus }) => grpcStatus === "RESOURCE_EXHAUSTED" || grpcStatus === "UNAVAILABLE");
  return isPassing ? { headers: { "Retry-After": { description: "Seconds to wait.", schema: { type: "integer" } } } } : {};
}

/** The body of versions without a domain for their errors: the error as JSON-RPC says it. */
const plainBody = {
  ErrorBody: {
    description: "Why a request failed.",
    type: "object",
    required: ["code", "message"],
    properties: {
      code: { type: "integer", description: "JSON-RPC error code." },
      message: { type: "string", description: "Standard text of the error." },
      data: { description: "Specifics." },
    },
  },
};

/** The body as google.rpc.Status writes it: A2A 1.0, section 11.6. */
function bodyWithStatus({ errors }: ErrorsFile, domain: string): Record<string, object> {
  const rows = Object.values(errors);
  const values = <T>(of: (row: ErrorFileRow) => T): T[] => [...new Set(rows.map(of))].sort();
  return {
    ErrorBody: {
      description: "Why a request failed.",
      type: "object",
      required: ["error"],
      properties: { error: componentRef("ErrorStatus") },
    },
    ErrorStatus: {
      description: "An error as google.rpc.Status.",
      type: "object",
      required: ["code", "status", "message"],
      properties: {
        code: { type: "integer", description: "Status of HTTP." },
        status: { type: "string", enum: values(({ grpcStatus }) => grpcStatus), description: "Status of gRPC." },
        message: { type: "string", description: "Standard text of the error." },
        details: {
          type: "array",
          items: { anyOf: [componentRef("ErrorInfo"), componentRef("BadRequest")] },
          description: "Which error it is, and what of the request is wrong.",
        },
      },
    },
    ErrorInfo: {
      description: "Which error it is: the one detail that is always there.",
      type: "object",
      required: ["@type", "reason", "domain"],
      properties: {
        "@type": { const: "type.googleapis.com/google.rpc.ErrorInfo" },
        reason: { type: "string", enum: values(({ reason }) => reason), description: "The error." },
        domain: { const: domain },
        metadata: { type: "object", additionalProperties: { type: "string" }, description: "Specifics." },
      },
    },
    BadRequest: {
      description: "What of the request is wrong.",
      type: "object",
      required: ["@type", "fieldViolations"],
      properties: {
        "@type": { const: "type.googleapis.com/google.rpc.BadRequest" },
        fieldViolations: { type: "array", items: componentRef("FieldViolation") },
      },
    },
    FieldViolation: {
      description: "A place that is wrong.",
      type: "object",
      required: ["field", "description"],
      properties: {
        field: { type: "string", description: "JSON Pointer into the params." },
        description: { type: "string", description: "What was expected there." },
      },
    },
  };
}

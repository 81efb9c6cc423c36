// Requests as they are written and answers as they come, in every version and binding: for what has to hold down to the byte.

import type { Version } from "@a2a/core";
import type { Dialect, Operation } from "@a2a/core/internal";
import { dialects } from "@a2a/core/internal/dialects";
import { restForms } from "@a2a/core/internal/rest";
import { serveGrpc } from "@a2a/grpc/server";
import type { AgentDefinition, HandlerOptions } from "@a2a/server";
import { createA2AHandler } from "@a2a/server";
import type { ClientReadableStream, Metadata, StatusObject } from "@grpc/grpc-js";
import { status as statusCodes } from "@grpc/grpc-js";
import { onTestFinished } from "vitest";
import { grpcForms } from "../../grpc/src/server/forms.js";
import { begin, rawClient } from "../../grpc/test/raw-client.js";
import { requestOf } from "./matrix/rest-road.js";

/** What came back, down to the byte. */
export interface RawAnswer {
  /** A number of HTTP, or a name of gRPC. */
  readonly status: number | string;
  /** Headers, and trailers of gRPC; of the latter those of bytes in base64. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body; the messages of gRPC in base64. */
  readonly body: string;
}

/** What is asked beside the operation and its params. */
export interface RawOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Leaves after the first event of a stream. */
  readonly leavesEarly?: boolean;
}

/** One version in one binding. */
export interface RawRoad {
  readonly name: string;
  readonly version: Version;
  readonly binding: "JSON-RPC" | "HTTP+JSON" | "gRPC";
  readonly dialect: Dialect;
  ask(operation: Operation, wire: unknown, options?: RawOptions): Promise<RawAnswer>;
}

/** An agent that is served in every way until the test is over. */
export interface Everywhere {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly roads: readonly RawRoad[];
}

const origin = "http://agent.test";

/** The names of all roads, in their order. */
export const roadNames: readonly string[] = [
  ...dialects.map(({ version }) => `${version} over JSON-RPC`),
  ...restForms.map(({ dialect }) => `${dialect.version} over HTTP+JSON`),
  ...grpcForms.map(({ dialect }) => `${dialect.version} over gRPC`),
];

/** Serves an agent over HTTP without a network, and over gRPC at a port. */
export async function serveEverywhere(definition: AgentDefinition, options: HandlerOptions = {}): Promise<Everywhere> {
  const handler = createA2AHandler({ definition }, { publicUrl: origin, versions: dialects.map(({ version }) => version), ...options });
  const { port } = await serveGrpc(handler, { port: 0, url: "agent.test:1" });
  onTestFinished(() => handler.close());
  const overRpc = dialects.map((dialect) => rpcRoad(handler.fetch, dialect));
  const overRest = restForms.map((form): RawRoad => {
    const ask: RawRoad["ask"] = (operation, wire, asked) => {
      const { url, method, body } = requestOf(form, { operation, wire, headers: {} });
      return fetchRaw(
        handler.fetch,
        new Request(url.replace("http://testbed.test", origin), { method, ...written(body, form.dialect, asked) }),
        asked,
      );
    };
    return roadOf("HTTP+JSON", form.dialect, ask);
  });
  const overGrpc = grpcForms.map((form): RawRoad => {
    const client = rawClient(`127.0.0.1:${port}`);
    const ask: RawRoad["ask"] = (operation, wire, { headers = {}, leavesEarly = false } = {}) => {
      const rpc = form.rpcs[operation];
      if (!rpc) throw new TypeError(`no rpc for ${operation}`);
      const metadata = { ...versionOf(form.dialect), ...headers };
      const stream = begin(client, `/${form.service}/${rpc.rpc}`, form.codecOf(rpc.input).encode(wire), { metadata });
      return answerOf(stream, leavesEarly);
    };
    return roadOf("gRPC", form.dialect, ask);
  });
  return { fetch: handler.fetch, roads: [...overRpc, ...overRest, ...overGrpc] };
}

function roadOf(binding: RawRoad["binding"], dialect: Dialect, ask: RawRoad["ask"]): RawRoad {
  return { name: `${dialect.version} over ${binding}`, version: dialect.version, binding, dialect, ask };
}

function rpcRoad(fetch: Everywhere["fetch"], dialect: Dialect): RawRoad {
  return roadOf("JSON-RPC", dialect, (operation, wire, asked) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: dialect.methodOf(operation), params: wire });
    return fetchRaw(fetch, new Request(`${origin}/`, { method: "POST", ...written(body, dialect, asked) }), asked);
  });
}

function written(
  body: string | undefined,
  dialect: Dialect,
  { headers = {} }: RawOptions = {},
): { readonly headers: Record<string, string>; readonly body?: string } {
  const all = { ...versionOf(dialect), ...headers };
  return body === undefined ? { headers: all } : { headers: { "content-type": "application/json", ...all }, body };
}

/** Clients of earlier versions do not say theirs. */
function versionOf({ version, headers }: Dialect): Record<string, string> {
  return version !== "0.3" && version !== "0.1" && headers.version ? { [headers.version]: version } : {};
}

async function fetchRaw(fetch: Everywhere["fetch"], request: Request, { leavesEarly = false }: RawOptions = {}): Promise<RawAnswer> {
  const response = await fetch(request);
  const isStream = response.headers.get("content-type") === "text/event-stream";
  let body = "";
  const decoder = new TextDecoder();
  for await (const piece of response.body ?? []) {
    body += decoder.decode(piece, { stream: true });
    if (leavesEarly && isStream && body.includes("\n\n")) break;
  }
  return { status: response.status, headers: Object.fromEntries(response.headers), body };
}

function answerOf(stream: ClientReadableStream<Buffer>, leavesEarly: boolean): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const messages: Buffer[] = [];
    const headers: Record<string, string> = {};
    const note = (metadata: Metadata): void => {
      for (const [name, values] of Object.entries(metadata.toJSON())) {
        if (name !== "date")
          headers[name] = values.map((value) => (typeof value === "string" ? value : value.toString("base64"))).join(", ");
      }
    };
    stream.on("data", (message: Buffer) => {
      messages.push(message);
      if (leavesEarly) stream.cancel();
    });
    stream.on("metadata", note);
    stream.on("error", () => undefined);
    stream.on("status", ({ code, details, metadata }: StatusObject) => {
      note(metadata);
      resolve({
        status: statusCodes[code] ?? "",
        headers: { ...headers, details },
        body: messages.map((each) => each.toString("base64")).join("\n"),
      });
    });
  });
}

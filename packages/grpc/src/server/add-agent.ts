import type { Operation } from "@a2a/core/internal";
import { dialectFor } from "@a2a/core/internal";
import { isStreaming } from "@a2a/server/internal";
import type { Metadata, Server, ServerUnaryCall, ServerWritableStream, sendUnaryData } from "@grpc/grpc-js";
import type { Rpc } from "../rpc.js";
import { answerStream } from "./answer-stream.js";
import { answerUnary } from "./answer-unary.js";
import type { GrpcForm } from "./forms.js";
import type { ServiceSide } from "./service-side.js";

/**
 * Serves every rpc of a service, under all its names.
 *
 * @param forms the versions whose service it is: a call is of the one that it names, else of the first
 */
export function addAgent(server: Server, side: ServiceSide, forms: readonly [GrpcForm, ...GrpcForm[]]): void {
  const [first] = forms;
  for (const [operation, rpc] of rpcsOf(first)) {
    for (const name of [rpc.rpc, ...rpc.aliases]) {
      const path = `/${first.service}/${name}`;
      if (isStreaming(operation)) {
        const answer = spokenBy(forms, operation, (form, own) => answerStream(side, form, operation, own));
        server.register(path, (call: ServerWritableStream<Buffer, Buffer>) => answer(call.metadata)(call), same, same, "serverStream");
      } else {
        const answer = spokenBy(forms, operation, (form, own) => answerUnary(side, form, operation, own));
        server.register(
          path,
          (call: ServerUnaryCall<Buffer, Buffer>, reply: sendUnaryData<Buffer>) => answer(call.metadata)(call, reply),
          same,
          same,
          "unary",
        );
      }
    }
  }
}

/** Makes a handler for each version, and gives what finds the one for a call. */
function spokenBy<T>(
  forms: readonly [GrpcForm, ...GrpcForm[]],
  operation: Operation,
  handle: (form: GrpcForm, rpc: Rpc) => T,
): (metadata: Metadata) => T {
  const dialects = forms.map(({ dialect }) => dialect);
  const { headers } = forms[0].dialect;
  const handlers = forms.flatMap((form) => {
    const rpc = form.rpcs[operation];
    return rpc ? [[form.dialect, handle(form, rpc)] as const] : [];
  });
  const [first] = handlers;
  if (!first) throw new TypeError(`no rpc asks for ${operation}`);
  if (handlers.length === 1) return () => first[1];
  const byDialect = new Map(handlers);
  return (metadata) => {
    const [hint] = headers.version === undefined ? [] : metadata.get(headers.version);
    const named = typeof hint === "string" ? dialectFor(dialects, hint) : undefined;
    return (named && byDialect.get(named)) ?? first[1];
  };
}

function rpcsOf({ rpcs }: GrpcForm): [operation: Operation, rpc: Rpc][] {
  // safe: the keys of a table of rpcs are operations
  return Object.entries(rpcs) as [Operation, Rpc][];
}

/** Messages are bytes to grpc-js: what it makes of a failure to read or write them has no details. */
export function same(bytes: Buffer): Buffer {
  return bytes;
}

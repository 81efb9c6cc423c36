import type { Operation } from "@a2a/core/internal";
import { isStreaming } from "@a2a/server/internal";
import type { Server } from "@grpc/grpc-js";
import type { Rpc } from "../rpc.js";
import { answerStream } from "./answer-stream.js";
import { answerUnary } from "./answer-unary.js";
import type { GrpcForm } from "./forms.js";
import type { ServiceSide } from "./service-side.js";

/** Serves every rpc of a version, under all its names. */
export function addAgent(server: Server, side: ServiceSide, form: GrpcForm): void {
  for (const [operation, rpc] of rpcsOf(form)) {
    for (const name of [rpc.rpc, ...rpc.aliases]) {
      const path = `/${form.service}/${name}`;
      if (isStreaming(operation)) server.register(path, answerStream(side, form, operation, rpc), same, same, "serverStream");
      else server.register(path, answerUnary(side, form, operation, rpc), same, same, "unary");
    }
  }
}

function rpcsOf({ rpcs }: GrpcForm): [operation: Operation, rpc: Rpc][] {
  // safe: the keys of a table of rpcs are operations
  return Object.entries(rpcs) as [Operation, Rpc][];
}

/** Messages are bytes to grpc-js: what it makes of a failure to read or write them has no details. */
export function same(bytes: Buffer): Buffer {
  return bytes;
}

import type { GrpcListening, GrpcOptions } from "@a2a/grpc/server";
import { serveGrpc } from "@a2a/grpc/server";
import type { AgentDefinition, HandlerOptions } from "@a2a/server";
import type { Listening } from "@a2a/server/node";
import { serve } from "@a2a/server/node";
import { onTestFinished } from "vitest";

/** An agent that is served over HTTP and gRPC. */
export interface Opened {
  readonly http: Listening;
  readonly grpc: GrpcListening;
}

/** Serves an agent both ways until the test is over. */
export async function open(definition: AgentDefinition, options: HandlerOptions = {}, grpcOptions: GrpcOptions = {}): Promise<Opened> {
  const http = await serve({ definition }, { stopTimeoutMs: 100, ...options, port: 0 });
  onTestFinished(() => http.close());
  const grpc = await serveGrpc(http, { port: 0, ...grpcOptions });
  onTestFinished(() => grpc.close());
  return { http, grpc };
}

import { isObject } from "@a2a/core/internal";
import type { handleServerStreamingCall, handleUnaryCall, Server, ServerWritableStream } from "@grpc/grpc-js";
import { createCodecs } from "../codec/codec.js";
import { messageIn } from "../standard/describe.js";
import { healthFile } from "../standard/health-messages.js";
import { refused } from "../standard/refused.js";
import { same } from "./add-agent.js";

/** What services are asked about. */
export interface Health {
  /** From now on no service answers. */
  stop(): void;
  /** Ends the calls that wait for a change. */
  end(): void;
}

const codecOf = createCodecs({});
const request = codecOf(messageIn(healthFile, "HealthCheckRequest"));
const response = codecOf(messageIn(healthFile, "HealthCheckResponse"));
const list = codecOf(messageIn(healthFile, "HealthListResponse"));

/**
 * Tells whether services answer, by the gRPC health checking protocol. The empty name is that of the server as a whole.
 *
 * @param maxWatchers how many may wait for a change at a time
 * @see https://github.com/grpc/grpc/blob/master/doc/health-checking.md
 */
export function addHealth(server: Server, services: readonly string[], maxWatchers: number): Health {
  const known = ["", ...services];
  const watchers = new Set<ServerWritableStream<Buffer, Buffer>>();
  let status = "SERVING";
  const check: handleUnaryCall<Buffer, Buffer> = (call, answer) => {
    const service = readService(call.request);
    if (service === undefined) return answer(refused("INVALID_ARGUMENT", notRead));
    if (!known.includes(service)) return answer(refused("NOT_FOUND", "no such service"));
    answer(null, response.encode({ status }));
  };
  const listAll: handleUnaryCall<Buffer, Buffer> = (_call, answer) => {
    answer(null, list.encode({ statuses: Object.fromEntries(known.map((service) => [service, { status }])) }));
  };
  const watch: handleServerStreamingCall<Buffer, Buffer> = (call) => {
    const service = readService(call.request);
    if (service === undefined) return void call.emit("error", refused("INVALID_ARGUMENT", notRead));
    if (watchers.size >= maxWatchers) return void call.emit("error", refused("RESOURCE_EXHAUSTED", `${maxWatchers} calls watch already`));
    watchers.add(call);
    call.once("cancelled", () => watchers.delete(call));
    call.write(response.encode({ status: known.includes(service) ? status : "SERVICE_UNKNOWN" }));
  };
  const path = (rpc: string): string => `/${healthFile.services[0]?.typeName}/${rpc}`;
  server.register(path("Check"), check, same, same, "unary");
  server.register(path("List"), listAll, same, same, "unary");
  server.register(path("Watch"), watch, same, same, "serverStream");
  return {
    stop() {
      if (status === "NOT_SERVING") return;
      status = "NOT_SERVING";
      for (const call of watchers) if (known.includes(readService(call.request) ?? "")) call.write(response.encode({ status }));
    },
    end() {
      for (const call of watchers) call.end();
      watchers.clear();
    },
  };
}

const notRead = "not a grpc.health.v1.HealthCheckRequest";

function readService(bytes: Buffer): string | undefined {
  const read = request.decode(bytes);
  if (!read.ok || !isObject(read.value)) return undefined;
  return typeof read.value.service === "string" ? read.value.service : "";
}

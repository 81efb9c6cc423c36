import { LocalError } from "@a2a/core";
import type { A2AHandler } from "@a2a/server";
import { hostedBy } from "@a2a/server/internal";
import type { Listening, MountedHandler } from "@a2a/server/node";
import { Server } from "@grpc/grpc-js";
import { binding } from "../binding.js";
import { silence } from "../silence.js";
import { healthFile } from "../standard/health-messages.js";
import { addAgent } from "./add-agent.js";
import type { GrpcForm } from "./forms.js";
import type { Health } from "./health.js";
import { addHealth } from "./health.js";
import { createNameBeside, createOriginOf } from "./named-host.js";
import type { Listener } from "./node-listen.js";
import { addressOf, listen } from "./node-listen.js";
import { OpenCalls } from "./open-calls.js";
import type { CompleteGrpcOptions, GrpcOptions } from "./options.js";
import { completeGrpcOptions } from "./options.js";
import { closing } from "./read-request.js";
import { addReflection } from "./reflection.js";
import type { ServiceSide } from "./service-side.js";
import { UnreadAnswers } from "./unread-answers.js";

silence(process.env);

/** A gRPC server that listens. */
export interface GrpcListening {
  /** Where it answers, host and port: as the card says it, which names no 0.0.0.0 or :: but the host that it was asked at. */
  readonly url: string;
  readonly port: number;
  /**
   * Takes the binding off the card, refuses new calls, ends streams and gives other calls `graceMs`. The agent goes on. Where the agent closes, this
   * is done by itself; streams then end with their tasks, and have `graceMs` too.
   */
  close(): Promise<void>;
}

/** What serves an agent already. */
export type Served = A2AHandler | Listening | MountedHandler;

/**
 * Serves an agent over gRPC, beside HTTP and with the same tasks: 1.0 and 0.3, as packages `lf.a2a.v1` and `a2a.v1`.
 *
 * @param handle what `serve`, `toNodeHandler` or `createA2AHandler` gave
 * @throws TypeError where an option is not valid; LocalError `NETWORK` where the port is taken, `CLOSED` where the agent is closed
 * @see A2A 1.0, section 10
 */
export async function serveGrpc(handle: Served, options: GrpcOptions = {}): Promise<GrpcListening> {
  const { service, origin } = hostedBy(handle);
  const { endpoint } = service;
  const complete = completeGrpcOptions(options, endpoint);
  if (endpoint.isClosed()) throw new LocalError("CLOSED", "the agent is closed");
  const { forms, host, graceMs, tls } = complete;
  const calls = new OpenCalls();
  const side = { endpoint, calls, unread: new UnreadAnswers(), originOf: createOriginOf(origin, tls ? "https" : "http") };
  const { server, health } = createServer(side, complete);
  const listener = await listen(server, complete);
  const { port } = listener;
  const { url = addressOf(host, port) } = complete;
  const nameBeside = createNameBeside(host, port);
  const versions = forms.map(({ dialect }) => dialect.version);
  const withdraw = service.offer((httpUrl) => ({ protocolBinding: binding, url: complete.url ?? nameBeside(httpUrl), versions }));
  let over: Promise<void> | undefined;
  const close = (): Promise<void> => {
    over ??= closeServer(server, { listener, calls, health, graceMs, isAgentClosed: endpoint.isClosed() });
    withdraw();
    stopListening();
    return over;
  };
  const stopListening = service.onClose(async (closed) => {
    health?.stop();
    await closed.finally(close);
  });
  if (endpoint.isClosed()) {
    await close();
    throw new LocalError("CLOSED", "the agent has closed");
  }
  return { url, port, close };
}

// Of one connection: further calls wait until there is room, as HTTP/2 has it.
const maxCalls = 1000;

// What a connection may keep waiting to be read before new calls of it are broken off. That is rude, and for what UnreadAnswers and PacedWriter do not
// hold back.
const maxConnectionMegabytes = 256;

function createServer(side: ServiceSide, options: CompleteGrpcOptions): { readonly server: Server; readonly health: Health | undefined } {
  const { forms, maxReceiveBytes, keepaliveMs } = options;
  const server = new Server({
    "grpc.max_receive_message_length": maxReceiveBytes,
    "grpc.keepalive_time_ms": keepaliveMs,
    "grpc.max_concurrent_streams": maxCalls,
    "grpc-node.max_session_memory": maxConnectionMegabytes,
    // Nobody asks for its statistics, and every call pays for them.
    "grpc.enable_channelz": 0,
  });
  const byService = new Map<string, [GrpcForm, ...GrpcForm[]]>();
  for (const form of forms) {
    const namesakes = byService.get(form.service);
    if (namesakes) namesakes.push(form);
    else byService.set(form.service, [form]);
  }
  for (const namesakes of byService.values()) addAgent(server, side, namesakes);
  const services = [...byService.keys()];
  const health = options.health ? addHealth(server, services, side.endpoint.maxStreams) : undefined;
  if (options.reflection) addReflection(server, [...[...byService.values()].map(([{ file }]) => file), ...(health ? [healthFile] : [])]);
  return { server, health };
}

interface Closing {
  readonly listener: Listener;
  readonly calls: OpenCalls;
  readonly health: Health | undefined;
  readonly graceMs: number;
  /** Its streams end by themselves then, with the end of their tasks: readers have yet to take that. */
  readonly isAgentClosed: boolean;
}

// What a client has to read that its call is refused.
const cutMs = 100;

/** Lets answers that are being written reach their clients; a client that does not read them is not waited for. */
async function closeServer(server: Server, { listener, calls, health, graceMs, isAgentClosed }: Closing): Promise<void> {
  health?.stop();
  health?.end();
  const stopped = listener.stop();
  if (!isAgentClosed) calls.endAll(closing(), "streams");
  const refuse = setTimeout(() => calls.endAll(closing(), "all"), graceMs);
  let cut: ReturnType<typeof setTimeout> | undefined;
  // grpc-js waits for connections that never became any: who spoke TLS where nothing is encrypted.
  await new Promise<void>((resolve) => {
    server.tryShutdown(() => resolve());
    cut = setTimeout(resolve, graceMs + cutMs);
  });
  clearTimeout(refuse);
  clearTimeout(cut);
  listener.cut();
  await stopped;
}

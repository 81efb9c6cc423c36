import type { Client, ConnectOptions } from "@a2a/client";
import { connect } from "@a2a/client";
import type { AgentCard, Version } from "@a2a/core";
import type { GrpcClientOptions } from "@a2a/grpc/client";
import { grpc } from "@a2a/grpc/client";
import type { ServerWritableStream, StatusObject } from "@grpc/grpc-js";
import { Metadata, Server, ServerCredentials } from "@grpc/grpc-js";
import { onTestFinished } from "vitest";
import { descriptors } from "../src/binding.js";
import { createCodecs } from "../src/codec/codec.js";

/** A call as an agent of another make gets it: whatever the rpc, it may be answered with any bytes, and ended in any way. */
export type RawCall = ServerWritableStream<Buffer, Buffer>;

/** An agent made by hand. */
export interface Handmade {
  /** Host and port. */
  readonly url: string;
  readonly calls: readonly RawCall[];
  /** Cuts every connection. */
  cut(): void;
}

/** Serves the rpcs of a version by hand, until the test is over. */
export async function handmade(answer: (call: RawCall, rpc: string) => void, version: Version = "1.0"): Promise<Handmade> {
  const calls: RawCall[] = [];
  const server = new Server({ "grpc.max_receive_message_length": 100_000 });
  const { service, rpcs } = describedBy(version);
  for (const rpc of Object.values(rpcs)) {
    const handler = (call: RawCall): void => {
      calls.push(call);
      answer(call, rpc?.rpc ?? "");
    };
    // As a stream: so an answer may have no message, or several.
    server.register(`/${service.typeName}/${rpc?.rpc}`, handler, same, same, "serverStream");
  }
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) => (error ? reject(error) : resolve(bound)));
  });
  onTestFinished(() => server.forceShutdown());
  return { url: `127.0.0.1:${port}`, calls, cut: () => server.drain(`127.0.0.1:${port}`, 0) };
}

/** The bytes of a message that an rpc of 1.0 answers. */
export function answerTo(operation: string, value: unknown, version: Version = "1.0"): Buffer {
  const { rpcs, filledMembers } = describedBy(version);
  const rpc = rpcs[operation];
  if (!rpc) throw new TypeError(`no ${operation}`);
  return createCodecs(filledMembers)(rpc.output).encode(value);
}

/** A status to end a call with. */
export function ending(code: number, details = "", trailers: Readonly<Record<string, string | Buffer>> = {}): StatusObject {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(trailers)) metadata.set(name, value);
  return { code, details, metadata };
}

/** Connects to what a card names. A call is made once. */
export function meet(card: AgentCard, options: ConnectOptions & { readonly grpc?: GrpcClientOptions } = {}): Promise<Client> {
  const { grpc: grpcOptions, ...others } = options;
  // As in connected.ts: a port may have been another test's.
  const channel = { "grpc.use_local_subchannel_pool": 1, ...grpcOptions?.channel };
  return connect(card, {
    transports: [grpc({ ...grpcOptions, channel })],
    ...others,
    retry: { attempts: 1, firstDelayMs: 1, ...options.retry },
  });
}

function describedBy(version: Version): NonNullable<(typeof descriptors)[Version]> {
  const described = descriptors[version];
  if (!described) throw new TypeError(`${version} has no gRPC`);
  return described;
}

function same(bytes: Buffer): Buffer {
  return bytes;
}

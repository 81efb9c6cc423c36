import type { CallOptions, ChannelCredentials, ClientReadableStream, MetadataValue, StatusObject } from "@grpc/grpc-js";
import { Client, credentials, Metadata } from "@grpc/grpc-js";
import { onTestFinished } from "vitest";

/** What a call has been answered with. */
export interface Answered {
  readonly messages: readonly Buffer[];
  readonly headers: Metadata;
  readonly status: StatusObject;
}

/** What is sent beside the message. */
export interface Sent extends CallOptions {
  readonly metadata?: Readonly<Record<string, MetadataValue>>;
}

/** A client of bytes. It is closed when the test is over. */
export function rawClient(address: string, channel: ChannelCredentials = credentials.createInsecure()): Client {
  const client = new Client(address, channel, { "grpc.enable_retries": 0 });
  onTestFinished(() => client.close());
  return client;
}

/** Begins a call that is answered with any number of messages. */
export function begin(
  client: Client,
  path: string,
  bytes: Uint8Array,
  { metadata = {}, ...options }: Sent = {},
): ClientReadableStream<Buffer> {
  const all = new Metadata();
  for (const [name, value] of Object.entries(metadata)) all.set(name, value);
  return client.makeServerStreamRequest(path, same, same, Buffer.from(bytes), all, options);
}

/** Calls, and waits for the end. It never fails: how the call has ended is its status. */
export function call(client: Client, path: string, bytes: Uint8Array, sent?: Sent): Promise<Answered> {
  return answerOf(begin(client, path, bytes, sent));
}

/** What a call is answered with, from here to its end. */
export function answerOf(stream: ClientReadableStream<Buffer>): Promise<Answered> {
  return new Promise((resolve) => {
    const messages: Buffer[] = [];
    let headers = new Metadata();
    stream.on("data", (message: Buffer) => messages.push(message));
    stream.on("metadata", (given: Metadata) => {
      headers = given;
    });
    stream.on("error", () => undefined);
    stream.on("status", (status: StatusObject) => resolve({ messages, headers, status }));
  });
}

function same(bytes: Buffer): Buffer {
  return bytes;
}

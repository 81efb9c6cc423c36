import { LocalError } from "@a2a/core";
import type { Client, ClientReadableStream, Metadata, StatusObject } from "@grpc/grpc-js";
import { status } from "@grpc/grpc-js";
import type { Failing } from "./failure.js";
import { failureOf } from "./failure.js";

/** One call of an rpc. */
export interface GrpcCall extends Failing {
  readonly client: Client;
  /** The rpc's path. */
  readonly path: string;
  readonly request: Buffer;
  readonly metadata: Metadata;
  /** In milliseconds since 1970; the agent is told. */
  readonly deadline: number;
}

/** How a call has ended, so far. */
interface End {
  status?: StatusObject;
  headers?: Metadata;
}

/** Calls an rpc that has one answer. @throws A2AError; LocalError; the limit's reason */
export async function callUnary(call: GrpcCall): Promise<Buffer> {
  const { client, path, request, metadata, deadline, limit, url, operation } = call;
  limit.throwIfAborted();
  let answers = 0;
  let answer: Buffer | undefined;
  const receive = (bytes: Buffer): Buffer => {
    answers += 1;
    // grpc-js reads one answer of such a call by itself: where there is another, it would wait for ever for the end behind that.
    sent.call?.startRead();
    return bytes;
  };
  const sent = client.makeUnaryRequest(path, same, receive, request, metadata, { deadline }, (_, message) => {
    answer = message;
  });
  const cancel = (): void => sent.cancel();
  limit.addEventListener("abort", cancel, { once: true });
  const end: End = {};
  sent.on("metadata", (headers: Metadata) => {
    end.headers = headers;
  });
  // Comes after the answer, and after the error; that says of a call without an answer that the server lacks the rpc.
  const ended = await new Promise<StatusObject>((resolve) => sent.on("status", resolve));
  limit.removeEventListener("abort", cancel);
  if (answers > 1 && !limit.aborted) throw new LocalError("BAD_RESPONSE", `${url} answered ${operation} more than once`);
  if (ended.code === status.OK && answer) return answer;
  throw failureOf(call, ended, end.headers);
}

/** Calls an rpc that has a stream of answers, and waits until it begins. Leaving it, or the limit, ends the call. @throws as `callUnary`, and so does the stream */
export async function callStream(call: GrpcCall): Promise<AsyncIterable<Buffer>> {
  const { client, path, request, metadata, deadline, limit } = call;
  limit.throwIfAborted();
  const stream: ClientReadableStream<Buffer> = client.makeServerStreamRequest(path, same, same, request, metadata, { deadline });
  const end: End = {};
  const cancel = (): void => stream.cancel();
  limit.addEventListener("abort", cancel, { once: true });
  // The status tells the same, and a call that nobody reads any more fails as well.
  stream.on("error", () => undefined);
  await new Promise<void>((resolve) => {
    stream.on("metadata", (headers: Metadata) => {
      end.headers = headers;
      resolve();
    });
    stream.on("status", (ended: StatusObject) => {
      limit.removeEventListener("abort", cancel);
      end.status = ended;
      resolve();
    });
  });
  if (end.status && end.status.code !== status.OK) throw failureOf(call, end.status, end.headers);
  return readStream(call, stream, end);
}

async function* readStream(call: GrpcCall, stream: ClientReadableStream<Buffer>, end: End): AsyncGenerator<Buffer, void> {
  const { limit, url } = call;
  try {
    for await (const message of stream) {
      limit.throwIfAborted();
      yield message;
    }
  } catch (error) {
    // Thrown here as well is what the stream failed with.
    if (!end.status && !limit.aborted) throw new LocalError("NETWORK", `${url} cannot be read any more`, { cause: error });
  } finally {
    stream.cancel();
  }
  limit.throwIfAborted();
  if (end.status && end.status.code !== status.OK) throw failureOf(call, end.status, end.headers);
}

/** Messages are bytes to grpc-js: what it makes of a failure to read or write them says less. */
function same(bytes: Buffer): Buffer {
  return bytes;
}

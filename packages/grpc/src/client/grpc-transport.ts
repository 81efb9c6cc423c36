import type { Item, Question, Transport, TransportSettings } from "@a2a/client/internal";
import { callHeaders, createTransport, maxAnswerDepth } from "@a2a/client/internal";
import { LocalError } from "@a2a/core";
import type { Client } from "@grpc/grpc-js";
import type { Codec } from "../codec/codec.js";
import { authorized } from "./authorized.js";
import type { GrpcCall } from "./call.js";
import { callStream, callUnary } from "./call.js";
import type { GrpcClientForm } from "./forms.js";

/** What a transport calls. */
export interface Callee {
  readonly form: GrpcClientForm;
  readonly client: Client;
  /** The interface's address as an http or https URL. */
  readonly webUrl: string;
}

/**
 * Speaks gRPC.
 *
 * @see A2A 1.0, section 10
 */
export function createGrpcTransport({ form, client, webUrl }: Callee, given: TransportSettings): Transport {
  const { dialect, service, rpcs, codecOf } = form;
  const settings: TransportSettings = { ...given, dialect };
  const { url, maxResponseBytes, authorize } = settings;
  return createTransport(settings, (operation, params, call): Question => {
    const rpc = rpcs[operation];
    if (!rpc) throw new LocalError("UNSUPPORTED", `gRPC of protocol ${dialect.version} has no ${operation}`);
    const request = codecOf(rpc.input).encode(dialect.encodeParams(operation, params, call));
    const output = codecOf(rpc.output);
    const headers = callHeaders(settings, call);
    const path = `/${service}/${rpc.rpc}`;
    const { timeoutMs } = call;
    // Of all attempts together, as the limit is.
    const deadline = timeoutMs === undefined ? Number.POSITIVE_INFINITY : Date.now() + timeoutMs;
    function put<T>(limit: AbortSignal, send: (sent: GrpcCall) => Promise<T>): Promise<T> {
      const fixed = { client, path, request, deadline, limit, url, operation, timeoutMs, maxResponseBytes };
      return authorized({ authorize, webUrl, url, headers, limit }, (metadata) => send(Object.assign({ metadata }, fixed)));
    }
    return {
      ask: async (limit) => answerIn(output, await put(limit, callUnary), { url, operation }),
      open: async (limit) => itemsOf(output, await put(limit, callStream), { url, operation }),
    };
  });
}

/** Who answered what, for errors. */
interface Asked {
  readonly url: string;
  readonly operation: string;
}

async function* itemsOf(codec: Codec, messages: AsyncIterable<Buffer>, asked: Asked): AsyncGenerator<Item, void> {
  for await (const message of messages) yield { value: answerIn(codec, message, asked) };
}

function answerIn(codec: Codec, message: Buffer, { url, operation }: Asked): unknown {
  const read = codec.decode(message, maxAnswerDepth);
  if (read.ok) return read.value;
  throw new LocalError(
    "BAD_RESPONSE",
    `${url} answered ${operation} with what is ${read.fault === "depth" ? "" : "no message: "}${read.detail}`,
  );
}

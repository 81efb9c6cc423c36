import { A2AError } from "@a2a/core";
import { lossesOfEvent } from "@a2a/core/internal/dialects";
import type { Begun, StreamItem, StreamingName } from "@a2a/server/internal";
import { performStreaming, tellLosses } from "@a2a/server/internal";
import type { handleServerStreamingCall, ServerWritableStream } from "@grpc/grpc-js";
import { Metadata } from "@grpc/grpc-js";
import { binding } from "../binding.js";
import type { Rpc } from "../rpc.js";
import { metadataOf } from "./answer-unary.js";
import { encodeRefusal } from "./encode-refusal.js";
import type { GrpcForm } from "./forms.js";
import { GrpcCall } from "./grpc-call.js";
import type { OpenCall } from "./open-calls.js";
import { PacedWriter } from "./paced-writer.js";
import { closing, createReadRequest } from "./read-request.js";
import type { ServiceSide } from "./service-side.js";
import { knownError } from "./service-side.js";

/**
 * Answers the calls of an rpc that has a stream of answers.
 *
 * @see A2A 1.0, section 10
 */
export function answerStream<O extends StreamingName>(
  side: ServiceSide,
  form: GrpcForm,
  operation: O,
  { rpc, input }: Rpc,
): handleServerStreamingCall<Buffer, Buffer> {
  const { endpoint, calls } = side;
  const { dialect } = form;
  const read = createReadRequest(endpoint, form, input);
  return (call) => {
    const incoming = new GrpcCall(call, side, () => calls.take(open));
    const open: OpenCall = { isStream: true, end: refuse };
    function refuse(error: A2AError): void {
      if (!calls.take(open)) return;
      call.emit("error", encodeRefusal(endpoint, incoming, error, dialect));
      incoming.client.abort("the call has been refused");
    }
    const answer = async (): Promise<void> => {
      const params = read(incoming, call.request);
      const begun = await performStreaming(endpoint, incoming, { binding, dialect, operation, params });
      await writeEvents(side, form, { call, incoming, begun });
    };
    calls.add(open);
    answer().then(
      () => {
        if (calls.take(open)) call.end();
      },
      (error: unknown) => refuse(knownError(endpoint, error, rpc)),
    );
  };
}

interface Written {
  readonly call: ServerWritableStream<Buffer, Buffer>;
  readonly incoming: GrpcCall;
  readonly begun: Begun;
}

/** @throws A2AError and whatever else the stream fails with */
async function writeEvents(
  { endpoint }: ServiceSide,
  { dialect, encodeEvent }: GrpcForm,
  { call, incoming, begun }: Written,
): Promise<void> {
  const { first, rest } = begun.stream;
  const { client } = incoming;
  const writer = new PacedWriter(call, client);
  let events = 0;
  let isWhole = false;
  let failure: A2AError | undefined;
  try {
    // At once, though there may be no event for long: it tells the client that the call has been taken.
    call.sendMetadata(metadataOf(begun.headers) ?? new Metadata());
    for (let batch: readonly StreamItem[] | undefined = first; batch; batch = (await rest?.next())?.value) {
      for (const item of batch) {
        for (const bytes of encodeEvent(item, rest?.isShared === true)) {
          const room = writer.write(bytes);
          if (room) await room;
        }
        if (client.isAborted) return;
        events += 1;
        tellLosses(endpoint.logger, dialect, "event", () => lossesOfEvent(dialect, item.event, item.place));
        isWhole = item.place.isLast;
      }
    }
    if (!isWhole && endpoint.isClosed() && !client.isAborted) throw closing();
  } catch (error) {
    failure = A2AError.from(error);
    throw error;
  } finally {
    await begun.end({ events, ...(failure && { error: failure.code }) });
  }
}

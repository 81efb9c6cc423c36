import type { A2AError } from "@a2a/core";
import type { UnaryName } from "@a2a/server/internal";
import { performUnary } from "@a2a/server/internal";
import type { handleUnaryCall } from "@grpc/grpc-js";
import { Metadata } from "@grpc/grpc-js";
import { binding } from "../binding.js";
import type { Rpc } from "../rpc.js";
import { encodeRefusal } from "./encode-refusal.js";
import type { GrpcForm } from "./forms.js";
import { GrpcCall } from "./grpc-call.js";
import type { OpenCall } from "./open-calls.js";
import { createReadRequest } from "./read-request.js";
import type { ServiceSide } from "./service-side.js";
import { knownError } from "./service-side.js";

/**
 * Answers the calls of an rpc that has one answer.
 *
 * @see A2A 1.0, section 10
 */
export function answerUnary<O extends UnaryName>(
  side: ServiceSide,
  form: GrpcForm,
  operation: O,
  { rpc, input, output }: Rpc,
): handleUnaryCall<Buffer, Buffer> {
  const { endpoint, calls, unread } = side;
  const { dialect } = form;
  const read = createReadRequest(endpoint, form, input);
  const response = form.codecOf(output);
  return (call, answer) => {
    const incoming = new GrpcCall(call, side, () => calls.take(open));
    const open: OpenCall = { isStream: false, end: refuse };
    function refuse(error: A2AError): void {
      if (!calls.take(open)) return;
      answer(encodeRefusal(endpoint, incoming, error, dialect));
      incoming.client.abort("the call has been refused");
    }
    const fail = (error: unknown): void => refuse(knownError(endpoint, error, rpc));
    calls.add(open);
    try {
      const params = read(incoming, call.request);
      performUnary(endpoint, incoming, { binding, dialect, operation, params })
        .then(({ result, headers }) => {
          if (incoming.client.isAborted) return;
          const bytes = response.encode(result);
          unread.add(call, bytes.length);
          if (!calls.take(open)) return;
          const metadata = metadataOf(headers);
          if (metadata) call.sendMetadata(metadata);
          answer(null, bytes);
        })
        .catch(fail);
    } catch (error) {
      fail(error);
    }
  };
}

/** Headers as metadata; undefined where there are none. */
export function metadataOf(headers: Readonly<Record<string, string>>): Metadata | undefined {
  let metadata: Metadata | undefined;
  for (const name in headers) {
    metadata ??= new Metadata();
    metadata.set(name, headers[name] ?? "");
  }
  return metadata;
}

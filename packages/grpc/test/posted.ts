// Calls without grpc-js on the client's side: what it would not send, and reading that it would not put off.

import { once } from "node:events";
import type { ClientHttp2Session, ClientSessionOptions } from "node:http2";
import { connect } from "node:http2";
import { onTestFinished } from "vitest";

/** A connection of HTTP/2, until the test is over. */
export async function connectHttp2(address: string, options: ClientSessionOptions = {}): Promise<ClientHttp2Session> {
  const session = connect(`http://${address}`, options);
  onTestFinished(() => session.destroy());
  await once(session, "remoteSettings");
  return session;
}

/** A message as a call has it on the wire. */
export function frame(bytes: Uint8Array): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

/** A call that has been made. */
export interface Posted {
  /** When an answer or a refusal begins to come. */
  readonly begun: Promise<unknown>;
  /** The status, once the call has ended. */
  readonly ended: Promise<string>;
}

/** Makes a call, with its messages in one write. */
export function post(session: ClientHttp2Session, path: string, ...messages: readonly Uint8Array[]): Posted {
  const stream = session.request({ ":method": "POST", ":path": path, "content-type": "application/grpc", te: "trailers" });
  let status = "none";
  const told = (headers: object): void => {
    status = String(Reflect.get(headers, "grpc-status") ?? status);
  };
  stream.on("response", told).on("trailers", told).resume();
  stream.end(Buffer.concat(messages.map(frame)));
  return { begun: once(stream, "response"), ended: once(stream, "close").then(() => status) };
}

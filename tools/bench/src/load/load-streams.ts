import type { Socket } from "node:net";
import { connect } from "node:net";
import { readAnswerHead } from "./answer-head.js";
import { ChunkedBody } from "./chunked-body.js";
import { encodeRequest } from "./http-request.js";
import type { Done } from "./load-unary.js";
import { SseCounter } from "./sse-counter.js";
import { stayAwake } from "./stay-awake.js";
import { takeBytes } from "./take-bytes.js";

/** A command of the testbed, sent as a streaming message. */
export interface StreamOrder {
  readonly port: number;
  readonly command: string;
}

/** How streams are read. */
export interface StreamLoad extends StreamOrder {
  readonly connections: number;
  /** Every connection reads one stream after another until then, and the last one to its end; at least one. */
  readonly ms: number;
  /** Events that every stream has. */
  readonly events: number;
}

/** Reads streams on several connections at once and counts their events, which have to be as many as expected. */
export async function loadStreams({ connections, ms, events, ...order }: StreamLoad): Promise<Done> {
  const start = performance.now();
  const until = start + ms;
  const readers = Array.from({ length: connections }, async () => {
    let count = 0;
    do {
      const found = await readStream(order);
      if (found !== events) throw new Error(`a stream of ${found} events where ${events} are right`);
      count += found;
    } while (performance.now() < until);
    return count;
  });
  const counts = await stayAwake(Promise.all(readers));
  return { count: counts.reduce((sum, count) => sum + count, 0), seconds: (performance.now() - start) / 1000 };
}

/** Reads one stream to its end; returns how many events it had. */
export function readStream(order: StreamOrder): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = openStream(order);
    takeEvents(socket, {
      onEvents: () => undefined,
      onEnd: (events) => {
        socket.destroy();
        resolve(events);
      },
      onError: reject,
    });
  });
}

/** Opens a stream, reads so many events of it and leaves it open. */
export function holdStream(order: StreamOrder, events: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = openStream(order);
    takeEvents(socket, {
      onEvents: (found) => {
        if (found >= events) resolve(socket);
      },
      onEnd: () => reject(new Error("a stream that ended")),
      onError: reject,
    });
  });
}

let messages = 0;

/** Asks for a stream; nothing of it is read before somebody listens. */
export function openStream({ port, command }: StreamOrder): Socket {
  const message = { messageId: "stream-############", role: "ROLE_USER", parts: [{ text: command }] };
  const text = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendStreamingMessage", params: { message } });
  const { bytes, number } = encodeRequest({ version: "1.0", text }, "text/event-stream");
  messages += 1;
  number(messages);
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  socket.write(bytes);
  return socket;
}

interface Takers {
  onEvents(found: number): void;
  onEnd(found: number): void;
  onError(error: Error): void;
}

function takeEvents(socket: Socket, { onEvents, onEnd, onError }: Takers): void {
  const counter = new SseCounter();
  const body = new ChunkedBody();
  const count = counter.count.bind(counter);
  let isOpen = false;
  const take = (bytes: Buffer): void => {
    const start = isOpen ? 0 : bodyAt(bytes);
    isOpen = true;
    const end = body.read(bytes, start, count);
    onEvents(counter.events);
    if (end >= 0) onEnd(counter.events);
  };
  takeBytes(socket, "a stream", { take, onError });
}

function bodyAt(bytes: Buffer): number {
  const { status, length, bodyAt: at } = readAnswerHead(bytes);
  if (status !== 200 || length !== undefined) throw new Error(`an answer that is no stream: ${bytes.toString("latin1", 0, 500)}`);
  return at;
}

import type { Socket } from "node:net";
import { connect } from "node:net";
import { readAnswerHead } from "./answer-head.js";
import type { RequestTemplate } from "./http-request.js";
import { encodeRequest } from "./http-request.js";
import { stayAwake } from "./stay-awake.js";
import { takeBytes } from "./take-bytes.js";

/** How requests that are answered once are made. */
export interface UnaryLoad {
  readonly port: number;
  readonly request: RequestTemplate;
  readonly connections: number;
  readonly ms: number;
  /** Checks the text of an answer; throws where it is wrong. A sample is checked, all others have its length. */
  check(text: string): void;
}

/** What was done, and how long it took. */
export interface Done {
  readonly count: number;
  readonly seconds: number;
}

const sampleEvery = 500;

// Numbers go on from load to load: no message is sent twice, and an answer is as long whatever its number.
let requests = 0;

/** Keeps every connection busy with one request after another, on bare sockets: a client library would cost more than some of the servers. */
export async function loadUnary(load: UnaryLoad): Promise<Done> {
  const start = performance.now();
  const connections = Array.from({ length: load.connections }, () => loadConnection(load, start + load.ms));
  const counts = await stayAwake(Promise.all(connections));
  return { count: counts.reduce((sum, count) => sum + count, 0), seconds: (performance.now() - start) / 1000 };
}

function loadConnection({ port, request, check }: UnaryLoad, until: number): Promise<number> {
  const { bytes, number } = encodeRequest(request);
  return new Promise((resolve, reject) => {
    let count = 0;
    let length: number | undefined;
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    const send = (): void => {
      requests += 1;
      number(requests);
      socket.write(bytes);
    };
    const onAnswer = (text: string | undefined, answered: number): void => {
      if (text !== undefined) check(text);
      length ??= answered;
      if (answered !== length) throw new Error(`an answer of ${answered} bytes among answers of ${length}`);
      count += 1;
      if (performance.now() < until) send();
      else {
        socket.destroy();
        resolve(count);
      }
    };
    takeAnswers(socket, onAnswer, reject);
    socket.once("connect", send);
  });
}

type OnAnswer = (text: string | undefined, length: number) => void;

/** Calls back with the length of every answer's body, and with the text of the first and then of a sample. */
function takeAnswers(socket: Socket, onAnswer: OnAnswer, onError: (error: Error) => void): void {
  let count = 0;
  let length = 0;
  let left = 0;
  let sampled: Buffer[] | undefined;
  const take = (bytes: Buffer): void => {
    let at = 0;
    if (left === 0) {
      const head = readAnswerHead(bytes);
      if (head.status !== 200 || head.length === undefined) throw new Error(`an answer that is wrong: ${bytes.toString("latin1", 0, 500)}`);
      length = head.length;
      left = head.length;
      at = head.bodyAt;
      sampled = count % sampleEvery === 0 ? [] : undefined;
      count += 1;
    }
    left -= bytes.length - at;
    sampled?.push(bytes.subarray(at));
    if (left === 0) onAnswer(sampled && Buffer.concat(sampled).toString(), length);
  };
  takeBytes(socket, "a connection", { take, onError });
}

import { once } from "node:events";
import type { ClientHttp2Session } from "node:http2";
import { connect } from "node:http2";
import type { Done } from "./load-unary.js";
import { stayAwake } from "./stay-awake.js";

/** A call, without its number. */
export interface GrpcRequest {
  readonly rpc: string;
  /** Bytes whose run of twelve `#` is replaced by the number of the request. */
  readonly message: Buffer;
}

/** How calls that are answered once are made. */
export interface GrpcLoad {
  readonly port: number;
  readonly request: GrpcRequest;
  /** Calls that are under way at a time. */
  readonly connections: number;
  readonly ms: number;
  /** Checks the message of an answer; throws where it is wrong. A sample is checked, all others have its length. */
  check(message: Buffer): void;
}

const sampleEvery = 500;
const prefixLength = 5;
const digits = 12;
const timeBytes = 24;

// Calls share connections as those of one client do, but not all of them one.
const callsPerSession = 8;

// Numbers go on from load to load.
let requests = 0;

/** Keeps calls under way on bare HTTP/2: a client library would cost more than the servers. */
export async function loadGrpc(load: GrpcLoad): Promise<Done> {
  const sessions = await Promise.all(
    Array.from({ length: Math.ceil(load.connections / callsPerSession) }, async () => {
      const session = connect(`http://127.0.0.1:${load.port}`);
      await once(session, "connect");
      return session;
    }),
  );
  const start = performance.now();
  try {
    const lanes = Array.from({ length: load.connections }, (_, at) => callAgain(sessions[at % sessions.length], load, start + load.ms));
    const counts = await stayAwake(Promise.all(lanes));
    return { count: counts.reduce((sum, count) => sum + count, 0), seconds: (performance.now() - start) / 1000 };
  } finally {
    for (const session of sessions) session.destroy();
  }
}

async function callAgain(session: ClientHttp2Session | undefined, load: GrpcLoad, until: number): Promise<number> {
  if (!session) throw new TypeError("no session");
  let count = 0;
  let length: number | undefined;
  do {
    const answer = await call(session, load.request, count % sampleEvery === 0 ? load.check : undefined);
    length ??= answer;
    // A time takes fewer bytes where it ends in zeros.
    if (Math.abs(answer - length) > timeBytes) throw new Error(`an answer of ${answer} bytes among answers of ${length}`);
    count += 1;
  } while (performance.now() < until);
  return count;
}

/** Makes one call; resolves to the length of its answer. */
function call(session: ClientHttp2Session, { rpc, message }: GrpcRequest, check: GrpcLoad["check"] | undefined): Promise<number> {
  return new Promise((resolve, reject) => {
    const stream = session.request({
      ":method": "POST",
      ":path": `/lf.a2a.v1.A2AService/${rpc}`,
      "content-type": "application/grpc",
      te: "trailers",
      "a2a-version": "1.0",
    });
    const chunks: Buffer[] = [];
    let status: unknown;
    stream.on("response", (headers) => {
      status = headers["grpc-status"];
    });
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("trailers", (trailers) => {
      status = trailers["grpc-status"];
    });
    stream.on("end", () => {
      const bytes = Buffer.concat(chunks);
      if (status !== "0") return reject(new Error(`${rpc} was answered with status ${String(status)}`));
      try {
        check?.(bytes.subarray(prefixLength));
        resolve(bytes.length);
      } catch (error) {
        reject(error);
      }
    });
    stream.on("error", reject);
    stream.end(framed(message));
  });
}

function framed(message: Buffer): Buffer {
  const bytes = Buffer.concat([Buffer.alloc(prefixLength), message]);
  bytes.writeUInt32BE(message.length, 1);
  const at = bytes.indexOf("#".repeat(digits));
  requests += 1;
  if (at >= 0) bytes.write(String(requests).padStart(digits, "0"), at, "latin1");
  return bytes;
}

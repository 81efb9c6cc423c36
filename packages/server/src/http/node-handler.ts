import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import type { ClientCertificate } from "../caller/client-certificate.js";
import { certificateOf } from "../caller/client-certificate.js";
import { LazyAbort } from "../lazy-abort.js";
import type { Answer, Answerer, Exchange, TextStream } from "./exchange.js";
import { onceOver } from "./node-once-over.js";

/**
 * A handler of `node:http` and of the frameworks that mount such handlers. Frameworks that give it `next` are asked for what is not served here; else the
 * answer is 404.
 */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse, next?: () => void) => Promise<void>;

/**
 * Serves requests of `node:http` on the same binding code as the fetch handler, without its objects.
 *
 * @param basePath tells a whole path from one whose beginning a framework has taken off
 * @param bodyTimeoutMs how long a body may take; absent where the server sees to that
 */
export function createNodeHandler(answer: Answerer, basePath: string, bodyTimeoutMs?: number): NodeHandler {
  const options: NodeOptions = { basePath, bodyTimeoutMs };
  return (request, response, next) => {
    const left = new LazyAbort();
    onceOver(response, () => left.abort("the client went away"));
    return answer(new NodeExchange(request, left, options)).then((answered) =>
      next && answered.isElsewhere ? next() : write({ request, response, left }, answered),
    );
  };
}

interface NodeOptions {
  readonly basePath: string;
  readonly bodyTimeoutMs: number | undefined;
}

/** A class, because an object with getters of its own costs as much to make as the rest of the answer. */
class NodeExchange implements Exchange {
  readonly verb: string;
  readonly path: string;
  readonly client: LazyAbort;
  readonly #bodyTimeoutMs: number | undefined;
  readonly #request: IncomingMessage;
  readonly #search: string;
  readonly #mount: string;

  constructor(request: IncomingMessage, left: LazyAbort, { basePath, bodyTimeoutMs }: NodeOptions) {
    const { url, mount } = placeOf(request, basePath);
    const mark = url.indexOf("?");
    this.verb = request.method ?? "GET";
    this.path = mark < 0 ? url : url.slice(0, mark);
    this.#search = mark < 0 ? "" : url.slice(mark + 1);
    this.#request = request;
    this.#mount = mount;
    this.client = left;
    this.#bodyTimeoutMs = bodyTimeoutMs;
  }

  get origin(): string {
    const { socket, headers } = this.#request;
    return `${"encrypted" in socket ? "https" : "http"}://${hostOf(headers.host, socket)}${this.#mount}`;
  }

  get remote(): string | undefined {
    return this.#request.socket.remoteAddress;
  }

  header(name: string): string | undefined {
    const value = this.#request.headers[name.toLowerCase()];
    return Array.isArray(value) ? value.join(", ") : value;
  }

  headerValues(name: string): readonly string[] {
    const key = name.toLowerCase();
    // Of several, `headers` has the first alone. What is made like a request, for HTTP/2 or by a framework's tests, may not have it.
    const distinct: IncomingMessage["headersDistinct"] | undefined = this.#request.headersDistinct;
    const value = this.header(key);
    return distinct?.[key] ?? (value === undefined ? [] : [value]);
  }

  headerNames(): Iterable<string> {
    return Object.keys(this.#request.headers);
  }

  queryEntries(): Iterable<readonly [name: string, value: string]> {
    return this.#search === "" ? [] : new URLSearchParams(this.#search);
  }

  clientCertificate(): ClientCertificate | undefined {
    const { socket } = this.#request;
    if (!(socket instanceof TLSSocket) || !socket.authorized) return undefined;
    return certificateOf(socket.getPeerCertificate());
  }

  readBody(maxBytes: number): Promise<Uint8Array | undefined> {
    return this.#bodyTimeoutMs === undefined ? readBody(this.#request, maxBytes) : this.#readInTime(maxBytes, this.#bodyTimeoutMs);
  }

  async #readInTime(maxBytes: number, timeoutMs: number): Promise<Uint8Array | undefined> {
    const timer = setTimeout(() => this.#cut(), timeoutMs);
    try {
      return await readBody(this.#request, maxBytes);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Who sends byte by byte waits for no answer. */
  #cut(): void {
    this.client.abort("the body took too long");
    this.#request.destroy();
  }
}

/** What the request says where that is a host, else where it has arrived: the card names it, and no address is made of `a b` or of nothing. */
function hostOf(said: string | undefined, { localAddress, localPort }: Socket): string {
  if (said !== undefined && /^[\w.:[\]-]+$/.test(said)) return said;
  if (!localAddress) return "localhost";
  return `${localAddress.includes(":") ? `[${localAddress}]` : localAddress}:${localPort}`;
}

/**
 * Where a request goes. Express, Connect and their like take the path that a handler is mounted at off `url` and keep the whole in `originalUrl`: an
 * agent answers at either, whether its base path begins at the mount or at the root.
 */
function placeOf(
  request: IncomingMessage & { readonly originalUrl?: string },
  basePath: string,
): { readonly url: string; readonly mount: string } {
  const { url = "/", originalUrl = url } = request;
  if (originalUrl === url) return { url: url.startsWith("/") ? url : withoutOrigin(url), mount: "" };
  const path = pathOf(url);
  const whole = pathOf(originalUrl);
  if (!isWithin(path, basePath) && isWithin(whole, basePath)) return { url: originalUrl, mount: "" };
  if (whole.endsWith(path)) return { url, mount: whole.slice(0, -path.length) };
  return { url, mount: path === "/" ? whole : "" };
}

/** Clients that take a server for a proxy write the whole address: RFC 9112, section 3.2.2. */
function withoutOrigin(url: string): string {
  const target = url.replace(/^https?:\/\/[^/?#]*/i, "");
  return target.startsWith("/") ? target : `/${target}`;
}

function pathOf(url: string): string {
  return url.split("?", 1)[0] ?? url;
}

function isWithin(path: string, basePath: string): boolean {
  return path === basePath || path.startsWith(`${basePath}/`);
}

async function readBody(request: IncomingMessage, maxBytes: number): Promise<Uint8Array | undefined> {
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) return undefined;
  if (request.readableEnded || request.destroyed) return parsedBody(request);
  const chunks: Buffer[] = [];
  let length = 0;
  // Not `for await`: leaving that destroys the request, and with it the socket that the refusal has to take.
  const isWhole = await new Promise<boolean>((resolve, reject) => {
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length <= maxBytes) chunks.push(chunk);
      else resolve(false);
    });
    request.once("end", () => resolve(true));
    request.once("error", reject);
    request.once("close", () => {
      // Nearly always it was read whole, and an error is dear to make.
      if (!request.complete) reject(new Error("the request was cut"));
    });
  });
  return isWhole ? Buffer.concat(chunks, length) : undefined;
}

/** What a framework's body parser made of the body: there is nothing left to read. */
function parsedBody(request: IncomingMessage & { readonly body?: unknown }): Uint8Array {
  const { body } = request;
  if (body instanceof Uint8Array) return body;
  if (body === undefined) throw new TypeError("the body was read before, and what was read is not in request.body");
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
}

const longBodyLength = 16_384;

interface Written {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Aborted when the client goes away, maybe long before there is an answer. */
  readonly left: LazyAbort;
}

async function write({ request, response, left }: Written, { status, headers, body }: Answer): Promise<void> {
  // What was not read of the body is not waited for: the connection ends with the answer.
  if (!request.complete) response.shouldKeepAlive = false;
  if (typeof body === "string") {
    // A short text is written together with the head; of a long one the bytes are made once, to be counted and written.
    const content = body.length > longBodyLength ? Buffer.from(body) : body;
    const length = Buffer.byteLength(content);
    response.writeHead(status, { "content-length": length, ...headers });
    // As many bytes as characters: it is ASCII, whose bytes need not be encoded.
    response.end(request.method === "HEAD" ? undefined : content, length === body.length ? "latin1" : "utf8");
    return;
  }
  response.writeHead(status, headers);
  if (body === undefined) return void response.end();
  response.flushHeaders();
  await writePieces(response, body, left);
  response.end();
}

async function writePieces(response: ServerResponse, { pieces, heartbeat }: TextStream, left: LazyAbort): Promise<void> {
  const timer = setInterval(() => {
    if (!response.writableNeedDrain) response.write(heartbeat.text);
  }, heartbeat.everyMs);
  try {
    for await (const piece of pieces) {
      if (left.isAborted) return;
      if (response.write(piece)) timer.refresh();
      else await once(response, "drain", { signal: left.signal });
    }
  } catch (error) {
    if (!left.isAborted) throw error;
  } finally {
    clearInterval(timer);
  }
}

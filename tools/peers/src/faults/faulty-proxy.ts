import type { IncomingMessage, ServerResponse } from "node:http";
import { Agent, request as ask, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import type { Ending, Fault, Planned } from "./fault.js";
import type { Going, Lane, Ledger } from "./lane.js";
import { kindOf, noteHead, openLedger } from "./lane.js";
import type { Answer, NoAnswer, Spoiled } from "./spoil.js";
import { spoil } from "./spoil.js";

/** A proxy on this machine in front of one server. Whoever talks through it has a lane with a plan of its own. */
export interface FaultyProxy {
  /** Opens a way to the server where everything goes by the plan, and by no other lane's. */
  lane(plan?: readonly Planned[]): Lane;
  close(): Promise<void>;
}

interface OpenLane extends Lane {
  readonly ledger: Ledger;
}

/** Listens in front of the server at an address. Cards that come through name the lane instead of it. */
export async function openProxy(upstream: string): Promise<FaultyProxy> {
  const lanes: OpenLane[] = [];
  const agent = new Agent({ keepAlive: true });
  const server = createServer((request, response) => {
    const [, number = "", path = ""] = /^\/lane-(\d+)(\/.*)$/.exec(request.url ?? "") ?? [];
    const lane = lanes[Number(number)];
    if (!lane || number === "") response.writeHead(404).end();
    else void pass(lane, { request, response, path, upstream: { url: upstream, agent } });
  });
  // A connection that goes idle stays: a client that takes it up while it closes would see a fault that nobody planned.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // safe: it listens on a port
  const { port } = server.address() as AddressInfo;
  return {
    lane(plan = []) {
      const lane = openLane(new URL(`http://127.0.0.1:${port}/lane-${lanes.length}/`), plan);
      lanes.push(lane);
      return lane;
    },
    close: () =>
      new Promise((resolve) => {
        agent.destroy();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function openLane(url: URL, plan: readonly Planned[]): OpenLane {
  const ledger = openLedger(plan);
  return {
    url: url.href,
    exchanges: ledger.exchanges,
    ledger,
    async fetch(request) {
      const kind = kindOf(request.method, request.body ? await request.clone().text() : "");
      if (ledger.peek(kind)?.kind !== "refuse") return fetch(request);
      ledger.begin(kind).phase = "over";
      return fetch(new Request(refusing(url, request.url), request));
    },
  };
}

/** The same port of an address that nobody listens at: whoever had it would need this proxy's port as well. */
function refusing({ port }: URL, asked: string): URL {
  const url = new URL(asked);
  url.host = `[::1]:${port}`;
  return url;
}

interface Passing {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Below the lane. */
  readonly path: string;
  readonly upstream: { readonly url: string; readonly agent: Agent };
}

async function pass(lane: OpenLane, passing: Passing): Promise<void> {
  const { request, response } = passing;
  const left = new AbortController();
  const gone = new Promise<void>((resolve) => response.once("close", resolve)).then(() => left.abort());
  let going: Going | undefined;
  try {
    const body = await textOf(request);
    going = lane.ledger.begin(kindOf(request.method, body));
    const { kind, fault } = going;
    const answer = await spoil(fault, async () => {
      const asked = await askUpstream(passing, body, left.signal);
      return kind === "card" ? withAddress(asked, passing.upstream.url, lane.url) : asked;
    });
    if (!("ending" in answer)) noteHead(going, answer.headers);
    const ending = "ending" in answer ? writePartOfHead(response, answer) : await write(response, answer, fault);
    // A fetch drops what nobody has read when the connection breaks: so that the place of a cut matters, the bytes before it are to be read.
    for (let turns = 0; turns < 2 && ending !== "end"; turns += 1) await turn();
    finish(response, ending);
  } catch {
    // The client or the server has left in the middle: so does the proxy.
    response.destroy();
  }
  await gone;
  if (going) going.phase = "over";
}

/** Passes a request on, and returns its answer when the head is there. */
function askUpstream({ request, path, upstream: { url, agent } }: Passing, body: string, signal: AbortSignal): Promise<Answer> {
  const { method = "GET" } = request;
  const headers = headersOf(request, "host");
  return new Promise((resolve, reject) => {
    const asked = ask(new URL(`.${path}`, url), { method, headers, agent, signal }, (answer) => {
      resolve({ status: answer.statusCode ?? 0, headers: headersOf(answer), body: answer });
    });
    asked.once("error", reject);
    asked.end(body);
  });
}

/** The headers that are meant for the other end. */
function headersOf({ headersDistinct }: IncomingMessage, ...dropped: readonly string[]): Record<string, string> {
  const ofConnection = ["connection", "keep-alive", "transfer-encoding", ...dropped];
  const joined = Object.entries(headersDistinct).map(([name, values = []]): [string, string] => [name, values.join(", ")]);
  return Object.fromEntries(joined.filter(([name]) => !ofConnection.includes(name)));
}

/** A card that names another address than the server's. */
function withAddress({ status, headers, body }: Answer, from: string, to: string): Answer {
  async function* rewritten(): AsyncGenerator<Buffer, void> {
    const chunks: Buffer[] = [];
    for await (const chunk of body) chunks.push(chunk);
    yield Buffer.from(Buffer.concat(chunks).toString("utf8").replaceAll(from, to));
  }
  return { status, headers: withoutLength(headers), body: rewritten() };
}

/** Writes the answer as it comes, and returns how it ends. */
async function write(response: ServerResponse, { status, headers, body }: Spoiled, fault: Fault | undefined): Promise<Ending> {
  response.writeHead(status, keepsLength(fault) ? { ...headers } : withoutLength(headers));
  response.flushHeaders();
  let next = await body.next();
  for (; !next.done; next = await body.next()) {
    if (!response.write(next.value)) await new Promise((resolve) => response.once("drain", resolve).once("close", resolve));
    if (!response.destroyed) continue;
    await body.return("close");
    return "close";
  }
  return next.value;
}

/** A length is only told where the body has it, or breaks off before. */
function keepsLength(fault: Fault | undefined): boolean {
  if (fault?.kind === "cut") return fault.ending !== "end";
  return fault === undefined || fault.kind === "rechunk" || fault.kind === "slow";
}

function writePartOfHead({ socket }: ServerResponse, { ending, headBytes }: NoAnswer): Ending {
  socket?.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n".slice(0, headBytes));
  return ending;
}

function finish(response: ServerResponse, ending: Ending): void {
  switch (ending) {
    case "end":
      response.end();
      return;
    case "close":
      // Half of it: the client's half is the client's to close.
      response.socket?.end();
      return;
    case "reset":
      response.socket?.resetAndDestroy();
      return;
    case "stall":
      return;
  }
}

function withoutLength({ "content-length": _, ...headers }: Readonly<Record<string, string>>): Record<string, string> {
  return headers;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dialects } from "@a2a/core/internal/dialects";
import { expect, onTestFinished, test } from "vitest";
import type { Ending, Fault, Planned } from "./fault.js";
import type { FaultyProxy } from "./faulty-proxy.js";
import { openProxy } from "./faulty-proxy.js";
import type { Lane } from "./lane.js";
import { kindOf } from "./lane.js";

const first = 'id: 1\ndata: {"id":1,"result":"é"}\n\n';
const second = 'id: 2\ndata: {"id":1,"result":"2"}\n\n';
const stream = `${first}:\n\n${second}`;

interface Upstream {
  readonly url: string;
  readonly proxy: FaultyProxy;
  /** Bodies of the requests that came. */
  readonly heard: string[];
}

/** A server of streams, of `{"id":1,"ok":true}` below /json, of a card that names it, and its proxy. */
async function open(answer = answerFully): Promise<Upstream> {
  const heard: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    heard.push(Buffer.concat(chunks).toString());
    answer(request, response);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  // safe: it listens on a port
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const proxy = await openProxy(url);
  onTestFinished(async () => {
    await proxy.close();
    server.closeAllConnections();
    server.close();
  });
  return { url, proxy, heard };
}

function answerFully({ method, url, headers }: IncomingMessage, response: ServerResponse): void {
  const json = { "content-type": "application/json" };
  if (method === "GET") response.writeHead(200, json).end(JSON.stringify({ url: `http://${headers.host}/`, path: url }));
  else if (url === "/json") response.writeHead(200, json).end('{"id":1,"ok":true}');
  else response.writeHead(200, { "content-type": "text/event-stream" }).end(stream);
}

async function laneWith(fault: Fault): Promise<{ lane: Lane; heard: string[] }> {
  const { proxy, heard } = await open();
  return { lane: proxy.lane([{ nth: 1, fault }]), heard };
}

function post(lane: Lane, path = "", signal?: AbortSignal): Promise<Response> {
  return lane.fetch(new Request(lane.url + path, { method: "POST", body: "{}", signal: signal ?? null }));
}

/** The bytes that come before a body ends, and whether it ends well. */
async function read({ body }: Response): Promise<{ pieces: Buffer[]; text: string; isWhole: boolean }> {
  const pieces: Buffer[] = [];
  let isWhole = true;
  try {
    for await (const piece of body ?? []) pieces.push(Buffer.from(piece));
  } catch {
    isWhole = false;
  }
  return { pieces, text: Buffer.concat(pieces).toString(), isWhole };
}

/** The code that a request fails with on its way. */
async function failureOf(sent: Promise<unknown>): Promise<unknown> {
  const error = await sent.then(
    () => undefined,
    (thrown) => thrown,
  );
  return error?.cause?.code ?? error?.cause?.errors?.[0]?.code;
}

test("without a fault everything comes as the server says it", async () => {
  const { proxy, heard } = await open();
  const lane = proxy.lane();
  const response = await post(lane);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
  expect(await read(response)).toMatchObject({ text: stream, isWhole: true });
  expect(heard).toEqual(["{}"]);
});

test("a card names the lane instead of the server, and is asked for at the server's path", async () => {
  const { proxy } = await open();
  const lane = proxy.lane();
  expect(await (await fetch(`${lane.url}.well-known/card`)).json()).toEqual({ url: lane.url, path: "/.well-known/card" });
});

test("outside of the lanes there is nothing", async () => {
  const { proxy, heard } = await open();
  const lane = proxy.lane();
  for (const path of ["/", "/lane-9/", "/.well-known/card"]) expect((await fetch(new URL(path, lane.url))).status).toBe(404);
  expect(heard).toEqual([]);
});

test("what is asked for is told by the method, in every version", () => {
  expect(kindOf("GET", "")).toBe("card");
  for (const body of ["", "{", "[]", '{"method":"dance"}']) expect(kindOf("POST", body)).toBe("unknown");
  for (const dialect of dialects) {
    const body = JSON.stringify({ method: dialect.methodOf("SendStreamingMessage") });
    expect(kindOf("POST", body)).toBe("SendStreamingMessage");
  }
});

test("a plan hits the nth exchange, of all or of a kind, and leaves other lanes alone", async () => {
  const { proxy } = await open();
  const fault = { kind: "status", isHeard: false, status: 503, headers: {}, body: "" } as const;
  const plan: readonly Planned[] = [
    { nth: 2, fault },
    { nth: 2, of: "card", fault: { ...fault, status: 502 } },
  ];
  const [lane, other] = [proxy.lane(plan), proxy.lane()];
  const seen: number[] = [];
  for (const asks of ["post", "post", "card", "card", "post"]) {
    const response = await (asks === "card" ? fetch(`${lane.url}card`) : post(lane));
    seen.push(response.status);
    await response.arrayBuffer();
    expect((await post(other)).status).toBe(200);
  }
  expect(seen).toEqual([200, 503, 200, 502, 200]);
  expect(lane.exchanges.map(({ kind, fault: met }) => [kind, met?.kind])).toEqual([
    ["unknown", undefined],
    ["unknown", "status"],
    ["card", undefined],
    ["card", "status"],
    ["unknown", undefined],
  ]);
});

test("refuse: the connection is refused, and the server hears nothing", async () => {
  const { lane, heard } = await laneWith({ kind: "refuse" });
  expect(await failureOf(post(lane))).toMatch(/^(ECONNREFUSED|EADDRNOTAVAIL)$/);
  expect(heard).toEqual([]);
  expect((await post(lane)).status).toBe(200);
  expect(lane.exchanges).toHaveLength(2);
});

for (const isHeard of [false, true]) {
  test(`silence: no answer to a request that the server ${isHeard ? "has heard" : "has not heard"}`, async () => {
    for (const ending of ["reset", "close"] as const) {
      const { lane, heard } = await laneWith({ kind: "silence", isHeard, ending });
      expect(await failureOf(post(lane))).toMatch(/^(ECONNRESET|UND_ERR_SOCKET)$/);
      expect(heard).toHaveLength(isHeard ? 1 : 0);
    }
  });
}

test("silence without an end lasts until the client leaves", async () => {
  const { lane } = await laneWith({ kind: "silence", isHeard: false, ending: "stall" });
  const leave = new AbortController();
  const sent = post(lane, "", leave.signal);
  await expect.poll(() => lane.exchanges.length, { interval: 1 }).toBe(1);
  expect(lane.exchanges[0]?.phase).toBe("asked");
  leave.abort();
  await expect(sent).rejects.toThrow("aborted");
  await expect.poll(() => lane.exchanges[0]?.phase, { interval: 1 }).toBe("over");
});

test("cut-head: the head of an answer breaks off", async () => {
  const { lane, heard } = await laneWith({ kind: "cut-head", after: 30 });
  expect(await failureOf(post(lane))).toMatch(/^(ECONNRESET|UND_ERR_SOCKET)$/);
  expect(heard).toHaveLength(1);
});

const cuts: readonly (readonly [Ending, boolean])[] = [
  ["end", true],
  ["close", false],
  ["reset", false],
];
for (const [ending, isWhole] of cuts) {
  test(`cut, ${ending}: so many bytes come, and the answer ${isWhole ? "looks whole" : "breaks off"}`, async () => {
    for (const path of ["", "json"]) {
      for (const after of [0, 1, 17]) {
        const { lane } = await laneWith({ kind: "cut", after, ending });
        const whole = Buffer.from(path === "json" ? '{"id":1,"ok":true}' : stream);
        expect(await read(await post(lane, path))).toMatchObject({ text: whole.subarray(0, after).toString(), isWhole });
      }
    }
  });
}

for (const [fault, length] of [
  [{ kind: "cut", after: 10, ending: "stall" }, 10],
  [{ kind: "never-ends" }, Buffer.byteLength(stream)],
] as const) {
  test(`${fault.kind}, and nothing more: the answer stays open until the client leaves`, async () => {
    const { lane } = await laneWith(fault);
    const leave = new AbortController();
    const reader = (await post(lane, "", leave.signal)).body?.getReader();
    for (let left = length; left > 0; ) left -= (await reader?.read())?.value?.length ?? length;
    const next = reader?.read();
    expect(lane.exchanges[0]?.phase).toBe("answering");
    leave.abort();
    await expect(next).rejects.toThrow("aborted");
    await expect.poll(() => lane.exchanges[0]?.phase, { interval: 1 }).toBe("over");
  });
}

test("rechunk: the same bytes in other pieces, also of half a character", async () => {
  const { lane } = await laneWith({ kind: "rechunk", seed: 7, longest: 1 });
  const { pieces, text, isWhole } = await read(await post(lane));
  expect({ text, isWhole }).toEqual({ text: stream, isWhole: true });
  expect(pieces.length).toBeGreaterThan(stream.length / 2);
});

test("slow: everything comes, later", async () => {
  const { lane } = await laneWith({ kind: "slow", turns: 5 });
  expect(await read(await post(lane))).toMatchObject({ text: stream, isWhole: true });
});

test("repeat-frame: an event comes twice, comments do not count", async () => {
  const { lane } = await laneWith({ kind: "repeat-frame", at: 1 });
  expect((await read(await post(lane))).text).toBe(stream + second);
});

test("twice: the server hears the request twice, the client one answer", async () => {
  for (const answer of ["first", "second"] as const) {
    const { lane, heard } = await laneWith({ kind: "twice", answer });
    expect(await read(await post(lane))).toMatchObject({ text: stream, isWhole: true });
    expect(heard).toEqual(["{}", "{}"]);
  }
});

const garbage: readonly (readonly [Fault & { readonly kind: "garbage" }, string | RegExp, string | RegExp])[] = [
  [{ kind: "garbage", at: 1, what: "bytes" }, /^id: 1.*data: \uFFFD\0\{\uFFFD\n\nid: 2.*$/s, '{"id":1,"ok":true}'],
  [{ kind: "garbage", at: 0, what: "other-json" }, `data: {"hello":"world"}\n\n${stream}`, '{"hello":"world"}'],
  [{ kind: "garbage", at: 0, what: "other-id" }, /^data: .*"of somebody else".*\n\nid: 1/, '{"id":"of somebody else","ok":true}'],
  [{ kind: "garbage", at: 0, what: { oversizeBytes: 9 } }, /^data: .*x{9}.*\n\nid: 1/, '{"padding":"xxxxxxxxx"}'],
];
for (const [fault, inStream, instead] of garbage) {
  test(`garbage of ${JSON.stringify(fault.what)} comes before a frame, or instead of a body`, async () => {
    const { proxy } = await open();
    const lane = proxy.lane([1, 2].map((nth) => ({ nth, fault })));
    expect((await read(await post(lane))).text).toMatch(inStream);
    expect((await read(await post(lane, "json"))).text).toBe(instead);
  });
}

test("content-type: the body comes as something else", async () => {
  const { lane } = await laneWith({ kind: "content-type", value: "text/html" });
  const response = await post(lane);
  expect(response.headers.get("content-type")).toBe("text/html");
  expect((await read(response)).text).toBe(stream);
});

test("status: another answer than the server's, with its headers", async () => {
  for (const isHeard of [false, true]) {
    const { lane, heard } = await laneWith({ kind: "status", isHeard, status: 429, headers: { "retry-after": "0" }, body: "wait" });
    const response = await post(lane);
    expect([response.status, response.headers.get("retry-after"), await response.text()]).toEqual([429, "0", "wait"]);
    expect(heard).toHaveLength(isHeard ? 1 : 0);
  }
});

test("a client that leaves a stream makes the proxy leave the server", async () => {
  let left: Promise<unknown> = Promise.resolve();
  const { proxy } = await open((_, response) => {
    left = once(response, "close");
    response.writeHead(200, { "content-type": "text/event-stream" }).write(first);
  });
  const reader = (await post(proxy.lane())).body?.getReader();
  await reader?.read();
  await reader?.cancel();
  await left;
});

test("a server that is gone breaks the connection", async () => {
  const { proxy } = await open((request) => request.socket.destroy());
  expect(await failureOf(post(proxy.lane()))).toMatch(/^(ECONNRESET|UND_ERR_SOCKET)$/);
});

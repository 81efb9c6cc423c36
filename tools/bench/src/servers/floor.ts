import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { answerOrders } from "./answer-orders.js";

// What any server in JavaScript has to do at least: collect the body, parse it, build the answer, stringify and write it. It checks nothing.

interface Request {
  readonly id: number;
  readonly method: string;
  readonly params: { readonly id: string; readonly message: { readonly parts: readonly { readonly text: string }[] } };
}

interface Ids {
  readonly taskId: string;
  readonly contextId: string;
}

// As many as are asked for again; more would make it a store.
const maxTasks = 100;
const tasks = new Map<string, unknown>();

// A server that does not mind its readers is no server at all, but no stream that is measured for its speed comes so far.
const maxUnread = 1024 * 1024;

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => answer(JSON.parse(Buffer.concat(chunks).toString()), request, response));
});

function answer({ id, method, params }: Request, { headers }: IncomingMessage, response: ServerResponse): void {
  const [command = "", words = ""] = params.message?.parts[0]?.text.split(" ") ?? [];
  if (method === "SendStreamingMessage") {
    void stream(response, { id, params, command, count: Number(words) });
    return;
  }
  const isWrapped = method === "SendMessage" && headers["a2a-version"] === "1.0";
  const task = method === "GetTask" ? tasks.get(params.id) : taskOf(method, params, words);
  const text = JSON.stringify({ jsonrpc: "2.0", id, result: isWrapped ? { task } : task });
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
  response.end(text);
}

function taskOf(method: string, params: Request["params"], words: string): object {
  const ids = { taskId: params.id ?? crypto.randomUUID(), contextId: crypto.randomUUID() };
  const timestamp = new Date().toISOString();
  const task = (builders[method] ?? newestTask)(ids, { timestamp, words, message: params.message });
  if (tasks.size < maxTasks) tasks.set(ids.taskId, task);
  return task;
}

interface Said {
  readonly timestamp: string;
  readonly words: string;
  readonly message: object;
}

const builders: Readonly<Record<string, (ids: Ids, said: Said) => object>> = { "message/send": task03, "tasks/send": task01 };

function newestTask(ids: Ids, { timestamp, words, message }: Said): object {
  return {
    id: ids.taskId,
    contextId: ids.contextId,
    status: { state: "TASK_STATE_COMPLETED", timestamp },
    history: [{ ...message, ...ids }],
    artifacts: [{ artifactId: "echo", parts: [{ text: words }], name: "echo" }],
  };
}

function task03(ids: Ids, { timestamp, words, message }: Said): object {
  return {
    kind: "task",
    id: ids.taskId,
    contextId: ids.contextId,
    status: { state: "completed", timestamp },
    artifacts: [{ artifactId: "echo", parts: [{ kind: "text", text: words }], name: "echo" }],
    history: [{ ...message, ...ids }],
  };
}

function task01(ids: Ids, { timestamp, words }: Said): object {
  return {
    id: ids.taskId,
    sessionId: ids.contextId,
    status: { state: "completed", timestamp },
    artifacts: [{ name: "echo", index: 0, parts: [{ type: "text", text: words }], metadata: { a2a_carried: { artifactId: "echo" } } }],
  };
}

interface Order extends Pick<Request, "id" | "params"> {
  readonly command: string;
  readonly count: number;
}

async function stream(response: ServerResponse, { id, params, command, count }: Order): Promise<void> {
  const ids = { taskId: crypto.randomUUID(), contextId: crypto.randomUUID() };
  let number = 0;
  const write = (event: object): void => {
    number += 1;
    response.write(`id: ${number}\ndata: ${JSON.stringify({ jsonrpc: "2.0", id, result: event })}\n\n`);
  };
  const status = (state: string): object => ({ state, timestamp: new Date().toISOString() });
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  const history = [{ ...params.message, ...ids }];
  write({ task: { id: ids.taskId, contextId: ids.contextId, status: status("TASK_STATE_SUBMITTED"), history } });
  write({ statusUpdate: { ...ids, status: status("TASK_STATE_WORKING") } });
  if (command === "hold") return;
  for (let at = 0; at < count; at += 1) {
    const artifact = { artifactId: "out", ...(at === 0 && { name: "out" }), parts: [{ text: `token ${at} ` }] };
    write({ artifactUpdate: { ...ids, artifact, ...(at > 0 && { append: true }), ...(at === count - 1 && { lastChunk: true }) } });
    if (response.writableLength > maxUnread) await once(response, "drain");
  }
  write({ statusUpdate: { ...ids, status: status("TASK_STATE_COMPLETED") } });
  response.end();
}

server.listen(0, "127.0.0.1", () => {
  // safe: a server that listens on a port has an address with one
  answerOrders((server.address() as AddressInfo).port);
});

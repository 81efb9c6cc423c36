import type { RequestTemplate } from "../load/http-request.js";
import { loadUnary } from "../load/load-unary.js";
import type { MeasuredServer } from "../server-process.js";
import type { ServerName } from "../servers/orders.js";
import { serverNames } from "../servers/orders.js";
import { measureThroughput } from "./rounds.js";
import type { Row } from "./row.js";

const connections = 32;

/** Stands for the number of a request. */
const number = "############";

/** A request of a row. */
export interface Request {
  readonly version?: string;
  readonly method: string;
  readonly params: object;
}

/** What every server is asked to echo. */
export const send10: Request = {
  version: "1.0",
  method: "SendMessage",
  params: { message: { messageId: `bench-${number}`, role: "ROLE_USER", parts: [{ text: "echo hello" }] } },
};

const send03: Request = {
  method: "message/send",
  params: { message: { kind: "message", messageId: `bench-${number}`, role: "user", parts: [{ kind: "text", text: "echo hello" }] } },
};

const send01: Request = {
  method: "tasks/send",
  params: { id: `bench-${number}`, message: { role: "user", parts: [{ type: "text", text: "echo hello" }] } },
};

const fileBase64 = Buffer.alloc(100_000, "a file of a hundred kilobytes ").toString("base64");
const file: Request = {
  version: "1.0",
  method: "SendMessage",
  params: {
    message: {
      messageId: `bench-${number}`,
      role: "ROLE_USER",
      parts: [{ text: "echo x" }, { raw: fileBase64, mediaType: "application/octet-stream", filename: "bench.bin" }],
    },
  },
};

/** The rows whose requests are answered once. */
export const unaryRows: readonly Row[] = [
  sendRow(
    {
      id: "send-1.0",
      what: "SendMessage 1.0",
      targets: [
        { against: "floor", atLeast: 0.6 },
        { against: "official", atLeast: 5 },
      ],
    },
    { request: send10, completed: "TASK_STATE_COMPLETED" },
  ),
  sendRow(
    { id: "send-0.3", what: "message/send 0.3", targets: [{ against: "floor", atLeast: 0.55 }] },
    { request: send03, completed: "completed" },
  ),
  sendRow(
    { id: "send-0.1", what: "tasks/send 0.1", targets: [{ against: "floor", atLeast: 0.55 }], note: "the official SDK does not speak 0.1" },
    { request: send01, completed: "completed", servers: ["ours", "floor"] },
  ),
  {
    id: "get",
    what: "GetTask 1.0",
    unit: "requests/s",
    targets: [{ against: "floor", atLeast: 0.65 }],
    measure: (context) =>
      measureThroughput(context, {
        servers: serverNames,
        async prepare(server) {
          const request = { version: "1.0", method: "GetTask", params: { id: await taskOn(server) } };
          return (ms) => load(server, request, ms, (text) => assertTask(text, "TASK_STATE_COMPLETED", "hello"));
        },
      }),
  },
  sendRow(
    {
      id: "file",
      what: "SendMessage 1.0, 100 kB file",
      targets: [{ against: "floor", atLeast: 0.95 }],
      note: "the official SDK refuses bodies above 100 KiB",
    },
    { request: file, completed: "TASK_STATE_COMPLETED", words: "x", inside: fileBase64, servers: ["ours", "floor"] },
  ),
];

/** How messages are sent and answered. */
export interface Sending {
  readonly request: Request;
  /** State of the task that is answered. */
  readonly completed: string;
  /** What the agent echoes. */
  readonly words?: string;
  /** What else is found in the answer. */
  readonly inside?: string;
  readonly servers?: readonly ServerName[];
}

/** A row whose requests are messages. */
export function sendRow(
  row: Omit<Row, "unit" | "measure">,
  { request, completed, words = "hello", inside = "", servers = serverNames }: Sending,
): Row {
  const check = (text: string): void => {
    assertTask(text, completed, words);
    if (!text.includes(inside)) throw new Error("an answer without the file");
  };
  return {
    ...row,
    unit: "requests/s",
    measure: (context) => measureThroughput(context, { servers, prepare: async (server) => (ms) => load(server, request, ms, check) }),
  };
}

function load({ name, port }: MeasuredServer, request: Request, ms: number, check: (text: string) => void): ReturnType<typeof loadUnary> {
  return loadUnary({ port, request: templateOf(request), connections, ms, check }).catch((cause: Error) => {
    throw new Error(`${name}, ${request.method}: ${cause.message}`, { cause });
  });
}

function templateOf({ version, method, params }: Request): RequestTemplate {
  return { version, text: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }) };
}

interface Task {
  readonly id: string;
  readonly status: { readonly state: string };
  readonly artifacts: readonly { readonly parts: readonly { readonly text?: string }[] }[];
}

/** Throws where an answer is not the completed task with the echo. */
function assertTask(text: string, completed: string, words: string): Task {
  const { result }: { result?: { task?: Task } & Task } = JSON.parse(text);
  const task = result?.task ?? result;
  const isRight = task?.status?.state === completed && task.artifacts?.[0]?.parts[0]?.text === words;
  if (!task || !isRight) throw new Error(`an answer that is wrong: ${text.slice(0, 500)}`);
  return task;
}

async function taskOn({ port }: MeasuredServer): Promise<string> {
  const { text: body } = templateOf(send10);
  const headers = { "content-type": "application/json", "a2a-version": "1.0" };
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body });
  return assertTask(await response.text(), "TASK_STATE_COMPLETED", "hello").id;
}

/** Sends one message, for whoever wants to know how long the first takes. */
export async function sendOne(server: MeasuredServer): Promise<void> {
  await taskOn(server);
}

import type { GrpcRequest } from "../load/load-grpc.js";
import { loadGrpc } from "../load/load-grpc.js";
import type { Done } from "../load/load-unary.js";
import { loadUnary } from "../load/load-unary.js";
import { getTaskRequest, idOfTask, sendMessageRequest } from "../load/protobuf.js";
import type { MeasuredServer } from "../server-process.js";
import { bindingNames } from "../servers/orders.js";
import { measureThroughput } from "./rounds.js";
import type { Row, Target } from "./row.js";

/** A binding that is compared with JSON-RPC. */
export type BindingId = "rest" | "grpc";

const connections = 32;

/** Stands for the number of a request. */
const number = "############";

const restTargets: readonly Target[] = [{ against: "jsonrpc", atLeast: 0.9 }, { against: "official" }];
const grpcTargets: readonly Target[] = [{ against: "official", atLeast: 3 }, { against: "floor" }];
const overRest = { ours: "ours", official: "official", jsonrpc: "ours" } as const;
const overGrpc = { ours: "ours-grpc", official: "official-grpc", jsonrpc: "ours", floor: "floor-grpc" } as const;

/** What is sent, by server. */
interface Ways {
  /** The load over the binding. */
  over(server: MeasuredServer, ms: number): Promise<Done>;
  /** The same over JSON-RPC. */
  rpc(server: MeasuredServer, ms: number): Promise<Done>;
}

/** The rows of each binding. */
export const bindingRows: Readonly<Record<BindingId, readonly Row[]>> = {
  rest: [
    row({ id: "rest-send", what: "SendMessage 1.0 over HTTP+JSON", targets: restTargets, modules: overRest }, async () => ({
      over: sendOverRest,
      rpc: sendOverRpc,
    })),
    row({ id: "rest-get", what: "GetTask 1.0 over HTTP+JSON", targets: restTargets, modules: overRest }, async (server) => {
      const id = await taskOverHttp(server);
      return {
        over: ({ name, port }, ms) => load(port, { verb: "GET", path: `${restPath(name)}/tasks/${id}`, text: "" }, ms),
        rpc: ({ port }, ms) => load(port, { text: rpc("GetTask", { id }) }, ms),
      };
    }),
  ],
  grpc: [
    row({ id: "grpc-send", what: "SendMessage 1.0 over gRPC", targets: grpcTargets, modules: overGrpc }, async () => ({
      over: (server, ms) => grpc(server, { rpc: "SendMessage", message: sendMessageRequest(number, "echo hello") }, ms),
      rpc: sendOverRpc,
    })),
    row({ id: "grpc-get", what: "GetTask 1.0 over gRPC", targets: grpcTargets, modules: overGrpc }, async (server) => {
      const id = server.name === "jsonrpc" ? await taskOverHttp(server) : await taskOverGrpc(server);
      return {
        over: (each, ms) => grpc(each, { rpc: "GetTask", message: getTaskRequest(id) }, ms),
        rpc: ({ port }, ms) => load(port, { text: rpc("GetTask", { id }) }, ms),
      };
    }),
  ],
};

function row(facts: Omit<Row, "unit" | "measure">, waysTo: (server: MeasuredServer) => Promise<Ways>): Row {
  return {
    ...facts,
    unit: "requests/s",
    measure: (context) =>
      measureThroughput(context, {
        servers: bindingNames.filter((name) => facts.modules?.[name] !== undefined),
        async prepare(server) {
          const { over, rpc } = await waysTo(server);
          return (ms) => (server.name === "jsonrpc" ? rpc : over)(server, ms);
        },
      }),
  };
}

function params(): object {
  return { message: { messageId: `bench-${number}`, role: "ROLE_USER", parts: [{ text: "echo hello" }] } };
}

function rpc(method: string, params: object): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
}

/** The official SDK's binding is mounted beside its JSON-RPC, as its documents show it. */
function restPath(name: MeasuredServer["name"]): string {
  return name === "official" ? "/rest" : "";
}

function sendOverRest({ name, port }: MeasuredServer, ms: number): Promise<Done> {
  return load(port, { path: `${restPath(name)}/message:send`, text: JSON.stringify(params()) }, ms);
}

function sendOverRpc({ port }: MeasuredServer, ms: number): Promise<Done> {
  return load(port, { text: rpc("SendMessage", params()) }, ms);
}

interface HttpRequest {
  readonly verb?: string;
  readonly path?: string;
  readonly text: string;
}

function load(port: number, request: HttpRequest, ms: number): Promise<Done> {
  return loadUnary({ port, request: { version: "1.0", ...request }, connections, ms, check: assertEcho });
}

function grpc({ port }: MeasuredServer, request: GrpcRequest, ms: number): Promise<Done> {
  return loadGrpc({ port, request, connections, ms, check: (bytes) => assertEcho(bytes.toString("latin1")) });
}

function assertEcho(text: string): void {
  if (!text.includes("hello")) throw new Error(`an answer that is wrong: ${text.slice(0, 500)}`);
}

async function taskOverHttp({ port }: MeasuredServer): Promise<string> {
  const headers = { "content-type": "application/json", "a2a-version": "1.0" };
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body: rpc("SendMessage", params()) });
  const { result }: { result: { task: { id: string } } } = JSON.parse(await response.text());
  return result.task.id;
}

async function taskOverGrpc({ port }: MeasuredServer): Promise<string> {
  let id = "";
  const check = (bytes: Buffer): void => {
    id = idOfTask(bytes);
  };
  await loadGrpc({
    port,
    request: { rpc: "SendMessage", message: sendMessageRequest(number, "echo hello") },
    connections: 1,
    ms: 0,
    check,
  });
  return id;
}

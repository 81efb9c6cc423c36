import { Server, ServerCredentials } from "@grpc/grpc-js";
import { echoedTask } from "../load/protobuf.js";
import { answerOrders } from "./answer-orders.js";

// What gRPC alone takes: grpc-js answers with bytes that are there already. Nothing is read, validated or kept.

const task = echoedTask("f".repeat(36), "hello");
const response = Buffer.concat([Buffer.from([(1 << 3) | 2, task.length]), task]);
const same = (bytes: Buffer): Buffer => bytes;

const server = new Server({ "grpc.enable_channelz": 0 });
for (const [rpc, answer] of [
  ["SendMessage", response],
  ["GetTask", task],
] as const) {
  server.register(
    `/lf.a2a.v1.A2AService/${rpc}`,
    (_call: unknown, done: (error: null, bytes: Buffer) => void) => done(null, answer),
    same,
    same,
    "unary",
  );
}
server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  answerOrders(port);
});

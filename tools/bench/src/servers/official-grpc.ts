import { A2AService, grpcService, UserBuilder } from "@a2a-js/sdk/server/grpc";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { answerOrders } from "./answer-orders.js";
import { createRequestHandler } from "./official-agent.js";

// The official SDK's gRPC server as its README shows it.

const server = new Server();
server.addService(A2AService, grpcService({ requestHandler: createRequestHandler(), userBuilder: UserBuilder.noAuthentication }));
server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  answerOrders(port);
});

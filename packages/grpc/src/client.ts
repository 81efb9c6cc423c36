// The public surface of the client's side.

export { grpc } from "./client/grpc.js";
export type { GrpcClientOptions, GrpcClientTls } from "./client/options.js";

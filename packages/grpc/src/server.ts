// The public surface of the server's side.

export type { GrpcOptions, GrpcTls } from "./server/options.js";
export type { GrpcListening, Served } from "./server/serve-grpc.js";
export { serveGrpc } from "./server/serve-grpc.js";

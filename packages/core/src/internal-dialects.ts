// The dialects for the sibling packages; no promise is made to anyone else. A door of its own: bundlers may not take apart what is behind one, and a page
// should load the versions that its agents speak.

export { carriedOf, withCarried } from "./dialect/carried-config.js";
export { dialects } from "./dialect/dialects.js";
export { lossesOfEvent, lossesOfParams, lossesOfPush, lossesOfResult } from "./dialect/loss.js";
export { protoClientDialects } from "./dialect/proto-client-dialects.js";
export { protoDialects } from "./dialect/proto-dialects.js";
export { toUtc } from "./dialect/timestamp.js";
export { clientV11 } from "./dialect/v1.1/client.js";
export { errorsByGrpcStatus, grpcStatuses } from "./generated/v1.0/statuses.js";

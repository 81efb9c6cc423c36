// For the sibling packages; no promise is made to anyone else.

export { isPrivate, urlOf, webUrlOf } from "./card/web-url.js";
export { answerOf, refinedAnswerOf } from "./dialect/answer-of.js";
export { isObject } from "./dialect/carried.js";
export { carriedOf, withCarried } from "./dialect/carried-config.js";
export type { Choice } from "./dialect/choose-dialect.js";
export { assertHint, chooseDialects, dialectFor, minorOf, versionNotSupported } from "./dialect/choose-dialect.js";
export { clientDialects } from "./dialect/client-dialects.js";
export type {
  ClientDialect,
  ClientRules,
  Conditions,
  Decoded,
  Dialect,
  DialectRules,
  EventPlace,
  Generations,
  ParamsOf,
  PushOf,
  ResultOf,
  StreamContext,
} from "./dialect/dialect.js";
export { dialects } from "./dialect/dialects.js";
export { differencesOf } from "./dialect/difference.js";
export type { Loss } from "./dialect/loss.js";
export { lossesOfEvent, lossesOfParams, lossesOfPush, lossesOfResult } from "./dialect/loss.js";
export { protoClientDialects } from "./dialect/proto-client-dialects.js";
export { protoDialects } from "./dialect/proto-dialects.js";
export { continuedTaskId, isOwnTaskId, reopening } from "./dialect/v0.1/reopening.js";
export { clientV10 } from "./dialect/v1.0/client.js";
export { clientV11 } from "./dialect/v1.1/client.js";
export type { RequestId, RpcRequest } from "./envelope/request.js";
export { readRequest } from "./envelope/request.js";
export type { RpcError } from "./envelope/response.js";
export { encodeError, encodeResult, readResponse, resultFrame } from "./envelope/response.js";
export type { CachingFacts, GrpcStatus, OperationName, QueryKind, RestRoute, RestTable } from "./generated/tables.js";
export { errorsByStatus } from "./generated/v1.0/columns.js";
export { errors as errorTable } from "./generated/v1.0/errors.js";
export type { Operation } from "./generated/v1.0/methods.js";
export { errorsByGrpcStatus, grpcStatuses } from "./generated/v1.0/statuses.js";
export { joinChunks } from "./join-chunks.js";
export { defaultMaxDepth, isDeeperThan } from "./json/parse-json.js";
export { restVersions } from "./rest/rest-versions.js";
export type { CompleteSigner } from "./signing/signer.js";
export { completeSigner, isCryptoKey } from "./signing/signer.js";
export type { SseEvent } from "./sse/encode-sse.js";
export { encodeSse, encodeSseComment, encodeSseRetry } from "./sse/encode-sse.js";
export { generationOf } from "./task/generation.js";
export { unreachable } from "./unreachable.js";

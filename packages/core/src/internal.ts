// For the sibling packages; no promise is made to anyone else. What clients need of the public door is here as well: bundlers may not take apart what is
// behind one, and a page that connects should not load all validators for its errors.

export { message, textOf } from "./builders/message.js";
export { bytesOf } from "./builders/part.js";
export { isPrivate, urlOf, webUrlOf } from "./card/web-url.js";
export { answerOf, refinedAnswerOf } from "./dialect/answer-of.js";
export { isObject } from "./dialect/carried.js";
export type { Choice } from "./dialect/choose-dialect.js";
export { assertHint, chooseDialects, dialectFor, minorOf, versionNotSupported } from "./dialect/choose-dialect.js";
export type {
  ClientDialect,
  ClientRules,
  ClientVersion,
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
  VersionFacts,
} from "./dialect/dialect.js";
export { differencesOf } from "./dialect/difference.js";
export type { Loss } from "./dialect/loss.js";
export { continuedTaskId, isOwnTaskId, reopening } from "./dialect/v0.1/reopening.js";
export { versionV10 } from "./dialect/v1.0/load.js";
export type { RequestId, RpcRequest } from "./envelope/request.js";
export { readRequest } from "./envelope/request.js";
export type { RpcError } from "./envelope/response.js";
export { encodeError, encodeResult, readResponse, resultFrame } from "./envelope/response.js";
export { A2AError, isA2AError } from "./errors/a2a-error.js";
export { LocalError } from "./errors/local-error.js";
export type { CachingFacts, GrpcStatus, OperationName, QueryKind, RestRoute, RestTable } from "./generated/tables.js";
export { errors as errorTable } from "./generated/v1.0/errors.js";
export { errorsByStatus } from "./generated/v1.0/facts.js";
export type { Operation } from "./generated/v1.0/methods.js";
export { versions } from "./generated/versions.js";
export { joinChunks } from "./join-chunks.js";
export { defaultMaxDepth, isDeeperThan, parseJson } from "./json/parse-json.js";
export { restVersions } from "./rest/rest-versions.js";
export type { CompleteSigner } from "./signing/signer.js";
export { completeSigner, isCryptoKey } from "./signing/signer.js";
export type { SseEvent } from "./sse/encode-sse.js";
export { encodeSse, encodeSseComment, encodeSseRetry } from "./sse/encode-sse.js";
export { applyEvent, copyTask } from "./task/apply-event.js";
export { generationOf } from "./task/generation.js";
export { isInterrupted, isTerminal } from "./task/task-state.js";
export { unreachable } from "./unreachable.js";

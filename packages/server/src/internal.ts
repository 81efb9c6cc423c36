// For the sibling packages; no promise is made to anyone else.

export type { Offered } from "./agent/complete-card.js";
export { challengeHeadersOf } from "./binding/challenge.js";
export type { Endpoint } from "./binding/endpoint.js";
export type { Asked, Begun, Performed } from "./binding/perform.js";
export { performStreaming, performUnary } from "./binding/perform.js";
export { isPassing } from "./binding/refuse.js";
export type { MakeWire, Piece } from "./binding/wire-cache.js";
export { shareWire } from "./binding/wire-cache.js";
export type { BindingName } from "./binding-name.js";
export type { ClientCertificate } from "./caller/client-certificate.js";
export { certificateOf } from "./caller/client-certificate.js";
export type { OnClose, Service } from "./create-service.js";
export { given } from "./given.js";
export type { Hosted } from "./hosted.js";
export { hostedBy } from "./hosted.js";
export { assertPort } from "./http/assert-port.js";
export type { Incoming } from "./http/exchange.js";
export { LazyAbort } from "./lazy-abort.js";
export type { Stream, StreamItem } from "./operation/call.js";
export type { StreamingName, UnaryName } from "./operation/operations.js";
export { isStreaming } from "./operation/operations.js";
export { readEntry, readPushConfig, readTask } from "./store/read-record.js";
export { completeRetention } from "./store/retention.js";
export { nameOfKey } from "./store/store.js";
export type { StoreAddress } from "./store/store-address.js";
export { readStoreAddress, storeAddresses } from "./store/store-address.js";
export { tellLosses } from "./tell-losses.js";

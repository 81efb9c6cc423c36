// For the sibling packages, which speak further bindings; no promise is made to anyone else.

export { within } from "./http/call-limit.js";
export type { Authorize, AuthorizeOptions, Outgoing } from "./http/fetch-exchange.js";
export { maxAnswerDepth } from "./http/parse-answer.js";
export { callHeaders } from "./transport/call-headers.js";
export type { Item, Question } from "./transport/create-transport.js";
export { createTransport } from "./transport/create-transport.js";
export { withPatience } from "./transport/read-answer.js";
export type { Frame, StreamingOperation, StreamOptions, Transport } from "./transport/transport.js";
export type { TransportFactory, TransportSettings } from "./transport/transport-factory.js";

// The public surface for those who try protocol 1.1, which is a preview: it may change with any release.

export type { Credential, CredentialNeed, CredentialSource, Credentials, PasswordCredential } from "./auth/credential.js";
export type { Client, TaskQuery } from "./client.js";
export { connect } from "./connect-preview.js";
export type { AllowUrl, UrlPurpose } from "./discover/allow-url.js";
export type { CardCache, KeptCard } from "./discover/card-cache.js";
export { createCardCache } from "./discover/card-cache.js";
export type { VerifyCard, VerifyMeans } from "./discover/verify-card.js";
export type { Fetch } from "./http/fetch-exchange.js";
export type { RetryPolicy } from "./http/retry.js";
export type { ConnectOptions } from "./options.js";
export type { Sendable, SendOptions } from "./request.js";
export type { TaskUpdate } from "./stream/fold-task.js";
export { foldTask } from "./stream/fold-task.js";
export type { TaskHandle } from "./task-handle.js";
export type { Deviation, OnDeviation } from "./transport/accepted.js";
export type { CallOutcome, InterceptedCall, Interceptor } from "./transport/intercept.js";
export type { CallOptions, TraceContext } from "./transport/transport.js";
export type { TransportFactory } from "./transport/transport-factory.js";

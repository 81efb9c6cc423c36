// The public surface: define an agent, serve it through the Fetch standard, keep its tasks. What needs Node is in ./node.

export type { AgentCardInput, AgentDefinition, ArtifactInput, Turn, Yield } from "./agent/agent.js";
export type { Authenticate, Caller, CallerRequest } from "./caller/caller.js";
export type { CorsOptions } from "./cors-options.js";
export type { A2AHandler, Agent } from "./define-agent.js";
export { createA2AHandler, defineAgent } from "./define-agent.js";
export type { HandlerOptions } from "./handler-options.js";
export type { FetchHandler } from "./http/fetch-handler.js";
export type { Departure } from "./lazy-abort.js";
export type { Logger } from "./logger.js";
export type { MaybePromise } from "./maybe-promise.js";
export type { OnOperation, OperationReport } from "./on-operation.js";
export type { PushOptions } from "./push/push-options.js";
export type { AgentSigner, SigningOptions, WebhookJwtOptions } from "./signing/signing-options.js";
export type { MemoryStoreOptions } from "./store/memory-store.js";
export { createMemoryStore } from "./store/memory-store.js";
export type { RetentionOptions } from "./store/retention.js";
export type {
  Adopted,
  Also,
  DeadLetter,
  Lease,
  LeaseStore,
  ListQuery,
  LogEntry,
  NewTask,
  PushConfigStore,
  Relay,
  StoredDeadLetter,
  StoredPushConfig,
  StoredTask,
  TaskKey,
  TaskPage,
  TaskStore,
} from "./store/store.js";

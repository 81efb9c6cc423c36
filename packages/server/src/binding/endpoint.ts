import type { AgentCard } from "@a2a/core";
import type { Dialect } from "@a2a/core/internal";
import type { Authenticate } from "../caller/caller.js";
import type { Logger } from "../logger.js";
import type { OperationContext } from "../operation/call.js";

/** Everything that a binding needs to serve one agent. */
export interface Endpoint {
  /** The versions served, newest first. */
  readonly dialects: readonly [Dialect, ...Dialect[]];
  /** The card as callers at that origin see it. */
  cardAt(origin: string): AgentCard;
  contextAt(origin: string): OperationContext;
  readonly authenticate: Authenticate;
  readonly logger: Logger;
  /** Path of the JSON-RPC endpoint; the cards are below it. */
  readonly basePath: string;
  readonly maxBodyBytes: number;
  readonly heartbeatMs: number;
}

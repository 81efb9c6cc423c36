import type { Dialect } from "@a2a/core/internal";
import type { Authenticate } from "../caller/caller.js";
import type { Logger } from "../logger.js";
import type { OnOperation } from "../on-operation.js";
import type { OperationContext } from "../operation/call.js";
import type { SignWire } from "../signing/create-signing.js";
import type { CardPlace } from "./card-places.js";
import type { RepresentCard } from "./represent-card.js";
import type { RestBinding } from "./rest-binding.js";

/** Everything that a binding needs to serve one agent. */
export interface Endpoint {
  /** The versions served, newest first. */
  readonly dialects: readonly [Dialect, ...Dialect[]];
  /** What operations work with for callers at that origin: it stands in the card. */
  contextAt(origin: string): OperationContext;
  readonly authenticate: Authenticate;
  /** The tenants served; absent where any name is one. */
  readonly tenants?: readonly string[];
  /** Header names under which callers of any version activate extensions. */
  readonly extensionHeaders: readonly string[];
  /** Whether the agent is shutting down. */
  isClosed(): boolean;
  /** Rejects where the store cannot do its work now. */
  pingStore(): Promise<void>;
  readonly logger: Logger;
  /** Where JSON-RPC is served; HTTP+JSON and the cards are below it. */
  readonly basePath: string;
  /** Whether a request that names a version has to use a method of it. */
  readonly strictVersion: boolean;
  /** What HTTP+JSON serves at a path below `basePath`; absent where it is not served. */
  readonly rest?: RestBinding;
  /** Whether JSON-RPC is served. */
  readonly isRpcServed: boolean;
  /** What cards are found where, by path. */
  readonly cardPlaces: ReadonlyMap<string, CardPlace>;
  readonly representCard: RepresentCard;
  /** Signs a card as it is on the wire; absent where the agent signs none. */
  readonly signCard?: SignWire;
  readonly maxBodyBytes: number;
  readonly heartbeatMs: number;
  readonly maxStreams: number;
  readonly openStreams: Set<object>;
  readonly onOperation?: OnOperation;
}

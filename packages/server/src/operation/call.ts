import type { AgentCard, StreamResponse, Task, Version } from "@a2a/core";
import type { Conditions, DialectRules, EventPlace, Operation, ParamsOf, ResultOf } from "@a2a/core/internal";
import type { TurnContext } from "../agent/turn-input.js";
import type { Caller } from "../caller/caller.js";
import type { Departure } from "../lazy-abort.js";
import type { Logger } from "../logger.js";
import type { PushConfigs } from "../push/push-configs.js";
import type { TaskKey } from "../store/store.js";
import type { TaskRuntime } from "../task/task-runtime.js";
import type { RecentMessages } from "./recent-messages.js";

/** What every operation works with. */
export interface OperationContext {
  readonly runtime: TaskRuntime;
  readonly push: PushConfigs;
  readonly recent: RecentMessages;
  readonly card: AgentCard;
  /** The card that an authenticated caller sees; undefined where there is no other than the public one. */
  extendedCardFor(caller: Caller): Promise<AgentCard | undefined>;
  readonly logger: Logger;
  /** How long a sender waits at most. */
  readonly maxBlockingMs: number;
  /** How long a caller waits at most for a task to go on. */
  readonly longPollMs: number;
  /** Whether the author says which media types the agent takes; where not, it is asked with any. */
  readonly namesInputModes: boolean;
  /** The same of those that it gives; where not, callers may want any. */
  readonly namesOutputModes: boolean;
  /** Messages that the history of a task may have. */
  readonly maxHistory: number;
  makeId(): string;
}

/** One request, understood: no version, no binding, valid params. */
export interface Call<O extends Operation> {
  readonly params: ParamsOf<O>;
  /** Who asks, and what the agent may know of the request. */
  readonly context: TurnContext;
  /** How the caller's version behaves where versions differ. */
  readonly rules: DialectRules;
  /** Kept with a task that the call creates; operations never ask which it is. */
  readonly version: Version;
  /** Number of the last event that a reader has who comes back. */
  readonly cursor?: number;
  /** What the caller asks of the task's generation, which is the number of its last log entry. */
  readonly conditions?: Conditions;
  /** Takes the generation of every task that is answered with, for versions that say it. */
  readonly generations?: Map<Task, number>;
  /** Aborted when the client goes away. */
  readonly client: Departure;
}

/** One event of a stream. */
export interface StreamItem {
  /** Number of the log entry that the event is, or that a snapshot includes last; absent for a direct reply. */
  readonly number?: number;
  readonly event: StreamResponse;
  readonly place: EventPlace;
}

/** What a streaming operation answers: what the stream begins with, which may be nothing yet, and what follows. */
export interface Stream {
  readonly first: readonly StreamItem[];
  /** Batches of what is there already, so that a burst costs one write. Absent where nothing follows. */
  readonly rest?: StreamRest;
}

/** What follows on a stream; whoever leaves it calls `return`. */
export interface StreamRest {
  next(): Promise<IteratorResult<readonly StreamItem[], undefined>>;
  /** Whether others get the same events now: what is made of one is of use to them. */
  readonly isShared: boolean;
  return(): Promise<unknown>;
}

/** An operation that answers once. */
export type UnaryOperation<O extends Operation> = (call: Call<O>, context: OperationContext) => Promise<ResultOf<O>>;

/** An operation that answers with a stream. */
export type StreamingOperation<O extends Operation> = (call: Call<O>, context: OperationContext) => Promise<Stream>;

/** The key of a task as its caller sees it. */
export function keyOf({ caller, tenant }: Pick<TurnContext, "caller" | "tenant">, id: string): TaskKey {
  return { tenant: tenant ?? "", owner: caller.user ?? "", id };
}

import type { Task } from "@a2a/core";
import type { RetryPolicy } from "../http/retry.js";
import type { Frame, Transport } from "../transport/transport.js";

/** What an agent offers to follow a task with. `rules` and `subscribe` may be others once it has answered. */
export interface Road {
  readonly rules: Transport["rules"];
  readonly retry: RetryPolicy;
  /** Ends everything; its reason is what the caller is thrown. */
  readonly limit: AbortSignal;
  /** @param known generation of the task: waits until it has another. Of versions that have them */
  get(id: string, known?: number): Promise<Task>;
  /** Absent where the agent does not stream. */
  readonly subscribe?: ((id: string, from: SubscribeFrom) => AsyncGenerator<Frame, void>) | undefined;
  /** Breaks the stream off that is open. */
  leave(): void;
  /** Nothing is followed any more. */
  stop(): void;
}

/** What a subscriber has already. */
export interface SubscribeFrom {
  readonly lastEventId?: string;
  /** The task as the subscriber knows it. */
  readonly known?: Task;
}

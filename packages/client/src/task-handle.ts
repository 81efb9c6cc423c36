import type { Artifact, Message, StreamResponse, Task } from "@a2a/core";
import { LocalError, textOf } from "@a2a/core/internal";
import type { Client } from "./client.js";
import type { Sendable, SendOptions } from "./request.js";
import type { CallOptions } from "./transport/transport.js";

/** A task that exists. What it throws besides is what the client's calls throw. */
export interface TaskHandle {
  readonly id: string;
  /** The task as it is. */
  get(options?: CallOptions): Promise<Task>;
  /**
   * Waits, however long, until the task is over or waits for its client: follows its stream, goes on after cuts, and asks again and again where the
   * agent does not stream.
   */
  wait(options?: CallOptions): Promise<Task>;
  /** The task as it is, then what happens, each event once: the client's `subscribe`. */
  updates(options?: CallOptions): AsyncGenerator<StreamResponse, void>;
  /** Sends a message to the task and waits as `run` does. */
  reply(content: Sendable, options?: Omit<SendOptions, "taskId">): Promise<Task | Message>;
  /** Asks the agent to stop the task. */
  cancel(options?: CallOptions): Promise<Task>;
  /**
   * Waits for the artifacts of the completed task.
   *
   * @throws LocalError `NOT_COMPLETED` where it ends otherwise, or waits for its client
   */
  result(options?: CallOptions): Promise<readonly Artifact[]>;
}

/** Makes the handle. @param wait follows the task until it is over or waits */
export function createTaskHandle(
  id: string,
  client: Pick<Client, "getTask" | "subscribe" | "run" | "cancelTask">,
  wait: (options: CallOptions) => Promise<Task>,
): TaskHandle {
  return {
    id,
    get: (options) => client.getTask(id, options),
    wait: (options = {}) => wait(options),
    updates: (options) => client.subscribe(id, options),
    reply: (content, options) => client.run(content, { ...options, taskId: id }),
    cancel: (options) => client.cancelTask(id, options),
    async result(options = {}) {
      const { status, artifacts = [] } = await wait(options);
      if (status.state === "TASK_STATE_COMPLETED") return artifacts;
      const said = status.message ? `: ${textOf(status.message)}` : "";
      throw new LocalError("NOT_COMPLETED", `task ${id} is ${status.state}${said}`);
    },
  };
}

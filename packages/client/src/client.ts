import type {
  AgentCard,
  AgentInterface,
  CardFinding,
  ListTasksRequest,
  Message,
  Part,
  StreamResponse,
  Task,
  TaskPushNotificationConfig,
} from "@a2a/core";
import type { Sendable, SendOptions } from "./request.js";
import type { TaskHandle } from "./task-handle.js";
import type { CallOptions } from "./transport/transport.js";

/** Which tasks are listed. */
export type TaskQuery = Omit<ListTasksRequest, "tenant" | "pageToken">;

/**
 * An agent to talk to. Every answer is valid and in the domain model, whatever the agent speaks. Besides what is said at each call, all of them throw
 * A2AError for what the agent answers, and LocalError: `NETWORK`, `TIMEOUT`, `BAD_RESPONSE` with the `problem`, `UNSUPPORTED` where the agent's version
 * has no such operation, `UNAUTHORIZED` where a source of credentials has none; and the reason of a signal that ends the call.
 */
export interface Client {
  /** The agent's card. */
  readonly card: AgentCard;
  /** The agent's interfaces that this client may use, in that order: another than the first only where the ones before cannot be reached. */
  readonly interfaces: readonly [AgentInterface, ...AgentInterface[]];
  /** What `checkCard` found about the card; empty without it. */
  readonly findings: readonly CardFinding[];
  /**
   * Sends a message and waits for the agent: for the task when it is over or waits for its client, or for a direct reply. An agent that answers earlier
   * is followed. A connection seldom lives longer than some minutes: `run` is for what takes longer.
   *
   * @param options.timeoutMs default none; each answer is waited for 5 minutes at most
   * @see A2A 1.0, section 3.1.1
   */
  send(content: Sendable, options?: SendOptions): Promise<Task | Message>;
  /**
   * The same for tasks of seconds or hours: streams where the agent does, goes on after cuts, and asks again and again where it does not stream.
   *
   * @param options.timeoutMs default none
   */
  run(content: Sendable, options?: SendOptions): Promise<Task | Message>;
  /**
   * Sends a message and yields what it causes, as it happens and each event once, also where the connection is cut on the way. Ends when the task is
   * over or waits for input; where it waits for credentials, which may come by another way, when the agent ends the stream.
   *
   * @throws LocalError `NETWORK` where it is cut more often in a row than `retry` allows
   * @see A2A 1.0, section 3.1.2
   */
  stream(content: Sendable, options?: SendOptions): AsyncGenerator<StreamResponse, void>;
  /**
   * Follows a task that exists: yields it as it is, then what happens, each event once. Ends when the task is over; with agents of older versions also
   * when it waits for its client.
   *
   * @throws A2AError `TaskNotFoundError`; LocalError as `stream`
   * @see A2A 1.0, section 3.1.6
   */
  subscribe(id: string, options?: CallOptions): AsyncGenerator<StreamResponse, void>;
  /** A task that exists, by its id, and what can be done with it. Asks nothing of the agent. */
  task(id: string): TaskHandle;
  /**
   * Gets a task as it is.
   *
   * @param options.timeoutMs default 30 000
   * @param options.currentGeneration answer once the task has gone on from this generation, or after a while (protocol 1.1; in others LocalError `UNSUPPORTED`)
   * @throws A2AError `TaskNotFoundError`
   * @see A2A 1.0, section 3.1.3
   */
  getTask(id: string, options?: CallOptions & Pick<SendOptions, "historyLength"> & { readonly currentGeneration?: number }): Promise<Task>;
  /**
   * Lists the caller's tasks, newest first; the next page is asked for when the loop comes to it.
   *
   * @param options.timeoutMs of each page; default 30 000
   * @see A2A 1.0, section 3.1.4
   */
  listTasks(query?: TaskQuery, options?: CallOptions): AsyncGenerator<Task, void>;
  /**
   * Asks the agent to stop a task and returns the task as it is then. One that is canceled already is no error.
   *
   * @param options.timeoutMs default 30 000
   * @throws A2AError `TaskNotFoundError`, `TaskNotCancelableError`
   * @see A2A 1.0, section 3.1.5
   */
  cancelTask(id: string, options?: CallOptions & Pick<SendOptions, "metadata">): Promise<Task>;
  /**
   * Has a webhook told of a task's changes. One that has the same id is replaced.
   *
   * @param config.taskId the task
   * @throws A2AError `PushNotSupportedError`, `TaskNotFoundError`
   * @see A2A 1.0, section 3.1.7
   */
  createPushConfig(config: TaskPushNotificationConfig & { taskId: string }, options?: CallOptions): Promise<TaskPushNotificationConfig>;
  /** Gets a webhook of a task. @see A2A 1.0, section 3.1.8 */
  getPushConfig(taskId: string, id: string, options?: CallOptions): Promise<TaskPushNotificationConfig>;
  /** Lists the webhooks of a task. @see A2A 1.0, section 3.1.9 */
  listPushConfigs(taskId: string, options?: CallOptions): AsyncGenerator<TaskPushNotificationConfig, void>;
  /** Removes a webhook; one that is not there is no error. @see A2A 1.0, section 3.1.10 */
  deletePushConfig(taskId: string, id: string, options?: CallOptions): Promise<void>;
  /**
   * Gets the card that the agent shows to callers whom it knows.
   *
   * @throws A2AError `ExtendedCardNotConfiguredError`, `UnauthenticatedError`
   * @see A2A 1.0, section 3.1.11
   */
  getExtendedCard(options?: CallOptions): Promise<AgentCard>;
  /**
   * The bytes of a part: what it carries, or what is at its address. There neither headers nor credentials of this client are sent.
   *
   * @throws LocalError `REFUSED_URL`, `NETWORK`, `TIMEOUT`, `BAD_RESPONSE` for another answer than the file and for one longer than `maxResponseBytes`;
   * TypeError for a part that is no file
   */
  download(part: Part, options?: Pick<CallOptions, "signal" | "timeoutMs">): Promise<Uint8Array<ArrayBuffer>>;
}

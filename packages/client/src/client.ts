import type { AgentCard, Content, Message, SendMessageConfiguration, SendMessageRequest, StreamResponse, Struct, Task } from "@a2a/core";
import { isA2AError, isTerminal, message } from "@a2a/core";
import type { ParamsOf } from "@a2a/core/internal";
import { untilSettled } from "./stream/until-settled.js";
import type { CallOptions, Transport } from "./transport/transport.js";

/** How a message is sent. */
export interface SendOptions extends CallOptions {
  /** The task that the message goes on with. */
  readonly taskId?: string;
  /** The conversation that it belongs to. */
  readonly contextId?: string;
  /** Metadata of the request. */
  readonly metadata?: Struct;
  /** Media types that the caller can read. */
  readonly acceptedOutputModes?: readonly string[];
  /** At most so many of the newest messages in the answer; 0 for none. */
  readonly historyLength?: number;
  /** Answer as soon as the task exists, not when it is over or interrupted. */
  readonly returnImmediately?: boolean;
}

/** What can be sent: a text, parts, or a whole message. */
export type Sendable = Content | Message;

/** An agent to talk to. Every answer is valid and in the domain model, whatever the agent speaks. */
export interface Client {
  /** The agent's card. */
  readonly card: AgentCard;
  /**
   * Sends a message and waits for the agent: for the task when it is over or waits for its client, or for a direct reply. No time limit unless
   * `timeoutMs` sets one.
   *
   * @throws A2AError what the agent answers; LocalError `NETWORK`, `TIMEOUT`, `BAD_RESPONSE`
   * @see A2A 1.0, section 3.1.1
   */
  send(content: Sendable, options?: SendOptions): Promise<Task | Message>;
  /**
   * Sends a message and yields what it causes, as it happens. Ends when the task is over or waits for its client.
   *
   * @throws A2AError what the agent answers; LocalError `NETWORK` where the stream breaks off before that, `TIMEOUT`, `BAD_RESPONSE`
   * @see A2A 1.0, section 3.1.2
   */
  stream(content: Sendable, options?: SendOptions): AsyncGenerator<StreamResponse, void>;
  /**
   * Follows a task that exists: yields it as it is, then what happens. Ends when the task is over, with agents of older versions also when it
   * waits for its client. A task that is over already is yielded once by agents of older versions; of 1.0 it is an error.
   *
   * @throws A2AError `TaskNotFoundError`, `UnsupportedOperationError` for a task that is over, in 1.0; LocalError `NETWORK` where the stream breaks
   * off before that, `TIMEOUT`, `BAD_RESPONSE`
   * @see A2A 1.0, section 3.1.6
   */
  subscribe(id: string, options?: CallOptions): AsyncGenerator<StreamResponse, void>;
  /**
   * Gets a task as it is.
   *
   * @param options.timeoutMs default 30 000
   * @throws A2AError `TaskNotFoundError`; LocalError `NETWORK`, `TIMEOUT`, `BAD_RESPONSE`
   * @see A2A 1.0, section 3.1.3
   */
  getTask(id: string, options?: CallOptions & Pick<SendOptions, "historyLength">): Promise<Task>;
  /**
   * Asks the agent to stop a task and returns the task as it is then. One that is canceled already is no error.
   *
   * @param options.timeoutMs default 30 000
   * @throws A2AError `TaskNotFoundError`, `TaskNotCancelableError`; LocalError `NETWORK`, `TIMEOUT`, `BAD_RESPONSE`
   * @see A2A 1.0, section 3.1.5
   */
  cancelTask(id: string, options?: CallOptions & Pick<SendOptions, "metadata">): Promise<Task>;
}

/** Limit of calls that an agent can answer at once. */
export const defaultTimeoutMs = 30_000;

/** Makes a client of a transport. */
export function createClient(card: AgentCard, transport: Transport, tenant: string | undefined): Client {
  const { clientTaskIds, streamsBeginWithTask, subscribeToTerminal } = transport.rules;
  const routed = tenant === undefined ? {} : { tenant };
  const request = (content: Sendable, options: SendOptions): SendMessageRequest => ({
    ...routed,
    ...requestOf(content, options, clientTaskIds),
  });

  function getTask(
    id: string,
    { historyLength, timeoutMs = defaultTimeoutMs, ...options }: Parameters<Client["getTask"]>[1] = {},
  ): Promise<Task> {
    const params = { ...routed, id, ...(historyLength !== undefined && { historyLength }) };
    return transport.call("GetTask", params, { timeoutMs, ...options });
  }

  /** A stream about a task that exists begins with it, also where the version leaves that out. */
  async function* follow<O extends StreamingName>(
    operation: O,
    params: ParamsOf<O>,
    taskId: string | undefined,
    options: CallOptions,
  ): AsyncGenerator<StreamResponse, void> {
    const task =
      streamsBeginWithTask || !taskId ? undefined : await getTask(taskId, { ...options, historyLength: wholeHistory }).catch(ifKnown);
    if (task) yield { task };
    const left = new AbortController();
    const signal = options.signal ? AbortSignal.any([options.signal, left.signal]) : left.signal;
    const events = transport.stream(operation, params, { ...options, signal, isTaskKnown: task !== undefined, contextId: task?.contextId });
    yield* untilSettled(events, { isOfMessage: operation === "SendStreamingMessage", leave: () => left.abort() });
  }

  /** Agents of older versions show a task that is over once; some refuse that. */
  async function* subscribeOrGet(id: string, options: CallOptions): AsyncGenerator<StreamResponse, void> {
    let isShownOver = false;
    try {
      for await (const event of follow("SubscribeToTask", { ...routed, id }, id, options)) {
        const state = event.task?.status.state ?? event.statusUpdate?.status.state;
        if (state) isShownOver = isTerminal(state);
        yield event;
      }
    } catch (error) {
      if (!isA2AError(error) || !(error.code === "UnsupportedOperationError" || error.code === "TaskNotFoundError")) throw error;
      const task = await getTask(id, { ...options, historyLength: wholeHistory }).catch(ifAnswered);
      if (!task || !isTerminal(task.status.state)) throw error;
      // It may have ended after it was shown, before the stream began.
      if (!isShownOver) yield { task };
    }
  }

  return {
    card,
    async send(content, options = {}) {
      const answer = await transport.call("SendMessage", request(content, options), options);
      return "task" in answer && answer.task ? answer.task : answer.message;
    },
    stream: (content, options = {}) =>
      follow("SendStreamingMessage", request(content, options), options.taskId ?? taskIdIn(content), options),
    subscribe: (id, options = {}) =>
      subscribeToTerminal ? subscribeOrGet(id, options) : follow("SubscribeToTask", { ...routed, id }, id, options),
    getTask,
    async cancelTask(id, { metadata, timeoutMs = defaultTimeoutMs, ...options } = {}) {
      const call = { timeoutMs, ...options };
      try {
        return await transport.call("CancelTask", { ...routed, id, ...(metadata && { metadata }) }, call);
      } catch (error) {
        // Somebody else was quicker: that it is canceled is what was asked for.
        if (!isA2AError(error) || error.code !== "TaskNotCancelableError") throw error;
        const task = await getTask(id, call).catch(ifAnswered);
        if (task?.status.state !== "TASK_STATE_CANCELED") throw error;
        return task;
      }
    },
  };
}

// The most that the number's type can say: versions before 0.2 show no history unless they are asked.
const wholeHistory = 2 ** 31 - 1;

type StreamingName = "SendStreamingMessage" | "SubscribeToTask";

/** A task that is not there yet is about to begin. */
function ifKnown(error: unknown): undefined {
  if (!isA2AError(error) || error.code !== "TaskNotFoundError") throw error;
}

/** An agent that does not show the task leaves it with the error before. */
function ifAnswered(error: unknown): undefined {
  if (!isA2AError(error)) throw error;
}

function taskIdIn(content: Sendable): string | undefined {
  return typeof content === "object" && "messageId" in content ? content.taskId : undefined;
}

/** @param namesTask a new task gets its ids here: some versions leave that to the client */
function requestOf(content: Sendable, options: SendOptions, namesTask: boolean): SendMessageRequest {
  const { metadata, acceptedOutputModes, historyLength, returnImmediately } = options;
  const said = typeof content === "object" && "messageId" in content ? content : message(content);
  const isNew = namesTask && !options.taskId && !said.taskId;
  const taskId = options.taskId ?? (isNew ? crypto.randomUUID() : undefined);
  const contextId = options.contextId ?? (isNew && !said.contextId ? crypto.randomUUID() : undefined);
  const configuration: SendMessageConfiguration = {
    ...(acceptedOutputModes && { acceptedOutputModes: [...acceptedOutputModes] }),
    ...(historyLength !== undefined && { historyLength }),
    ...(returnImmediately !== undefined && { returnImmediately }),
  };
  return {
    message: { ...said, ...(taskId !== undefined && { taskId }), ...(contextId !== undefined && { contextId }) },
    ...(Object.keys(configuration).length > 0 && { configuration }),
    ...(metadata && { metadata }),
  };
}

import type { Content, Message, SendMessageConfiguration, SendMessageRequest, Struct, TaskPushNotificationConfig } from "@a2a/core";
import { message } from "@a2a/core/internal";
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
  /** Answer as soon as the task exists, not when it is over or interrupted. Version 0.1 cannot say it: there the call waits, and `stream` is for that. */
  readonly returnImmediately?: boolean;
  /**
   * Refuse the message, with `TaskGenerationMismatchError` as what the error is `refined`, where the task has another generation than this one by then.
   * Protocol 1.1; in others LocalError `UNSUPPORTED`.
   */
  readonly ifGenerationMatch?: number;
  /** A webhook that is told of the task's changes. */
  readonly pushConfig?: TaskPushNotificationConfig;
}

/** What can be sent: a text, parts, or a whole message. */
export type Sendable = Content | Message;

/** The message of what is to be sent. It keeps its id however often it is sent, so that an agent can know it again. */
export function messageOf(content: Sendable): Message {
  return typeof content === "object" && "messageId" in content ? content : message(content);
}

/** The request that brings a message to an agent. A new task gets its ids here where the version leaves that to the client. */
export function requestOf(said: Message, options: SendOptions, { tenant, rules }: Pick<Transport, "tenant" | "rules">): SendMessageRequest {
  const { metadata, acceptedOutputModes, historyLength, returnImmediately, pushConfig } = options;
  const isNew = rules.clientTaskIds && !options.taskId && !said.taskId;
  const taskId = options.taskId ?? (isNew ? crypto.randomUUID() : undefined);
  const contextId = options.contextId ?? (isNew && !said.contextId ? crypto.randomUUID() : undefined);
  const configuration: SendMessageConfiguration = {
    ...(acceptedOutputModes && { acceptedOutputModes: [...acceptedOutputModes] }),
    ...(historyLength !== undefined && { historyLength }),
    ...(returnImmediately !== undefined && { returnImmediately }),
    ...(pushConfig && { taskPushNotificationConfig: pushConfig }),
  };
  return {
    ...(tenant !== undefined && { tenant }),
    message: { ...said, ...(taskId !== undefined && { taskId }), ...(contextId !== undefined && { contextId }) },
    ...(Object.keys(configuration).length > 0 && { configuration }),
    ...(metadata && { metadata }),
  };
}

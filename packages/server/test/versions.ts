import type { Message } from "@a2a/core";
import { say } from "./rpc.js";

/** How one version asks for streams. */
export interface Spoken {
  readonly version: "1.0" | "0.3" | "0.1";
  readonly send: string;
  readonly stream: string;
  readonly subscribe: string;
  /** Params of a message; in 0.1 its task is named by `taskId`, or by a new id. */
  params(text: string, more?: Pick<Message, "taskId"> & Partial<Pick<Message, "messageId">>): object;
}

let lastTask = 0;

/** What the three versions call the same. */
export const versions: readonly Spoken[] = [
  {
    version: "1.0",
    send: "SendMessage",
    stream: "SendStreamingMessage",
    subscribe: "SubscribeToTask",
    params: (text, more) => ({ message: say(text, more) }),
  },
  {
    version: "0.3",
    send: "message/send",
    stream: "message/stream",
    subscribe: "tasks/resubscribe",
    params: (text, more) => ({ message: { ...say(text, more), kind: "message", role: "user", parts: [{ kind: "text", text }] } }),
  },
  {
    version: "0.1",
    send: "tasks/send",
    stream: "tasks/sendSubscribe",
    subscribe: "tasks/resubscribe",
    params(text, { taskId } = {}) {
      lastTask += 1;
      return { id: taskId ?? `task-${lastTask}`, message: { role: "user", parts: [{ type: "text", text }] } };
    },
  },
];

import type { Message, StreamResponse, Task } from "@a2a/core";
import type { Sendable, SendOptions } from "./request.js";
import { messageOf } from "./request.js";
import { sendMessage } from "./send-message.js";
import type { SessionOptions } from "./session.js";
import { openSession } from "./session.js";
import type { Start } from "./stream/follow.js";
import { follow } from "./stream/follow.js";
import type { CallOptions } from "./transport/transport.js";

type Followed = AsyncGenerator<StreamResponse, Task | Message>;

/** What sends messages, and follows what they cause. Loaded when it is first needed: a page that only looks at tasks needs none of it. */
export interface Following {
  /** Sends a message and waits for what it comes to. */
  send(content: Sendable, options: SendOptions, start: Pick<Start, "until" | "isStreamed">): Promise<Task | Message>;
  stream(content: Sendable, options: SendOptions): Followed;
  subscribe(id: string, options: CallOptions): Followed;
  /** Waits until a task is over or waits for its client. */
  wait(id: string, options: CallOptions): Promise<Task>;
}

/** Makes it. @param where and how tasks are followed */
export function createFollowing(where: SessionOptions): Following {
  function followMessage(content: Sendable, sending: SendOptions, start: Pick<Start, "until" | "isStreamed">): Followed {
    const { taskId, contextId, metadata, acceptedOutputModes, historyLength, returnImmediately, pushConfig, ...options } = sending;
    const said = messageOf(content);
    const session = openSession(where, options);
    return follow(session.road, { ...start, taskId: taskId ?? (said.taskId || undefined), message: sendMessage(session, said, sending) });
  }

  function followTask(id: string, options: CallOptions, until: Start["until"]): Followed {
    return follow(openSession(where, options).road, { taskId: id, until });
  }

  return {
    // Not without `async`: what cannot be sent would be thrown, not rejected.
    send: async (content, options, start) => outcomeOf(followMessage(content, options, start)),
    stream: (content, options) => followMessage(content, options, { until: "reply", isStreamed: true }),
    subscribe: (id, options) => followTask(id, options, "end"),
    async wait(id, options) {
      const task = await outcomeOf(followTask(id, options, "turn"));
      // safe: only a message is answered with a message
      return task as Task;
    },
  };
}

/** Follows to the end, for what it comes to. */
async function outcomeOf(events: Followed): Promise<Task | Message> {
  for (;;) {
    const next = await events.next();
    if (next.done) return next.value;
  }
}

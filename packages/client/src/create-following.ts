import type { Message, StreamResponse, Task } from "@a2a/core";
import type { CallLimit } from "./http/call-limit.js";
import type { SendOptions } from "./request.js";
import { sendMessage } from "./send-message.js";
import type { SessionOptions } from "./session.js";
import { openSession } from "./session.js";
import type { Start } from "./stream/follow.js";
import { follow } from "./stream/follow.js";
import type { CallOptions } from "./transport/transport.js";

type Followed = AsyncGenerator<StreamResponse, Task | Message>;

/**
 * What sends messages, and follows what they cause, each within a limit that it stops. Loaded when it is first needed: a page that only looks at tasks
 * needs none of it.
 */
export interface Following {
  /** Sends a message and waits for what it comes to. */
  send(said: Message, options: SendOptions, limit: CallLimit, start: Pick<Start, "until" | "isStreamed">): Promise<Task | Message>;
  stream(said: Message, options: SendOptions, limit: CallLimit): Followed;
  subscribe(id: string, options: CallOptions, limit: CallLimit): Followed;
  /** Waits until a task is over or waits for its client. */
  wait(id: string, options: CallOptions, limit: CallLimit): Promise<Task>;
}

/** Makes it. @param where and how tasks are followed */
export function createFollowing(where: SessionOptions): Following {
  function followMessage(said: Message, sending: SendOptions, limit: CallLimit, start: Pick<Start, "until" | "isStreamed">): Followed {
    const { taskId, contextId, metadata, acceptedOutputModes, historyLength, returnImmediately, pushConfig, ...options } = sending;
    const session = openSession(where, options, limit);
    return follow(session.road, { ...start, taskId: taskId ?? (said.taskId || undefined), message: sendMessage(session, said, sending) });
  }

  function followTask(id: string, options: CallOptions, limit: CallLimit, until: Start["until"]): Followed {
    return follow(openSession(where, options, limit).road, { taskId: id, until });
  }

  return {
    send: (said, options, limit, start) => outcomeOf(followMessage(said, options, limit, start)),
    stream: (said, options, limit) => followMessage(said, options, limit, { until: "reply", isStreamed: true }),
    subscribe: (id, options, limit) => followTask(id, options, limit, "end"),
    async wait(id, options, limit) {
      const task = await outcomeOf(followTask(id, options, limit, "turn"));
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

import type { Message, SendMessageRequest, Task } from "@a2a/core";
import type { SendOptions } from "./request.js";
import { requestOf } from "./request.js";
import type { Session } from "./session.js";
import { begin, framesOf, ifNotFound, placeOf, taskAside } from "./session.js";
import { countOf } from "./stream/catch-up.js";
import type { SentMessage } from "./stream/follow.js";
import { holds } from "./stream/tracker.js";
import type { Transport } from "./transport/transport.js";

// Limit of the answer to a message, and of the beginning of its stream: beyond that, connections seldom live.
const replyTimeoutMs = 300_000;

/** A message as a session brings it to its agent, by the same request each time. */
export function sendMessage({ over, calls, streams, road }: Session, said: Message, options: SendOptions): SentMessage {
  const taskId = options.taskId ?? said.taskId;
  let before: Task | undefined;
  let made: { readonly request: SendMessageRequest; readonly transport: Transport } | undefined;

  /** The client may have to make ids up: they stay. */
  function request(transport: Transport): SendMessageRequest {
    if (made?.transport !== transport) made = { request: requestOf(said, options, transport), transport };
    return made.request;
  }

  return {
    messageId: said.messageId,
    async *stream() {
      const begun = await over({ kind: "message" }, async (transport) => {
        const aside = taskId && !before ? await taskAside(transport, taskId, calls) : undefined;
        before ??= aside;
        const place = { ...placeOf(before), openTimeoutMs: replyTimeoutMs };
        return begin(transport.stream("SendStreamingMessage", request(transport), { ...streams, ...place }), aside);
      });
      yield* framesOf(begun);
    },
    async send() {
      const call = { timeoutMs: replyTimeoutMs, ...calls };
      const answer = await over({ kind: "message" }, (transport) => transport.call("SendMessage", request(transport), call));
      return "task" in answer && answer.task ? answer.task : answer.message;
    },
    async findTask() {
      const id = made?.request.message.taskId;
      const task = id ? await road.get(id).catch(ifNotFound) : undefined;
      // A task that the client named is there because of the message.
      const hasArrived = task && (!taskId || (before ? countOf(task, said) > countOf(before, said) : holds(task, said.messageId)));
      return hasArrived ? task : undefined;
    },
  };
}

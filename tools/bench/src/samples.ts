import type { SendMessageRequest, StreamResponse, Task } from "@a2a/core/v1.0";

/** Ids as agents make them. */
function id(number: number): string {
  return `4f6d1c2e-8a3b-4c5d-9e7f-${String(number).padStart(12, "0")}`;
}

/** The params of an everyday call, about 230 bytes. */
export const smallRequest: SendMessageRequest = {
  message: {
    messageId: id(1),
    contextId: id(2),
    role: "ROLE_USER",
    parts: [{ text: "What were our three best selling products last month?" }],
  },
  configuration: { historyLength: 10 },
};

/** A task after a long conversation, about 30 kB. */
export const longTask: Task = {
  id: id(3),
  contextId: id(2),
  status: { state: "TASK_STATE_WORKING", timestamp: "2026-01-31T12:00:00.000Z" },
  artifacts: [{ artifactId: id(4), name: "report", parts: [{ text: "A table of sales. ".repeat(40) }] }],
  history: Array.from({ length: 50 }, (_, index) => ({
    messageId: id(100 + index),
    contextId: id(2),
    taskId: id(3),
    role: index % 2 === 0 ? "ROLE_USER" : "ROLE_AGENT",
    parts: [
      { text: "Please compare the last two quarters, product by product. ".repeat(5) },
      { data: { rows: index, total: 12.5, done: true } },
    ],
    metadata: { turn: index },
  })),
};

/** A message that carries a file of 1 MB. */
export const largeMessage: SendMessageRequest = {
  message: { messageId: id(5), role: "ROLE_USER", parts: [{ raw: "QUJD".repeat(262_144), mediaType: "image/png", filename: "scan.png" }] },
};

/** One event of a stream, about 420 bytes. */
export const statusEvent: StreamResponse = {
  statusUpdate: {
    taskId: id(3),
    contextId: id(2),
    status: {
      state: "TASK_STATE_WORKING",
      timestamp: "2026-01-31T12:00:00.000Z",
      message: {
        messageId: id(6),
        taskId: id(3),
        contextId: id(2),
        role: "ROLE_AGENT",
        parts: [{ text: "Reading the sales of the last month" }],
      },
    },
  },
};

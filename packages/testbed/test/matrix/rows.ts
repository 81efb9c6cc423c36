import type { Part } from "@a2a/core";
import { data, file, text } from "@a2a/core";

/** What is done with a task. */
export interface Then {
  readonly when: "working" | "waiting" | "over";
  /** Another message to the task, or its cancel. */
  readonly does: readonly Part[] | "cancel";
}

/** One conversation, the same in every version. */
export interface Row {
  readonly say: readonly Part[];
  readonly then?: Then;
}

const image = file(new Uint8Array([1, 2, 3]), { filename: "dot.png", mediaType: "image/png" });

// What waits for something that is done to it waits 600 000 milliseconds, which is more than a second of a testbed at speed.

/** Every command and every prefix of the testbed, by its word; a word may stand in several rows, followed by what makes them different. */
export const rows: Readonly<Record<string, Row>> = {
  echo: says("echo hello  you"),
  "echo of every kind of part": { say: [data({ n: 1 }), data([1, null]), data(null), image, file(new URL("https://example.com/a.pdf"))] },
  "echo, and a message to what is over": says("echo over", { when: "over", does: [text("more")] }),
  "echo, and a cancel of what is over": says("echo over", { when: "over", does: "cancel" }),
  message: says("message hello you"),
  reply: says("reply hello you"),
  stream: says("stream 3"),
  chunks: says("chunks 2"),
  sleep: says("sleep 700"),
  hold: says("hold"),
  "hold, canceled": says("hold 600000", { when: "working", does: "cancel" }),
  stuck: says("stuck 700"),
  "stuck, canceled in vain": says("stuck 600000", { when: "working", does: "cancel" }),
  stubborn: says("stubborn 700"),
  "stubborn, canceled": says("stubborn 600000", { when: "working", does: "cancel" }),
  ask: says("ask Which one?", { when: "waiting", does: [text("this one")] }),
  auth: says("auth", { when: "waiting", does: [text("done so")] }),
  authauto: says("authauto 600000"),
  fail: says("fail out of paper"),
  reject: says("reject not my trade"),
  throw: says("throw secret"),
  invalid: says("invalid"),
  "bad-output": says("bad-output"),
  crash: says("crash"),
  talk: says("talk 2"),
  two: says("two"),
  artifacts: says("artifacts 3"),
  file: says("file 100"),
  data: { say: [text("data"), data({ n: 1 }), data([2])] },
  datalist: says("datalist"),
  mirror: { say: [text("mirror"), text("a"), data(1), image] },
  context: says("context"),
  whoami: says("whoami"),
  headers: says("headers"),
  "tck-complete-task": says("tck-complete-task"),
  "tck-artifact-text": says("tck-artifact-text"),
  "tck-artifact-file": says("tck-artifact-file"),
  "tck-artifact-file-url": says("tck-artifact-file-url"),
  "tck-artifact-data": says("tck-artifact-data"),
  "tck-message-response": says("tck-message-response"),
  "tck-input-required": says("tck-input-required", { when: "waiting", does: [text("tck-complete-task")] }),
  "tck-auth-required": says("tck-auth-required", { when: "waiting", does: [text("go on")] }),
  "tck-reject-task": says("tck-reject-task"),
  "tck-task-failure": says("tck-task-failure"),
  "tck-multi-turn": says("tck-multi-turn", { when: "waiting", does: [text("done")] }),
  "tck-long-running": says("tck-long-running"),
  "tck-cancel": says("tck-cancel", { when: "working", does: "cancel" }),
  "tck-stream-basic": says("tck-stream-basic"),
  "tck-stream-001": says("tck-stream-001"),
  "tck-stream-002": says("tck-stream-002"),
  "tck-stream-003": says("tck-stream-003"),
  "tck-stream-ordering-001": says("tck-stream-ordering-001"),
  "tck-stream-artifact-text": says("tck-stream-artifact-text"),
  "tck-stream-artifact-file": says("tck-stream-artifact-file"),
  "tck-stream-chunked": says("tck-stream-chunked"),
  "tck-stream-artifact-chunked": says("tck-stream-artifact-chunked"),
  "test-resubscribe-message-id": says("test-resubscribe-message-id"),
};

function says(words: string, then?: Then): Row {
  return { say: [text(words)], ...(then && { then }) };
}

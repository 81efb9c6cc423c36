import type { SendMessageRequest } from "@a2a/core";
import { expect, test } from "vitest";
import type { Sent } from "../task/task-runtime.js";
import { TaskWatch } from "../task/task-watch.js";
import { createRecentMessages } from "./recent-messages.js";

const caller = { tenant: "", owner: "" };

function params(messageId: string): SendMessageRequest {
  return { message: { messageId, role: "ROLE_USER", parts: [{ text: "hi" }] } };
}

function replied(): Promise<Sent> {
  return Promise.resolve({ kind: "reply", reply: { messageId: "reply", role: "ROLE_AGENT", parts: [{ text: "hello" }] } });
}

test("of a burst the newest ten thousand messages are remembered", () => {
  const recent = createRecentMessages(1000, () => 0);
  for (let n = 0; n <= 10_000; n += 1) recent.keep(caller, params(`${n}`), replied());
  expect([recent.find(caller, params("0")), recent.find(caller, params("1")) !== undefined]).toEqual([undefined, true]);
});

test("a message that was new once more counts among the newest", () => {
  const recent = createRecentMessages(1000, () => 0);
  for (let n = 0; n < 9999; n += 1) recent.keep(caller, params(`${n}`), replied());
  for (const id of ["0", "new", "newer"]) recent.keep(caller, params(id), replied());
  expect(recent.find(caller, params("0"))).toBeDefined();
});

test("the task as it was when the message came is not kept with it", async () => {
  const recent = createRecentMessages(1000, () => 0);
  const task = { id: "t", status: { state: "TASK_STATE_WORKING" } } as const;
  const sent: Sent = { kind: "task", key: { ...caller, id: "t" }, after: 4, task: { ...task }, watch: new TaskWatch() };
  recent.keep(caller, params("m"), Promise.resolve(sent));
  const { task: _, ...rest } = sent;
  await recent.find(caller, params("m"));
  expect(recent.find(caller, params("m"))).toEqual(rest);
});

test("what is too old is let go when something new comes, however little there is", () => {
  let time = 0;
  const recent = createRecentMessages(1000, () => time);
  recent.keep(caller, params("old"), replied());
  time = 1001;
  recent.keep(caller, params("new"), replied());
  time = 0;
  expect([recent.find(caller, params("old")), recent.find(caller, params("new")) !== undefined]).toEqual([undefined, true]);
});

test("a refusal that comes late forgets its own message, not the one that was sent anew", async () => {
  const recent = createRecentMessages(1000, () => 0);
  const refused = Promise.reject<Sent>(new Error("refused"));
  recent.keep(caller, params("m"), refused);
  recent.keep(caller, params("m"), replied());
  await expect(refused).rejects.toThrow();
  await new Promise((resolve) => setImmediate(resolve));
  expect(await recent.find(caller, params("m"))).toMatchObject({ kind: "reply" });
});

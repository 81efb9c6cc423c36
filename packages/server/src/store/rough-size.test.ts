import type { Message, TaskEvent } from "@a2a/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { roughSize } from "./rough-size.js";
import type { LogEntry } from "./store.js";

const ids = { taskId: "t", contextId: "c" };

function message(text: string): Message {
  return { messageId: "m", role: "ROLE_USER", parts: [{ text }] };
}

/** Every place of an entry that can be long. */
const places: Readonly<Record<string, (text: string) => Pick<LogEntry, "event" | "received">>> = {
  "a message that was received": (text) => ({ event: status(), received: message(text) }),
  "what a status says": (text) => ({ event: status(message(text)) }),
  "a text of an artifact": (text) => ({ event: chunk({ text }) }),
  "a file of an artifact": (raw) => ({ event: chunk({ raw }) }),
  "data of an artifact": (value) => ({ event: chunk({ data: { deep: [value] } }) }),
  "metadata of a part": (value) => ({ event: chunk({ text: "", metadata: { value } }) }),
  "the history of a task": (text) => ({ event: { task: { id: "t", status: { state: "TASK_STATE_WORKING" }, history: [message(text)] } } }),
  "an artifact of a task": (text) => ({
    event: { task: { id: "t", status: { state: "TASK_STATE_WORKING" }, artifacts: [{ artifactId: "a", parts: [{ text }] }] } },
  }),
};

function status(words?: Message): TaskEvent {
  return { statusUpdate: { ...ids, status: { state: "TASK_STATE_WORKING", ...(words && { message: words }) } } };
}

function chunk(part: Message["parts"][number]): TaskEvent {
  return { artifactUpdate: { ...ids, artifact: { artifactId: "a", parts: [part] } } };
}

for (const [place, entryWith] of Object.entries(places)) {
  test(`${place} counts by its length`, () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(100), (text, times) => {
        const sizeOf = (value: string): number => roughSize({ number: 1, at: "", ...entryWith(value) });
        expect(sizeOf(text.repeat(times)) - sizeOf("")).toBe(text.length * times);
      }),
    );
  });
}

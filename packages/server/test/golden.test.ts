// What goes over the wire in each version, to the byte: requests as clients of that version write them, and what they are answered.

import { createA2AHandler } from "@a2a/server";
import { expect, test } from "vitest";
import { agentOf, countingIds, stoppedClock } from "./subjects.js";

/** Does what the first word of a message says. */
const scripted = agentOf(async function* ({ text, task, signal }) {
  const [word] = (task.history?.[0]?.parts[0]?.text ?? text).split(" ");
  if (word === "ask" && !task.history?.some(({ role }) => role === "ROLE_AGENT"))
    yield { state: "TASK_STATE_INPUT_REQUIRED", message: "Which one?" };
  else if (word === "reply") yield { messageId: "reply-1", role: "ROLE_AGENT", parts: [{ text: "no task needed" }] };
  else if (word === "hold") {
    yield { state: "TASK_STATE_WORKING", message: "holding" };
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
  } else {
    yield "one ";
    yield "two";
    yield { artifact: { name: "facts", parts: { data: { of: text } } } };
  }
});

/** One request, and what else happens while it is answered. */
interface Step {
  readonly what: string;
  readonly method?: string;
  readonly params?: object;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The name by which later steps call the task of the answer: `$name`. */
  readonly keep?: string;
  /** Sent when the first piece of the answer has come. */
  readonly meanwhile?: { readonly method: string; readonly params: object };
}

const user10 = (text: string, more: object = {}): object => ({
  message: { messageId: "m-1", role: "ROLE_USER", parts: [{ text }], ...more },
});
const user03 = (text: string, more: object = {}): object => ({
  message: { kind: "message", messageId: "m-1", role: "user", parts: [{ kind: "text", text }], ...more },
});
const user01 = (id: string, text: string): object => ({
  id,
  sessionId: `session-of-${id}`,
  message: { role: "user", parts: [{ type: "text", text }] },
});

const v10: readonly Step[] = [
  { what: "the card of this version", path: "/.well-known/agent-card.json", headers: { "a2a-version": "1.0" } },
  { what: "a message, answered when the task is over", method: "SendMessage", params: user10("go") },
  { what: "a message, answered without a task", method: "SendMessage", params: user10("reply") },
  { what: "a stream", method: "SendStreamingMessage", params: user10("go") },
  { what: "a message that the agent asks back", method: "SendMessage", params: user10("ask"), keep: "$ask" },
  { what: "the answer to that, streamed", method: "SendStreamingMessage", params: user10("this one", { taskId: "$ask" }) },
  { what: "the task", method: "GetTask", params: { id: "$ask", historyLength: 1 } },
  {
    what: "a task that works on",
    method: "SendMessage",
    params: { ...user10("hold"), configuration: { returnImmediately: true } },
    keep: "$hold",
  },
  {
    what: "a subscriber of it, and its end",
    method: "SubscribeToTask",
    params: { id: "$hold" },
    meanwhile: { method: "CancelTask", params: { id: "$hold" } },
  },
  { what: "a subscriber who comes too late", method: "SubscribeToTask", params: { id: "$hold" } },
  { what: "a cancel that comes too late", method: "CancelTask", params: { id: "$hold" } },
  { what: "a task that is not there", method: "GetTask", params: { id: "nowhere" } },
  { what: "a message to a task that is over", method: "SendMessage", params: user10("more", { taskId: "$hold" }) },
  {
    what: "names and a role as protobuf writers may spell them",
    method: "SendMessage",
    params: { message: { message_id: "m-2", role: 1, parts: [{ text: "go" }] } },
  },
  { what: "params that are not right", method: "SendMessage", params: user10("x", { role: "nobody" }) },
  { what: "a version that is not served", method: "GetTask", params: { id: "x" }, headers: { "a2a-version": "7.0" } },
];

const v03: readonly Step[] = [
  { what: "the card of this version", path: "/.well-known/agent-card.json", headers: { "a2a-version": "0.3" } },
  { what: "the card of all versions at that path", path: "/.well-known/agent-card.json" },
  { what: "a message, answered when the task is over", method: "message/send", params: user03("go") },
  { what: "a message, answered without a task", method: "message/send", params: user03("reply") },
  { what: "a stream", method: "message/stream", params: user03("go") },
  { what: "a message that the agent asks back", method: "message/send", params: user03("ask"), keep: "$ask" },
  { what: "the answer to that, streamed", method: "message/stream", params: user03("this one", { taskId: "$ask" }) },
  { what: "the task", method: "tasks/get", params: { id: "$ask", historyLength: 1 } },
  {
    what: "a task that works on",
    method: "message/send",
    params: { ...user03("hold"), configuration: { blocking: false } },
    keep: "$hold",
  },
  {
    what: "a subscriber of it, and its end",
    method: "tasks/resubscribe",
    params: { id: "$hold" },
    meanwhile: { method: "tasks/cancel", params: { id: "$hold" } },
  },
  { what: "a subscriber who comes too late", method: "tasks/resubscribe", params: { id: "$hold" } },
  { what: "a cancel that comes too late", method: "tasks/cancel", params: { id: "$hold" } },
  { what: "a task that is not there", method: "tasks/get", params: { id: "nowhere" } },
  { what: "a message to a task that is over", method: "message/send", params: user03("more", { taskId: "$hold" }) },
  { what: "a message as documents show it, without kind", method: "message/send", params: user03("go", { kind: undefined }) },
  { what: "params that are not right", method: "message/send", params: user03("x", { parts: [{ kind: "video" }] }) },
];

const v01: readonly Step[] = [
  { what: "the card of this version and of 0.2", path: "/.well-known/agent.json" },
  { what: "a message, answered when the task is over", method: "tasks/send", params: user01("task-1", "go") },
  { what: "a message that the agent would answer without a task", method: "tasks/send", params: user01("task-2", "reply") },
  { what: "a stream", method: "tasks/sendSubscribe", params: user01("task-3", "go") },
  { what: "a message that the agent asks back", method: "tasks/send", params: user01("task-4", "ask") },
  { what: "a subscriber of it", method: "tasks/resubscribe", params: { id: "task-4" } },
  { what: "the answer to that, streamed", method: "tasks/sendSubscribe", params: user01("task-4", "this one") },
  { what: "the task", method: "tasks/get", params: { id: "task-4", historyLength: 2 } },
  { what: "the task without its history", method: "tasks/get", params: { id: "task-4" } },
  {
    what: "a task that works on, and its end",
    method: "tasks/sendSubscribe",
    params: user01("task-5", "hold"),
    meanwhile: { method: "tasks/cancel", params: { id: "task-5" } },
  },
  { what: "a subscriber who comes too late", method: "tasks/resubscribe", params: { id: "task-1" } },
  { what: "a cancel that comes too late", method: "tasks/cancel", params: { id: "task-5" } },
  { what: "a task that is not there", method: "tasks/get", params: { id: "nowhere" } },
  { what: "a message to a task that is over", method: "tasks/send", params: user01("task-1", "more") },
  {
    what: "a request as documents show it, without jsonrpc and id",
    body: JSON.stringify({ method: "tasks/send", params: user01("task-6", "go") }),
  },
  {
    what: "params that are not right",
    method: "tasks/send",
    params: { id: "task-7", message: { role: "user", parts: [{ type: "video" }] } },
  },
];

const general: readonly Step[] = [
  { what: "what is not JSON", body: '{"jsonrpc": "2.0", "method"' },
  { what: "a batch", body: "[]" },
  { what: "a method that nobody has", method: "tasks/list", params: {} },
];

for (const [version, steps] of [
  ["1.0", v10],
  ["0.3", v03],
  ["0.1", v01],
] as const) {
  test(`a client of ${version} is answered to the byte as the transcript has it`, async () => {
    const handler = createA2AHandler({ definition: { ...scripted, card } }, { makeId: countingIds(), now: stoppedClock });
    const pages: string[] = [];
    const kept = new Map<string, string>();
    for (const [at, step] of [...steps, ...general].entries()) pages.push(await play(step, at + 1, version));
    await handler.close();
    await expect(pages.join("\n")).toMatchFileSnapshot(`golden/${version}.txt`);

    async function play(step: Step, id: number, of: string): Promise<string> {
      const request = requestOf(step, id, of);
      for (const [name, task] of kept) request.body = request.body?.replaceAll(name, task) ?? null;
      const response = await handler.fetch(new Request(`http://agent.test${request.path}`, request));
      const pieces: string[] = [];
      let other = "";
      const decoder = new TextDecoder();
      for await (const piece of response.body ?? []) {
        pieces.push(decoder.decode(piece, { stream: true }));
        if (step.meanwhile && other === "") other = await play({ what: "meanwhile", ...step.meanwhile }, id + 100, of);
      }
      const [, task] = /"id":"([^"]+)","contextId"/.exec(pieces.join("")) ?? [];
      if (step.keep && task) kept.set(step.keep, task);
      const kind = response.headers.get("content-type");
      const shown = `# ${step.what}\n> ${request.method} ${request.path}${request.body ? `\n> ${request.body}` : ""}\n< ${response.status} ${kind}\n`;
      return `${shown}${pieces.join("").trimEnd().replaceAll(/^/gm, "< ")}\n${other && `\n${other}`}`;
    }
  });
}

const card = {
  name: "Scripted",
  description: "Does what the first word says.",
  version: "1.2.3",
  provider: { organization: "Example", url: "https://example.com" },
  securitySchemes: { token: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
  securityRequirements: [{ schemes: { token: { list: [] } } }],
  skills: [{ id: "go", name: "Go", description: "Goes.", tags: ["demo"] }],
};

interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  body: string | null;
}

function requestOf({ method, params, path, headers = {}, body }: Step, id: number, version: string): WireRequest {
  if (path !== undefined) return { method: "GET", path, headers, body: null };
  const hint: Record<string, string> = version === "1.0" ? { "a2a-version": "1.0" } : {};
  const json = body ?? JSON.stringify({ jsonrpc: "2.0", id, method, params });
  return { method: "POST", path: "/", headers: { "content-type": "application/json", ...hint, ...headers }, body: json };
}

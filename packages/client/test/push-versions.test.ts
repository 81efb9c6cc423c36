import type { Push } from "@a2a/client/push-receiver";
import type { Task } from "@a2a/core";
import { applyEvent, textOf } from "@a2a/core";
import type { AgentDefinition } from "@a2a/server";
import { serve } from "@a2a/server/node";
import { describe, expect, onTestFinished, test } from "vitest";
import type { OpenReceiver } from "./receivers.js";
import { forms, openReceiver, statusOf, token } from "./receivers.js";

const agent: AgentDefinition = {
  card: { name: "Counting", capabilities: { pushNotifications: true } },
  async *run({ text }) {
    for (const word of text.split(" ")) yield `${word} `;
  },
};

/** What a client of each version sends to have a message answered to a webhook. */
const requests = {
  "1.0": (webhook: object) => ({
    method: "SendMessage",
    params: {
      message: { messageId: "m", role: "ROLE_USER", parts: [{ text: "one two" }] },
      configuration: { taskPushNotificationConfig: webhook, returnImmediately: true },
    },
  }),
  "0.3": (webhook: object) => ({
    method: "message/send",
    params: {
      message: { kind: "message", messageId: "m", role: "user", parts: [{ kind: "text", text: "one two" }] },
      configuration: { pushNotificationConfig: webhook, blocking: false },
    },
  }),
  "0.1": (webhook: object) => ({
    method: "tasks/send",
    params: { id: "t", message: { role: "user", parts: [{ type: "text", text: "one two" }] }, pushNotification: webhook },
  }),
} as const;

type Spoken = keyof typeof requests;
const spoken = ["1.0", "0.3", "0.1"] as const;

/** Has our server tell the receiver of a task, in a version. */
async function tell(version: Spoken, { url }: OpenReceiver, more: object = { token }): Promise<void> {
  const push = { allowedHosts: ["127.0.0.1"], firstRetryMs: 1, maxRetryMs: 4 };
  const server = await serve({ definition: agent }, { port: 0, push });
  onTestFinished(() => server.close());
  const headers = { "content-type": "application/json", "a2a-version": version };
  const request = { jsonrpc: "2.0", id: 1, ...requests[version]({ url, ...more }) };
  const response = await fetch(server.url, { method: "POST", headers, body: JSON.stringify(request) });
  expect(await response.json()).not.toHaveProperty("error");
}

/** Waits for the end of the task, and puts together what was told of it. */
async function told(receiver: OpenReceiver): Promise<{ task: Task; pushes: readonly Push[] }> {
  let count = 0;
  let pushes: readonly Push[] = [];
  do pushes = await receiver.has(++count);
  while (pushes.at(-1)?.status?.state !== "TASK_STATE_COMPLETED");
  let task: Task | undefined;
  for (const { event } of pushes) {
    if (event.message) throw new TypeError("there is no message");
    task = applyEvent(task, event);
  }
  if (!task) throw new TypeError("nothing was told");
  return { task, pushes };
}

for (const { name: form, open } of forms) {
  describe(`our server tells ${form} of a receiver in`, () => {
    for (const version of spoken) {
      test(`${version}, and it is the same task`, async () => {
        const receiver = await open();
        await tell(version, receiver);
        const { task, pushes } = await told(receiver);
        expect(textOf(task)).toBe("one two ");
        for (const push of pushes) {
          expect(push).toMatchObject({ version, taskId: task.id });
          if (push.event.task) expect(push.task).toBe(push.event.task);
          expect(push.headers.get("x-a2a-notification-token")).toBeNull();
        }
        expect(receiver.reports).toEqual([]);
      });
    }
  });
}

for (const version of spoken) {
  test(`our server comes again in ${version} with what was not taken, and it is handed on once`, async () => {
    let failures = 3;
    const onPush = (): void => {
      failures -= 1;
      if (failures >= 0) throw new Error("not now");
    };
    const receiver = await openReceiver({ onPush });
    await tell(version, receiver);
    const { task } = await told(receiver);
    expect(textOf(task)).toBe("one two ");
    expect(receiver.reports).toHaveLength(3);
  });

  test(`our server is known by the credentials that were agreed in ${version}`, async () => {
    const receiver = await openReceiver({ authentication: { scheme: "Bearer", credentials: "c" } });
    const authentication = version === "1.0" ? { scheme: "Bearer", credentials: "c" } : { schemes: ["Bearer"], credentials: "c" };
    await tell(version, receiver, { authentication });
    expect(textOf((await told(receiver)).task)).toBe("one two ");
  });
}

const working01 = { id: "t", status: { state: "working" } };
const working03 = { kind: "task", id: "t", contextId: "c", status: { state: "working" } };
const parts03 = [{ kind: "text", text: "a" }];

describe("a receiver understands", () => {
  const ids = { taskId: "t", contextId: "c" };
  const status = { state: "TASK_STATE_WORKING" };
  const artifact = { artifactId: "a", parts: [{ text: "a" }] };
  for (const [name, version, body, event] of [
    ["a task of 1.0", "1.0", { task: { id: "t", status } }, { task: { id: "t", status } }],
    ["an artifact of 1.0", "1.0", { artifactUpdate: { ...ids, artifact } }, { artifactUpdate: { ...ids, artifact } }],
    ["a task of 0.3", "0.3", working03, { task: { id: "t", contextId: "c", status } }],
    [
      "a status of 0.3",
      "0.3",
      { kind: "status-update", ...ids, status: { state: "working" }, final: false },
      { statusUpdate: { ...ids, status } },
    ],
    [
      "an artifact of 0.3",
      "0.3",
      { kind: "artifact-update", ...ids, artifact: { artifactId: "a", parts: parts03 } },
      { artifactUpdate: { ...ids, artifact } },
    ],
    [
      "a task of 0.2, whose parts have types",
      "0.3",
      { ...working03, artifacts: [{ artifactId: "a", parts: [{ type: "text", text: "a" }] }] },
      { task: { id: "t", artifacts: [artifact] } },
    ],
    ["a task of 0.1", "0.1", working01, { task: { id: "t", status } }],
    [
      "what 0.1 shows",
      "0.1",
      { eventType: "taskUpdate", taskId: "t", status: { state: "working" }, summary: "s" },
      { statusUpdate: { taskId: "t", contextId: "", status } },
    ],
    ["an event of 0.1", "0.1", { ...working01, final: false }, { statusUpdate: { taskId: "t", contextId: "", status } }],
  ] as const) {
    test(name, async () => {
      const { post, pushes } = await openReceiver();
      expect(await post(body)).toMatchObject({ status: 200 });
      expect(pushes).toMatchObject([{ event, version, taskId: "t" }]);
      expect(Object.keys(pushes[0]?.event ?? {})).toEqual(Object.keys(event));
    });
  }

  test("a message of 0.3 that belongs to no task", async () => {
    const { post, pushes } = await openReceiver();
    expect(await post({ kind: "message", messageId: "m", role: "agent", parts: parts03 })).toMatchObject({ status: 200 });
    expect(pushes[0]).not.toHaveProperty("taskId");
    expect(pushes).toMatchObject([{ event: { message: { messageId: "m", parts: [{ text: "a" }] } }, version: "0.3" }]);
  });
});

describe("a receiver of some versions", () => {
  for (const [name, versions, body, status, words] of [
    ["takes its own", ["0.3"], working03, 200, undefined],
    ["refuses newer ones", ["0.3", "0.1"], statusOf("WORKING"), 400, "the body must be a notification of 0.3, 0.1, not of 1.0"],
    ["refuses older ones", ["1.0"], working01, 400, "the body must be a notification of 1.0, not of 0.1"],
  ] as const) {
    test(name, async () => {
      const { post } = await openReceiver({ versions });
      expect(await post(body)).toMatchObject({ status, detail: words });
    });
  }
});

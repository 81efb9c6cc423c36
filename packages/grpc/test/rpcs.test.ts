import type { AgentDefinition } from "@a2a/server";
import { describe, expect, test } from "vitest";
import { open } from "./opened.js";
import type { Item, Outsider } from "./outsider.js";
import { outsiderOf } from "./outsider.js";
import { facts03, facts10 } from "./published-facts.js";
import { answerOf, call } from "./raw-client.js";
import { detailsOf } from "./status-details.js";

const definition: AgentDefinition = {
  card: { name: "Tested", capabilities: { pushNotifications: true, extendedAgentCard: true } },
  extendedCard: { description: "All of it" },
  async *run({ text, signal }) {
    if (text === "wait") await new Promise((resolve) => signal.addEventListener("abort", resolve));
    else if (text === "ask") yield { state: "TASK_STATE_INPUT_REQUIRED", message: "Who?" };
    else yield `echo: ${text}`;
  },
};

function say(text: string, more: object = {}): object {
  return { message: { message_id: `m-${text}`, role: "ROLE_USER", parts: [{ text }] }, ...more };
}

async function newest(): Promise<{ outsider: Outsider; http: string }> {
  const { http, grpc } = await open(definition, { push: { allowedHosts: ["127.0.0.1"] }, authenticate: () => ({ user: "u" }) });
  return { outsider: outsiderOf(facts10.package, grpc.url), http: http.url };
}

async function one(outsider: Outsider, rpc: string, request: object): Promise<Item> {
  const { items, status } = await outsider.ask(rpc, request);
  expect(status, rpc).toMatchObject({ code: 0 });
  expect(items, rpc).toHaveLength(1);
  return items[0] ?? {};
}

describe("of 1.0", () => {
  test("SendMessage and GetTask give the task, and HTTP has the same", async () => {
    const { outsider, http } = await newest();
    const { task } = await one(outsider, "SendMessage", say("hi"));
    expect(task).toMatchObject({ status: { state: "TASK_STATE_COMPLETED" }, artifacts: [{ parts: [{ text: "echo: hi" }] }] });
    const { id } = Object(task);
    expect(await one(outsider, "GetTask", { id })).toEqual(task);
    const response = await fetch(`${http}/tasks/${id}`);
    expect(await response.json()).toMatchObject({ id, artifacts: [{ parts: [{ text: "echo: hi" }] }] });
  });

  test("SendStreamingMessage gives the task first and its end last", async () => {
    const { outsider } = await newest();
    const { items, status } = await outsider.ask("SendStreamingMessage", say("hi"));
    expect(status.code).toBe(0);
    expect(items[0]).toHaveProperty("task.id");
    expect(items.at(-1)).toMatchObject({ status_update: { status: { state: "TASK_STATE_COMPLETED" } } });
    expect(items.some((item) => JSON.stringify(item).includes("echo: hi"))).toBe(true);
  });

  test("ListTasks tells how many there are", async () => {
    const { outsider } = await newest();
    await one(outsider, "SendMessage", say("a"));
    await one(outsider, "SendMessage", say("b"));
    expect(await one(outsider, "ListTasks", { page_size: 1, history_length: 0 })).toMatchObject({
      tasks: [{ status: { state: "TASK_STATE_COMPLETED" } }],
      page_size: 1,
      total_size: 2,
      next_page_token: expect.stringMatching(/./),
    });
  });

  test("CancelTask cancels, and SubscribeToTask shows how", async () => {
    const { outsider } = await newest();
    const { task } = await one(outsider, "SendMessage", say("ask"));
    const { id } = Object(task);
    const stream = outsider.begin("SubscribeToTask", { id });
    const followed = answerOf(stream);
    await new Promise((resolve) => stream.once("data", resolve));
    const { items } = await outsider.ask("CancelTask", { id });
    expect(items).toMatchObject([{ id, status: { state: "TASK_STATE_CANCELED" } }]);
    const { messages, status } = await followed;
    expect(status.code).toBe(0);
    const seen = messages.map((bytes) => outsider.decode("SubscribeToTask", bytes));
    expect(seen).toMatchObject([{ task: { id } }, { status_update: { task_id: id, status: { state: "TASK_STATE_CANCELED" } } }]);
  });

  test("webhooks are created, got, listed and deleted", async () => {
    const { outsider } = await newest();
    const { task } = await one(outsider, "SendMessage", say("ask"));
    const { id: task_id } = Object(task);
    const config = { task_id, id: "w", url: "http://127.0.0.1:9/hook", token: "secret" };
    expect(await one(outsider, "CreateTaskPushNotificationConfig", config)).toEqual(config);
    expect(await one(outsider, "GetTaskPushNotificationConfig", { task_id, id: "w" })).toEqual(config);
    expect(await one(outsider, "ListTaskPushNotificationConfigs", { task_id })).toEqual({ configs: [config] });
    expect(await one(outsider, "DeleteTaskPushNotificationConfig", { task_id, id: "w" })).toEqual({});
    expect(await one(outsider, "ListTaskPushNotificationConfigs", { task_id })).toEqual({});
  });

  test("GetExtendedAgentCard gives it, with the gRPC interface in it", async () => {
    const { outsider } = await newest();
    expect(await one(outsider, "GetExtendedAgentCard", {})).toMatchObject({
      name: "Tested",
      description: "All of it",
      supported_interfaces: expect.arrayContaining([expect.objectContaining({ protocol_binding: "GRPC", protocol_version: "1.0" })]),
    });
  });

  test("every published rpc is served", async () => {
    const { outsider } = await newest();
    for (const rpc of facts10.rpcs.map((text) => text.replace(/\(.*/, ""))) {
      const { status } = await outsider.ask(rpc, {});
      expect(status.details, rpc).not.toContain("does not implement");
    }
  });
});

describe("of 0.3", () => {
  const say03 = (text: string, more: object = {}): object => ({
    request: { message_id: `m-${text}`, role: "ROLE_USER", content: [{ text }] },
    ...more,
  });

  async function older(): Promise<Outsider> {
    const { grpc } = await open(definition, { push: { allowedHosts: ["127.0.0.1"] }, authenticate: () => ({ user: "u" }) });
    return outsiderOf(facts03.package, grpc.url);
  }

  test("SendMessage and GetTask give the task", async () => {
    const outsider = await older();
    const { task } = await one(outsider, "SendMessage", say03("hi"));
    expect(task).toMatchObject({ status: { state: "TASK_STATE_COMPLETED" }, artifacts: [{ parts: [{ text: "echo: hi" }] }] });
    expect(await one(outsider, "GetTask", { name: `tasks/${Object(task).id}` })).toEqual(task);
  });

  test("SendStreamingMessage ends with what says that it is final", async () => {
    const outsider = await older();
    const { items, status } = await outsider.ask("SendStreamingMessage", say03("hi"));
    expect(status.code).toBe(0);
    expect(items[0]).toHaveProperty("task.id");
    expect(items.at(-1)).toMatchObject({ status_update: { final: true, status: { state: "TASK_STATE_COMPLETED" } } });
  });

  test("CancelTask cancels, and TaskSubscription shows how", async () => {
    const outsider = await older();
    const { task } = await one(outsider, "SendMessage", say03("wait", { configuration: {} }));
    const name = `tasks/${Object(task).id}`;
    const stream = outsider.begin("TaskSubscription", { name });
    const followed = answerOf(stream);
    await new Promise((resolve) => stream.once("data", resolve));
    expect(await one(outsider, "CancelTask", { name })).toMatchObject({ status: { state: "TASK_STATE_CANCELLED" } });
    const { messages, status } = await followed;
    expect(status.code).toBe(0);
    const last = outsider.decode("TaskSubscription", messages.at(-1) ?? new Uint8Array());
    expect(last).toMatchObject({ status_update: { final: true, status: { state: "TASK_STATE_CANCELLED" } } });
  });

  test("TaskSubscription of a task that is over gives it once", async () => {
    const outsider = await older();
    const { task } = await one(outsider, "SendMessage", say03("hi"));
    expect(await one(outsider, "TaskSubscription", { name: `tasks/${Object(task).id}` })).toMatchObject({ task: { id: Object(task).id } });
  });

  for (const suffix of ["Config", ""]) {
    test(`webhooks are created, got, listed and deleted, by names that end in Notification${suffix}`, async () => {
      const outsider = await older();
      const { task } = await one(outsider, "SendMessage", say03("ask"));
      const parent = `tasks/${Object(task).id}`;
      const name = `${parent}/pushNotificationConfigs/w`;
      const push_notification_config = { id: "w", url: "http://127.0.0.1:9/hook", token: "secret" };
      const config = { name, push_notification_config };
      expect(await one(outsider, `CreateTaskPushNotification${suffix}`, { parent, config_id: "w", config })).toEqual(config);
      expect(await one(outsider, `GetTaskPushNotification${suffix}`, { name })).toEqual(config);
      expect(await one(outsider, `ListTaskPushNotification${suffix}`, { parent })).toEqual({ configs: [config] });
      expect(await one(outsider, "DeleteTaskPushNotificationConfig", { name })).toEqual({});
      expect(await one(outsider, `ListTaskPushNotification${suffix}`, { parent })).toEqual({});
    });
  }

  test("GetAgentCard gives the extended card", async () => {
    expect(await one(await older(), "GetAgentCard", {})).toMatchObject({ name: "Tested", description: "All of it" });
  });

  test("a sender waits without a configuration, and with one that says so, where 0 is no limit of the history", async () => {
    for (const more of [{}, { configuration: { blocking: true, history_length: 0 } }]) {
      const { task } = await one(await older(), "SendMessage", say03("hi", more));
      expect(task).toMatchObject({ status: { state: "TASK_STATE_COMPLETED" }, history: [{ message_id: "m-hi" }] });
    }
  });

  test("a sender with a configuration that does not say so does not wait", async () => {
    const { task } = await one(await older(), "SendMessage", say03("wait", { configuration: { history_length: 0 } }));
    expect(task).toMatchObject({ status: { state: expect.stringMatching(/SUBMITTED|WORKING/) }, history: [{ message_id: "m-wait" }] });
  });

  test("errors have the details of 1.0", async () => {
    const { status } = await (await older()).ask("GetTask", { name: "tasks/none" });
    expect(status.code).toBe(5);
    expect(detailsOf(status)?.details).toMatchObject([{ reason: "TASK_NOT_FOUND", domain: "a2a-protocol.org" }]);
  });

  test("every published rpc is served", async () => {
    const outsider = await older();
    for (const rpc of facts03.rpcs.map((text) => text.replace(/\(.*/, ""))) {
      const { status } = await outsider.ask(rpc, {});
      expect(status.details, rpc).not.toContain("does not implement");
    }
  });
});

test("an rpc that nobody knows is UNIMPLEMENTED", async () => {
  const { grpc } = await open(definition);
  const { client } = outsiderOf(facts10.package, grpc.url);
  for (const path of ["/lf.a2a.v1.A2AService/Guess", "/lf.a2a.v2.A2AService/GetTask", "/"]) {
    const { status } = await call(client, path, new Uint8Array());
    expect(status.code, path).toBe(12);
  }
});

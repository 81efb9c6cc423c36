import { describe, expect, test } from "vitest";
import { call, countTasks, say, sendFor } from "./rpc.js";
import type { Served } from "./subjects.js";
import { agentOf, countingIds, echo, openFetch } from "./subjects.js";
import type { Speaking, Webhook } from "./webhooks.js";
import { as, older, openPushing, v01, v03, v10 } from "./webhooks.js";

const url = "https://client.example/hook";
const versions: readonly Pick<Speaking, "version" | "set" | "get">[] = [v10, v03, v01];
const taskId = "id-1";

/** Waits for its client as long as it lives: its task is no reason to call anybody. */
const waiting = agentOf(async () => ({ state: "TASK_STATE_INPUT_REQUIRED" }));

/** An agent with one task, id-1. */
async function withTask(options: Parameters<typeof openPushing>[1] = {}): Promise<Served> {
  const served = await openPushing(waiting, { makeId: countingIds(), ...options });
  await sendFor(served, say("hi"), {}, { headers: { "x-user": "ann" } });
  return served;
}

describe("a webhook that is registered", () => {
  test("in 1.0 has an id of its own, and is read with it", async () => {
    const served = await withTask();
    const webhook = { url, token: "t", authentication: { scheme: "Bearer", credentials: "c" } };
    const { result } = await v10.set(served, taskId, webhook);
    expect(result).toEqual({ ...webhook, taskId, id: expect.stringMatching(/^id-\d+$/) });
    // safe: as just seen
    const { id } = result as { id: string };
    expect(id).not.toBe(taskId);
    expect((await v10.get(served, taskId, id)).result).toEqual(result);
    expect((await v10.set(served, taskId, { url })).result).not.toMatchObject({ id });
    expect((await v10.list(served, taskId)).result).toMatchObject({ configs: [{ id, token: "t" }, { url }] });
  });

  test("in 1.0 with an empty id, as Protobuf writes none, has one all the same", async () => {
    const served = await withTask();
    expect((await v10.set(served, taskId, { url, id: "" })).result).toMatchObject({ id: expect.stringMatching(/^id-\d+$/) });
  });

  test("in 0.3 has the id of its task; the answer says that it worked", async () => {
    const served = await withTask();
    const webhook: Webhook = { url, token: "t", authentication: { scheme: "Bearer", credentials: "c" } };
    const { result } = await v03.set(served, taskId, webhook);
    const pushNotificationConfig = { ...older(webhook), id: taskId };
    expect(result).toEqual({ taskId, pushNotificationConfig, success: true });
    expect((await v03.get(served, taskId)).result).toEqual({ taskId, pushNotificationConfig });
    expect((await v03.get(served, taskId, taskId)).result).toEqual({ taskId, pushNotificationConfig });
    expect((await v03.list(served, taskId)).result).toEqual([{ taskId, pushNotificationConfig }]);
  });

  test("in 0.1 is the only one", async () => {
    const served = await withTask();
    const webhook: Webhook = { url, token: "t", authentication: { scheme: "Bearer", credentials: "c" } };
    const { result } = await v01.set(served, taskId, webhook);
    expect(result).toEqual({ id: taskId, pushNotificationConfig: older(webhook) });
    expect((await v01.get(served, taskId)).result).toEqual(result);
    expect((await v10.list(served, taskId)).result).toMatchObject({ configs: [{ id: taskId, url }] });
  });

  for (const { version, set } of [v10, v03]) {
    test(`in ${version} keeps the id that its client gives it; the same id again replaces it`, async () => {
      const served = await withTask();
      await set(served, taskId, { url, id: "mine", token: "old" });
      await set(served, taskId, { url, id: "other" });
      await set(served, taskId, { url, id: "mine", token: "new" });
      const { result } = await v10.list(served, taskId);
      expect(result).toEqual({
        configs: [
          { id: "mine", taskId, url, token: "new" },
          { id: "other", taskId, url },
        ],
        nextPageToken: "",
      });
    });
  }

  for (const { version, set } of [v03, v01]) {
    test(`in ${version} without an id replaces the one before`, async () => {
      const served = await withTask();
      await set(served, taskId, { url, token: "old" });
      await set(served, taskId, { url });
      expect((await v10.list(served, taskId)).result).toEqual({ configs: [{ id: taskId, taskId, url }], nextPageToken: "" });
    });
  }

  test("is removed by null in 0.1, once and again", async () => {
    const served = await withTask();
    await v01.set(served, taskId, { url });
    for (let time = 0; time < 2; time += 1) {
      const { result } = await call(served, "tasks/pushNotification/set", { id: taskId, pushNotificationConfig: null }, as("0.1"));
      expect(result).toEqual({ id: taskId, pushNotificationConfig: null });
    }
    expect((await v10.list(served, taskId)).result).toEqual({ configs: [], nextPageToken: "" });
  });

  for (const [{ version, set, delete: remove }, answer] of [
    [v10, {}],
    [v03, null],
  ] as const) {
    test(`is removed in ${version}, once and again; others stay`, async () => {
      const served = await withTask();
      await set(served, taskId, { url, id: "a" });
      await set(served, taskId, { url, id: "b" });
      for (let time = 0; time < 2; time += 1) expect((await remove(served, taskId, "a")).result).toEqual(answer);
      expect((await v10.list(served, taskId)).result).toMatchObject({ configs: [{ id: "b" }] });
    });
  }
});

describe("a webhook that is not there", () => {
  for (const { version, get } of [v10, v03]) {
    test(`is no error but TaskNotFound in ${version}`, async () => {
      const served = await withTask();
      await v10.set(served, taskId, { url, id: "a" });
      expect((await get(served, taskId, "b")).error?.code).toBe(-32001);
    });
  }

  test("is null in 0.1", async () => {
    const served = await withTask();
    expect((await v01.get(served, taskId)).result).toEqual({ id: taskId, pushNotificationConfig: null });
  });

  test("leaves an empty list", async () => {
    const served = await withTask();
    expect((await v10.list(served, taskId)).result).toEqual({ configs: [], nextPageToken: "" });
    expect((await v03.list(served, taskId)).result).toEqual([]);
  });
});

describe("a task that is not the caller's", () => {
  const ann = { "x-user": "ann" };
  const ben = { "x-user": "ben" };
  const every = [
    ...versions.flatMap(({ version, set, get }) => [
      [
        `set in ${version}`,
        (served: Served, id: string, headers: Record<string, string>) => set(served, id, { url }, { headers }),
      ] as const,
      [`get in ${version}`, (served: Served, id: string, headers: Record<string, string>) => get(served, id, id, { headers })] as const,
    ]),
    ...[v10, v03].flatMap(({ version, list, delete: remove }) => [
      [`list in ${version}`, (served: Served, id: string, headers: Record<string, string>) => list(served, id, { headers })] as const,
      [
        `delete in ${version}`,
        (served: Served, id: string, headers: Record<string, string>) => remove(served, id, id, { headers }),
      ] as const,
    ]),
  ];
  for (const [name, ask] of every) {
    test(`is none: ${name}`, async () => {
      const served = await withTask({ authenticate: (request) => ({ user: request.header("x-user") ?? "" }) });
      await v10.set(served, taskId, { url, id: taskId }, { headers: ann });
      expect((await ask(served, "none", ann)).error?.code).toBe(-32001);
      expect((await ask(served, taskId, ben)).error?.code).toBe(-32001);
      expect((await v10.list(served, taskId, { headers: ann })).result).toMatchObject({ configs: [{ id: taskId }] });
      expect((await ask(served, taskId, ann)).error).toBeUndefined();
    });
  }

  test("is none for another tenant", async () => {
    const served = await openPushing(waiting, { makeId: countingIds() });
    await call(served, "SendMessage", { message: say("hi"), tenant: "a" });
    const asked = { taskId, id: "mine", url };
    for (const operation of ["Create", "Get", "Delete"]) {
      const method = `${operation}TaskPushNotificationConfig`;
      for (const tenant of ["b", undefined]) expect((await call(served, method, { ...asked, tenant })).error?.code).toBe(-32001);
      expect((await call(served, method, { ...asked, tenant: "a" })).error).toBeUndefined();
    }
    for (const tenant of ["b", undefined]) {
      expect((await call(served, "ListTaskPushNotificationConfigs", { taskId, tenant })).error?.code).toBe(-32001);
    }
  });
});

describe("a list", () => {
  const list = (served: Served, params: object) => call(served, "ListTaskPushNotificationConfigs", { taskId, ...params });

  test("comes in pages of the size asked for", async () => {
    const served = await withTask();
    for (const id of ["a", "b", "c"]) await v10.set(served, taskId, { url, id });
    expect((await list(served, { pageSize: 3 })).result).toMatchObject({
      configs: [{ id: "a" }, { id: "b" }, { id: "c" }],
      nextPageToken: "",
    });
    expect((await list(served, { pageSize: 0, pageToken: "" })).result).toMatchObject({ configs: [{}, {}, {}], nextPageToken: "" });
    const seen: unknown[] = [];
    let pageToken: string | undefined;
    do {
      const { result } = await list(served, { pageSize: 2, ...(pageToken && { pageToken }) });
      // safe: every page has them
      const page = result as { configs: { id: string }[]; nextPageToken: string };
      seen.push(page.configs.map(({ id }) => id));
      pageToken = page.nextPageToken;
    } while (pageToken);
    expect(seen).toEqual([["a", "b"], ["c"]]);
  });

  test("has no page after a token that it did not give", async () => {
    const served = await withTask();
    const { error } = await list(served, { pageToken: "none" });
    expect([error?.code, JSON.stringify(error)]).toEqual([-32602, expect.stringContaining("pageToken")]);
  });
});

describe("an agent whose card offers no push notifications", () => {
  test("refuses all operations, before it looks for the task", async () => {
    const served = await openFetch(echo, { makeId: countingIds() });
    await sendFor(served, say("hi"));
    for (const id of [taskId, "none"]) {
      const asked = [
        ...versions.flatMap(({ set, get }) => [set(served, id, { url }), get(served, id)]),
        ...[v10, v03].flatMap((speaking) => [speaking.list(served, id), speaking.delete(served, id, id)]),
      ];
      for (const { error } of await Promise.all(asked)) expect(error?.code).toBe(-32003);
    }
  });

  for (const [version, method, params] of [
    ["1.0", "SendMessage", { message: say("hi"), configuration: { taskPushNotificationConfig: { url } } }],
    ["1.0", "SendStreamingMessage", { message: say("hi"), configuration: { taskPushNotificationConfig: { url } } }],
    [
      "0.3",
      "message/send",
      {
        message: { kind: "message", messageId: "m", role: "user", parts: [{ kind: "text", text: "hi" }] },
        configuration: { pushNotificationConfig: { url } },
      },
    ],
    ["0.1", "tasks/send", { id: "t", message: { role: "user", parts: [{ type: "text", text: "hi" }] }, pushNotification: { url } }],
  ] as const) {
    test(`refuses a message with a webhook: ${method} in ${version}`, async () => {
      const served = await openFetch(echo);
      expect((await call(served, method, params, as(version))).error?.code).toBe(-32003);
      expect(await countTasks(served)).toBe(0);
    });
  }
});

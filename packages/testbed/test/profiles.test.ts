import { connect } from "@a2a/client";
import { message } from "@a2a/core";
import { describe, expect, test } from "vitest";
import { openTestbed, outcome, readUntil, sendForTask } from "./open-testbed.js";

test("by default everybody is served, streams included, and the card says so", async () => {
  const { card } = await openTestbed().connect();
  expect(card.defaultInputModes).toEqual(["text/plain", "application/json", "image/png", "application/pdf", "application/octet-stream"]);
  expect(card.capabilities).toMatchObject({
    streaming: true,
    extensions: [{ uri: "https://conformance.example/ext/echo/v1", required: false }],
  });
});

test("no-streaming offers no streams and refuses them: a client asks for the task instead", async () => {
  const testbed = openTestbed({ profile: "no-streaming" });
  const client = await testbed.connect();
  expect(client.card.capabilities.streaming).toBe(false);
  const told = { ...client.card, capabilities: { streaming: true } };
  const methods: string[] = [];
  const deceived = await connect(told, {
    fetch: testbed.fetch,
    interceptors: [{ before: ({ operation }) => void methods.push(operation) }],
  });
  for await (const _ of deceived.stream("echo a"));
  expect(methods.slice(0, 2)).toEqual(["SendStreamingMessage", "SendMessage"]);
  expect(outcome(await sendForTask(client, "echo a"))).toEqual(["COMPLETED", 'echo: "a"']);
});

for (const [profile, capability] of [
  ["no-push", "pushNotifications"],
  ["no-extended-card", "extendedAgentCard"],
] as const) {
  test(`${profile} says on its card that it has none`, async () => {
    expect((await openTestbed({ profile }).connect()).card.capabilities[capability]).toBe(false);
  });
}

test("required-extension serves whoever activates the extension, and nobody else", async () => {
  const client = await openTestbed({ profile: "required-extension" }).connect();
  const uri = "https://conformance.example/ext/required/v1";
  expect(client.card.capabilities.extensions).toMatchObject([{ uri, required: true }]);
  await expect(client.send("echo a")).rejects.toMatchObject({ code: "ExtensionSupportRequiredError" });
  await expect(client.send("echo a", { extensions: [`${uri}/2`] })).rejects.toMatchObject({ code: "ExtensionSupportRequiredError" });
  const task = await sendForTask(client, "headers", { extensions: ["https://unknown.example", uri] });
  expect(task.artifacts?.[0]?.parts[0]?.data).toMatchObject({ extensions: [uri] });
});

test("auth serves alice and bob, each their own tasks", async () => {
  const opened = openTestbed({ profile: "auth" });
  const alice = await opened.connect({ authorization: "Bearer test-token" });
  const bob = await opened.connect({ authorization: "bearer other-token" });
  expect(alice.card.securityRequirements).toEqual([{ schemes: { bearer: { list: [] } } }]);
  const task = await sendForTask(alice, "whoami");
  expect(outcome(task)).toEqual(["COMPLETED", 'whoami: "alice"']);
  expect(outcome(await sendForTask(bob, "whoami"))).toEqual(["COMPLETED", 'whoami: "bob"']);
  await expect(bob.getTask(task.id)).rejects.toMatchObject({ code: "TaskNotFoundError" });
});

for (const [what, headers] of [
  ["no token", {}],
  ["another token", { authorization: "Bearer guessed" }],
  ["another scheme", { authorization: "Basic test-token" }],
] as const) {
  test(`auth refuses a caller with ${what}`, async () => {
    const client = await openTestbed({ profile: "auth" }).connect(headers);
    await expect(client.send("whoami")).rejects.toMatchObject({ code: "UnauthenticatedError" });
  });
}

test("a named user's run can be lost as well", async () => {
  const client = await openTestbed({ profile: "auth" }).connect({ authorization: "Bearer test-token" });
  const events = client.stream("crash");
  await readUntil(events, "WORKING");
  await expect(events.next()).rejects.toMatchObject({ code: "InternalError" });
});

const alice = { authorization: "Bearer test-token" };

describe("the extended card", () => {
  const methods = ["GetExtendedAgentCard", "agent/getAuthenticatedExtendedCard"] as const;

  for (const method of methods) {
    test(`by default is for those with a token, and says more than the public one, by ${method}`, async () => {
      const opened = openTestbed();
      const { card } = await opened.connect();
      expect(card.capabilities.extendedAgentCard).toBe(true);
      const { status, result } = await opened.call(method, undefined, alice);
      expect([status, Object(result).skills.map(({ id }: { id: string }) => id)]).toEqual([200, ["commands", "scenarios", "whoami"]]);
      expect(card.skills.map(({ id }) => id)).toEqual(["commands", "scenarios"]);
    });

    for (const [what, headers] of [
      ["no token", {}],
      ["another token", { authorization: "Bearer guessed" }],
    ] as const) {
      test(`by default is refused with 401 to whoever has ${what}, by ${method}`, async () => {
        expect(await openTestbed().call(method, undefined, headers)).toMatchObject({ status: 401, error: { code: -32040 } });
      });
    }

    test(`is not configured in extended-not-configured, though its card offers one, by ${method}`, async () => {
      const opened = openTestbed({ profile: "extended-not-configured" });
      expect((await opened.connect()).card.capabilities.extendedAgentCard).toBe(true);
      expect(await opened.call(method, undefined, alice)).toMatchObject({ status: 200, error: { code: -32007 } });
      expect(await opened.call(method, undefined)).toMatchObject({ status: 401 });
    });
  }

  test("is refused in no-extended-card, once the caller is known", async () => {
    const opened = openTestbed({ profile: "no-extended-card" });
    expect(await opened.call("GetExtendedAgentCard", {}, alice)).toMatchObject({ status: 200, error: { code: -32004 } });
    expect(await opened.call("GetExtendedAgentCard", {}, {})).toMatchObject({ status: 401, error: { code: -32040 } });
  });
});

test("no-push refuses webhooks, by themselves and with a message, and stores nothing", async () => {
  const opened = openTestbed({ profile: "no-push" });
  const url = "https://hook.example";
  const task = await sendForTask(await opened.connect(), "echo a");
  for (const [method, params] of [
    ["CreateTaskPushNotificationConfig", { taskId: task.id, url }],
    ["GetTaskPushNotificationConfig", { taskId: task.id, id: "c" }],
    ["ListTaskPushNotificationConfigs", { taskId: task.id }],
    ["DeleteTaskPushNotificationConfig", { taskId: task.id, id: "c" }],
    ["SendMessage", { message: message("echo a"), configuration: { taskPushNotificationConfig: { url } } }],
  ] as const)
    expect([method, (await opened.call(method, params)).error?.code]).toEqual([method, -32003]);
  expect((await opened.call("ListTasks", {})).result).toMatchObject({ totalSize: 1 });
});

describe("tenants", () => {
  test("serves its two tenants, each their own tasks, and a client finds the first by the card", async () => {
    const opened = openTestbed({ profile: "tenants" });
    const client = await opened.connect();
    expect(client.card.supportedInterfaces.map((each) => [each.tenant, each.protocolBinding, each.protocolVersion])).toEqual([
      ["tenant-a", "JSONRPC", "1.0"],
      ["tenant-b", "JSONRPC", "1.0"],
      ["tenant-a", "HTTP+JSON", "1.0"],
      ["tenant-b", "HTTP+JSON", "1.0"],
    ]);
    const { id } = await sendForTask(client, "echo a");
    expect((await opened.call("GetTask", { id, tenant: "tenant-a" })).result).toMatchObject({ id });
    expect((await opened.call("GetTask", { id, tenant: "tenant-b" })).error?.code).toBe(-32001);
    expect((await opened.call("ListTasks", { tenant: "tenant-b" })).result).toMatchObject({ totalSize: 0 });
  });

  for (const [what, params] of [
    ["no tenant", {}],
    ["another tenant", { tenant: "tenant-c" }],
  ] as const) {
    test(`refuses a request that names ${what}`, async () => {
      const opened = openTestbed({ profile: "tenants" });
      expect((await opened.call("SendMessage", { message: message("echo a"), ...params })).error?.code).toBe(-32602);
    });
  }

  test("serves no version that cannot name one", async () => {
    const opened = openTestbed({ profile: "tenants" });
    expect((await opened.call("message/send", {}, { "a2a-version": "" })).error?.code).toBe(-32601);
    expect((await opened.call("message/send", {}, { "a2a-version": "0.3" })).error?.code).toBe(-32009);
  });
});

for (const [mediaType, isTaken] of [
  ["application/x-forbidden", false],
  ["text/plain", true],
  ["image/png", true],
  ["application/pdf; name=a", true],
  ["image/jpeg", false],
] as const) {
  test(`a part of ${mediaType} is ${isTaken ? "taken" : "refused"}`, async () => {
    const client = await openTestbed().connect();
    const sent = sendForTask(client, ["echo a", { raw: "aGk=", mediaType }]);
    if (isTaken) expect((await sent).status.state).toBe("TASK_STATE_COMPLETED");
    else await expect(sent).rejects.toMatchObject({ code: "ContentTypeNotSupportedError" });
  });
}

import { expect, test } from "vitest";
import { openTestbed, outcome, readUntil, sendForTask } from "./open-testbed.js";

test("by default everybody is served, streams included, and the card says so", async () => {
  const { card } = await openTestbed().connect();
  expect(card.defaultInputModes).toEqual(["text/plain", "application/json", "image/png", "application/pdf", "application/octet-stream"]);
  expect(card.capabilities).toMatchObject({
    streaming: true,
    extensions: [{ uri: "https://conformance.example/ext/echo/v1", required: false }],
  });
});

test("no-streaming offers no streams and refuses them", async () => {
  const client = await openTestbed({ profile: "no-streaming" }).connect();
  expect(client.card.capabilities.streaming).toBe(false);
  await expect(client.stream("echo a").next()).rejects.toMatchObject({ code: "UnsupportedOperationError" });
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

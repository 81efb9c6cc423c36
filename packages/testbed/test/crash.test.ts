import { expect, test } from "vitest";
import { openTestbed, outcome, readUntil, rest, sendForTask } from "./open-testbed.js";

test("crash breaks its stream off with an error and leaves the task working", async () => {
  const client = await openTestbed().connect();
  const events = client.stream("crash");
  const { statusUpdate } = await readUntil(events, "WORKING");
  await expect(events.next()).rejects.toMatchObject({ code: "InternalError" });
  const id = statusUpdate?.taskId ?? "";
  expect(outcome(await client.getTask(id))).toEqual(["WORKING"]);
});

test("crash fails a blocking caller", async () => {
  const client = await openTestbed().connect();
  await expect(client.send("crash")).rejects.toMatchObject({ code: "InternalError" });
});

test("a lost task can be canceled", async () => {
  const client = await openTestbed().connect();
  expect(outcome(await client.cancelTask(await crash(client)))).toEqual(["CANCELED"]);
});

test("a lost task goes on with the next message", async () => {
  const client = await openTestbed().connect();
  const taskId = await crash(client);
  expect(outcome(await sendForTask(client, "go on", { taskId }))).toEqual(["COMPLETED"]);
});

test("other tasks do not notice", async () => {
  const client = await openTestbed().connect();
  const other = client.stream("ask Still there?");
  await readUntil(other, "WORKING");
  await crash(client);
  expect(await rest(other)).toEqual(["INPUT_REQUIRED: Still there?"]);
});

async function crash(client: Awaited<ReturnType<ReturnType<typeof openTestbed>["connect"]>>): Promise<string> {
  const events = client.stream("crash");
  const { statusUpdate } = await readUntil(events, "WORKING");
  await expect(events.next()).rejects.toThrow();
  return statusUpdate?.taskId ?? "";
}

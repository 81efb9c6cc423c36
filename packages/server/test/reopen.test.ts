import { describe, expect, test } from "vitest";
import { allEvents, call, getTask, send } from "./rpc.js";
import type { Served } from "./subjects.js";
import { countingIds, echo, openFetch } from "./subjects.js";
import { openReceiver } from "./webhooks.js";

const headers = { "a2a-version": "0.1" };

/** Sends a message in 0.1 to the task `t`, or to another. */
function tell(served: Served, text: string, more: object = {}): ReturnType<typeof call> {
  return call(served, "tasks/send", { id: "t", message: { role: "user", parts: [{ type: "text", text }] }, ...more }, { headers });
}

function ask(served: Served, method: string, params: object): ReturnType<typeof call> {
  return call(served, method, params, { headers });
}

describe("a message in 0.1 to a task that is over", () => {
  test("is refused by default", async () => {
    const served = await openFetch(echo);
    await tell(served, "one");
    expect((await tell(served, "two")).error?.code).toBe(-32009);
  });

  test("continues it where the agent is served so: as a new task of the same session, under the id that the caller knows", async () => {
    const served = await openFetch(echo, { reopenTerminal: true });
    const one = (await tell(served, "one", { sessionId: "s" })).result;
    expect(one).toMatchObject({ id: "t", sessionId: "s", artifacts: [{ parts: [{ text: "echo: one" }] }] });
    for (const text of ["two", "three"]) {
      expect((await tell(served, text)).result).toMatchObject({
        id: "t",
        sessionId: "s",
        artifacts: [{ parts: [{ text: `echo: ${text}` }] }],
      });
    }
    expect((await ask(served, "tasks/get", { id: "t" })).result).toMatchObject({
      id: "t",
      artifacts: [{ parts: [{ text: "echo: three" }] }],
    });
  });

  test("leaves the task as it was for other versions, which see a task that refers to it", async () => {
    const served = await openFetch(echo, { reopenTerminal: true });
    await tell(served, "one");
    const before = await getTask(served, "t");
    await tell(served, "two");
    expect(await getTask(served, "t")).toEqual(before);
    const next = await getTask(served, "t~2");
    expect([next.contextId, next.history?.[0]?.referenceTaskIds]).toEqual([before.contextId, ["t"]]);
  });

  test("of another session is refused", async () => {
    const served = await openFetch(echo, { reopenTerminal: true });
    await tell(served, "one", { sessionId: "s" });
    expect((await tell(served, "two", { sessionId: "other" })).error?.code).toBe(-32602);
  });

  test("streams under the id that the caller knows", async () => {
    const served = await openFetch(echo, { reopenTerminal: true });
    await tell(served, "one");
    const params = { id: "t", message: { role: "user", parts: [{ type: "text", text: "two" }] } };
    const events = await allEvents(await send(served, "tasks/sendSubscribe", params, { headers }));
    expect(new Set(events.map(({ data }) => Reflect.get(Object(data.result), "id")))).toEqual(new Set(["t"]));
    expect(events.length).toBeGreaterThan(2);
    const again = await allEvents(await send(served, "tasks/resubscribe", { id: "t" }, { headers }));
    expect(again.at(-1)?.data.result).toMatchObject({ id: "t", final: true });
  });

  test("calls the webhook with the id that the caller knows", async () => {
    const receiver = await openReceiver();
    const agent = { ...echo, card: { ...echo.card, capabilities: { pushNotifications: true } } };
    const served = await openFetch(agent, { reopenTerminal: true, push: { allowedHosts: ["127.0.0.1"] }, makeId: countingIds() });
    await tell(served, "one");
    await tell(served, "two", { pushNotification: { url: receiver.url } });
    await receiver.has(1);
    expect(receiver.told[0]?.body).toMatchObject({ id: "t" });
    expect((await ask(served, "tasks/pushNotification/get", { id: "t" })).result).toMatchObject({
      id: "t",
      pushNotificationConfig: { url: receiver.url },
    });
  });

  test("that looks like one that continues another is nobody's to name", async () => {
    const served = await openFetch(echo, { reopenTerminal: true });
    for (const id of ["t~2", "~1"]) expect((await tell(served, "hi", { id })).error?.code).toBe(-32602);
    const { result } = await tell(await openFetch(echo), "hi", { id: "t~2" });
    expect(result).toMatchObject({ id: "t~2" });
  });

  test("in later versions is refused all the same", async () => {
    const served = await openFetch(echo, { reopenTerminal: true });
    await tell(served, "one");
    const message = { messageId: "m", taskId: "t", kind: "message", role: "user", parts: [{ kind: "text", text: "two" }] };
    expect((await call(served, "message/send", { message }, { headers: { "a2a-version": "0.3" } })).error?.code).toBe(-32004);
  });
});

test("two messages at once to a task that is over continue it once", async () => {
  const served = await openFetch(echo, { reopenTerminal: true });
  await tell(served, "one");
  await Promise.all([tell(served, "two"), tell(served, "three")]);
  const listed = await call(served, "ListTasks", {});
  expect(listed.result).toMatchObject({ totalSize: expect.toSatisfy((size: number) => size === 2 || size === 3) });
  const ids = Reflect.get(Object(listed.result), "tasks")
    .map(({ id }: { id: string }) => id)
    .sort();
  expect(["t,t~2", "t,t~2,t~3"]).toContain(ids.join());
});

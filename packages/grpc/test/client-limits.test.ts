import { describe, expect, test } from "vitest";
import { cardAt } from "./card-at.js";
import { answerTo, ending, handmade, meet } from "./handmade.js";

const done = { id: "t", contextId: "c", status: { state: "TASK_STATE_COMPLETED" } };
const working = { task: { ...done, status: { state: "TASK_STATE_WORKING" } } };

/** The time that a call says it has, in milliseconds. */
function leftMs(deadline: Date | number): number {
  return Number(deadline) - Date.now();
}

describe("timeoutMs", () => {
  test("is the deadline that the agent is told", async () => {
    let left = 0;
    const { url } = await handmade((call) => {
      left = leftMs(call.getDeadline());
      call.write(answerTo("GetTask", done));
      call.end();
    });
    const client = await meet(cardAt(url));
    expect(await client.getTask("t", { timeoutMs: 20_000 })).toMatchObject({ id: "t" });
    expect(left).toBeGreaterThan(15_000);
    expect(left).toBeLessThanOrEqual(20_100);
  });

  test("ends a call that is not answered, with TIMEOUT, and the agent hears that it is over", async () => {
    const { url, calls } = await handmade(() => undefined);
    const client = await meet(cardAt(url));
    const failure = { code: "TIMEOUT", message: `${url} did not answer within 100 ms` };
    await expect(client.getTask("t", { timeoutMs: 100 })).rejects.toMatchObject(failure);
    await expect(client.send("hi", { timeoutMs: 100 })).rejects.toMatchObject(failure);
    for (const call of calls) {
      if (!call.cancelled) await new Promise((resolve) => call.once("cancelled", resolve));
    }
    expect(calls).toHaveLength(2);
  });

  test("ends a stream, also one that has begun", async () => {
    const { url } = await handmade((call) => {
      call.write(answerTo("SubscribeToTask", working));
    });
    const client = await meet(cardAt(url));
    const stream = client.stream("hi", { timeoutMs: 200 });
    expect(await stream.next()).toMatchObject({ value: working });
    await expect(stream.next()).rejects.toMatchObject({ code: "TIMEOUT" });
  });

  test("is that of all attempts together", async () => {
    const { url, calls } = await handmade((call) => call.emit("error", ending(14)));
    const client = await meet(cardAt(url), { retry: { attempts: 1000, firstDelayMs: 20, maxDelayMs: 20 } });
    await expect(client.getTask("t", { timeoutMs: 300 })).rejects.toMatchObject({ code: "TIMEOUT" });
    expect(calls.length).toBeGreaterThan(2);
  });
});

describe("a signal", () => {
  test("that is aborted before sends nothing", async () => {
    const { url, calls } = await handmade((call) => call.end());
    const client = await meet(cardAt(url));
    const reason = new Error("no more");
    await expect(client.getTask("t", { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    await expect(client.stream("hi", { signal: AbortSignal.abort(reason) }).next()).rejects.toBe(reason);
    expect(calls).toHaveLength(0);
  });

  test("ends a call with its own reason, and the agent hears that nobody waits", async () => {
    const over = new AbortController();
    const reason = new Error("no more");
    const { url, calls } = await handmade(() => over.abort(reason));
    const client = await meet(cardAt(url));
    await expect(client.send("hi", { signal: over.signal })).rejects.toBe(reason);
    const [call] = calls;
    if (!call?.cancelled) await new Promise((resolve) => call?.once("cancelled", resolve));
    expect(call?.cancelled).toBe(true);
  });

  test("ends a stream with its own reason, and events that lie ready are not shown", async () => {
    const { url, calls } = await handmade((call, rpc) => {
      if (rpc === "GetTask") {
        call.write(answerTo(rpc, done));
        call.end();
        return;
      }
      call.write(answerTo("SubscribeToTask", working));
      for (let at = 0; at < 5; at += 1) {
        const artifact = { artifactId: `a${at}`, parts: [{ text: "x" }] };
        call.write(answerTo("SubscribeToTask", { artifactUpdate: { taskId: "t", contextId: "c", artifact } }));
      }
    });
    const client = await meet(cardAt(url));
    const over = new AbortController();
    const reason = new Error("no more");
    const stream = client.stream("hi", { signal: over.signal });
    expect(await stream.next()).toMatchObject({ value: working });
    expect(await stream.next()).toMatchObject({ value: { artifactUpdate: { artifact: { artifactId: "a0" } } } });
    // Answered after the events that are on the same connection.
    await client.getTask("t");
    over.abort(reason);
    await expect(stream.next()).rejects.toBe(reason);
    const [call] = calls;
    if (!call?.cancelled) await new Promise((resolve) => call?.once("cancelled", resolve));
  });
});

describe("a call that hangs", () => {
  test("counts as cut after idleTimeoutMs and is made again, where that does no harm", async () => {
    const { url, calls } = await handmade((call) => {
      if (calls.length === 1) return;
      call.write(answerTo("GetTask", done));
      call.end();
    });
    const client = await meet(cardAt(url), { idleTimeoutMs: 100, retry: { attempts: 2 } });
    expect(await client.getTask("t")).toMatchObject({ id: "t" });
    expect(calls).toHaveLength(2);
  });
});

test("a message whose answer was lost is sent again with the same id, unless that is not wanted", async () => {
  const { url, calls } = await handmade((call) => call.emit("error", ending(14)));
  for (const [resend, times] of [
    [true, 3],
    [false, 1],
  ] as const) {
    const before = calls.length;
    const client = await meet(cardAt(url), { retry: { attempts: 3, resend } });
    await expect(client.send("hi")).rejects.toMatchObject({ code: "NETWORK" });
    const sent = calls.slice(before).map(({ request }) => request.toString("hex"));
    expect(sent).toHaveLength(times);
    expect(new Set(sent).size).toBe(1);
  }
});

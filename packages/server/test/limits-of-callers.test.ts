// How much one caller may ask for, in every version and over every binding.

import type { Authenticate, HandlerOptions } from "@a2a/server";
import { describe, expect, test, vi } from "vitest";
import { createRateLimit } from "../src/binding/rate-limit.js";
import type { Road, Said } from "./roads.js";
import { answerFor, roads } from "./roads.js";
import { call, countTasks, eventsOf, say, send, sendFor } from "./rpc.js";
import type { Served } from "./subjects.js";
import { agentOf, openFetch, openNode, subjects } from "./subjects.js";
import { expectNothingUnhandled } from "./unhandled.js";

expectNothingUnhandled();

const authenticate: Authenticate = ({ header }) => {
  const user = header("x-user");
  return user === undefined ? {} : { user };
};

const ann = { "x-user": "ann" };
const bob = { "x-user": "bob" };

/** Works until it is told to stop; asked to, it waits for its client instead. */
const worker = agentOf(async function* ({ text, signal }) {
  if (text === "ask") return yield { state: "TASK_STATE_INPUT_REQUIRED" };
  yield "begun";
  await new Promise((resolve) => signal.addEventListener("abort", resolve));
});

/** Starts a task that is worked on. */
async function begin(served: Served, headers: Readonly<Record<string, string>>): Promise<string> {
  return (await sendFor(served, say("hi"), { returnImmediately: true }, { headers })).id;
}

describe.each(roads)("in $name", (road: Road) => {
  const limited = { ...answerFor(road, "RateLimitedError"), retryAfter: "1" };

  test("a user has maxTasksPerUser tasks worked on at a time, whatever others have; the next is refused and not stored", async () => {
    const served = await openFetch(worker, { authenticate, maxTasksPerUser: 2 });
    const ids = [await begin(served, ann), await begin(served, ann)];
    expect(await road.send(served, { headers: ann })).toMatchObject(limited);
    expect(await countTasks(served, { headers: ann })).toBe(2);
    await begin(served, bob);
    for (const _ of [1, 2, 3]) await begin(served, {});
    await call(served, "CancelTask", { id: ids[0] }, { headers: ann });
    await begin(served, ann);
    expect(await road.send(served, { headers: ann })).toMatchObject(limited);
  });

  test("a caller has requestsPerSecond operations in a second, and as many again a second later", async () => {
    let time = 0;
    const served = await openFetch(worker, { authenticate, requestsPerSecond: 3, now: () => new Date(time) });
    const get = (headers: Readonly<Record<string, string>>): Promise<Said> => road.get(served, "nowhere", headers);
    const free = answerFor(road, "TaskNotFoundError");
    for (const headers of [ann, bob, {}]) {
      for (const _ of [1, 2, 3]) expect(await get(headers)).toMatchObject(free);
      expect(await get(headers)).toMatchObject(limited);
    }
    time = 334;
    expect(await get(ann)).toMatchObject(free);
    expect(await get(ann)).toMatchObject(limited);
    time = 10_000;
    for (const _ of [1, 2, 3]) expect(await get(ann)).toMatchObject(free);
    expect(await get(ann)).toMatchObject(limited);
  });
});

describe.each(subjects)("$name", ({ open }) => {
  const openWith = (options: HandlerOptions): Promise<Served> => open(worker, { authenticate, ...options });

  test("a user has maxStreamsPerUser streams open, and one more once one has ended", async () => {
    const served = await openWith({ maxStreamsPerUser: 1 });
    const ids = new Map<object, string>();
    for (const headers of [ann, bob]) ids.set(headers, (await sendFor(served, say("ask"), {}, { headers })).id);
    const subscribe = (headers: Readonly<Record<string, string>>): Promise<Response> =>
      send(served, "SubscribeToTask", { id: ids.get(headers) }, { headers });
    const first = eventsOf(await subscribe(ann));
    await first.next();
    const refused = await subscribe(ann);
    expect([refused.status, refused.headers.get("retry-after"), (await refused.json()).error.code]).toEqual([429, "1", -32042]);
    const others = eventsOf(await subscribe(bob));
    expect((await others.next()).done).toBe(false);
    await first.return();
    await vi.waitFor(
      async () => {
        const again = await subscribe(ann);
        await again.body?.cancel();
        expect(again.status).toBe(200);
      },
      { interval: 1 },
    );
    await others.return();
  });

  test("anonymous callers are no user: they have what the agent has", async () => {
    const served = await openWith({ maxStreamsPerUser: 1, maxTasksPerUser: 1 });
    const { id } = await sendFor(served, say("ask"));
    const streams = await Promise.all([1, 2, 3].map(() => send(served, "SubscribeToTask", { id })));
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const _ of [1, 2]) await begin(served, {});
    await Promise.all(streams.map((response) => response.body?.cancel()));
  });

  test("a user who waits for a task that is over has room for another", async () => {
    const served = await openWith({ maxTasksPerUser: 1 });
    for (const _ of [1, 2, 3]) {
      const { status } = await sendFor(served, say("ask"), {}, { headers: ann });
      expect(status.state).toBe("TASK_STATE_INPUT_REQUIRED");
    }
  });

  test("a message to a task that works is none more; one that would wake a task up is", async () => {
    const served = await openWith({ maxTasksPerUser: 1 });
    const { id: waiting } = await sendFor(served, say("ask"), {}, { headers: ann });
    const working = await begin(served, ann);
    const to = (taskId: string): Promise<{ error: unknown }> =>
      call(served, "SendMessage", { message: say("more", { taskId }), configuration: { returnImmediately: true } }, { headers: ann });
    expect((await to(working)).error).toBeUndefined();
    expect((await to(waiting)).error).toMatchObject({ code: -32042 });
  });

  test("what has no limit has none", async () => {
    const served = await openWith({});
    const all = await Promise.all(Array.from({ length: 200 }, () => call(served, "GetTask", { id: "nowhere" })));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

test("anonymous callers are told apart by their address, where the server knows it", async () => {
  const served = await openNode(worker, { requestsPerSecond: 1, now: () => new Date(0) });
  expect((await call(served, "GetTask", { id: "nowhere" })).status).toBe(200);
  expect((await call(served, "GetTask", { id: "nowhere" })).status).toBe(429);
});

describe("a rate limit", () => {
  /** Which of these, one after another, are let through at one time. */
  function through(perSecond: number, remotes: readonly (string | undefined)[]): boolean[] {
    const limit = createRateLimit(perSecond, () => 0);
    return remotes.map((remote) => {
      try {
        limit({}, { remote });
        return true;
      } catch {
        return false;
      }
    });
  }

  for (const [what, one, other, isOne] of [
    ["two addresses of IPv4 are two", "192.0.2.1", "192.0.2.2", false],
    ["an address of IPv4 within IPv6 is that address", "192.0.2.1", "::ffff:192.0.2.1", true],
    ["a network of IPv6 is one", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::1", true],
    ["two networks of IPv6 are two", "2001:db8:1:2::1", "2001:db8:1:3::1", false],
    ["zeros that are left out are zeros", "2001:db8::1:0:0:0:1", "2001:db8:0:1::1", true],
    ["what comes from nowhere is one", undefined, undefined, true],
    ["a user named like an address is not it", "192.0.2.1", undefined, false],
  ] as const) {
    test(what, () => expect(through(1, [one, other])).toEqual([true, !isOne]));
  }

  test("gives back what a second brings, no more than that, whatever the pause", () => {
    let time = 0;
    const limit = createRateLimit(4, () => time);
    const burst = (): number => {
      for (let count = 0; ; count += 1) {
        try {
          limit({ user: "ann" }, {});
        } catch {
          return count;
        }
      }
    };
    const seen: number[] = [];
    for (const at of [0, 0, 250, 500, 1000, 1999, 2000, 9000, 60_000, 60_001, 60_250]) {
      time = at;
      seen.push(burst());
    }
    expect(seen).toEqual([4, 0, 1, 1, 2, 3, 1, 4, 4, 0, 1]);
  });

  test("begins anew where the clock is set back", () => {
    let time = 100_000;
    const limit = createRateLimit(1, () => time);
    limit({ user: "ann" }, {});
    time = 0;
    expect(() => limit({ user: "ann" }, {})).not.toThrow();
    expect(() => limit({ user: "ann" }, {})).toThrow(/1 operations in a second/);
  });
});

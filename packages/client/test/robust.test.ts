import { connect } from "@a2a/client";
import { describe, expect, test, vi } from "vitest";
import { cardOf, collect, event, failureOf, json, localErrorOf, peerOf, refusal, resultOf, sse, taskIn } from "./peers.js";

const done = taskIn("TASK_STATE_COMPLETED");
const quick = { firstDelayMs: 1 };

/** Answers one after another, the last of them for ever. */
function inTurn(...answers: readonly ((id: number | undefined) => Response)[]) {
  const bodies: string[] = [];
  const peer = peerOf((_, { id, ...rest }) => {
    bodies.push(JSON.stringify(rest));
    return (answers[bodies.length - 1] ?? answers.at(-1))?.(id) ?? new Response(null, { status: 500 });
  });
  return { ...peer, bodies };
}

const broken = (): never => {
  throw new TypeError("connection reset");
};
const status =
  (code: number, headers: Record<string, string> = {}) =>
  () =>
    new Response("<html>", { status: code, headers });
const ofTask = (id: number | undefined): Response => json(resultOf(id, done));
const ofMessage = (id: number | undefined): Response => json(resultOf(id, { task: done }));

describe("a request that does no more the second time", () => {
  for (const [what, failure] of [
    ["the connection breaks", broken],
    ["a server before the agent does not reach it", status(502)],
    ["the agent has no time for now", status(503)],
    ["the agent was asked too often", status(429, { "retry-after": "0" })],
    ["the agent says so in its own words", (id: number | undefined) => refusal(id, -32042)],
  ] as const) {
    test(`is made again where ${what}`, async () => {
      const peer = inTurn(failure, failure, ofTask);
      const client = await connect(cardOf(), { fetch: peer.fetch, retry: quick });
      expect((await client.getTask("task-1")).id).toBe("task-1");
      expect(peer.requests).toHaveLength(3);
    });
  }

  test("is made again where nothing is heard of it for idleTimeoutMs", async () => {
    const peer = inTurn(ofTask);
    let asked = 0;
    const fetch = (request: Request): Promise<Response> => {
      asked += 1;
      return asked === 1 ? new Promise(() => undefined) : peer.fetch(request);
    };
    const client = await connect(cardOf(), { fetch, idleTimeoutMs: 20, retry: quick });
    expect((await client.getTask("task-1")).id).toBe("task-1");
    expect(asked).toBe(2);
  });

  test("is made as often as it is told, and then the failure comes out", async () => {
    const peer = inTurn(broken);
    const client = await connect(cardOf(), { fetch: peer.fetch, retry: { ...quick, attempts: 2 } });
    expect((await localErrorOf(client.getTask("t"))).code).toBe("NETWORK");
    expect(peer.requests).toHaveLength(2);
  });

  for (const [what, answer, expected] of [
    [
      "an answer that breaks the schema",
      (id: number | undefined) => json(resultOf(id, { id: "t" })),
      { code: "BAD_RESPONSE", problem: { pointer: "/status" } },
    ],
    ["an error of the agent's", (id: number | undefined) => refusal(id, -32001), { code: "TaskNotFoundError" }],
    ["a refusal without a body", status(401), { code: "UnauthenticatedError" }],
    ["another refusal without a body", status(403), { code: "ForbiddenError" }],
  ] as const) {
    test(`is not made again after ${what}`, async () => {
      const peer = inTurn(answer);
      const client = await connect(cardOf(), { fetch: peer.fetch, retry: quick });
      expect(await failureOf(client.getTask("t"))).toMatchObject(expected);
      expect(peer.requests).toHaveLength(1);
    });
  }

  test("ends with the caller's signal also between two attempts", async () => {
    const over = new AbortController();
    const peer = inTurn(() => {
      queueMicrotask(() => over.abort(new Error("enough")));
      return status(503)();
    });
    const client = await connect(cardOf(), { fetch: peer.fetch, retry: { firstDelayMs: 60_000, maxDelayMs: 60_000 } });
    await expect(client.getTask("t", { signal: over.signal })).rejects.toThrow("enough");
  });
});

describe("Retry-After", () => {
  for (const [what, value] of [
    ["seconds", "5"],
    ["a date", new Date(Date.parse("2026-01-01T00:00:00Z") + 5000).toUTCString()],
  ] as const) {
    test(`as ${what} is kept to`, async () => {
      vi.useFakeTimers({ now: Date.parse("2026-01-01T00:00:00Z") });
      try {
        const peer = inTurn(status(429, { "retry-after": value }), ofTask);
        const client = await connect(cardOf(), { fetch: peer.fetch, retry: quick });
        const got = client.getTask("t", { timeoutMs: 60_000 });
        await vi.advanceTimersByTimeAsync(4900);
        expect(peer.requests).toHaveLength(1);
        await vi.advanceTimersByTimeAsync(200);
        expect((await got).id).toBe("task-1");
      } finally {
        vi.useRealTimers();
      }
    });
  }

  test("of more than the caller's patience is told, not waited for", async () => {
    const peer = inTurn(status(503, { "retry-after": "3600" }));
    const client = await connect(cardOf(), { fetch: peer.fetch });
    expect(await failureOf(client.getTask("t"))).toMatchObject({
      code: "ResourceUnavailableError",
      metadata: { retryAfterSeconds: "3600" },
    });
    expect(peer.requests).toHaveLength(1);
  });
});

describe("a message", () => {
  test("may be thought about for longer than idleTimeoutMs", async () => {
    // What the first message of a program loads takes no time that could be made up.
    await (await connect(cardOf(), { fetch: inTurn(ofMessage).fetch })).send("hi");
    vi.useFakeTimers();
    try {
      const peer = inTurn(ofMessage);
      const fetch = async (request: Request): Promise<Response> => {
        await new Promise((resolve) => setTimeout(resolve, 5000));
        return peer.fetch(request);
      };
      const client = await connect(cardOf(), { fetch, idleTimeoutMs: 1000, retry: quick });
      const sent = client.send("hi");
      await vi.advanceTimersByTimeAsync(5000);
      expect(await sent).toMatchObject({ id: "task-1" });
      expect(peer.requests).toHaveLength(1);
    } finally {
      vi.useRealTimers();
    }
  });

  test("is sent again as it was, where nobody can know whether it arrived", async () => {
    const peer = inTurn(broken, ofMessage);
    const client = await connect(cardOf(), { fetch: peer.fetch, retry: quick });
    expect(await client.send("hi")).toMatchObject({ id: "task-1" });
    expect(peer.bodies[0]).toBe(peer.bodies[1]);
    expect(JSON.parse(peer.bodies[0] ?? "{}").params.message.messageId).toMatch(/./);
  });

  test("is not, where the caller forbids that", async () => {
    for (const way of ["send", "stream"] as const) {
      const peer = inTurn(broken, ofMessage);
      const client = await connect(cardOf(), { fetch: peer.fetch, retry: { ...quick, resend: false } });
      const sent = way === "send" ? client.send("hi") : collect(client.stream("hi"));
      expect((await localErrorOf(sent)).code).toBe("NETWORK");
      expect(peer.requests).toHaveLength(1);
    }
  });

  test("is sent again in any case where the agent put it off", async () => {
    const peer = inTurn(status(503), ofMessage);
    const client = await connect(cardOf(), { fetch: peer.fetch, retry: { ...quick, resend: false } });
    expect(await client.send("hi")).toMatchObject({ id: "task-1" });
  });

  test("to a task that has it already is not sent again: the task is followed", async () => {
    let messageId = "";
    const methods: string[] = [];
    const peer = peerOf((_, { id, method = "", params }) => {
      methods.push(method);
      if (method === "SendMessage") {
        messageId = JSON.parse(JSON.stringify(params)).message.messageId;
        throw new TypeError("connection reset");
      }
      const history = [{ messageId, role: "ROLE_USER", parts: [{ text: "hi" }] }];
      return json(resultOf(id, { ...done, history }));
    });
    const card = { ...cardOf(), capabilities: { streaming: false } };
    const client = await connect(card, { fetch: peer.fetch, retry: quick });
    expect(await client.send("hi", { taskId: "task-1" })).toMatchObject({ id: "task-1" });
    expect(methods).toEqual(["SendMessage", "GetTask", "GetTask"]);
  });
});

test("a task that ends between its first answer and its stream, which then is refused, is got", async () => {
  const peer = peerOf((_, { id, method }) => {
    if (method === "SendMessage") return json(resultOf(id, { task: taskIn("TASK_STATE_WORKING") }));
    return method === "SubscribeToTask" ? refusal(id, -32004) : json(resultOf(id, done));
  });
  const client = await connect(cardOf(), { fetch: peer.fetch, retry: quick });
  expect(await client.send("hi")).toMatchObject(done);
});

test("a task whose stream ends before it is over is followed further, also after an early answer", async () => {
  let streams = 0;
  const peer = peerOf((_, { id, method }) => {
    if (method === "SendMessage") return json(resultOf(id, { task: taskIn("TASK_STATE_WORKING") }));
    streams += 1;
    const artifacts = Array.from({ length: streams }, (_, at) => ({ artifactId: `a${at}`, parts: [{ text: "x" }] }));
    return sse([event(resultOf(id, { task: taskIn(streams < 3 ? "TASK_STATE_WORKING" : "TASK_STATE_COMPLETED", { artifacts }) }))])
      .response;
  });
  const client = await connect(cardOf(), { fetch: peer.fetch, retry: quick });
  expect(await client.send("hi")).toMatchObject(done);
  expect(streams).toBe(3);
});

test("an agent whose streams end without a word is asked for the task, however long that takes", async () => {
  const methods: string[] = [];
  const peer = peerOf((_, { id, method = "" }) => {
    methods.push(method);
    if (method === "GetTask") return json(resultOf(id, methods.length < 9 ? taskIn("TASK_STATE_WORKING") : done));
    return sse([event(resultOf(id, { task: taskIn("TASK_STATE_WORKING") }))]).response;
  });
  const client = await connect(cardOf(), { fetch: peer.fetch, retry: { ...quick, attempts: 2 } });
  expect(await client.run("hi")).toMatchObject(done);
  expect([...new Set(methods)]).toEqual(["SendStreamingMessage", "SubscribeToTask", "GetTask"]);
});

test("a stream that is cut more often in a row than the policy allows is NETWORK", async () => {
  const peer = peerOf((_, { id }) => sse([event(resultOf(id, { task: taskIn("TASK_STATE_WORKING") }))], "break").response);
  const client = await connect(cardOf(), { fetch: peer.fetch, retry: { ...quick, attempts: 3 } });
  const events: unknown[] = [];
  const follow = async (): Promise<void> => {
    for await (const each of client.stream("hi")) events.push(each);
  };
  expect(await localErrorOf(follow())).toMatchObject({ code: "NETWORK" });
  expect([events.length, peer.requests.length]).toEqual([1, 3]);
});

test("an agent that sends its readers away in the middle, to come again, is followed on", async () => {
  const peer = peerOf((_, { id, method }) => {
    if (method !== "SendStreamingMessage") return sse([event(resultOf(id, { task: done }))]).response;
    const away = { jsonrpc: "2.0", id, error: { code: -32043, message: "shutting down" } };
    return sse([event(resultOf(id, { task: taskIn("TASK_STATE_WORKING") })), event(away)]).response;
  });
  const client = await connect(cardOf(), { fetch: peer.fetch, retry: quick });
  expect(await client.run("hi")).toMatchObject(done);
});

describe("what is sent", () => {
  test("is what the caller gave, whatever becomes of it next", async () => {
    const peer = inTurn(ofMessage);
    const client = await connect(cardOf(), { fetch: peer.fetch });
    const parts = [{ text: "a" }];
    const options = { headers: { "x-mine": "1" } };
    const sent = client.send(parts, options);
    parts.push({ text: "b" });
    options.headers = { "x-mine": "2" };
    await sent;
    expect(JSON.parse(peer.bodies[0] ?? "").params.message.parts).toEqual([{ text: "a" }]);
    expect(peer.requests[0]?.headers.get("x-mine")).toBe("1");
  });
});

describe("an agent that does not stream", () => {
  test("is asked again and again for the task: each chunk is shown once", async () => {
    const texts = [[], ["a"], ["a", "a"], ["a", "a", "b"]];
    let at = 0;
    const peer = peerOf((_, { id, method }) => {
      if (method === "SendMessage") return json(resultOf(id, { task: taskIn("TASK_STATE_WORKING") }));
      at += 1;
      const artifacts = [{ artifactId: "x", parts: (texts[at] ?? []).map((text) => ({ text })) }];
      return json(resultOf(id, taskIn(at < 3 ? "TASK_STATE_WORKING" : "TASK_STATE_COMPLETED", { artifacts })));
    });
    const client = await connect({ ...cardOf(), capabilities: {} }, { fetch: peer.fetch, retry: quick });
    const events = await collect(client.stream("hi"));
    expect(events.flatMap(({ artifactUpdate }) => artifactUpdate?.artifact.parts.map(({ text }) => text) ?? [])).toEqual(["a", "a", "b"]);
    expect(events.at(-1)).toMatchObject({ statusUpdate: { status: { state: "TASK_STATE_COMPLETED" } } });
  });
});

describe("a stream with numbers that is cut", () => {
  const numbered = (id: number | undefined, events: readonly object[], from: number): string[] =>
    events.map((each, at) => `id: ${from + at}\n${event(resultOf(id, each))}`);
  const working = { task: taskIn("TASK_STATE_WORKING") };
  const chunk = {
    artifactUpdate: { taskId: "task-1", contextId: "context-1", artifact: { artifactId: "a", parts: [{ text: "x" }] }, append: true },
  };
  const over = { statusUpdate: { taskId: "task-1", contextId: "context-1", status: { state: "TASK_STATE_COMPLETED" } } };

  test("is taken up behind its last event", async () => {
    const asked: (readonly [string | undefined, string | null])[] = [];
    const peer = peerOf((request, { id, method }) => {
      asked.push([method, request.headers.get("last-event-id")]);
      if (method === "SendStreamingMessage") return sse(numbered(id, [working, chunk, chunk], 1), "break").response;
      return sse(numbered(id, [chunk, over], 4)).response;
    });
    const client = await connect(cardOf(), { fetch: peer.fetch, retry: quick });
    const events = await collect(client.stream("hi"));
    expect(asked).toEqual([
      ["SendStreamingMessage", null],
      ["SubscribeToTask", "3"],
    ]);
    expect(events.map((each) => Object.keys(each)[0])).toEqual([
      "task",
      "artifactUpdate",
      "artifactUpdate",
      "artifactUpdate",
      "statusUpdate",
    ]);
  });

  test("shows what comes twice once", async () => {
    const twice = (id: number | undefined): readonly string[] =>
      numbered(id, [working, chunk, chunk, over], 1).flatMap((each) => [each, each]);
    const peer = peerOf((_, { id }) => sse(twice(id)).response);
    const client = await connect(cardOf(), { fetch: peer.fetch });
    expect(await collect(client.stream("hi"))).toHaveLength(4);
    expect(peer.requests).toHaveLength(1);
  });
});

describe("a stream without numbers", () => {
  const working = { task: taskIn("TASK_STATE_WORKING") };
  const chunk = (text: string) => ({
    artifactUpdate: { taskId: "task-1", contextId: "context-1", artifact: { artifactId: "a", parts: [{ text }] }, append: true },
  });
  const over = { statusUpdate: { taskId: "task-1", contextId: "context-1", status: { state: "TASK_STATE_COMPLETED" } } };
  const whole = taskIn("TASK_STATE_COMPLETED", { artifacts: [{ artifactId: "a", parts: [{ text: "1" }, { text: "2" }] }] });

  test("is compared with the task before its last word: what came twice or never is put right", async () => {
    for (const chunks of [["1", "1", "2"], ["2"]]) {
      const peer = peerOf((_, { id, method }) =>
        method === "GetTask"
          ? json(resultOf(id, whole))
          : sse([working, ...chunks.map(chunk), over].map((each) => event(resultOf(id, each)))).response,
      );
      const client = await connect(cardOf(), { fetch: peer.fetch });
      const events = await collect(client.stream("hi"));
      expect(events.at(-2)).toMatchObject({ artifactUpdate: { artifact: { parts: [{ text: "1" }, { text: "2" }] } } });
      expect(events.at(-2)?.artifactUpdate?.append).toBeUndefined();
      expect(events.at(-1)).toMatchObject(over);
      expect(await client.run("hi")).toMatchObject(whole);
    }
  });

  test("is compared once more where the answer was spoiled on its way", async () => {
    let asked = 0;
    const peer = peerOf((_, { id, method }) => {
      if (method !== "GetTask") return sse([working, chunk("1"), chunk("1"), over].map((each) => event(resultOf(id, each)))).response;
      asked += 1;
      const body = JSON.stringify(resultOf(id, whole));
      return new Response(asked === 1 ? body.slice(0, 49) : body, { headers: { "content-type": "application/json" } });
    });
    const client = await connect(cardOf(), { fetch: peer.fetch, retry: quick });
    expect(await client.run("hi")).toMatchObject(whole);
    expect(asked).toBe(2);
  });

  test("with numbers is believed: the task is not asked for", async () => {
    const peer = peerOf(
      (_, { id }) => sse([working, chunk("1"), over].map((each, at) => `id: ${at + 1}\n${event(resultOf(id, each))}`)).response,
    );
    const client = await connect(cardOf(), { fetch: peer.fetch });
    expect(await collect(client.stream("hi"))).toHaveLength(3);
    expect(peer.requests).toHaveLength(1);
  });

  test("whose numbers are times is not taken for a numbered one: events of one moment are all shown", async () => {
    const peer = peerOf((_, { id, method }) =>
      method === "GetTask"
        ? json(resultOf(id, whole))
        : sse([working, chunk("1"), chunk("2"), over].map((each) => `id: 1700000000000\n${event(resultOf(id, each))}`)).response,
    );
    const client = await connect(cardOf(), { fetch: peer.fetch });
    expect(await collect(client.stream("hi"))).toHaveLength(4);
  });

  test("that is silent counts as cut, and the task is taken up as it is", async () => {
    const peer = peerOf((_, { id, method }) =>
      method === "SendStreamingMessage"
        ? sse([event(resultOf(id, working)), event(resultOf(id, chunk("1")))], "stay").response
        : sse([event(resultOf(id, { task: whole }))]).response,
    );
    const client = await connect(cardOf(), { fetch: peer.fetch, idleTimeoutMs: 20, retry: quick });
    const events = await collect(client.stream("hi"));
    expect(events.slice(2)).toMatchObject([
      { artifactUpdate: { artifact: { parts: [{ text: "2" }] }, append: true } },
      { statusUpdate: { status: { state: "TASK_STATE_COMPLETED" } } },
    ]);
  });
});

import type { Client, SendOptions } from "@a2a/client";
import { connect } from "@a2a/client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { address, cardOf, collect, event, failureOf, json, peerOf, resultOf, sse, taskIn } from "./peers.js";

const done = taskIn("TASK_STATE_COMPLETED");

/** Serves its card, a file, and a task that is over. */
const { fetch } = peerOf(({ url }, { id, method }) => {
  if (url.endsWith("/file")) return new Response("bytes");
  switch (method) {
    case undefined:
      return json(cardOf());
    case "SendMessage":
      return json(resultOf(id, { task: done }));
    case "GetTask":
      return json(resultOf(id, done));
    default:
      return sse([event(resultOf(id, { task: done }))]).response;
  }
});

const calls: Readonly<Record<string, (client: Client, options: SendOptions) => Promise<unknown>>> = {
  send: (client, options) => client.send("hello", options),
  run: (client, options) => client.run("hello", options),
  stream: (client, options) => collect(client.stream("hello", options)),
  subscribe: (client, options) => collect(client.subscribe("task-1", options)),
  getTask: (client, options) => client.getTask("task-1", options),
  wait: (client, options) => client.task("task-1").wait(options),
  download: (client, options) => client.download({ url: `${address}file` }, options),
};

/** How many listen to a time that has not come: platforms keep them until then. */
let listening = 0;

function countListeners(timeout: AbortSignal): AbortSignal {
  const { addEventListener, removeEventListener } = timeout;
  timeout.addEventListener = (...words: Parameters<typeof addEventListener>) => {
    listening += 1;
    addEventListener.apply(timeout, words);
  };
  timeout.removeEventListener = (...words: Parameters<typeof removeEventListener>) => {
    listening -= 1;
    removeEventListener.apply(timeout, words);
  };
  return timeout;
}

describe("what is over leaves no timer that keeps a process or memory:", () => {
  beforeEach(() => {
    listening = 0;
    const create = AbortSignal.timeout.bind(AbortSignal);
    vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => countListeners(create(ms)));
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  test("the search for a card", async () => {
    await connect(address, { fetch });
    expect([vi.getTimerCount(), listening]).toEqual([0, 0]);
  });

  for (const [name, call] of Object.entries(calls)) {
    test(name, async () => {
      await call(await connect(address, { fetch }), { timeoutMs: 60_000 });
      expect([vi.getTimerCount(), listening]).toEqual([0, 0]);
    });
  }

  test("a stream that was left", async () => {
    const client = await connect(address, { fetch });
    for await (const _ of client.stream("hello", { timeoutMs: 60_000 })) break;
    expect([vi.getTimerCount(), listening]).toEqual([0, 0]);
  });

  for (const name of ["send", "stream", "getTask"]) {
    test(`${name} of what cannot be sent`, async () => {
      const client = await connect(address, { fetch });
      const failure = await failureOf(calls[name]?.(client, { timeoutMs: 60_000, headers: { "x-name": "→" } }) ?? Promise.resolve());
      expect(failure).toBeInstanceOf(TypeError);
      expect([vi.getTimerCount(), listening]).toEqual([0, 0]);
    });
  }
});

for (const name of ["send", "run"]) {
  test(`${name} rejects with what is wrong with its options, and throws nothing`, async () => {
    const client = await connect(address, { fetch });
    expect(await failureOf(calls[name]?.(client, { timeoutMs: 0 }) ?? Promise.resolve())).toBeInstanceOf(TypeError);
  });
}

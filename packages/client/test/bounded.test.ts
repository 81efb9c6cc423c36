import type { ConnectOptions, Interceptor } from "@a2a/client";
import { connect, createCardCache } from "@a2a/client";
import { LocalError } from "@a2a/core";
import { describe, expect, test } from "vitest";
import { address, cardOf, failureOf, json, localErrorOf, peerOf, resultOf, taskIn } from "./peers.js";

// Whatever a call waits for, it ends with its signal and its time.

const never = (): Promise<never> => new Promise(() => undefined);
const peer = peerOf((_, { id, method }) =>
  json(resultOf(id, method === "SendMessage" ? { task: taskIn("TASK_STATE_COMPLETED") } : taskIn("TASK_STATE_COMPLETED"))),
);
const { fetch } = peer;

describe("connecting ends with its time and its signal, while it waits for", () => {
  const waits: readonly (readonly [string, ConnectOptions])[] = [
    ["the card", { fetch: never }],
    ["the keys of its signatures", { verifyCard: never }],
    ["the policy about addresses", { allowUrl: never }],
  ];
  for (const [what, options] of waits) {
    test(what, async () => {
      const target = "fetch" in options ? address : cardOf();
      expect(await localErrorOf(connect(target, { fetch, ...options, timeoutMs: 20 }))).toMatchObject({ code: "TIMEOUT" });
      const reason = new Error("changed my mind");
      const given = new AbortController();
      const connecting = connect(target, { fetch, ...options, signal: given.signal });
      given.abort(reason);
      expect(await failureOf(connecting)).toBe(reason);
    });
  }
});

describe("a call ends with its time and its signal, while it waits for", () => {
  const waits: readonly (readonly [string, ConnectOptions])[] = [
    ["an interceptor", { interceptors: [{ before: never } satisfies Interceptor] }],
    ["what speaks its binding", { transports: [{ binding: "JSONRPC", versions: ["1.0"], create: never }] }],
  ];
  for (const [what, options] of waits) {
    test(what, async () => {
      const client = await connect(cardOf(), { fetch, ...options });
      for (const call of [
        (given: object) => client.getTask("t", given),
        (given: object) => client.send("hi", given),
        (given: object) => client.run("hi", given),
        (given: object) => client.subscribe("t", given).next(),
        (given: object) => client.task("t").wait(given),
      ]) {
        expect(await localErrorOf(call({ timeoutMs: 20 }))).toMatchObject({ code: "TIMEOUT" });
        const reason = new Error("changed my mind");
        const given = new AbortController();
        const called = call({ signal: given.signal });
        given.abort(reason);
        expect(await failureOf(called)).toBe(reason);
      }
    });
  }
});

describe("an agent with two interfaces", () => {
  const card = {
    ...cardOf(),
    supportedInterfaces: [cardOf().supportedInterfaces[0], cardOf("1.0", { protocolBinding: "OTHER" }).supportedInterfaces[0]],
  };
  const quick = { firstDelayMs: 1, attempts: 1 };
  const missing = async (): Promise<never> => {
    throw new LocalError("NETWORK", "the part of this client that speaks OTHER cannot be loaded");
  };
  // safe: both interfaces are there
  const both = card as ReturnType<typeof cardOf>;

  test("of which one cannot be loaded takes a message over the other, though it may not be sent twice", async () => {
    const other = { ...both, supportedInterfaces: [...both.supportedInterfaces].reverse() };
    const client = await connect(other, {
      fetch,
      transports: [{ binding: "OTHER", versions: ["1.0"], create: missing }],
      retry: { ...quick, resend: false },
    });
    expect(await client.send("hi")).toMatchObject({ id: "task-1" });
  });

  test("of which the second cannot be loaded fails with what became of the first: the message may have arrived", async () => {
    const broken = async (): Promise<never> => {
      throw new TypeError("connection reset");
    };
    const client = await connect(both, {
      fetch: broken,
      transports: [{ binding: "OTHER", versions: ["1.0"], create: missing }],
      retry: quick,
    });
    expect((await localErrorOf(client.send("hi"))).message).toContain("cannot be reached");
  });
});

test("a card that is not valid is not kept: it is fetched again when its agent is mended", async () => {
  const cards: object[] = [{ ...cardOf(), name: 1 }, cardOf()];
  const served = peerOf(() => json(cards.shift()));
  const fetchCard = async (request: Request): Promise<Response> => {
    const response = await served.fetch(request);
    return new Response(response.body, { headers: { "cache-control": "max-age=3600" } });
  };
  const options = { fetch: fetchCard, cardCache: createCardCache() };
  expect(await localErrorOf(connect(`${address}card.json`, options))).toMatchObject({ code: "BAD_RESPONSE" });
  expect((await connect(`${address}card.json`, options)).card.name).toBe("Peer");
  expect((await connect(`${address}card.json`, options)).card.name).toBe("Peer");
  expect(served.requests).toHaveLength(2);
});

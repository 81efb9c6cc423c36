import { LocalError } from "@a2a/core";
import { describe, expect, test } from "vitest";
import type { Authorize, Outgoing } from "./fetch-exchange.js";
import { asLocal, exchange } from "./fetch-exchange.js";

const url = "http://peer.test/";
const limit = new AbortController().signal;

describe("an exchange", () => {
  test("leaves no body of a redirect open", async () => {
    let cancelled = 0;
    const cancel = (): void => {
      cancelled += 1;
    };
    const body = new ReadableStream({ cancel });
    const fetch = async (): Promise<Response> => new Response(body, { status: 302 });
    await expect(exchange(url, {}, { fetch, limit, maxResponseBytes: 1 })).rejects.toThrow(`${url} redirects: redirects are not followed`);
    expect(cancelled).toBe(1);
  });

  for (const status of [200, 204, 299, 400, 404, 500, 599]) {
    test(`answers ${status} as it is`, async () => {
      const response = new Response(null, { status });
      expect(await exchange(url, {}, { fetch: async () => response, limit, maxResponseBytes: 1 })).toBe(response);
    });
  }

  test("hands its limit on, so that the platform ends what it can", async () => {
    const controller = new AbortController();
    const signals: AbortSignal[] = [];
    const fetch = async ({ signal }: Request): Promise<Response> => {
      signals.push(signal);
      return new Response();
    };
    await exchange(url, {}, { fetch, limit: controller.signal, maxResponseBytes: 1 });
    controller.abort();
    expect(signals[0]?.aborted).toBe(true);
  });
});

describe("credentials that are refused", () => {
  const answers = (...statuses: readonly number[]) => {
    const sent: (string | null)[] = [];
    const fetch = async ({ headers }: Request): Promise<Response> => {
      sent.push(headers.get("authorization"));
      return new Response(null, { status: statuses[sent.length - 1] ?? 200 });
    };
    return { sent, fetch };
  };
  const asked: (number | undefined)[] = [];
  const authorize: Authorize = async ({ url, headers }, { refused }) => {
    asked.push(refused?.status);
    const next = new Headers(headers);
    next.set("authorization", refused ? "new" : "old");
    return { url, headers: next };
  };

  test("are renewed once, and the request is made again with the new ones", async () => {
    const { sent, fetch } = answers(401, 200);
    expect((await exchange(url, {}, { fetch, limit, maxResponseBytes: 1, authorize })).status).toBe(200);
    expect([sent, asked.splice(0)]).toEqual([
      ["old", "new"],
      [undefined, 401],
    ]);
  });

  test("are not renewed twice, nor where the caller is known and may not", async () => {
    for (const [statuses, count] of [
      [[401, 401, 200], 2],
      [[403, 200], 1],
    ] as const) {
      const { sent, fetch } = answers(...statuses);
      expect((await exchange(url, {}, { fetch, limit, maxResponseBytes: 1, authorize })).status).toBe(statuses[0]);
      expect(sent).toHaveLength(count);
    }
  });

  test("stay refused where there is nothing new", async () => {
    const { sent, fetch } = answers(401);
    const once: Authorize = async (request, { refused }) => (refused ? undefined : request);
    expect((await exchange(url, {}, { fetch, limit, maxResponseBytes: 1, authorize: once })).status).toBe(401);
    expect(sent).toHaveLength(1);
  });
});

describe("a failure is to the caller", () => {
  const reason = new Error("enough");
  const local = new LocalError("BAD_RESPONSE", "no JSON");
  const cause = new TypeError("fetch failed");

  test("itself where it is a LocalError, also after the limit", () => {
    expect(asLocal(local, AbortSignal.abort(reason), url)).toBe(local);
  });

  test("the limit's reason where that has aborted, whatever the platform threw", () => {
    expect(asLocal(cause, AbortSignal.abort(reason), url)).toBe(reason);
  });

  test("NETWORK with its cause otherwise", () => {
    expect(asLocal(cause, limit, url)).toEqual(new LocalError("NETWORK", `${url} cannot be reached, or the connection broke`, { cause }));
  });
});

describe("an address with a secret in it", () => {
  const secret = `${url}?key=geheim`;
  const authorize = async ({ headers }: Outgoing): Promise<Outgoing> => ({ url: secret, headers });
  const options = { limit, maxResponseBytes: 1, authorize };

  test("stands in no error about the network", async () => {
    const fetch = ({ url: whole }: Request): Promise<never> => Promise.reject(new TypeError(`error sending request for ${whole}`));
    await expect(exchange(url, {}, { ...options, fetch })).rejects.toEqual(
      new LocalError("NETWORK", `${url} cannot be reached, or the connection broke`),
    );
  });

  test("stands in no error about a redirect, though the redirect repeats it", async () => {
    const fetch = async (): Promise<Response> => new Response(null, { status: 302, headers: { location: `${secret}&again` } });
    const error = new LocalError("BAD_RESPONSE", `${url} redirects to ${url}: redirects are not followed`);
    await expect(exchange(url, {}, { ...options, fetch })).rejects.toEqual(error);
  });
});

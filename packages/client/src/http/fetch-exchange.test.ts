import { LocalError } from "@a2a/core";
import { describe, expect, test } from "vitest";
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
    await expect(exchange(url, { headers: new Headers() }, { fetch, limit, maxResponseBytes: 1 })).rejects.toThrow(
      `${url} redirects: redirects are not followed`,
    );
    expect(cancelled).toBe(1);
  });

  for (const status of [200, 204, 299, 400, 404, 500, 599]) {
    test(`answers ${status} as it is`, async () => {
      const response = new Response(null, { status });
      expect(await exchange(url, { headers: new Headers() }, { fetch: async () => response, limit, maxResponseBytes: 1 })).toBe(response);
    });
  }

  test("hands its limit on, so that the platform ends what it can", async () => {
    const controller = new AbortController();
    const signals: AbortSignal[] = [];
    const fetch = async ({ signal }: Request): Promise<Response> => {
      signals.push(signal);
      return new Response();
    };
    await exchange(url, { headers: new Headers() }, { fetch, limit: controller.signal, maxResponseBytes: 1 });
    controller.abort();
    expect(signals[0]?.aborted).toBe(true);
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
